"""The pilot: one action at a time, by experience. Strikes when the odds are good, else improves the position."""

from __future__ import annotations

from collections.abc import Iterator

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Decision
from apps.rulebooks.dogfight.actions import Attack, Discard, Draw, EndTurn, FollowUp, Move
from apps.rulebooks.dogfight.bots import why
from apps.rulebooks.dogfight.bots.evaluate import Judge, own_ap
from apps.rulebooks.dogfight.bots.grid import squares_of
from apps.rulebooks.dogfight.bots.opening import choose_fleet, choose_place
from apps.rulebooks.dogfight.bots.reaction import answer
from apps.rulebooks.dogfight.bots.sketch import Hull, Sketch
from apps.rulebooks.dogfight.bots.threats import Strike
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.counters import room_to_draw
from apps.rulebooks.dogfight.hand import DEFENSE_1
from apps.rulebooks.dogfight.state import State, ship_of

LEVEL = "pilot"
_FEW = 2  # drawing fewer counters than this is a wasted turn while there is AP to spend


class Pilot:
    """A player with a few hundred games behind him."""

    def decide(self, content: Content, state: State, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the seat's legal actions by experience; `seconds` is not needed."""
        weights = content.bots[LEVEL]
        if state.phase == "fleets":
            return choose_fleet(content, state, seat, weights, chance)
        if state.phase == "placing":
            return choose_place(content, state, seat, weights, chance)
        if state.phase == "reacting":
            return answer(content, state, seat, weights)
        if state.phase == "drawing":
            return Decision(Draw(), why.DRAWING)
        return _Turn(content, state, seat).decide()


class _Turn:
    """One decision in a turn of one's own."""

    def __init__(self, content: Content, state: State, seat: int) -> None:
        self.content = content
        self.state = state
        self.seat = seat
        self.weights = content.bots[LEVEL]
        self.judge = Judge(content, state, seat, self.weights)
        self.ap = own_ap(state, seat)
        self.room = room_to_draw(content, state, seat)
        self.hand = self.judge.worth_of_hand(state.sides[seat].hand)

    def decide(self) -> Decision:
        """Finish a fight, begin one, or draw, advance or wait."""
        return self._again() or self._strike() or self._quiet()

    def _again(self) -> Decision | None:
        """The cheap follow-up while its single chance is not hopeless."""
        follow = self.state.follow
        if follow is None or self.ap < self.content.numbers.follow_up_cost:
            return None
        for strike in self._strikes(self.judge.here):
            if (strike.attacker.number, strike.target.number) == (follow.attacker, follow.target):
                chance = self.judge.theirs.guard.kill(strike.att, self.judge.hulls.dif[strike.target.kind], 1)
                if chance >= self.weights.follow_odds:
                    return Decision(FollowUp(), why.AGAIN)
        return None

    def _strike(self) -> Decision | None:
        """The strike that is expected to shoot down most, if its chance is good enough."""
        judge = self.judge
        least = self.weights.strike_odds * (1 - self._despair())
        best: tuple[float, float, Strike] | None = None
        for strike in self._strikes(judge.here):
            shots = judge.lookout.shots(self.ap, strike.moves)
            chance = judge.theirs.guard.kill(strike.att, judge.hulls.dif[strike.target.kind], shots)
            gain = chance * judge.hulls.points[strike.target.kind]
            if chance >= least and (best is None or gain > best[1]):
                best = chance, gain, strike
        if best is None:
            return None
        strike = best[2]
        if strike.moves == 0:
            attack = Attack(strike.attacker.number, strike.target.number)
            attacker, target = ship_of(self.state, attack.ship), ship_of(self.state, attack.target)
            return Decision(attack, why.odds(self.content, self.state, attacker, target))
        return self._approach(strike)

    def _despair(self) -> float:
        """From 0 to 1: how near a stall is that would be lost."""
        lost = self.judge.reading(self.judge.here).lead < 0
        return self.state.quiet / self.content.numbers.stall_turns if lost else 0.0

    def _approach(self, strike: Strike) -> Decision | None:
        """The next move towards a strike: a post beside the target, or a supporter or half the way first."""
        side, here = self.seat, self.judge.here
        near = self.judge.hulls.grid.around[strike.target.at.bit_length() - 1]
        movers = [strike.attacker]
        if strike.called:
            movers = [hull for hull in here.fleets[side] if hull is not strike.attacker and not hull.at & near]
        moves = [(hull, at) for hull in movers for at in squares_of(self._reach(hull)) if at & near or strike.moves > 1]
        wanted = strike.moves - 1

        def good(hull: Hull, at: int) -> tuple[bool, float]:
            after = here.moved(side, hull, at)
            ready = any(
                other.attacker.number == strike.attacker.number
                and other.target is strike.target
                and other.moves <= wanted
                and other.att >= strike.att
                for other in self._strikes(after)
            )
            return ready, self._value(after, self.ap - 1)

        ranked = [(*good(hull, at), hull, at) for hull, at in moves]
        best = max(ranked, key=lambda each: each[:2], default=None)
        if best is None or not best[0]:
            return None
        return self._move(best[2], best[3])

    def _quiet(self) -> Decision:
        """No fight: draw while short of AP, else the move that improves the position most, else wait."""
        if self.room >= _FEW and self.ap < self.weights.hoard:
            return Decision(Draw(), why.DRAWING)
        best: tuple[float, Hull, int] | None = None
        if self.ap >= self.content.numbers.move_cost:
            for hull in self.judge.here.fleets[self.seat]:
                for at in squares_of(self._reach(hull)):
                    value = self._value(self.judge.here.moved(self.seat, hull, at), self.ap - 1)
                    if best is None or value > best[0]:
                        best = value, hull, at
        if best is not None and best[0] > self._value(self.judge.here, self.ap):
            return self._move(best[1], best[2])
        if self.room > 0:
            return Decision(Draw(), why.DRAWING)
        if self.state.phase == "discarding" and DEFENSE_1 in self.state.sides[self.seat].hand:
            return Decision(Discard(DEFENSE_1), why.SORTING)
        return Decision(EndTurn(), why.WAITING)

    def _move(self, hull: Hull, at: int) -> Decision:
        to = self.judge.hulls.grid.cell(at.bit_length() - 1)
        ship = ship_of(self.state, hull.number)
        return Decision(Move(hull.number, to), why.moving(self.content, self.state, ship, to))

    def _reach(self, hull: Hull) -> int:
        grid = self.judge.hulls.grid
        free = grid.board & ~self.judge.here.occupied()
        return grid.flood(self.seat, hull.at, free, self.judge.hulls.mov[hull.kind]) & ~hull.at

    def _value(self, sketch: Sketch, ap: int) -> float:
        return self.judge.value(sketch, ap, self.hand, False)

    def _strikes(self, sketch: Sketch) -> Iterator[Strike]:
        lookout, side = self.judge.lookout, self.seat
        safe = self.judge.hulls.grid.zones[side] if self.state.variant.safe_in_base else 0
        return lookout.strikes(sketch, side, lookout.ways(sketch, side), safe)
