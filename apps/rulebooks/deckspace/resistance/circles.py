"""Where places stand on their orbits (DS-107)."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from apps.rulebooks.deckspace.resistance.content import Place


def position(place: Place, day: int) -> tuple[int, int]:
    """A place on a day, from the sun, in lengths: to the right and down."""
    turn = radians(place.orbit.angle + 360 * day / place.orbit.period)
    return round(place.orbit.radius * sin(turn)), round(-place.orbit.radius * cos(turn))


def apart(one: Place, other: Place, day: int) -> float:
    """How far two places are from each other on a day, in lengths."""
    (x, y), (u, v) = position(one, day), position(other, day)
    return hypot(x - u, y - v)
