"""A board by itself, drawn as on a table, for pages that have no game."""

from __future__ import annotations

from django.utils.translation import gettext

from apps.games.live.drawing import plan_for, standing
from apps.games.live.speech import speak
from apps.games.live.templates import draw
from apps.rulebooks.core.protocol import SeatSpec
from apps.rulebooks.core.scene import Board
from apps.rulebooks.core.text import NOTHING

_SIDES = tuple(SeatSpec(number, NOTHING, colour) for number, colour in enumerate(("red", "blue", "gold", "green")))


def board_html(board: Board) -> str:
    """The board with everything that stands on it, as HTML that nothing can be done with."""
    speak()
    plan = plan_for(board)
    label = gettext("The board as it is drawn at a table")
    drawn = {"board": board, "plan": plan, "standing": standing(board, plan), "specs": _SIDES, "label": label}
    return draw("sketch.html", drawn)
