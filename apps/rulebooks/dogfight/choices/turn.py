"""Choices of a turn: counters back and out of the cup, ships on their way, and the end."""

from __future__ import annotations

from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.protocol import action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import NOTHING, say
from apps.rulebooks.dogfight.actions import Discard, Draw, EndTurn, Move, UseBlankAsAsteroid
from apps.rulebooks.dogfight.choices.table import TURN, Table
from apps.rulebooks.dogfight.counters import room_to_draw
from apps.rulebooks.dogfight.hand import BLANK
from apps.rulebooks.dogfight.movement import route
from apps.rulebooks.dogfight.state import in_base
from apps.rulebooks.dogfight.words import counter_name


def discard(table: Table, action: Discard) -> Choice:
    """A counter to put back (DF-18)."""
    kind = action.counter
    return Choice(
        action_id(action),
        "discard",
        say("Put back {counter}", counter=counter_name(kind)),
        say("Leaves you {left} counters. You may draw it again.", left=len(table.side.hand) - 1),
        say("Put back"),
        card=f"hand-{table.seat}-{kind}",
        rule="DF-18",
    )


def draw(table: Table, action: Draw) -> Choice:
    """A draw from the cup (DF-16)."""
    room = room_to_draw(table.content, table.state, table.seat)
    preview = say("Room for {room} more this turn.", room=room)
    if table.state.phase == "discarding":
        preview = say("Up to {room} this turn, one at a time. Then you cannot move or attack.", room=room)
    return Choice(action_id(action), "draw", say("Draw a counter"), preview, TURN, key="d", final=True, rule="DF-16")


def move(table: Table, action: Move) -> Choice:
    """A ship to another square (DF-24)."""
    content = table.content
    ship = table.state.ship(action.ship)
    assert ship is not None
    cost = content.numbers.move_cost
    to, kind = name(action.to), content.by_slug[ship.kind]
    way = route(table.reach(action.ship), action.to)
    preview = table.left(cost)
    if action.to in content.zones[1 - table.seat] and not in_base(content, ship):
        preview = say("Into the enemy base: {points} points home. {left}", points=kind.points, left=preview)
    return Choice(
        action_id(action),
        "move",
        say("{ship} from {came} to {to}", ship=kind.name, came=name(ship.cell), to=to),
        preview,
        piece=f"ship-{ship.number}",
        tile=to,
        path=tuple(name(cell) for cell in way),
        cost=table.cost(cost),
        rule="DF-24",
    )


def asteroid(table: Table, action: UseBlankAsAsteroid) -> Choice:
    """A Blank that moves an asteroid (DF-40)."""
    return Choice(
        action_id(action),
        "asteroid",
        say("Blank: move an asteroid"),
        say("Dice choose the asteroid and the direction. It crushes whatever it meets, yours as well."),
        TURN,
        card=f"hand-{table.seat}-{BLANK}",
        cost=say("{blanks} Blank", blanks=1),
        key="a",
        final=True,
        rule="DF-40",
    )


def end_turn(table: Table, action: EndTurn) -> Choice:
    """The turn handed on (DF-22)."""
    idle = table.state.phase == "discarding"
    return Choice(
        action_id(action),
        "end-turn",
        say("End turn"),
        say("You keep {count} counters.", count=len(table.side.hand)),
        TURN,
        key="e",
        confirm=say("End your turn without drawing or spending?") if idle else NOTHING,
        final=True,
        rule="DF-22",
    )
