"""Each legal action as a person meets it: what it hangs on, what it costs, what it will do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.rulebooks.core.protocol import Action
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.dogfight.actions import (
    Attack,
    Brace,
    BuildFleet,
    Discard,
    Draw,
    EndTurn,
    FollowUp,
    Move,
    PlaceShip,
    TakeIt,
    UseBlankAsAsteroid,
)
from apps.rulebooks.dogfight.choices.fighting import attack, brace, follow_up, take_it
from apps.rulebooks.dogfight.choices.preparing import build, place
from apps.rulebooks.dogfight.choices.table import Table
from apps.rulebooks.dogfight.choices.turn import asteroid, discard, draw, end_turn, move
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.play import legal_actions
from apps.rulebooks.dogfight.state import State

__all__ = ["choices"]


def choices(content: Content, state: State, seat: int) -> tuple[Choice, ...]:
    """All that `seat` may do now, in the order of its legal actions."""
    table = Table(content, state, seat)
    return tuple(_DESCRIBE[type(action)](table, action) for action in legal_actions(content, state, seat))


_DESCRIBE: dict[type[Action], Callable[[Table, Any], Choice]] = {
    BuildFleet: build,
    PlaceShip: place,
    Discard: discard,
    Draw: draw,
    Move: move,
    Attack: attack,
    FollowUp: follow_up,
    UseBlankAsAsteroid: asteroid,
    Brace: brace,
    TakeIt: take_it,
    EndTurn: end_turn,
}
