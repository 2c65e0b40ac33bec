"""A pilot for an empty seat: looks who flies, and lets that kind of pilot decide."""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Decision
from apps.rulebooks.core.text import NOTHING
from apps.rulebooks.deckspace.bots import drone, hunter, why
from apps.rulebooks.deckspace.bots.sight import Sight
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.play import legal_actions
from apps.rulebooks.deckspace.state import State


class Pilot:
    """A bot of one level. A ship with a profile of its own is flown as that says (DS-07, DS-101 to DS-103)."""

    def __init__(self, level: str) -> None:
        self._level = level

    def decide(self, content: Content, state: State, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the seat's legal actions; `seconds` bounds how much is tried out."""
        legal = legal_actions(content, state, seat)
        ship = state.ship(state.active)
        if ship is None or len(legal) == 1:
            return Decision(legal[0], NOTHING)  # what must be done announces nothing
        weights = content.bots.get(ship.profile) or content.bots[self._level]
        sight = Sight(content, state, ship, weights)
        careful = weights.careful
        action = hunter.decide(sight, legal, chance, seconds) if careful else drone.decide(sight, legal, chance)
        return Decision(action, why.of(sight, action))
