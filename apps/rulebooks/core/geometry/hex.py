"""The hex grid: axial (q, r), r growing downwards, with hexes that stand on a point.

A facing is the number of a direction, clockwise from the upper right: 0 north-east, 1 east, ... 5 north-west.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from apps.rulebooks.core.geometry.letters import letters

Hex: TypeAlias = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
COMPASS = ("NE", "E", "SE", "SW", "W", "NW")  # the directions by name, as content writes them
SIXTH = 60  # degrees between two directions


def moved(at: Hex, direction: int, steps: int = 1) -> Hex:
    """The hex `steps` away in a direction."""
    dq, dr = DIRECTIONS[direction]
    return at[0] + dq * steps, at[1] + dr * steps


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six hexes around one, by direction, whether on a board or not."""
    q, r = at
    return (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1)


def distance(one: Hex, other: Hex) -> int:
    """How many steps lie between two hexes."""
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=64)
def _disc(radius: int) -> tuple[Hex, ...]:
    span = range(-radius, radius + 1)
    return tuple((q, r) for r in span for q in span if abs(q + r) <= radius)


def within(at: Hex, radius: int) -> tuple[Hex, ...]:
    """Every hex at most `radius` steps away, the middle one too: 7, 19, 37 ... of them."""
    q, r = at
    return tuple((q + dq, r + dr) for dq, dr in _disc(radius))


def rotated(at: Hex, sixths: int, around: Hex = (0, 0)) -> Hex:
    """A hex turned clockwise by so many sixths of a full turn around another."""
    q, r = at[0] - around[0], at[1] - around[1]
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q + around[0], r + around[1]


def bearing(start: Hex, to: Hex) -> int:
    """The direction that leads from one hex nearest to another; ties go clockwise from the upper right."""
    return min(range(6), key=lambda direction: (distance(moved(start, direction), to), direction))


def degrees(facing: int) -> int:
    """A facing as an angle, clockwise from the top."""
    return 30 + SIXTH * facing


@lru_cache(maxsize=16384)
def name(at: Hex) -> str:
    """A chart reference: the letter of the row, from the top, and the place in it, from the left."""
    q, r = at
    return f"{letters(r + 1)}{q + r // 2 + 1}"


def by_offset(column: int, row: int) -> Hex:
    """The hex at a place of a drawing whose odd rows are shifted half a hex to the right, both from 0."""
    return column - row // 2, row
