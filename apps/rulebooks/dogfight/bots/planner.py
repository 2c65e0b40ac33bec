"""Plans a turn: tries out sequences of moves and attacks, averages over the dice, and keeps the best."""

from __future__ import annotations

from typing import NamedTuple

from apps.rulebooks.core.protocol import Action
from apps.rulebooks.dogfight.actions import Attack, FollowUp, Move
from apps.rulebooks.dogfight.bots.evaluate import Judge
from apps.rulebooks.dogfight.bots.grid import squares_of
from apps.rulebooks.dogfight.bots.sketch import Hull, Sketch
from apps.rulebooks.dogfight.bots.threats import Strike
from apps.rulebooks.dogfight.hand import AP, BLANK
from apps.rulebooks.dogfight.odds import chance_at_most
from apps.rulebooks.dogfight.state import Assault, State


class Plan(NamedTuple):
    """The value of a turn from here on, its first action (None to stop), and the strike it is leading to."""

    value: float
    action: Action | None = None
    aim: Strike | None = None


class _Node(NamedTuple):
    """A moment in the turn: `follow` may be repeated cheaply, `answered` hits have met a counter so far."""

    sketch: Sketch
    ap: int
    follow: Assault | None = None
    stirred: bool = False
    answered: float = 0.0


class Planner:
    """Searches the rest of a seat's turn, looking at no more than `limit` positions."""

    def __init__(self, judge: Judge, state: State, limit: int) -> None:
        self.judge = judge
        self.seat = judge.seat
        self.limit = limit
        self.width = judge.weights.width
        hand = state.sides[judge.seat].hand
        numbers = judge.content.numbers
        self._costs = numbers.move_cost, numbers.attack_cost, numbers.follow_up_cost
        self._blanks = 0 if state.variant.blank_is_dead else hand.count(BLANK)
        self._guards = judge.worth_of_hand(tuple(kind for kind in hand if kind not in (AP, BLANK)))
        self._follow = state.follow
        self._safe = judge.hulls.grid.zones[judge.seat] if state.variant.safe_in_base else 0
        self._plans: dict[tuple[_Node, int], Plan] = {}
        self._ap = hand.count(AP) + self._blanks

    def best(self) -> Plan:
        """The best way to spend AP from here, compared with stopping at once."""
        return self._search(_Node(self.judge.here, self._ap, self._follow), 0)

    def stop(self) -> float:
        """The value of ending the turn now."""
        return self._stop(_Node(self.judge.here, self._ap))

    def hand(self, ap: int) -> float:
        """The worth of the counters other than AP when `ap` AP are left; Blanks are spent last (DF-A27)."""
        return self._guards + self.judge.weights.blank * min(self._blanks, ap)

    def _stop(self, node: _Node) -> float:
        return self.judge.value(node.sketch, node.ap, self.hand(node.ap), node.stirred)

    def _search(self, node: _Node, depth: int) -> Plan:
        known = self._plans.get((node, depth))
        if known is None:
            known = self._plans[node, depth] = self._work_out(node, depth)
        return known

    def _work_out(self, node: _Node, depth: int) -> Plan:
        best = Plan(self._stop(node))
        if not node.sketch.fleets[1 - self.seat] or self.judge.looked >= self.limit:
            return best
        move_cost, attack_cost, follow_up_cost = self._costs
        if node.ap >= min(attack_cost, follow_up_cost):
            for strike in self._strikes(node.sketch):
                assault = Assault(strike.attacker.number, strike.target.number)
                if assault == node.follow and node.ap >= follow_up_cost:
                    best = max(best, self._fire(node, strike, FollowUp(), follow_up_cost, depth), key=_value)
                elif node.ap >= attack_cost:
                    attack = Attack(strike.attacker.number, strike.target.number)
                    best = max(best, self._fire(node, strike, attack, attack_cost, depth), key=_value)
        if node.ap >= move_cost:
            for value, hull, at, after in self._moves(node, depth):
                plan = Plan(value) if after.ap < min(self._costs) else self._search(after, depth + 1)
                if plan.value > best.value:
                    to = self.judge.hulls.grid.cell(at.bit_length() - 1)
                    best = Plan(plan.value, Move(hull.number, to), plan.aim)
        return best

    def _fire(self, node: _Node, strike: Strike, action: Action, cost: int, depth: int) -> Plan:
        """An attack: the average of the best that can be done after a kill and after a failure."""
        guard, dif = self.judge.theirs.guard, self.judge.hulls.dif[strike.target.kind]
        answered, rest = int(node.answered), node.answered % 1
        kill = (1 - rest) * guard.kill(strike.att, dif, 1, answered)
        kill += rest * guard.kill(strike.att, dif, 1, answered + 1)
        on_target = float(chance_at_most(strike.att))
        ap = node.ap - cost
        won = lost = 0.0
        if kill > 0:
            after = node.sketch.without(1 - self.seat, strike.target.number)
            won = self._search(_Node(after, ap, None, True, round(node.answered + 1, 1)), depth + 1).value
        if kill < 1:
            dodged = (on_target - kill) / (1 - kill)  # the share of failures in which a counter may have been used
            assault = Assault(strike.attacker.number, strike.target.number)
            after_miss = _Node(node.sketch, ap, assault, True, round(node.answered + dodged, 1))
            lost = self._search(after_miss, depth + 1).value
        return Plan(kill * won + (1 - kill) * lost, action, strike)

    def _moves(self, node: _Node, depth: int) -> list[tuple[float, Hull, int, _Node]]:
        """The most promising moves: those that are best if the turn ends with them, and those that bring targets."""
        judge, side = self.judge, self.seat
        grid, mov = judge.hulls.grid, judge.hulls.mov
        free = grid.board & ~node.sketch.occupied()
        ap = node.ap - self._costs[0]
        found: list[tuple[float, Hull, int, _Node]] = []
        eager: list[tuple[float, int]] = []
        for hull in node.sketch.fleets[side]:
            for at in squares_of(grid.flood(side, hull.at, free, mov[hull.kind]) & ~hull.at):
                after = _Node(node.sketch.moved(side, hull, at), ap, None, node.stirred, node.answered)
                promise = judge.reading(after.sketch).promise[min(ap, judge.lookout.hand_limit)].gain
                if promise > 0:
                    eager.append((promise, len(found)))
                found.append((self._stop(after), hull, at, after))
        width = max(1, self.width >> depth)
        order = sorted(range(len(found)), key=lambda place: -found[place][0])[:width]
        if ap >= self._costs[1]:
            eager.sort(key=lambda pair: (-pair[0], -found[pair[1]][0]))
            order += [place for _, place in eager[:width] if place not in order]
        return [found[place] for place in order]

    def _strikes(self, sketch: Sketch) -> list[Strike]:
        lookout = self.judge.lookout
        ways = [(hull.at, 0, 0) for hull in sketch.fleets[self.seat]]
        return list(lookout.strikes(sketch, self.seat, ways, self._safe))


def _value(plan: Plan) -> float:
    return plan.value
