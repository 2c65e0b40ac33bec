"""Actions as a person meets them: with labels, keys, previews and the questions the rules ask first."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.deckspace.actions import Detonate, FireBeam, FirePdc, Hold, Jump, Launch, Pulse, Steer
from apps.rulebooks.deckspace.choices import flying, ordnance, weapons
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.play import legal_actions
from apps.rulebooks.deckspace.state import State


def choices(content: Content, state: State, seat: int) -> tuple[Choice, ...]:
    """Every legal action of a seat, described, in the order of the list of legal actions."""
    return tuple(_choice(content, state, action) for action in legal_actions(content, state, seat))


def _choice(content: Content, state: State, action: Action) -> Choice:
    if isinstance(action, Launch | Steer | Hold | Detonate):
        return ordnance.choice(content, state, action)
    if isinstance(action, FireBeam | Pulse | Jump | FirePdc):
        return weapons.choice(content, state, action)
    return flying.choice(content, state, action)
