"""The cadet: flies forward, shoots at what comes near, and does not think of tomorrow."""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Decision
from apps.rulebooks.dogfight.actions import Attack, Discard, Draw, EndTurn, FollowUp, Move
from apps.rulebooks.dogfight.bots import why
from apps.rulebooks.dogfight.bots.evaluate import own_ap
from apps.rulebooks.dogfight.bots.grid import grid_of
from apps.rulebooks.dogfight.bots.opening import choose_fleet
from apps.rulebooks.dogfight.bots.reaction import answer
from apps.rulebooks.dogfight.combat import attack_number
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.counters import room_to_draw
from apps.rulebooks.dogfight.fleet import placements
from apps.rulebooks.dogfight.hand import AP, BLANK
from apps.rulebooks.dogfight.odds import kill_chance
from apps.rulebooks.dogfight.play import legal_actions
from apps.rulebooks.dogfight.state import State, ship_of

LEVEL = "cadet"


class Cadet:
    """A beginner."""

    def decide(self, content: Content, state: State, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the seat's legal actions by a few rules of thumb; `seconds` is not needed."""
        weights = content.bots[LEVEL]
        if state.phase == "fleets":
            return choose_fleet(content, state, seat, weights, chance)
        if state.phase == "placing":
            return Decision(chance.pick(placements(content, state, seat), "place"), why.PLACING)
        if state.phase == "reacting":
            return answer(content, state, seat, weights)
        legal = legal_actions(content, state, seat)
        attacks = [(self._odds(content, state, action), action) for action in legal if isinstance(action, Attack)]
        best = max(attacks, key=lambda pair: pair[0], default=None)
        if FollowUp() in legal:
            return Decision(FollowUp(), why.AGAIN)
        if best is not None and best[0] >= weights.strike_odds:
            attacker, target = ship_of(state, best[1].ship), ship_of(state, best[1].target)
            return Decision(best[1], why.odds(content, state, attacker, target))
        hand = state.sides[seat].hand
        if state.phase == "discarding" and own_ap(state, seat) < weights.hoard <= len(hand) - own_ap(state, seat):
            spare = [action for action in legal if isinstance(action, Discard) and action.counter not in (AP, BLANK)]
            if spare and room_to_draw(content, state, seat) < content.numbers.draw:
                return Decision(spare[0], why.SORTING)
        if Draw() in legal and own_ap(state, seat) < weights.hoard:
            return Decision(Draw(), why.DRAWING)
        grid = grid_of(content.board)
        ahead: dict[Move, int] = {}
        for action in legal:
            if isinstance(action, Move):
                ship = ship_of(state, action.ship)
                rows = abs(action.to[1] - ship.cell[1])
                if rows and grid.rows_to_base(seat, grid.bit(ship.cell)):
                    ahead[action] = rows
        if ahead:
            most = max(ahead.values())
            return Decision(chance.pick([move for move in ahead if ahead[move] == most], "move"), why.ADVANCING)
        return Decision(Draw(), why.DRAWING) if Draw() in legal else Decision(EndTurn(), why.WAITING)

    def _odds(self, content: Content, state: State, action: Attack) -> float:
        attacker, target = ship_of(state, action.ship), ship_of(state, action.target)
        att = attack_number(content, state, attacker, target)
        return float(kill_chance(att, content.by_slug[target.kind].dif))
