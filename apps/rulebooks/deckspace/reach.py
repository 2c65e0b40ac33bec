"""Where ordnance can get to in what is left of its turn: shown before it is steered, and used by bots (DS-54)."""

from __future__ import annotations

from collections.abc import Collection

from apps.rulebooks.core.geometry.hex import Hex, moved

Pose = tuple[Hex, int]  # a hex and a facing


def poses(
    hexes: Collection[Hex], stops: Collection[Hex], at: Hex, facing: int, moves: int, turns: int
) -> dict[Pose, tuple[int, Pose | None]]:
    """Every pose that can be reached, with the least movement it takes and the pose before it.

    `turns` of -1 are without limit. A hex in `stops` can be entered and ends the way: something is hit there.
    """
    start = (at, facing)
    found: dict[Pose, tuple[int, Pose | None]] = {start: (0, None)}
    best: dict[tuple[Pose, int], int] = {(start, turns): 0}
    front = [(start, turns)]
    for cost in range(1, moves + 1):
        ahead: list[tuple[Pose, int]] = []
        for pose, left in front:
            here, looks = pose
            if here in stops and here != at:
                continue
            steps: list[tuple[Pose, int]] = []
            to = moved(here, looks)
            if to in hexes:
                steps.append(((to, looks), left))
            if left:
                fewer = left - 1 if left > 0 else left
                steps += [((here, (looks - 1) % 6), fewer), ((here, (looks + 1) % 6), fewer)]
            for step in steps:
                if step not in best:
                    best[step] = cost
                    found.setdefault(step[0], (cost, pose))
                    ahead.append(step)
        front = ahead
    return found


def way_back(found: dict[Pose, tuple[int, Pose | None]], pose: Pose) -> list[Pose]:
    """The poses from the start to one that was reached, the start left out."""
    way: list[Pose] = []
    here: Pose | None = pose
    while here is not None and (before := found[here][1]) is not None:
        way.append(here)
        here = before
    return way[::-1]
