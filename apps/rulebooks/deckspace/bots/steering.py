"""Ways for missiles and nukes: what can be hit this turn, and where to wait for the next (DS-23, DS-54 to DS-61)."""

from __future__ import annotations

from functools import lru_cache

from apps.rulebooks.core.geometry.hex import Hex, bearing, distance, moved
from apps.rulebooks.core.protocol import Action
from apps.rulebooks.deckspace.actions import Hold, Steer
from apps.rulebooks.deckspace.reach import Pose, poses, way_back
from apps.rulebooks.deckspace.state import Ordnance

Found = dict[Pose, tuple[int, Pose | None]]


@lru_cache(maxsize=48)
def reached(
    hexes: frozenset[Hex], stops: frozenset[Hex], at: Hex, facing: int, moves: int, turns: int
) -> tuple[Found, dict[Hex, int]]:
    """Every pose in reach with its way, and the least movement to every hex; not to be changed."""
    found = poses(hexes, stops, at, facing, moves, turns)
    costs: dict[Hex, int] = {}
    for (here, _), (cost, _) in found.items():
        if cost < costs.get(here, moves + 1):
            costs[here] = cost
    return found, costs


def first_step(found: Found, piece: Ordnance, goal: Pose) -> Action | None:
    """The first order on the way from where a piece is to a pose; None if it is there."""
    steps = way_back(found, goal)
    if not steps:
        return None
    at, facing = steps[0]
    if at != piece.at:
        return Steer(piece.number, "forward")
    return Steer(piece.number, "left" if facing == (piece.facing - 1) % 6 else "right")


def nearest(found: Found, goal: Hex) -> Pose | None:
    """The pose in a hex that takes least movement; None if the hex is out of reach."""
    best: Pose | None = None
    for facing in range(6):
        pose = (goal, facing)
        if pose in found and (best is None or found[pose][0] < found[best][0]):
            best = pose
    return best


def cost_to_go(at: Hex, facing: int, goal: Hex) -> int:
    """About how much movement it takes to a hex over open space: its distance and the turns on the way."""
    return _cost_to_go((goal[0] - at[0], goal[1] - at[1]), facing)


@lru_cache(maxsize=1 << 15)
def _cost_to_go(offset: Hex, facing: int) -> int:
    away = distance((0, 0), offset)
    if not away:
        return 0
    first = bearing((0, 0), offset)
    turns = min((facing - first) % 6, (first - facing) % 6)
    if away > 1 and moved((0, 0), first, away) != offset:
        # A way that is not straight uses two directions side by side; looking along either is as good.
        for other in ((first + 1) % 6, (first - 1) % 6):
            if distance(moved((0, 0), other), offset) < away:
                turns = 1 + min(turns, (facing - other) % 6, (other - facing) % 6)
                break
    return away + turns


def settle(piece: Ordnance, must_move: bool) -> Action | None:
    """What is left to do with a piece that is where it should be."""
    return Hold(piece.number) if must_move and piece.moves else None
