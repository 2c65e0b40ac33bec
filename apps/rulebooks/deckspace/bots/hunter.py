"""The Hunter: plans its whole turn, keeps its distance and leads its shots (DS-102)."""

from __future__ import annotations

from typing import NamedTuple

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import distance
from apps.rulebooks.core.protocol import Action
from apps.rulebooks.deckspace.actions import EndTurn, FireBeam, FirePdc, Jump, Launch, PlayCard, Pulse, SkipPdc, Thrust
from apps.rulebooks.deckspace.bots import offers
from apps.rulebooks.deckspace.bots.courses import Course, courses, drift
from apps.rulebooks.deckspace.bots.gunnery import Gunner
from apps.rulebooks.deckspace.bots.hands import Keep, keeps
from apps.rulebooks.deckspace.bots.judge import Judge
from apps.rulebooks.deckspace.bots.jumps import best_jump
from apps.rulebooks.deckspace.bots.sight import Sight
from apps.rulebooks.deckspace.content import Beaming, Effect, Idle, Jumping, Launching, Pulsing, Thrusting
from apps.rulebooks.deckspace.lanes import beam_hexes

_NULL = 1.5  # points for a dead card in an enemy's deck
_LOST_TURN = 6.0  # points for a turn that an enemy loses, beside what it could have hit


class Plan(NamedTuple):
    """What a turn is worth, the action that begins it (None to go on without a card), and the course flown."""

    value: float
    action: Action | None
    course: Course


def decide(sight: Sight, legal: tuple[Action, ...], chance: Chance, seconds: float) -> Action:
    """What the Hunter does now: one of `legal`."""
    judge = Judge(sight)
    if sight.state.phase == "choosing":
        return offers.take(sight, legal)
    shot = max(
        (action for action in legal if isinstance(action, FirePdc)),
        key=lambda action: _shot(judge, action),
        default=None,
    )
    if shot is not None and _shot(judge, shot) > 0:
        return shot
    if sight.state.phase == "prompt":
        return SkipPdc()
    if sight.state.phase == "keeping":
        return offers.keep(judge)
    gunner = Gunner(judge)
    planner = Planner(judge, gunner, chance, seconds)
    strikes = [found for piece in sight.own if (found := gunner.strike(piece)) is not None]
    if strikes:
        return max(strikes, key=lambda found: found[0].value)[1]
    plan = planner.best()
    if plan.action is not None:
        return plan.action
    way = frozenset(plan.course.path)
    for piece in sight.own:
        order = gunner.wait(piece, way, plan.course.end.at)
        if order is not None:
            return order
    return EndTurn() if EndTurn() in legal else legal[0]


def _shot(judge: Judge, action: FirePdc) -> float:
    target = judge.sight.state.ship(action.target)
    return judge.cannons(target) if target is not None else 0.0


class Planner:
    """Plans the rest of a turn: which card to play, and how to use the one in play."""

    def __init__(self, judge: Judge, gunner: Gunner, chance: Chance, seconds: float) -> None:
        self.judge, self.gunner, self.sight, self.chance = judge, gunner, judge.sight, chance
        self._keeps: dict[tuple[str, ...], tuple[Keep, ...]] = {}
        self.limit = int(judge.weights.positions * seconds)

    def best(self) -> Plan:
        """The best plan from here on."""
        sight = self.sight
        if sight.state.card:
            return self._using(sight.state.card, sight.ship.hand)
        hand = sight.ship.hand
        best = self._flying_on(hand)
        if sight.state.played < sight.numbers.plays:
            for card in dict.fromkeys(hand):
                left = list(hand)
                left.remove(card)
                plan = self._using(card, tuple(left))
                if plan.value > best.value + 0.05:
                    best = Plan(plan.value, PlayCard(card), plan.course)
        return best

    def _flying_on(self, hand: tuple[str, ...], stunned: float = 0.0) -> Plan:
        """To play nothing more."""
        course = drift(self.sight)
        return Plan(self._value(course, hand, stunned), None, course)

    def _using(self, card: str, left: tuple[str, ...]) -> Plan:
        """The best use of a card with `left` still in the hand afterwards."""
        effect: Effect = self.sight.content.cards[card].effect
        if isinstance(effect, Thrusting):
            return self._thrusting(effect, left)
        going = self._flying_on(left)
        if isinstance(effect, Launching):
            launch = self.gunner.launch(self.sight.content.ordnance[effect.ordnance])
            if launch is not None:
                return Plan(going.value + launch[0], Launch(launch[1]), going.course)
        if isinstance(effect, Beaming):
            return self._beaming(effect, going)
        if isinstance(effect, Pulsing):
            return self._pulsing(effect, left, going)
        if isinstance(effect, Jumping):
            value, to = best_jump(self.judge, effect, self.chance, lambda course: self._value(course, left))
            return Plan(value, Jump(to), going.course)
        if isinstance(effect, Idle):
            return Plan(going.value - 0.5, None, going.course)
        return going

    def _thrusting(self, effect: Thrusting, left: tuple[str, ...]) -> Plan:
        moves = self.sight.state.uses if self.sight.state.card else effect.moves
        best: Plan | None = None
        for course in courses(self.sight, moves, effect.forward):
            value = self._value(course, left)
            if best is None or value > best.value + 1e-9:
                best = Plan(value, Thrust(course.moves[0]) if course.moves else None, course)  # type: ignore[arg-type]
            if self.judge.looked > self.limit:
                break
        assert best is not None
        return best

    def _beaming(self, effect: Beaming, going: Plan) -> Plan:
        best = Plan(going.value - 1000.0, FireBeam(0), going.course)
        for direction in range(6):
            value = going.value + self.beam(effect, direction)
            if value > best.value:
                best = Plan(value, FireBeam(direction), going.course)
        return best

    def beam(self, effect: Beaming, direction: int) -> float:
        """What firing in a direction is worth: the first thing in each lane pays (DS-64 to DS-66)."""
        judge, sight = self.judge, self.sight
        ships = {other.at: other for other in sight.state.ships if other.number != sight.ship.number}
        stops = sight.rocks | sight.solid | ships.keys() | sight.pieces.keys()
        value = 0.0
        for lane in beam_hexes(sight.hexes, stops, sight.ship.at, direction, effect.lanes):
            if not lane:
                continue
            at = lane[-1]
            ship, piece = ships.get(at), sight.pieces.get(at)
            if ship is not None:
                value += (
                    judge.hit(ship, effect.damage) if ship.side != sight.ship.side else -judge.hurt(ship, effect.damage)
                )
            elif piece is not None:
                value += judge.piece(piece) * (0.7 if piece in sight.hostile else -1.0)
            elif at in sight.rocks or at in sight.solid:
                value += judge.burst(at, sight.numbers.rock_radius, sight.numbers.rock_damage)
        return value

    def _pulsing(self, effect: Pulsing, left: tuple[str, ...], going: Plan) -> Plan:
        """An EMP: turns lost, dead cards, and everything that flies in reach, the own too (DS-68 to DS-70)."""
        sight, judge = self.sight, self.judge

        def within_reach(away: int) -> float:
            return min(1.0, max(0.0, (effect.plus + effect.die - away + 1) / effect.die))

        value, calm = 0.0, 0.0
        for foe in sight.enemies:
            reach = within_reach(distance(foe.at, sight.ship.at))
            value += reach * (_NULL + (0.0 if foe.stunned else _LOST_TURN))
            calm = max(calm, 0.0 if foe.stunned else reach)
        for friend in sight.friends:
            value -= within_reach(distance(friend.at, sight.ship.at)) * (_NULL + _LOST_TURN)
        for piece in sight.state.ordnance:
            reach = within_reach(distance(piece.at, sight.ship.at))
            value += reach * judge.piece(piece) * (0.7 if piece in sight.hostile else -1.0)
        calmed = self._flying_on(left, calm / max(1, len(sight.enemies)))
        return Plan(calmed.value + value, Pulse(), going.course)

    def _value(self, course: Course, left: tuple[str, ...], stunned: float = 0.0) -> float:
        """What a course is worth with the best card of `left` kept."""
        known = self._keeps.get(left)
        if known is None:
            known = self._keeps[left] = keeps(self.sight, left)
        return self.judge.course(course, known, stunned)
