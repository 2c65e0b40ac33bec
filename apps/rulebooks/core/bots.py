"""Bots that can play any game, because they need nothing but its list of legal actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Decision
from apps.rulebooks.core.text import say

LegalActions = Callable[[Any, Any, int], tuple[Action, ...]]


class RandomBot:
    """Takes any legal action, each equally likely: the measure that every other bot must beat."""

    def __init__(self, legal_actions: LegalActions) -> None:
        self._legal_actions = legal_actions

    def decide(self, content: Any, state: Any, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the seat's legal actions; `seconds` is not needed."""
        return Decision(chance.pick(self._legal_actions(content, state, seat), "random-bot"), say("Anything goes."))
