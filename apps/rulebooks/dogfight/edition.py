"""Reads a whole edition of the game: typed, checked, and with its tables worked out."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from apps.rulebooks.core.entries import only_entry, read_entries
from apps.rulebooks.core.geometry.square import EAST, WEST, Cell, moved
from apps.rulebooks.core.pack import read_pack
from apps.rulebooks.core.protocol import ContentError, Fault, RawContent
from apps.rulebooks.dogfight.audit import board_faults, bot_faults, cup_faults, fleet_faults, ship_faults
from apps.rulebooks.dogfight.chart import tiles_of
from apps.rulebooks.dogfight.content import (
    BLUE,
    FORWARD,
    RED,
    BoardRules,
    BotWeights,
    Content,
    Cup,
    FleetRules,
    Numbers,
    ShipClass,
    legal_fleets,
)
from apps.rulebooks.dogfight.studio import KINDS

Kind = TypeVar("Kind", bound=msgspec.Struct)


def read_content(raw: RawContent) -> Content:
    """Checked content from entries by kind; raises ContentError with every fault found."""
    faults: list[Fault] = [
        Fault(kind, "", "", "this game has no content of this kind") for kind in raw if kind not in KINDS
    ]
    ships = tuple(read_entries("ship", raw.get("ship", []), ShipClass, faults))
    fleet = _only("fleet", raw, FleetRules, faults)
    board = _only("board", raw, BoardRules, faults)
    cup = _only("cup", raw, Cup, faults)
    numbers = _only("rules", raw, Numbers, faults)
    bots = read_entries("bot", raw.get("bot", []), BotWeights, faults)
    faults += ship_faults(ships) + bot_faults(bots)
    if cup and numbers:
        faults += cup_faults(cup, numbers)
    if board:
        faults += board_faults(board)
    if fleet and ships and not faults:
        faults += fleet_faults(ships, fleet, board)
    if faults or not (fleet and board and cup and numbers):
        raise ContentError(faults)
    return _worked_out(ships, fleet, board, cup, numbers, bots)


def base_content() -> Content:
    """The content that comes with the game."""
    return read_content(read_pack("apps.rulebooks.dogfight"))


def _only(kind: str, raw: RawContent, wanted: type[Kind], faults: list[Fault]) -> Kind | None:
    entries = raw.get(kind, [])
    return only_entry(kind, read_entries(kind, entries, wanted, faults), len(entries), faults)


def _worked_out(
    ships: tuple[ShipClass, ...],
    fleet: FleetRules,
    board: BoardRules,
    cup: Cup,
    numbers: Numbers,
    bots: list[BotWeights],
) -> Content:
    squares = frozenset((col, row) for col in range(1, board.columns + 1) for row in range(1, board.rows + 1))
    north = board.rows - board.zone_depth
    zones = (
        frozenset(cell for cell in squares if cell[1] <= board.zone_depth),
        frozenset(cell for cell in squares if cell[1] > north),
    )
    steps: tuple[dict[Cell, tuple[Cell, ...]], dict[Cell, tuple[Cell, ...]]] = ({}, {})
    for side in (RED, BLUE):
        for cell in squares:
            around = (moved(cell, way) for way in (FORWARD[side], WEST, EAST))
            steps[side][cell] = tuple(next_ for next_ in around if next_ in squares)
    return Content(
        ships=ships,
        fleet=fleet,
        board=board,
        cup={
            "ap": cup.ap,
            "defense-1": cup.defense_1,
            "defense-2": cup.defense_2,
            "asteroid": cup.asteroid,
            "blank": cup.blank,
        },
        numbers=numbers,
        bots={bot.slug: bot for bot in bots},
        by_slug={ship.slug: ship for ship in ships},
        fleets=legal_fleets(ships, fleet.budget),
        squares=squares,
        zones=zones,
        steps=steps,
        tiles=tiles_of(board, squares),
    )
