"""Placeholder."""

from __future__ import annotations

from typing import Any

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Decision
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.play import legal_actions


class DroneBot:
    """Takes anything."""

    def decide(self, content: Any, state: Any, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the legal actions."""
        return Decision(chance.pick(legal_actions(content, state, seat), "drone"), say("Closing in."))
