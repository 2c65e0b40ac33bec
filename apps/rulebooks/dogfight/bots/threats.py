"""Who can shoot down whom within one turn, and how likely it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from apps.rulebooks.dogfight.bots.belief import Guard
from apps.rulebooks.dogfight.bots.sketch import Fleet, Hull, Hulls, Sketch
from apps.rulebooks.dogfight.content import Content

Ways = tuple[int, int, int]  # where a ship can be after no move, one and two; further away is no threat this turn
_WITHIN = 0.3  # of a move, for rows gained that do not save one yet


class Strike(NamedTuple):
    """A way to attack: `moves` of the attacker (and of a supporter, if `called`) first, then shots with `att`.

    `posts` are the squares next to the target that the attacker can shoot from.
    """

    attacker: Hull
    target: Hull
    moves: int
    att: int
    posts: int
    called: bool = False


class Danger(NamedTuple):
    """A strike that may come: `gain` is the points it can expect, its chance times the points of its target."""

    gain: float
    chance: float
    points: int


SAFE = Danger(0.0, 0.0, 0)


class Lookout:
    """Counts strikes and their chances on any position of one edition of the game."""

    def __init__(self, content: Content, hulls: Hulls) -> None:
        numbers = content.numbers
        self.hulls = hulls
        self.hand_limit = numbers.hand_limit
        self._move_cost = numbers.move_cost
        self._attack_cost = numbers.attack_cost
        self._follow_up_cost = numbers.follow_up_cost
        self._support = numbers.support_bonus
        self._known: dict[tuple[Guard, int, int, int], tuple[tuple[int, Danger], ...]] = {}

    def shots(self, ap: int, moves: int) -> int:
        """How many attacks in a row `ap` pays for after `moves` moves (DF-24, DF-29, DF-34)."""
        left = ap - moves * self._move_cost - self._attack_cost
        return 0 if left < 0 else 1 + left // self._follow_up_cost

    def strikes(self, sketch: Sketch, side: int, ways: list[Ways], safe: int = 0) -> Iterator[Strike]:
        """Every strike `side` could begin; enemies on `safe` squares cannot be attacked (DF-A17)."""
        fleet, enemies = sketch.fleets[side], sketch.fleets[1 - side]
        grid, att = self.hulls.grid, self.hulls.att
        anywhere = 0
        for way in ways:
            anywhere |= way[0] | way[1] | way[2]
        for target in enemies:
            near = grid.around[target.at.bit_length() - 1]
            if target.at & safe or not near & anywhere:
                continue
            beside = [hull for hull in fleet if hull.at & near]
            callable_ = sum(1 for way in ways if way[1] & near)
            for hull, way in zip(fleet, ways, strict=True):
                for moves, reach in enumerate(way):
                    posts = reach & near
                    if not posts:
                        continue
                    base = att[hull.kind]
                    if len(beside) > (0 if moves else 1):  # an attacker beside its target does not support itself
                        yield Strike(hull, target, moves, base + self._support, posts)
                    else:
                        yield Strike(hull, target, moves, base, posts)
                        mine = 1 if way[1] & near else 0
                        if callable_ > mine and near & (near - 1):
                            yield Strike(hull, target, moves + 1, base + self._support, posts, called=True)
                    break

    def threat(self, sketch: Sketch, side: int, ways: list[Ways], guard: Guard, safe: int = 0) -> tuple[Danger, ...]:
        """For each number of AP, the strike by which `side` can expect to shoot down most points in one turn."""
        best = [SAFE] * (self.hand_limit + 1)
        for strike in self.strikes(sketch, side, ways, safe):
            for ap, danger in self._gains(guard, strike.att, strike.target.kind, strike.moves):
                if danger.gain > best[ap].gain:
                    best[ap] = danger
        return tuple(best)

    def _gains(self, guard: Guard, att: int, kind: int, moves: int) -> tuple[tuple[int, Danger], ...]:
        """What a strike promises, for each number of AP that pays for it."""
        key = (guard, att, kind, moves)
        known = self._known.get(key)
        if known is None:
            dif, points = self.hulls.dif[kind], self.hulls.points[kind]
            shots = ((ap, self.shots(ap, moves)) for ap in range(self.hand_limit + 1))
            chances = ((ap, guard.kill(att, dif, count)) for ap, count in shots if count)
            known = tuple((ap, Danger(chance * points, chance, points)) for ap, chance in chances)
            self._known[key] = known
        return known

    def ways(self, sketch: Sketch, side: int) -> list[Ways]:
        """For each ship of `side` the squares it can be on after no move, one and two, as things stand now."""
        flood = self.hulls.grid.flood
        free = self.hulls.grid.board & ~sketch.occupied()
        ways = []
        for hull in sketch.fleets[side]:
            mov = self.hulls.mov[hull.kind]
            once = flood(side, hull.at, free, mov)
            ways.append((hull.at, once, flood(side, once, free, mov)))
        return ways

    def moves_home(self, side: int, fleet: Fleet, ways: list[Ways]) -> float:
        """How many moves the fleet needs to the enemy base; what blocks the last two moves of a ship counts.

        Rows gained within a move count a little, so that a detour is seen as progress.
        """
        grid, mov = self.hulls.grid, self.hulls.mov
        base = grid.zones[1 - side]
        total = 0.0
        for hull, way in zip(fleet, ways, strict=True):
            total += _WITHIN * grid.rows_to_base(side, hull.at) / mov[hull.kind]
            for moves, reach in enumerate(way):
                if reach & base:
                    total += moves
                    break
            else:
                total += max(len(way), self.hulls.moves_home(side, hull))
        return total
