"""Space Dogfight for its editors: the kinds of content, and how an entry looks in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from apps.rulebooks.core.editing import ContentKind, Preview
from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.core.scene import Badge, Board, Card, Piece
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.chart import tiles_of
from apps.rulebooks.dogfight.content import (
    BLUE,
    RED,
    BoardRules,
    BotWeights,
    Cup,
    FleetRules,
    Numbers,
    ShipClass,
    legal_fleets,
)
from apps.rulebooks.dogfight.words import counter_name, counter_use

_MOST_SHOWN = 12

KINDS: Mapping[str, ContentKind] = {
    "ship": ContentKind(
        ShipClass,
        say("Ship class"),
        say("Ship classes"),
        say("The ships of both sides. Their order is the order in which fleets are counted."),
        note="The ship classes of both sides. att and dif are the highest results that still hit and dodge.",
    ),
    "fleet": ContentKind(FleetRules, say("Fleet"), say("Fleets"), say("What a fleet is worth."), single=True),
    "board": ContentKind(
        BoardRules,
        say("Board"),
        say("Boards"),
        say("The battlefield, its start zones and the spots where asteroids begin."),
        single=True,
        note="Squares are [column, row], counted from 1 at the south-west corner; red starts in the south.",
    ),
    "cup": ContentKind(
        Cup, say("Cup"), say("Cups"), say("How many counters of each kind there are in all."), single=True
    ),
    "rules": ContentKind(
        Numbers,
        say("Numbers of the rules"),
        say("Numbers of the rules"),
        say("Costs, limits and bonuses."),
        single=True,
    ),
    "bot": ContentKind(
        BotWeights,
        say("Bot"),
        say("Bots"),
        say("What each level of bot cares about when it plays."),
        note="What each level of bot cares about; BotWeights in content.py explains the words.",
    ),
}


def preview(kind: str, entry: Any, drafts: RawContent) -> Preview | None:
    """A ship card in both colours, the bare board, the counters of the cup, or the fleets that can be built."""
    if isinstance(entry, ShipClass):
        return Preview((_ship(entry),), (RED, BLUE))
    if isinstance(entry, BoardRules):
        return Preview(board=_board(entry))
    if isinstance(entry, Cup):
        return Preview(_counters(entry))
    if isinstance(entry, FleetRules):
        return _fleets(entry, drafts)
    return None


def _ship(ship: ShipClass) -> Card:
    badges = (
        Badge("stat-move", str(ship.mov), say("Move")),
        Badge("stat-attack", str(ship.att), say("Attack")),
        Badge("stat-defence", str(ship.dif), say("Defence")),
        Badge("stat-points", str(ship.points), say("Points")),
    )
    return Card(ship.slug, ship.symbol, say("{name}", name=ship.name), say("{words}", words=ship.character), 1, badges)


def _board(board: BoardRules) -> Board:
    squares = [(col, row) for col in range(1, board.columns + 1) for row in range(1, board.rows + 1)]
    here = set(squares)
    rocks = tuple(
        Piece(f"spot-{index + 1}", name(spot), "asteroid", say("Asteroid spot {number}", number=index + 1))
        for index, spot in enumerate(board.spots[: board.asteroids])
        if spot in here
    )
    return Board("square", tiles_of(board, squares), rocks)


def _counters(cup: Cup) -> tuple[Card, ...]:
    counts = {
        "ap": cup.ap,
        "defense-1": cup.defense_1,
        "defense-2": cup.defense_2,
        "asteroid": cup.asteroid,
        "blank": cup.blank,
    }
    return tuple(
        Card(kind, f"counter-{kind}", counter_name(kind), counter_use(kind), count) for kind, count in counts.items()
    )


def _fleets(fleet: FleetRules, drafts: RawContent) -> Preview | None:
    try:
        ships = msgspec.convert(tuple(drafts.get("ship", ())), tuple[ShipClass, ...])
    except msgspec.ValidationError:
        return None
    found = legal_fleets(ships, fleet.budget)
    lines = [
        say(
            "{fleet}",
            fleet=", ".join(f"{count} {ship.name}" for ship, count in zip(ships, counts, strict=True) if count),
        )
        for counts in found[:_MOST_SHOWN]
    ]
    total = say("{count} different fleets can be built.", count=len(found))
    return Preview(facts=(total, *lines))
