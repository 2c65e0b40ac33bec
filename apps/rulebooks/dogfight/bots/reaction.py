"""Answering an attack. All answers are weighed in the same way whatever is held, so that time tells nothing."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Decision
from apps.rulebooks.dogfight.actions import Brace, TakeIt
from apps.rulebooks.dogfight.bots import why
from apps.rulebooks.dogfight.combat import braces
from apps.rulebooks.dogfight.content import BotWeights, Content
from apps.rulebooks.dogfight.hand import BLANK, DEFENSE_1, DEFENSE_2
from apps.rulebooks.dogfight.odds import chance_at_most
from apps.rulebooks.dogfight.state import State


def answer(content: Content, state: State, seat: int, weights: BotWeights) -> Decision:
    """Brace where the points saved are worth more than the counter, else take it (DF-33, DF-36).

    The last ship is worth the game. Of equal gains the cheapest counter is used.
    """
    assert state.assault is not None
    target = state.ship(state.assault.target)
    assert target is not None
    ship = content.by_slug[target.kind]
    worth = float(ship.points) if len(state.fleet(seat)) > 1 else weights.decided + ship.points
    held = {
        DEFENSE_1: weights.defense_1,
        DEFENSE_2: weights.defense_2,
        BLANK: weights.blank + weights.ap + weights.level * weights.held,
    }
    best: Brace | TakeIt = TakeIt()
    best_gain = 0.0
    for option in braces(state, seat):
        saved = float(chance_at_most(ship.dif + option.bonus) - chance_at_most(ship.dif)) * worth
        gain = saved - held[option.counter]
        if gain > best_gain:
            best, best_gain = option, gain
    return Decision(best, why.BRACING if isinstance(best, Brace) else why.TAKING_IT)
