"""The square grid: cells are (column, row), counted from 1; row 1 is at the bottom, as on a chart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from apps.rulebooks.core.geometry.letters import letters

Cell: TypeAlias = tuple[int, int]

NORTH, EAST, SOUTH, WEST = (0, 1), (1, 0), (0, -1), (-1, 0)
COMPASS = (NORTH, EAST, SOUTH, WEST)  # the order of a direction die


def moved(cell: Cell, direction: tuple[int, int], steps: int = 1) -> Cell:
    """The cell `steps` away in a direction."""
    return cell[0] + direction[0] * steps, cell[1] + direction[1] * steps


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The four orthogonal neighbours, whether on a board or not."""
    for direction in COMPASS:
        yield moved(cell, direction)


def adjacent(one: Cell, other: Cell) -> bool:
    """Whether two cells share a side; diagonal ones do not."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


@lru_cache(maxsize=4096)
def name(cell: Cell) -> str:
    """A chart reference: (4, 2) is "d2". Columns beyond 26 go on with "aa"."""
    return f"{letters(cell[0])}{cell[1]}"
