"""What nobody knows: the planet that MERIDIAN moves on next, until it is heard (DS-120, DS-A59)."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, Zone
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import threats
from apps.rulebooks.deckspace.resistance.state import Looming, State

SECRET = "next-threat"


def determinize(content: Content, state: State, audience: Audience, chance: Chance) -> State:
    """`state` with the next threat drawn anew among the planets it was drawn among."""
    looming = unheard(content, state)
    if audience.role == "revealed" or looming is None or len(looming.among) < 2:
        return state
    return replace(state, looming=replace(looming, planet=chance.pick(looming.among, SECRET)))


def unheard(content: Content, state: State) -> Looming | None:
    """The next threat, while nobody knows which planet it is."""
    if state.looming is None or not state.looming.planet or threats.heard(content, state):
        return None
    return state.looming


def hidden_zones(content: Content, state: State, audience: Audience) -> tuple[Zone, ...]:
    """The next threat."""
    if audience.role == "revealed" or unheard(content, state) is None:
        return ()
    # Nothing can be planted: whatever lies there is told to everybody with MERIDIAN's next move.
    return (Zone(SECRET, _read, _could_differ, None),)


def _read(state: State) -> object:
    return state.looming.planet if state.looming is not None else ""


def _could_differ(state: State) -> bool:
    return state.looming is not None and len(state.looming.among) > 1
