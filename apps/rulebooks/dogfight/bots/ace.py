"""The ace: plans the whole turn ahead, with exact odds and an eye on what the enemy may do next."""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Decision
from apps.rulebooks.core.text import Text
from apps.rulebooks.dogfight.actions import Attack, Discard, Draw, EndTurn, FollowUp, Move
from apps.rulebooks.dogfight.bots import why
from apps.rulebooks.dogfight.bots.evaluate import Judge, own_ap
from apps.rulebooks.dogfight.bots.opening import choose_fleet, choose_place
from apps.rulebooks.dogfight.bots.planner import Plan, Planner
from apps.rulebooks.dogfight.bots.reaction import answer
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.counters import room_to_draw
from apps.rulebooks.dogfight.hand import AP, BLANK, without
from apps.rulebooks.dogfight.state import State, ship_of

LEVEL = "ace"


class Ace:
    """The strongest player of the house."""

    def decide(self, content: Content, state: State, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the seat's legal actions; `seconds` sets how many positions are looked at."""
        weights = content.bots[LEVEL]
        if state.phase == "fleets":
            return choose_fleet(content, state, seat, weights, chance)
        if state.phase == "placing":
            return choose_place(content, state, seat, weights, chance)
        if state.phase == "reacting":
            return answer(content, state, seat, weights)
        judge = Judge(content, state, seat, weights)
        planner = Planner(judge, state, int(weights.positions * seconds))
        if state.phase == "drawing":
            return self._go_on_drawing(content, state, judge, planner)
        plan = planner.best()
        if state.phase == "discarding":
            other = self._draw(content, state, judge, planner)
            idle = plan.action is None and room_to_draw(content, state, seat) > 0  # a turn given away helps nobody
            if other is not None and (other[0] >= plan.value or idle):
                return other[1]
        if plan.action is None:
            return Decision(EndTurn(), why.WAITING)
        return Decision(plan.action, self._reason(content, state, seat, judge, plan))

    def _draw(self, content: Content, state: State, judge: Judge, planner: Planner) -> tuple[float, Decision] | None:
        """The best way to draw, with or without putting a counter back first, and its value."""
        ap = own_ap(state, judge.seat)
        room = room_to_draw(content, state, judge.seat)
        best: tuple[float, Decision] | None = None
        if room > 0:
            value = judge.value_of_draw(judge.here, ap, planner.hand(ap), room)
            best = value, Decision(Draw(), why.DRAWING)
        hand = state.sides[judge.seat].hand
        if room < content.numbers.draw:
            for kind in dict.fromkeys(hand):
                left = ap - (kind in (AP, BLANK) and ap > 0)
                # Only what is lost counts: to be rid of a counter is no gain when the turn may be spent after all.
                worth = min(planner.hand(ap), judge.worth_of_hand(without(hand, kind)))
                value = judge.value_of_draw(judge.here, left, worth, room + 1)
                if best is None or value > best[0]:
                    best = value, Decision(Discard(kind), why.SORTING)
        return best

    def _go_on_drawing(self, content: Content, state: State, judge: Judge, planner: Planner) -> Decision:
        """Draw on, unless an asteroid is likelier to hurt than another counter to help (DF-A13)."""
        ap = own_ap(state, judge.seat)
        value = judge.value_of_draw(judge.here, ap, planner.hand(ap), state.room)
        if value >= planner.stop() or ap < content.numbers.attack_cost:
            return Decision(Draw(), why.DRAWING)
        return Decision(EndTurn(), why.WAITING)

    def _reason(self, content: Content, state: State, seat: int, judge: Judge, plan: Plan) -> Text:
        action, aim = plan.action, plan.aim
        if isinstance(action, FollowUp):
            return why.AGAIN
        if isinstance(action, Attack) and aim is not None:
            return why.odds(content, state, ship_of(state, action.ship), ship_of(state, action.target))
        assert isinstance(action, Move)
        return why.moving(content, state, ship_of(state, action.ship), action.to)
