"""How to come by games with rare endings: who plays, with which options, and when they are ended by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Bot, Decision, Rulebook
from apps.rulebooks.core.simulation import RANDOM, bot_of
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.actions import EndTurn, KeepCard, PlayCard, Thrust

STILL = "still"  # a pilot that stops as soon as it can and does nothing from then on


class Plan(NamedTuple):
    """Who plays, and how."""

    levels: tuple[str, ...]
    options: dict[str, str] = {}
    stop: int = 0
    last: str = ""


PLANS: dict[str, dict[str, Plan]] = {
    "deckspace": {
        "last-ship": Plan(("drone", "hunter"), {"map": "classic"}),
        "all-lost": Plan((RANDOM, RANDOM, RANDOM), {"map": "random-3", "markers": "plenty"}),
        "rounds": Plan((STILL, STILL), {"map": "range"}),
        "series": Plan(("drone", "hunter"), {"map": "range", "series": "3", "new_maps": "yes"}),
        "series-drawn": Plan((STILL, STILL), {"map": "range", "series": "3"}),
        "conceded": Plan(("hunter", "drone"), {"map": "classic"}, 40, "concede-1"),
        "agreed": Plan(("drone", "drone"), {"map": "classic"}, 40, "agree-draw"),
    },
}


class StillPilot:
    """Stops its ship and ends its turns."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    def decide(self, content: Any, state: Any, seat: int, chance: Chance, seconds: float) -> Decision:
        """Brake while there is speed, else do nothing."""
        legal = self.book.legal_actions(content, state, seat)
        ship = state.ship(state.active)
        wanted: list[Any] = [EndTurn(), KeepCard("thrust"), KeepCard("high-thrust")]
        if ship is not None and ship.speed:
            wanted = [Thrust("decelerate"), PlayCard("thrust"), PlayCard("high-thrust"), *wanted]
        action = next((action for action in wanted if action in legal), legal[-1])
        return Decision(action, say("Still."))


def player_of(book: Rulebook, level: str) -> Bot:
    """The bot of a level of the game, or of one that only recordings know."""
    return StillPilot(book) if level == STILL else bot_of(book, level)
