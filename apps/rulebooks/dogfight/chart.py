"""The squares of the board as a screen shows them; the same for every game of an edition."""

from __future__ import annotations

from collections.abc import Iterable

from apps.rulebooks.core.geometry.square import Cell, name
from apps.rulebooks.core.scene import Tile
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.content import BoardRules


def tiles_of(board: BoardRules, squares: Iterable[Cell]) -> tuple[Tile, ...]:
    """A tile for each square, from the top left, named as on a chart: a1 is red's left corner."""
    ordered = sorted(squares, key=lambda cell: (-cell[1], cell[0]))
    return tuple(_tile(board, cell) for cell in ordered)


def _tile(board: BoardRules, cell: Cell) -> Tile:
    col, row = cell
    at = name(cell)
    kind, label = "space", say("{at}", at=at)
    if row <= board.zone_depth:
        kind, label = "red-base", say("{at}, Red base", at=at)
    elif row > board.rows - board.zone_depth:
        kind, label = "blue-base", say("{at}, Blue base", at=at)
    elif cell in board.spots:
        kind, label = "spot", say("{at}, asteroid spot {number}", at=at, number=board.spots.index(cell) + 1)
    return Tile(at, col - 1, board.rows - row, label, kind)
