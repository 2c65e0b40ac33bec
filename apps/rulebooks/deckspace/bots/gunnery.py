"""Missiles and nukes of a careful pilot: what to hit now, where to wait, and where to launch (DS-102)."""

from __future__ import annotations

from typing import NamedTuple

from apps.rulebooks.core.geometry.hex import Hex, distance, moved, within
from apps.rulebooks.core.protocol import Action
from apps.rulebooks.deckspace.actions import Detonate
from apps.rulebooks.deckspace.bots.judge import Judge
from apps.rulebooks.deckspace.bots.sight import pose_of
from apps.rulebooks.deckspace.bots.steering import cost_to_go, first_step, nearest, reached, settle
from apps.rulebooks.deckspace.content import OrdnanceType
from apps.rulebooks.deckspace.reach import Pose
from apps.rulebooks.deckspace.state import Ordnance, Ship

_LATER = 0.85  # of the worth of a hit for each turn that it takes
_WORTH_IT = 0.9  # of what a piece is worth in flight: for less it is not given away
_LOOKED_AT = 36  # poses nearest to the enemy that are looked at more closely
_AMBUSH = 4.0  # points for standing in an enemy's way
_BLOCKED = 100.0
_SOUGHT = 4  # hexes that the target of a mission counts as nearer


class Strike(NamedTuple):
    """Something to hit or to set off: what it is worth, the hex, and the movement that it takes."""

    value: float
    at: Hex
    cost: int


class Gunner:
    """Finds strikes and waiting places for the ordnance of one ship."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.sight = sight = judge.sight
        ships = {sight.ship.at, *(friend.at for friend in sight.friends)}
        self._mine = frozenset(ships)
        self._targets = frozenset(foe.at for foe in sight.enemies)
        self._hostile = frozenset(piece.at for piece in sight.hostile)
        self._walls = sight.rocks | sight.solid
        self.stops = self._walls | self._targets | self._hostile
        friendly = frozenset(sight.pieces) - self._hostile
        self.open = sight.hexes - self._mine
        self._friendly = friendly

    def hexes(self, but: Hex | None = None) -> frozenset[Hex]:
        """Where a piece may fly without hitting its own side."""
        return self.open - (self._friendly - {but})

    def strike(self, piece: Ordnance) -> tuple[Strike, Action] | None:
        """The best thing to do with a piece this turn, if it is worth giving the piece for, and its first order."""
        kind = self.sight.kind(piece)
        moves = piece.moves + piece.fuel
        found, costs = reached(self.hexes(piece.at), self.stops, piece.at, piece.facing, moves, piece.turns)
        best = self.best(kind, costs, piece.number)
        if best is None or best.value < _WORTH_IT * self.judge.piece(piece):
            return None
        if best.at == piece.at:
            return best, Detonate(piece.number)
        goal = nearest(found, best.at)
        step = first_step(found, piece, goal) if goal is not None else None
        return (best, step) if step is not None else None

    def best(self, kind: OrdnanceType, costs: dict[Hex, int], number: int = -1) -> Strike | None:
        """The best strike among the hexes in reach."""
        strikes = self._blasts(kind, costs, number) if kind.radius else self._hits(kind, costs)
        return max(strikes, key=lambda strike: (strike.value - 0.05 * strike.cost, strike.at), default=None)

    def _hits(self, kind: OrdnanceType, costs: dict[Hex, int]) -> list[Strike]:
        judge, sight = self.judge, self.sight
        found = [Strike(judge.hit(foe, kind.damage), foe.at, costs[foe.at]) for foe in sight.enemies if foe.at in costs]
        radius = sight.numbers.rock_radius
        seen: set[Hex] = set()
        for foe in sight.enemies:
            for at in within(foe.at, radius):
                if at in self._walls and at in costs and at not in seen:
                    seen.add(at)
                    value = judge.burst(at, radius, sight.numbers.rock_damage)
                    found.append(Strike(value, at, costs[at]))
        for piece in sight.hostile:
            if piece.at in costs:
                found.append(Strike(self._interception(piece), piece.at, costs[piece.at]))
        return found

    def _interception(self, piece: Ordnance) -> float:
        """What shooting down a hostile piece saves (DS-161)."""
        if not self.judge.threats.hits(piece, self.sight.ship.at):
            return 0.0
        return 0.85 * self.judge.hurt(self.sight.ship, self.sight.kind(piece).damage)

    def _blasts(self, kind: OrdnanceType, costs: dict[Hex, int], number: int) -> list[Strike]:
        judge = self.judge
        near = {at for foe in self.sight.enemies for at in within(foe.at, kind.radius) if at in costs}
        return [Strike(judge.burst(at, kind.radius, kind.damage, number), at, costs[at]) for at in sorted(near)]

    def wait(self, piece: Ordnance, way: frozenset[Hex], end: Hex) -> Action | None:
        """The next order to bring a piece to where it serves best next turn; None if it is there."""
        kind = self.sight.kind(piece)
        found, _ = reached(self.hexes(piece.at), self.stops, piece.at, piece.facing, piece.moves, piece.turns)
        goal = self.post(kind, found, piece.fuel, way, end)
        step = first_step(found, piece, goal) if goal is not None else None
        return step or settle(piece, kind.must_move)

    def post(
        self, kind: OrdnanceType, found: dict[Pose, tuple[int, Pose | None]], fuel: int, way: frozenset[Hex], end: Hex
    ) -> Pose | None:
        """The best pose to wait in, out of the own ship's way: most places of the enemy are in reach from there."""
        foe = self._quarry([pose[0] for pose in found][:1])
        poses = [pose for pose in found if pose[0] not in self.stops]
        if foe is None or not poses:
            return min(poses, key=lambda pose: (pose[0] in way, found[pose][0], pose), default=None)
        places = sorted(self.sight.forecast(foe), key=lambda place: -place[1])[:7]
        if not self.sight.weights.lead:
            places = [(foe.at, 1.0)]
        likely = places[0][0]
        poses.sort(key=lambda pose: (distance(pose[0], likely), pose))
        ahead = frozenset(self.sight.flown(foe, pose_of(foe))[0])

        def worth(pose: Pose) -> tuple[float, int]:
            value = -self._trouble(kind, pose[0], way, end)
            if pose[0] in ahead:
                value += _AMBUSH
            for at, chance in places:
                cost = max(0, cost_to_go(pose[0], pose[1], at) - kind.radius)
                value -= chance * (
                    2.0 * max(0, cost - kind.moves) + 0.5 * max(0, cost - kind.moves - fuel) + 0.1 * cost
                )
            return value, -found[pose][0]

        return max(poses[:_LOOKED_AT], key=lambda pose: (worth(pose), pose))

    def _trouble(self, kind: OrdnanceType, at: Hex, way: frozenset[Hex], end: Hex) -> float:
        """Why a piece should not wait in a hex: somebody of its side flies there, or a rock is carried there."""
        trouble = 0.0
        if at in way:
            trouble += _BLOCKED
        if at in self.sight.carried:
            trouble += 6.0
        if kind.radius and distance(at, end) <= kind.radius:
            trouble += 2.0
        for friend in self.sight.friends:
            if at in self.sight.flown(friend, pose_of(friend))[0]:
                trouble += 20.0
        return trouble

    def _quarry(self, start: list[Hex]) -> Ship | None:
        """The enemy that a piece is after: the nearest to it, and of these the weakest."""
        if not start:
            return self.sight.foe
        return min(
            self.sight.enemies,
            key=lambda foe: (
                distance(start[0], foe.at)
                - 2 * (foe.health + foe.armor <= 1)
                - _SOUGHT * self.judge.errand.wanted(foe),
                foe.number,
            ),
            default=None,
        )

    def launch(self, kind: OrdnanceType) -> tuple[float, int] | None:
        """What launching a piece is worth, and the best direction for it; None if there is none."""
        best: tuple[float, int] | None = None
        for direction in range(6):
            at = moved(self.sight.ship.at, direction)
            value = self._launched(kind, at, direction)
            if value is not None and (best is None or value > best[0] + 1e-9):
                best = value, direction
        return best

    def _launched(self, kind: OrdnanceType, at: Hex, direction: int) -> float | None:
        judge = self.judge
        if at not in self.hexes():
            return None
        if at in self.stops:
            return self._thrown(kind, at)
        foe = self._quarry([at])
        if foe is None:
            return None
        fuel = (1 + kind.fuel_die) // 2 if kind.fuel_die else 0
        need = cost_to_go(at, direction, foe.at) - kind.radius
        later = judge.hit(foe, kind.damage) * 0.9
        if need <= kind.moves + fuel + 2:
            costs = reached(self.hexes(), self.stops, at, direction, kind.moves + fuel, kind.turns)[1]
            strike = self.best(kind, costs)
            if strike is not None and strike.value > 0:
                sure = 1.0 if strike.cost <= kind.moves else 0.6
                return max(strike.value * sure, 0.7 * later) - 0.02 * strike.cost
        turns = max(1, -(-(need - fuel) // kind.moves))
        return later * _LATER**turns - 0.02 * need

    def _thrown(self, kind: OrdnanceType, at: Hex) -> float:
        """What launching straight into something is worth (DS-48)."""
        if kind.radius:
            return self.judge.burst(at, kind.radius, kind.damage)
        strike = self.best(kind, {at: 0})
        return strike.value if strike is not None else -_BLOCKED
