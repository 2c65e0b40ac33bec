"""The calendar ahead: when MERIDIAN moves next, and whether that move can still threaten anybody (DS-117, DS-A53)."""

from __future__ import annotations

from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.state import State


def next_move(content: Content, state: State) -> int | None:
    """The day of MERIDIAN's next move; None where the Warden comes before it (DS-117, N06)."""
    every = content.resistance.numbers.move_every
    day = state.day + every - state.day % every
    return day if day <= content.resistance.systems[state.system].days else None


def next_threat(content: Content, state: State) -> int | None:
    """The day of the next move that threatens a planet: on the last day MERIDIAN only builds (DS-A53)."""
    day = next_move(content, state)
    return None if state.due or day == content.resistance.systems[state.system].days else day
