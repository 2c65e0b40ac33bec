"""The board as bit masks, for thinking fast: a set of squares is a whole number with one bit for each square.

Bit (row - 1) * columns + (column - 1) stands for a square, so that a step forward is a shift by one row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from apps.rulebooks.core.geometry.square import Cell, neighbours
from apps.rulebooks.dogfight.content import BoardRules


class Grid:
    """The masks of one board. `around[bit number]` are the squares next to a square."""

    def __init__(self, columns: int, rows: int, zone_depth: int) -> None:
        self.columns = columns
        self.rows = rows
        row = (1 << columns) - 1
        self.board = (1 << columns * rows) - 1
        first = sum(1 << columns * number for number in range(rows))
        self.not_first = self.board & ~first
        self.not_last = self.board & ~(first << columns - 1)
        depth = (row + 1) ** zone_depth - 1
        self.zones = (depth, depth << columns * (rows - zone_depth))
        self.zone_depth = zone_depth
        self.around = tuple(
            sum(self.bit(near) for near in neighbours(cell) if 1 <= near[0] <= columns and 1 <= near[1] <= rows)
            for cell in map(self.cell, range(columns * rows))
        )

        every = [1 << number for number in range(columns * rows)]
        self._to_base = tuple({at: self._rows_to_base(side, at) for at in every} for side in (0, 1))

    def bit(self, cell: Cell) -> int:
        """The mask of one square."""
        return 1 << (cell[1] - 1) * self.columns + cell[0] - 1

    def bits(self, cells: Iterable[Cell]) -> int:
        """The mask of several squares."""
        mask = 0
        for cell in cells:
            mask |= self.bit(cell)
        return mask

    def cell(self, number: int) -> Cell:
        """The square of a bit number."""
        row, column = divmod(number, self.columns)
        return column + 1, row + 1

    def row(self, at: int) -> int:
        """The row of a square given as a mask, counted from 1."""
        return (at.bit_length() - 1) // self.columns + 1

    def advanced(self, side: int, at: int) -> int:
        """How many rows a ship at `at` stands from its own edge of the board."""
        row = (at.bit_length() - 1) // self.columns
        return row if side == 0 else self.rows - 1 - row

    def _rows_to_base(self, side: int, at: int) -> int:
        return max(0, self.rows - self.zone_depth - self.advanced(side, at))

    def rows_to_base(self, side: int, at: int) -> int:
        """How many rows a ship still has to go to the enemy base; 0 inside."""
        return self._to_base[side][at]

    def flood(self, side: int, start: int, free: int, steps: int) -> int:
        """`start` and every square up to `steps` legal steps away through `free` squares (DF-25)."""
        columns, not_first, not_last = self.columns, self.not_first, self.not_last
        for _ in range(steps):
            ahead = start << columns if side == 0 else start >> columns
            start |= (ahead | (start & not_last) << 1 | (start & not_first) >> 1) & free
        return start


def squares_of(mask: int) -> Iterator[int]:
    """Each square of a mask as a mask of its own, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


@lru_cache(maxsize=16)
def _grid(columns: int, rows: int, zone_depth: int) -> Grid:
    return Grid(columns, rows, zone_depth)


def grid_of(board: BoardRules) -> Grid:
    """The masks of a board, worked out once."""
    return _grid(board.columns, board.rows, board.zone_depth)
