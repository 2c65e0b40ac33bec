"""Beams over the board: three lanes side by side, each as far as the first thing in it (DS-64, DS-65, DS-A13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from apps.rulebooks.core.geometry.hex import Hex, moved


def lane_starts(start: Hex, direction: int, count: int) -> tuple[Hex, ...]:
    """Where the lanes of a beam begin: the hex in front, then those to the left and right of it."""
    middle = moved(start, direction)
    if count == 1:
        return (middle,)
    return middle, moved(start, (direction - 1) % 6), moved(start, (direction + 1) % 6)


def lane(hexes: Collection[Hex], stops: Collection[Hex], start: Hex, direction: int) -> list[Hex]:
    """The hexes of a lane, up to the first thing in it or to the edge."""
    found = []
    at = start
    while at in hexes:
        found.append(at)
        if at in stops:
            break
        at = moved(at, direction)
    return found


def beam_hexes(
    hexes: Collection[Hex], stops: Collection[Hex], start: Hex, direction: int, count: int
) -> list[list[Hex]]:
    """The hexes of every lane of a beam; a lane that begins off the board is empty."""
    return [lane(hexes, stops, first, direction) for first in lane_starts(start, direction, count)]


def under_fire(hexes: Collection[Hex], stops: Collection[Hex], starts: Sequence[Hex]) -> list[tuple[int, int]]:
    """Pairs of starts, by their places, of which the first could hit the second with a beam before it has moved."""
    found = []
    for shooter, start in enumerate(starts):
        things = {*stops, *(other for other in starts if other != start)}
        for direction in range(6):
            for hexes_hit in beam_hexes(hexes, things, start, direction, 3):
                if hexes_hit and hexes_hit[-1] in starts and hexes_hit[-1] != start:
                    found.append((shooter, starts.index(hexes_hit[-1])))
    return found
