"""What a map does to ships that fly over it: courses, room before the edge, and the danger of running out of it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from apps.rulebooks.core.geometry.hex import Hex, moved
from apps.rulebooks.deckspace.content import Thrusting
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import ChartKey

_USUAL = 2  # moves of the Thrust card that a pilot counts on when there is no other card to ask
_LATER = 90  # per cent: the chance of a card to steer with in turns to come
_REMEMBERED = 40_000
_FAR = 40  # no board is longer


class Pose(NamedTuple):
    """Where a ship is, where it looks, and how fast it is."""

    at: Hex
    facing: int
    speed: int


Moves = tuple[str, ...]


def thrust(pose: Pose, move: str, max_speed: int, about: int) -> Pose:
    """A thrust move that stays in its hex (DS-12 to DS-15)."""
    at, facing, speed = pose
    if move == "left":
        return Pose(at, (facing - 1) % 6, speed)
    if move == "right":
        return Pose(at, (facing + 1) % 6, speed)
    if move == "accelerate":
        return Pose(at, facing, min(speed + 1, max_speed))
    if speed == 0:
        return Pose(at, (facing + 3) % 6, min(about, max_speed))
    return Pose(at, facing, speed - 1)


class Terrain:
    """One map. Everything here follows from its hexes alone and is worked out once, when it is asked for."""

    def __init__(self, content: Content, key: ChartKey) -> None:
        self.hexes = content.chart(key).hexes
        self.about = content.numbers.about_turn_speed
        effects = [card.effect for card in content.cards.values()]
        plain = [effect.moves for effect in effects if isinstance(effect, Thrusting) and not effect.forward]
        self.moves = min(plain, default=_USUAL)
        self._room: dict[tuple[Hex, int], int] = {}
        self._perils: dict[tuple[Pose, int, int, int], float] = {}

    def room(self, at: Hex, facing: int) -> int:
        """How many hexes there are before the edge."""
        known = self._room.get((at, facing))
        if known is None:
            known = 0
            here = moved(at, facing)
            while here in self.hexes:
                known += 1
                here = moved(here, facing)
            self._room[at, facing] = known
        return known

    def turns(self, pose: Pose, moves: int, max_speed: int) -> list[tuple[Moves, Pose]]:
        """The poses that so many thrust moves lead to, each with the shortest way there; the first stays."""
        at, facing, speed = pose
        return [
            (way, Pose(at, (facing + turned) % 6, after))
            for way, turned, after in turns_from(speed, moves, max_speed, self.about)
        ]

    def peril(self, pose: Pose, max_speed: int, steered: int, turns: int = 3) -> float:
        """The chance to be lost over the edge within so many turns, however well it is flown.

        `steered` is the chance in per cent that the next turn has a card to steer with; later ones are as usual.
        """
        at, facing, speed = pose
        if not turns or speed * turns <= self.room(at, facing):
            return 0.0
        key = (pose, max_speed, steered, turns)
        known = self._perils.get(key)
        if known is None:
            drift = self._after(pose, max_speed, steered, turns)
            best = drift
            for way, after in self.turns(pose, self.moves, max_speed):
                if not best:
                    break
                if way:
                    best = min(best, self._after(after, max_speed, steered, turns))
            share = steered / 100
            if len(self._perils) >= _REMEMBERED:
                self._perils.clear()
            known = self._perils[key] = share * best + (1 - share) * drift
        return known

    def sweeps(self, pose: Pose, max_speed: int, at: Hex) -> bool:
        """Whether the next move can pass over a hex, if a usual card turns the ship the right way."""
        offset = at[0] - pose.at[0], at[1] - pose.at[1]
        return offset in _swept(pose.facing, pose.speed, self.moves, max_speed, self.about)

    def _after(self, pose: Pose, max_speed: int, steered: int, turns: int) -> float:
        at, facing, speed = pose
        if speed > self.room(at, facing):
            return 1.0
        return self.peril(Pose(moved(at, facing, speed), facing, speed), max_speed, min(steered, _LATER), turns - 1)


@lru_cache(maxsize=256)
def turns_from(speed: int, moves: int, max_speed: int, about: int) -> tuple[tuple[Moves, int, int], ...]:
    """What so many thrust moves can do to a ship of some speed: the moves, sixths of a turn to the right, and speed."""
    start = Pose((0, 0), 0, speed)
    found: dict[Pose, Moves] = {start: ()}
    front = [start]
    for _ in range(moves):
        ahead = []
        for here in front:
            for move in ("accelerate", "left", "right", "decelerate"):
                after = thrust(here, move, max_speed, about)
                if after not in found:
                    found[after] = (*found[here], move)
                    ahead.append(after)
        front = ahead
    return tuple((way, after.facing, after.speed) for after, way in found.items())


@lru_cache(maxsize=256)
def _swept(facing: int, speed: int, moves: int, max_speed: int, about: int) -> frozenset[Hex]:
    """How far from a ship the hexes lie that its next move can pass over."""
    return frozenset(
        moved((0, 0), (facing + turned) % 6, step)
        for _, turned, after in turns_from(speed, moves, max_speed, about)
        for step in range(1, after + 1)
    )


@lru_cache(maxsize=8)
def terrain_of(content: Content, key: ChartKey) -> Terrain:
    """The terrain of a map, kept while it is flown."""
    return Terrain(content, key)


def _lanes() -> dict[Hex, tuple[tuple[int, Hex], ...]]:
    """For each offset that a beam can hit: the directions, with the offset at which the lane begins (DS-A13)."""
    found: dict[Hex, list[tuple[int, Hex]]] = {}
    for direction in range(6):
        for side in (0, -1, 1):
            start = moved((0, 0), (direction + side) % 6)
            for steps in range(_FAR):
                found.setdefault(moved(start, direction, steps), []).append((direction, start))
    return {offset: tuple(ways) for offset, ways in found.items()}


LANES = _lanes()
