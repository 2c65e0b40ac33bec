"""What bots of all games share: one that plays anything, and a choice among things of different worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, TypeVar

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Decision
from apps.rulebooks.core.text import say

LegalActions = Callable[[Any, Any, int], tuple[Action, ...]]
T = TypeVar("T")

LOTS = 100  # for the best; whole numbers, so that a choice is the same on every machine


def lean(things: Sequence[tuple[float, T]], warmth: float, chance: Chance, label: str) -> T:
    """One of some things, each with what it is worth: the better the likelier.

    Of two things that are `warmth` apart, the better is e times as likely. A bot that always took the best would leave
    everything else untried. Raises ValueError for no things.
    """
    best = max(worth for worth, _thing in things)
    lots = [max(1, round(LOTS * exp((worth - best) / warmth))) for worth, _thing in things]
    lot = chance.below(sum(lots), label)
    for (_worth, thing), count in zip(things, lots, strict=True):
        lot -= count
        if lot < 0:
            return thing
    raise AssertionError("every lot belongs to a thing")


class RandomBot:
    """Takes any legal action, each equally likely: the measure that every other bot must beat."""

    def __init__(self, legal_actions: LegalActions) -> None:
        self._legal_actions = legal_actions

    def decide(self, content: Any, state: Any, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the seat's legal actions; `seconds` is not needed."""
        return Decision(chance.pick(self._legal_actions(content, state, seat), "random-bot"), say("Anything goes."))
