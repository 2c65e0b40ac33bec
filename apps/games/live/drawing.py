"""Where the tiles of a board lie on paper: the one place that turns coordinates into lengths."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from hashlib import blake2b
from math import cos, pi, sin, sqrt

import msgspec

from apps.rulebooks.core.scene import Board, Edge, Piece, Tile

SIDE = 100.0  # the side of a square; for a hex the distance between two parallel sides
MARGIN = 6.0
RULER = 40.0  # room beside a square board for its letters and numbers
SIZES = {"small": 0.74, "large": 1.34}  # looks of a piece that change its size
KEPT = 256  # plans held in memory

_NAMED = re.compile(r"^([a-z])(\d{1,2})$")


class Spot(msgspec.Struct, frozen=True):
    """A point of the drawing; for a tile its centre."""

    x: float
    y: float


class Tick(msgspec.Struct, frozen=True):
    """A letter or number beside the board."""

    x: float
    y: float
    text: str


class Plan(msgspec.Struct, frozen=True):
    """A board laid out: the size of the drawing and the centre of every tile.

    `corners` are those of one tile around its centre, clockwise from the top (left), and `outline`
    the same as SVG points. `key` is equal for boards that look the same before anything stands on them.
    """

    key: bytes
    tiles: tuple[Tile, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float
    spots: dict[str, Spot]
    corners: tuple[Spot, ...]
    outline: str
    ticks: tuple[Tick, ...]


class Standing(msgspec.Struct, frozen=True):
    """A piece and where it is drawn: pieces that share a tile make room for each other."""

    piece: Piece
    x: float
    y: float
    scale: float
    turn: int


_plans: OrderedDict[bytes, Plan] = OrderedDict()
_same: OrderedDict[tuple[str, bool, int, int], tuple[Board, Plan]] = OrderedDict()
_encode = msgspec.msgpack.Encoder().encode


def plan_for(board: Board) -> Plan:
    """Lay out a board as its audience sees it. One with the very tiles of another is not looked through again."""
    same = (board.geometry, board.turned, id(board.tiles), id(board.edges))
    known = _same.get(same)
    if known is not None and known[0].tiles is board.tiles and known[0].edges is board.edges:
        return known[1]
    key = blake2b(_encode((board.geometry, board.turned, board.tiles, board.edges)), digest_size=16).digest()
    plan = _plans.get(key)
    if plan is None:
        plan = _plans[key] = _lay_out(key, board)
    _same[same] = (Board(board.geometry, board.tiles, edges=board.edges), plan)
    for cache in (_plans, _same):
        while len(cache) > KEPT:
            cache.popitem(last=False)
    return plan


def standing(board: Board, plan: Plan) -> list[Standing]:
    """Every piece with its place in the drawing."""
    crowd = Counter(piece.at for piece in board.pieces)
    placed: Counter[str] = Counter()
    half_turn = 180 if board.turned else 0
    result = []
    for piece in board.pieces:
        spot, company, rank = plan.spots[piece.at], crowd[piece.at], placed[piece.at]
        placed[piece.at] += 1
        x, y, scale = spot.x, spot.y, 1.0
        if company > 1:
            angle = 2 * pi * rank / company - pi / 2
            scale = 0.62 if company < 4 else 0.46
            x, y = x + 24 * cos(angle), y + 24 * sin(angle)
        for look in piece.state:
            scale = round(scale * SIZES.get(look, 1.0), 3)
        result.append(Standing(piece, round(x, 1), round(y, 1), scale, (piece.turn + half_turn) % 360))
    return result


def _lay_out(key: bytes, board: Board) -> Plan:
    sign = -1 if board.turned else 1
    centres = {tile.id: _centre(board.geometry, tile) for tile in board.tiles}
    centres = {tile: (x * sign, y * sign) for tile, (x, y) in centres.items()}
    corners = _corners(board.geometry)
    if board.turned:  # so that sides turn with the board
        half = len(corners) // 2
        corners = corners[half:] + corners[:half]
    half_width, half_height = max(x for x, _ in corners), max(y for _, y in corners)
    letters, numbers = _rulers(board)
    left = min(x for x, _ in centres.values()) - half_width - (RULER if numbers else MARGIN)
    top = min(y for _, y in centres.values()) - half_height - MARGIN
    width = max(x for x, _ in centres.values()) + half_width + MARGIN - left
    height = max(y for _, y in centres.values()) + half_height + (RULER if letters else MARGIN) - top
    spots = {tile: Spot(round(x - left, 1), round(y - top, 1)) for tile, (x, y) in centres.items()}
    ticks = [Tick(round(sign * col * SIDE - left, 1), round(height - RULER * 0.42, 1), text)
             for col, text in letters.items()]  # fmt: skip
    ticks += [Tick(round(RULER * 0.45, 1), round(sign * row * SIDE - top, 1), text) for row, text in numbers.items()]
    return Plan(
        key=key,
        tiles=board.tiles,
        edges=board.edges,
        width=round(width, 1),
        height=round(height, 1),
        spots=spots,
        corners=tuple(Spot(round(x, 1), round(y, 1)) for x, y in corners),
        outline=" ".join(f"{x:.5g},{y:.5g}" for x, y in corners),
        ticks=tuple(ticks),
    )


def _rulers(board: Board) -> tuple[dict[int, str], dict[int, str]]:
    """The letters of columns and numbers of rows, if the tiles of a square board are named that way."""
    letters: dict[int, str] = {}
    numbers: dict[int, str] = {}
    for tile in board.tiles:
        named = _NAMED.match(tile.id)
        if board.geometry != "square" or named is None:
            return {}, {}
        if letters.setdefault(tile.col, named[1]) != named[1] or numbers.setdefault(tile.row, named[2]) != named[2]:
            return {}, {}
    return letters, numbers


def _centre(geometry: str, tile: Tile) -> tuple[float, float]:
    if geometry == "square":
        return tile.col * SIDE, tile.row * SIDE
    if geometry == "plane":
        return float(tile.col), float(tile.row)
    return SIDE * (tile.col + tile.row / 2), SIDE * sqrt(3) / 2 * tile.row


def _corners(geometry: str) -> list[tuple[float, float]]:
    if geometry == "square":
        half = SIDE / 2
        return [(-half, -half), (half, -half), (half, half), (-half, half)]
    if geometry == "plane":
        return [(SIDE / 2 * sin(pi / 8 * k), -SIDE / 2 * cos(pi / 8 * k)) for k in range(16)]
    radius = SIDE / sqrt(3)
    return [(radius * sin(pi / 3 * k), -radius * cos(pi / 3 * k)) for k in range(6)]
