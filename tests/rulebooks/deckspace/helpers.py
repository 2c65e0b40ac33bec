"""Battles made to measure: a board drawn by hand, everything where a test wants it, and dice that are known.

A board is a blank drawing of 11 rows of 15 hexes, a1 at the upper left and k15 at the lower right; `signs`
puts letters of the drawing of maps into named hexes. East is to the right; odd rows (b, d, ...) stand half a
hex to the right of even ones, so that south-east of c3 is d3, and south-east of d3 is e4.
"""

from __future__ import annotations

import copy
import hashlib
from collections import defaultdict

import msgspec
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import COMPASS, Hex, by_offset, name
from apps.rulebooks.deckspace import actions as a
from apps.rulebooks.deckspace.content import Drift, MapType
from apps.rulebooks.deckspace.drawing import read
from apps.rulebooks.deckspace.edition import Content, base_content
from apps.rulebooks.deckspace.play import apply, legal_actions, waiting_on
from apps.rulebooks.deckspace.state import ChartKey, Ordnance, Rock, Rules, Series, Ship, State

CONTENT = base_content()
ROWS, COLUMNS = 11, 15
NE, E, SE, SW, W, NW = range(6)


class LoadedChance(Chance):
    """Chance that gives prepared dice for some purposes; a test fails when a die is thrown that it did not expect.

    Piles are shuffled as by real chance: no test minds the order of a pile that it has not laid itself.
    """

    def __init__(self, seed: bytes = b"loaded", **faces: list[int]):
        super().__init__(seed)
        self.faces = defaultdict(list, {purpose.replace("_", "-"): list(found) for purpose, found in faces.items()})

    def below(self, sides: int, purpose: str) -> int:
        if self.faces[purpose]:
            return self.faces[purpose].pop(0) - 1
        shuffles = ("deck-", "null-", "pool")
        assert purpose.startswith(shuffles), f"nobody expected a roll for {purpose}"
        return super().below(sides, purpose)

    def shuffled(self, items, purpose):
        assert not self.faces[purpose], "piles are laid, not loaded"
        return super().shuffled(items, purpose)


def dice(**faces: list[int]) -> LoadedChance:
    """Prepared dice, given by the faces they show; `-` in a purpose is written `_`."""
    return LoadedChance(**faces)


def at(chart: str) -> Hex:
    """A hex from its chart name: "c3" is the third hex of the third row."""
    return by_offset(int(chart[1:]) - 1, ord(chart[0]) - ord("a"))


def all_of(charts: str) -> tuple[Hex, ...]:
    """Hexes from their names, with spaces between."""
    return tuple(at(chart) for chart in charts.split())


def way(facing: str) -> int:
    """A direction from its point of the compass."""
    return COMPASS.index(facing)


def board(signs: dict[str, str] | None = None, drifts: tuple[Drift, ...] = (), drawing: str = "", content=CONTENT):
    """The key of a map that is known to the tests' content from now on."""
    if not drawing:
        cells = {by_offset(column, row): "." for row in range(ROWS) for column in range(COLUMNS)}
        cells.update({at(chart): sign for chart, sign in (signs or {}).items()})
        lines = [
            " " * (row % 2) + " ".join(cells[by_offset(column, row)] for column in range(COLUMNS))
            for row in range(ROWS)
        ]
        drawing = "\n".join(lines)
    starts = sorted(sign for sign in read(drawing).values() if sign in "1234")
    slug = "test-" + hashlib.sha256(repr((drawing, drifts)).encode()).hexdigest()[:12]
    content.maps[slug] = MapType(
        slug=slug, name="Test", blurb="A test.", drawing=drawing, facing=("E",) * len(starts), drifts=drifts, free=False
    )
    return ChartKey(slug)


def drift(charts: str, *cycle: str, rocks: str = "") -> Drift:
    """A drifting field over named hexes, with rocks in some of them."""
    there = {by_offset(column, row): " " for row in range(ROWS) for column in range(COLUMNS)}
    there.update(dict.fromkeys(all_of(charts), ":"))
    there.update(dict.fromkeys(all_of(rocks), "O"))
    lines = [
        " " * (row % 2) + " ".join(there[by_offset(column, row)] for column in range(COLUMNS)) for row in range(ROWS)
    ]
    return Drift("\n".join(lines), cycle)


def ship(number: int, where: str, *, hand: str = "", draw: str = "", discard: str = "", **more) -> Ship:
    """A ship as "e5 E 2": its hex, facing and speed. It has nothing to draw unless told so."""
    chart, facing, speed = (*where.split(), "E", "0")[:3] if len(where.split()) < 2 else (*where.split(), "0")[:3]
    made = {
        "number": number,
        "seat": number - 1,
        "side": number - 1,
        "at": at(chart),
        "facing": way(facing),
        "speed": int(speed),
        "health": 4,
        "max_health": max(4, more.get("health", 4)),
        "max_speed": 3,
        "hand": tuple(sorted(hand.split())),
        "draw": tuple(draw.split()),
        "discard": tuple(sorted(discard.split())),
    }
    return Ship(**{**made, **more})


def shot(number: int, owner: int, where: str, kind: str = "missile", **more) -> Ordnance:
    """A missile or nuke as "e5 E", fresh at the start of a turn."""
    chart, facing = (*where.split(), "E")[:2]
    entry = CONTENT.ordnance[kind]
    made = {"moves": entry.moves, "turns": entry.turns}
    return Ordnance(number, owner, kind, at(chart), way(facing), **{**made, **more})


def battle(*ships: Ship, ordnance=(), rocks: str = "", solid: str = "", chart: ChartKey | None = None, **more) -> State:
    """The first ship's turn, with its card not yet played. Rocks stand where they are told, drifting ones on top."""
    chart = chart or board()
    worked_out = CONTENT.chart(chart)
    standing = (*worked_out.rocks, *(Rock(hex_) for hex_ in all_of(rocks)))
    made = {
        "rules": Rules(),
        "chart": chart,
        "sides": tuple(one.side for one in ships),
        "series": Series(1, (0,) * len(ships), 0),
        "ships": tuple(ships),
        "ordnance": tuple(ordnance),
        "launched": len(ordnance),
        "rocks": tuple(sorted(standing, key=lambda rock: rock.at)),
        "solid": tuple(sorted({*worked_out.solid, *all_of(solid)})),
        "order": tuple(one.number for one in ships),
        "active": ships[0].number,
        "phase": "acting",
    }
    return State(**{**made, **more})


def duel(one: str = "e5 E 0", two: str = "k15 W 0", *, hand: str = "", **more) -> State:
    """Red with the turn and a hand, Blue far away unless told otherwise."""
    ships = (ship(1, one, **{"hand": hand, **more.pop("red", {})}), ship(2, two, **more.pop("blue", {})))
    return battle(*ships, **more)


def using(state: State, card: str, chance: Chance | None = None) -> State:
    """The state after the active ship has played a card, which it is given first."""
    active = state.ship(state.active)
    assert active is not None
    return do(given(state, active.number, hand=tuple(sorted((*active.hand, card)))), a.PlayCard(card), chance=chance)


def given(state: State, number: int, **values) -> State:
    """The state with a ship changed."""
    ships = tuple(replace(one, **values) if one.number == number else one for one in state.ships)
    return replace(state, ships=ships)


def step(state: State, action, *, chance: Chance | None = None, seat: int | None = None, content: Content = CONTENT):
    """State and events of one action of the seat that is waited on."""
    who = min(waiting_on(state)) if seat is None else seat
    return apply(content, state, who, action, chance or LoadedChance())


def do(state: State, *steps, chance: Chance | None = None, seat: int | None = None, content: Content = CONTENT):
    """The state after some actions."""
    for action in steps:
        state = step(state, action, chance=chance, seat=seat, content=content).state
    return state


def end(state: State, chance: Chance | None = None, content: Content = CONTENT) -> State:
    """The state after the turn has been ended: own missiles hold, and nothing is kept."""
    for action in of_kind(state, a.Hold):
        state = do(state, action, content=content)
    state = do(state, a.EndTurn(), chance=chance, content=content)
    return do(state, a.KeepNothing(), chance=chance, content=content) if state.phase == "keeping" else state


def legal(state: State, seat: int | None = None, content: Content = CONTENT) -> tuple:
    """What a seat may do; without one, what the seat that is waited on may do."""
    return legal_actions(content, state, min(waiting_on(state)) if seat is None else seat)


def of_kind(state: State, kind: type) -> list:
    """The legal actions of one kind."""
    return [action for action in legal(state) if isinstance(action, kind)]


def kinds(state: State, seat: int | None = None) -> set[str]:
    """The names of the kinds of legal actions."""
    return {type(action).__name__ for action in legal(state, seat)}


def anyone(state: State, number: int) -> Ship:
    """A ship, lost and departed ones too."""
    return next(one for one in state.everyone() if one.number == number)


def where(state: State, number: int) -> str:
    """The name of the hex of a ship in play, "" for one that is gone."""
    found = state.ship(number)
    return name(found.at) if found is not None else ""


def flying(state: State) -> dict[int, str]:
    """The missiles and nukes in flight: number and hex."""
    return {piece.number: name(piece.at) for piece in state.ordnance}


def rocks_of(state: State) -> set[str]:
    """The names of the hexes with rocks."""
    return {name(rock.at) for rock in state.rocks}


def solid_of(state: State) -> set[str]:
    """The names of the hexes with solid rock."""
    return {name(hex_) for hex_ in state.solid}


def told(done) -> list[str]:
    """The kinds of the events of a step."""
    return [event.kind for event in done.events]


def edited(**numbers) -> Content:
    """The base content with other numbers of the rules."""
    return with_parts(CONTENT, numbers=msgspec.structs.replace(CONTENT.numbers, **numbers))


def with_parts(content: Content, **parts) -> Content:
    """A content with some of its parts exchanged."""
    other = copy.copy(content)
    vars(other).update(parts, _charts={})
    return other
