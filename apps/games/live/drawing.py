"""Where the tiles of a board lie on paper: the one place that turns coordinates into lengths."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from hashlib import blake2b
from math import atan2, cos, pi, sin, sqrt

import msgspec

from apps.rulebooks.core.scene import Board, Edge, Mark, Piece, Tile

SIDE = 100.0  # the side of a square; for a hex the distance between two parallel sides
MARGIN = 6.0
RULER = 40.0  # room beside a square board for its letters and numbers
SIZES = {"small": 0.74, "large": 1.34}  # looks of a piece that change its size
BESIDE = 105.0  # room beside a place on a plane, for its name and what stands there
BELOW = 144.0  # room below it, for its name
ABOVE = 104.0  # room above it, for what is said of it when it can be chosen
BESIDES = {  # around a place: the middle of what can stand on a side of it, and half its width and height
    "below": (0.0, 92.0, 70.0, 32.0),
    "above": (0.0, -92.0, 70.0, 32.0),
    "left": (-132.0, 0.0, 72.0, 28.0),
    "right": (132.0, 0.0, 72.0, 28.0),
}
NEAR = 46.0  # so near to that, another place is in the way
LYING = ("orbit", "road", "course")  # marks of a plane that lie under its places
AROUND = (-18, 37, 198, 143, -66, 246)  # where pieces stand around a place, in degrees clockwise from the right
APART = 64.0  # how far from its middle
UNDER_WAY = "under-way"  # a tile that is no place: what flies there stands on it
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


class Line(msgspec.Struct, frozen=True):
    """Something that lies under the places of a plane: an orbit, or a stretch of road, as an SVG path.

    `tip` is where an arrow upon it would stand, and `aim` where that points, in degrees clockwise from the right.
    """

    kind: str
    path: str
    seat: int | None = None
    tip: Spot | None = None
    aim: int = 0


class Plan(msgspec.Struct, frozen=True):
    """A board laid out: the size of the drawing and the centre of every tile.

    `corners` are those of one tile around its centre, clockwise from the top (left), and `outline`
    the same as SVG points. `lines` lie under the tiles; `sides` say where the name of a place on a plane stands, and
    where what can be done there. `key` is equal for boards that look the same before
    anything stands on them.
    """

    key: bytes
    geometry: str
    tiles: tuple[Tile, ...]
    edges: tuple[Edge, ...]
    width: float
    height: float
    spots: dict[str, Spot]
    corners: tuple[Spot, ...]
    outline: str
    ticks: tuple[Tick, ...]
    lines: tuple[Line, ...] = ()
    sides: dict[str, tuple[str, str]] = {}


class Standing(msgspec.Struct, frozen=True):
    """A piece and where it is drawn: pieces that share a tile make room for each other. `left` of its place or not."""

    piece: Piece
    x: float
    y: float
    scale: float
    turn: int
    left: bool = False


_plans: OrderedDict[bytes, Plan] = OrderedDict()
_same: OrderedDict[tuple[str, bool, int, int], tuple[Board, Plan]] = OrderedDict()
_encode = msgspec.msgpack.Encoder().encode


def plan_for(board: Board) -> Plan:
    """Lay out a board as its audience sees it. One with the very tiles of another is not looked through again."""
    same = (board.geometry, board.turned, id(board.tiles), id(board.edges))
    lying = tuple(mark for mark in board.marks if mark.kind in LYING) if board.geometry == "plane" else ()
    known = None if lying else _same.get(same)
    if known is not None and known[0].tiles is board.tiles and known[0].edges is board.edges:
        return known[1]
    key = blake2b(_encode((board.geometry, board.turned, board.tiles, board.edges, lying)), digest_size=16).digest()
    plan = _plans.get(key)
    if plan is None:
        plan = _plans[key] = _lay_out(key, board, lying)
    if not lying:
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
    under_way = {tile.id for tile in board.tiles if tile.kind == UNDER_WAY}
    result = []
    for piece in board.pieces:
        spot, company, rank = plan.spots[piece.at], crowd[piece.at], placed[piece.at]
        placed[piece.at] += 1
        x, y, scale = spot.x, spot.y, 1.0
        if plan.geometry == "plane":
            x, y, scale = _beside(spot, rank, company, piece.at in under_way)
        elif company > 1:
            angle = 2 * pi * rank / company - pi / 2
            scale = 0.62 if company < 4 else 0.46
            x, y = x + 24 * cos(angle), y + 24 * sin(angle)
        for look in piece.state:
            scale = round(scale * SIZES.get(look, 1.0), 3)
        turn = (piece.turn + half_turn) % 360
        result.append(Standing(piece, round(x, 1), round(y, 1), scale, turn, x < spot.x - SIDE / 2))
    return result


def _beside(spot: Spot, rank: int, company: int, under_way: bool) -> tuple[float, float, float]:
    """Where a piece stands at a place on a plane, and how large: beside it, so that the place can be seen."""
    if under_way and company == 1:
        return spot.x, spot.y, 0.7
    angle = AROUND[rank % len(AROUND)] * pi / 180
    scale = 0.62 if company < 5 else 0.5
    return spot.x + APART * cos(angle), spot.y + APART * sin(angle), scale


def _lay_out(key: bytes, board: Board, lying: tuple[Mark, ...]) -> Plan:
    sign = -1 if board.turned else 1
    centres = {tile.id: _centre(board.geometry, tile) for tile in board.tiles}
    centres = {tile: (x * sign, y * sign) for tile, (x, y) in centres.items()}
    corners = _corners(board.geometry)
    if board.turned:  # so that sides turn with the board
        half = len(corners) // 2
        corners = corners[half:] + corners[:half]
    half_width, half_height = max(x for x, _ in corners), max(y for _, y in corners)
    letters, numbers = _rulers(board)
    left, top, right, bottom = _bounds(board, centres, lying, (half_width, half_height))
    left, right = left - (RULER if numbers else MARGIN), right + MARGIN
    top, bottom = top - MARGIN, bottom + (RULER if letters else MARGIN)
    width, height = right - left, bottom - top
    spots = {tile: Spot(round(x - left, 1), round(y - top, 1)) for tile, (x, y) in centres.items()}
    ticks = [Tick(round(sign * col * SIDE - left, 1), round(height - RULER * 0.42, 1), text)
             for col, text in letters.items()]  # fmt: skip
    ticks += [Tick(round(RULER * 0.45, 1), round(sign * row * SIDE - top, 1), text) for row, text in numbers.items()]
    return Plan(
        key=key,
        geometry=board.geometry,
        tiles=board.tiles,
        edges=board.edges,
        width=round(width, 1),
        height=round(height, 1),
        spots=spots,
        corners=tuple(Spot(round(x, 1), round(y, 1)) for x, y in corners),
        outline=" ".join(f"{x:.5g},{y:.5g}" for x, y in corners),
        ticks=tuple(ticks),
        lines=_lines(lying, spots),
        sides=_sides(board.tiles, spots) if board.geometry == "plane" else {},
    )


def _bounds(
    board: Board, centres: dict[str, tuple[float, float]], lying: tuple[Mark, ...], half: tuple[float, float]
) -> tuple[float, float, float, float]:
    """How far a board goes to the left, top, right and bottom. On a plane that moves, whole orbits hold it still."""
    beside, above, below = half[0], half[1], half[1]
    if board.geometry == "plane":
        beside, above, below = BESIDE, ABOVE, BELOW
    around = [(*centre, 0) for centre in centres.values()]
    around += [(*centres[mark.at], mark.reach) for mark in lying if mark.at in centres]
    return (
        min(x - reach for x, _, reach in around) - beside,
        min(y - reach for _, y, reach in around) - above,
        max(x + reach for x, _, reach in around) + beside,
        max(y + reach for _, y, reach in around) + below,
    )


def _lines(lying: tuple[Mark, ...], spots: dict[str, Spot]) -> tuple[Line, ...]:
    """Orbits as circles, and a road from place to place as a curve without corners."""
    before = {mark.to: mark.at for mark in lying if mark.to}
    after = {mark.at: mark.to for mark in lying if mark.to}
    result = []
    for mark in lying:
        if mark.at not in spots:
            continue
        here = spots[mark.at]
        if mark.reach:
            result.append(Line(mark.kind, _circle(here, mark.reach), mark.seat))
        elif mark.to in spots:
            there = spots[mark.to]
            origin, onward = spots.get(before.get(mark.at, ""), here), spots.get(after.get(mark.to, ""), there)
            result.append(_stretch(mark, origin, here, there, onward))
    return tuple(result)


def _circle(middle: Spot, r: int) -> str:
    return f"M{middle.x - r:.6g} {middle.y:.6g}a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1 {-2 * r} 0"


def _stretch(mark: Mark, origin: Spot, here: Spot, there: Spot, onward: Spot) -> Line:
    """From here to there as part of a smooth way that came from its origin and leads onward."""
    one = Spot(here.x + (there.x - origin.x) / 6, here.y + (there.y - origin.y) / 6)
    two = Spot(there.x - (onward.x - here.x) / 6, there.y - (onward.y - here.y) / 6)
    points = (f"{spot.x:.6g} {spot.y:.6g}" for spot in (here, one, two, there))
    middle = Spot(
        round((here.x + 3 * one.x + 3 * two.x + there.x) / 8, 1),
        round((here.y + 3 * one.y + 3 * two.y + there.y) / 8, 1),
    )
    aim = atan2(there.y + two.y - one.y - here.y, there.x + two.x - one.x - here.x)
    return Line(mark.kind, "M{} C{} {} {}".format(*points), mark.seat, middle, round(aim * 180 / pi))


def _sides(tiles: tuple[Tile, ...], spots: dict[str, Spot]) -> dict[str, tuple[str, str]]:
    """For every place of a plane the side on which its name stands, and that for what can be done there.

    The first side without another place in the way, in an order of its own for each of the two; if possible one that
    no other name has taken.
    """
    places = {tile.id: spots[tile.id] for tile in tiles if tile.kind != UNDER_WAY}
    names: list[tuple[float, float, float, float]] = []
    result = {}
    for place, here in places.items():
        boxes = {side: (here.x + x, here.y + y, wide, high) for side, (x, y, wide, high) in BESIDES.items()}
        others = [(there.x, there.y, NEAR, NEAR) for other, there in places.items() if other != place]
        free = [side for side, box in boxes.items() if not any(_meet(box, other) for other in others)]
        clear = [side for side in free if not any(_meet(boxes[side], taken) for taken in names)]
        name = next((side for side in ("below", "above", "left", "right") if side in (clear or free)), "below")
        names.append(boxes[name])
        said = next((side for side in ("above", "left", "below", "right") if side in free and side != name), "")
        result[place] = name, said or ("below" if name == "above" else "above")
    return result


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    """Whether two boxes overlap, each given by its middle and half its width and height."""
    return abs(one[0] - other[0]) < one[2] + other[2] and abs(one[1] - other[1]) < one[3] + other[3]


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
