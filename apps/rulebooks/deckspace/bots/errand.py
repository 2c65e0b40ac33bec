"""What a pilot is out for, beside the enemies: the drop, a gate, a station, a runner (DS-112, DS-124, DS-127)."""

from __future__ import annotations

from functools import cached_property, lru_cache

from apps.rulebooks.core.geometry.hex import Hex, distance, neighbours
from apps.rulebooks.deckspace.bots.courses import Course
from apps.rulebooks.deckspace.bots.sight import Sight
from apps.rulebooks.deckspace.bots.terrain import Pose
from apps.rulebooks.deckspace.state import Ship

_PULL = 4.0  # points for each hex nearer to the drop, or with the pods dropped to a gate
_DROPPED = 60.0  # points for passing over the drop
_HOME = 200.0  # points for leaving with the mission done
_LEFT = 1.2  # of what the own ship's loss costs: leaving with the mission undone is worse than danger, not than death
_TARGET = 30.0  # points for destroying what the mission is about, beside an enemy's worth
_CLOSE = 3  # hexes from the target that a pilot keeps to
_FAR, _STUCK = 40, 3  # hexes to where no way leads, and for a ship that solid rock holds up
_KEEN = 1.5  # points for each hex nearer to it


class Errand:
    """The errand of one ship at one moment: that of a mission's pilot, or a runner's way out, or none."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.ship = sight, sight.ship
        objective = sight.state.objective
        self.kind = objective.kind if objective is not None and objective.ship == sight.ship.number else ""
        self.target = next((foe for foe in sight.enemies if self.wanted(foe)), None)
        self.laden = self.kind == "supply" and not sight.ship.dropped

    @cached_property
    def _open(self) -> frozenset[Hex]:
        return frozenset(self.sight.hexes - self.sight.solid)

    def wanted(self, foe: Ship) -> bool:
        """Whether an enemy is what the mission is about."""
        return (self.kind == "station" and foe.station) or (self.kind == "runner" and foe.profile == "runner")

    @property
    def goals(self) -> tuple[Hex, ...]:
        """Where the ship wants to be: the drop, then a gate; a runner at its gate."""
        if self.laden:
            drop = self.sight.chart.drop
            return (drop,) if drop is not None else ()
        return self.ship.exits if not self.kind or self.kind == "supply" else ()

    def bonus(self, foe: Ship) -> float:
        """What destroying an enemy is worth, beside what any enemy is."""
        return _TARGET if self.wanted(foe) else 0.0

    def out(self, course: Course) -> float:
        """What leaving by a gate is worth: all, once the mission is done; before, only the ship (DS-122)."""
        weights = self.sight.weights
        if not self.kind:
            return weights.exit * 100
        if self.kind == "supply" and (not self.laden or self._drops(course)):
            return _HOME
        return -_LEFT * weights.life

    def worth(self, course: Course) -> float:
        """What a course that goes on is worth for the errand."""
        end, weights = course.end, self.sight.weights
        if self.target is not None:
            return -_KEEN * max(0, distance(end.at, self.target.at) - _CLOSE)
        if self.laden and self._drops(course):
            return _DROPPED - _PULL * self._way(end, self.ship.exits)
        if not self.goals:
            return 0.0
        return -(_PULL if self.kind else weights.exit) * self._way(end, self.goals)

    def _drops(self, course: Course) -> bool:
        return self.sight.chart.drop in (*course.entered, *course.path)

    def _way(self, end: Pose, goals: tuple[Hex, ...]) -> float:
        """About how many hexes it still is to the nearest goal, from where the ship is and from where it drifts."""
        sight = self.sight
        away = ways(self._open, goals)
        path, off = sight.flown(self.ship, end)
        ahead = path[-1] if path else end.at
        stuck = end.speed > 0 and len(path) < end.speed and not off
        near, drift = away.get(end.at, _FAR), away.get(ahead, _FAR)
        if not stuck and any(sight.terrain.sweeps(end, self.ship.max_speed, goal) for goal in goals):
            return drift / 10
        return 1 + (near + 2 * drift) / 3 + (_STUCK if stuck else 0)


@lru_cache(maxsize=64)
def ways(hexes: frozenset[Hex], goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """How many hexes it is to the nearest goal from everywhere, around what blocks the way."""
    away = dict.fromkeys(goals, 0)
    front = list(goals)
    while front:
        ahead = []
        for at in front:
            for near in neighbours(at):
                if near in hexes and near not in away:
                    away[near] = away[at] + 1
                    ahead.append(near)
        front = ahead
    return away
