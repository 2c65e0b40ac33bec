"""What is hidden on this road: nothing. What comes next is drawn when it is reached, and lies in no state before.

A ledger holds the deck but no hand and no order of a pile; those belong to the tables of the battles.
"""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, Zone
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors.state import RunState


def determinize(content: Content, state: RunState, audience: Audience, chance: Chance) -> RunState:
    """Every audience knows the whole ledger."""
    return state


def hidden_zones(content: Content, state: RunState, audience: Audience) -> tuple[Zone, ...]:
    """There is none."""
    return ()
