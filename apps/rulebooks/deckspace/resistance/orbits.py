"""How long it takes to fly from one place to another (DS-107, N02)."""

from __future__ import annotations

from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.circles import apart
from apps.rulebooks.deckspace.resistance.content import Place, System
from apps.rulebooks.deckspace.resistance.numbers import RunNumbers
from apps.rulebooks.deckspace.resistance.owned import routes
from apps.rulebooks.deckspace.resistance.state import State


def flight(system: System, numbers: RunNumbers, one: Place, other: Place, day: int) -> int:
    """How many days a ship flies between two places when it starts on a day, by how far they are apart then."""
    days = 1 + int(apart(one, other, day) // system.stride)
    return max(numbers.trip_least, min(days, numbers.trip_most))


def trip(content: Content, state: State, to: str) -> int:
    """How many days a trip to a place takes from where the ship is now (DS-107)."""
    edition = content.resistance
    system = edition.systems[state.system]
    days = flight(system, edition.numbers, system.place(state.place), system.place(to), state.day)
    return max(edition.numbers.trip_least, days - routes(content, state))


def destinations(content: Content, state: State) -> tuple[Place, ...]:
    """Every place that the ship can fly to: all but the one it is at, and the Anvil."""
    system = content.resistance.systems[state.system]
    return tuple(place for place in (*system.planets, system.home) if place.slug != state.place)


def in_days(days: int) -> Text:
    """So many days, in words."""
    return say("1 day") if days == 1 else say("{days} days", days=days)
