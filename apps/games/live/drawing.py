"""Where the tiles of a board lie on paper: the one place that turns coordinates into lengths."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt

import msgspec

from apps.rulebooks.core.scene import Board, Tile

SIDE = 100.0  # the side of a square; for a hex the distance between two parallel sides
MARGIN = 8.0


class Spot(msgspec.Struct, frozen=True):
    """The centre of a tile in the drawing."""

    x: float
    y: float


class Plan(msgspec.Struct, frozen=True):
    """A board laid out: the size of the drawing and the centre of every tile."""

    width: float
    height: float
    spots: dict[str, Spot]
    outline: str  # the corners of one tile around its centre, as SVG points


@lru_cache(maxsize=128)
def plan_of(geometry: str, tiles: tuple[Tile, ...], turned: bool) -> Plan:
    """Lay out the tiles of a board."""
    raw = {tile.id: _centre(geometry, tile) for tile in tiles}
    sign = -1 if turned else 1
    turned_spots = {key: (x * sign, y * sign) for key, (x, y) in raw.items()}
    half_width, half_height = _half(geometry)
    left = min(x for x, _ in turned_spots.values()) - half_width - MARGIN
    top = min(y for _, y in turned_spots.values()) - half_height - MARGIN
    right = max(x for x, _ in turned_spots.values()) + half_width + MARGIN
    bottom = max(y for _, y in turned_spots.values()) + half_height + MARGIN
    spots = {key: Spot(round(x - left, 1), round(y - top, 1)) for key, (x, y) in turned_spots.items()}
    return Plan(round(right - left, 1), round(bottom - top, 1), spots, _outline(geometry))


def plan_for(board: Board) -> Plan:
    """Lay out a board as its audience sees it."""
    return plan_of(board.geometry, board.tiles, board.turned)


def _half(geometry: str) -> tuple[float, float]:
    return (SIDE / 2, SIDE / 2) if geometry == "square" else (SIDE / 2, SIDE / sqrt(3))


def _centre(geometry: str, tile: Tile) -> tuple[float, float]:
    if geometry == "square":
        return tile.col * SIDE, tile.row * SIDE
    return SIDE * (tile.col + tile.row / 2), SIDE * sqrt(3) / 2 * tile.row


def _outline(geometry: str) -> str:
    if geometry == "square":
        half = SIDE / 2
        corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    else:
        radius = SIDE / sqrt(3)
        corners = [(radius * sin(pi / 3 * k), -radius * cos(pi / 3 * k)) for k in range(6)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
