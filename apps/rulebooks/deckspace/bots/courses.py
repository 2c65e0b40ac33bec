"""The courses a thrust card allows: every way to use it, and where the ship ends up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from apps.rulebooks.core.geometry.hex import Hex, moved
from apps.rulebooks.deckspace.bots.sight import Sight
from apps.rulebooks.deckspace.bots.terrain import Moves, Pose, thrust


class Course(NamedTuple):
    """A way to fly the rest of a turn: the thrust moves, the pose before the move at its end, the hexes on the way.

    `entered` are the hexes that Forward enters at once, `path` those of the move at the end; `off` says that it leaves
    the board.
    """

    moves: Moves
    pose: Pose
    entered: tuple[Hex, ...]
    path: tuple[Hex, ...]
    off: bool

    @property
    def end(self) -> Pose:
        """How the ship flies when its turn is over."""
        if not self.path:
            return self.pose
        return Pose(self.path[-1], self.pose.facing, self.pose.speed)

    def out(self, exits: tuple[Hex, ...]) -> bool:
        """Whether it leads out by one of the gates, where it ends at once (DS-113)."""
        flown = (*self.entered, *self.path)
        return bool(flown) and flown[-1] in exits


def drift(sight: Sight) -> Course:
    """The course without another thrust move."""
    return _course(sight, (), sight.pose, ())


def courses(sight: Sight, moves: int, forward: bool) -> Iterator[Course]:
    """Every different course with at most so many thrust moves, the course without any first."""
    if not forward:
        for way, pose in sight.terrain.turns(sight.pose, moves, sight.ship.max_speed):
            yield _course(sight, way, pose, ())
        return
    start = (sight.pose, ())
    found: dict[tuple[Pose, tuple[Hex, ...]], Moves] = {start: ()}
    front: list[tuple[Pose, tuple[Hex, ...]]] = [start]
    for _ in range(moves):
        ahead: list[tuple[Pose, tuple[Hex, ...]]] = []
        for here in front:
            for move in ("forward", "left", "right", "decelerate"):
                after = _thrust(sight, here, move)
                if after is not None and after not in found:
                    found[after] = (*found[here], move)
                    ahead.append(after)
        front = ahead
    for (pose, entered), way in found.items():
        yield _course(sight, way, pose, entered)


def _thrust(sight: Sight, here: tuple[Pose, tuple[Hex, ...]], move: str) -> tuple[Pose, tuple[Hex, ...]] | None:
    """A move of High Thrust; None where it is not offered or would be the end of the ship (DS-18, DS-A11)."""
    pose, entered = here
    if move != "forward":
        return thrust(pose, move, sight.ship.max_speed, sight.terrain.about), entered
    to = moved(pose.at, pose.facing)
    if to not in sight.hexes or to in sight.solid or any(other.at == to for other in sight.state.ships):
        return None
    if entered and entered[-1] in sight.ship.exits:
        return None
    return Pose(to, pose.facing, min(pose.speed + 1, sight.ship.max_speed)), (*entered, to)


def _course(sight: Sight, moves: Moves, pose: Pose, entered: tuple[Hex, ...]) -> Course:
    if entered and entered[-1] in sight.ship.exits:
        return Course(moves, pose, entered, (), False)
    path, off = sight.flown(sight.ship, pose)
    return Course(moves, pose, entered, path, off)
