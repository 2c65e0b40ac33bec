"""Cards to take from an offer, and the card to keep for the next turn (DS-83, DS-A02)."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action
from apps.rulebooks.deckspace.actions import KeepCard, KeepNothing, TakeCard
from apps.rulebooks.deckspace.bots.hands import keeps, worth
from apps.rulebooks.deckspace.bots.judge import Judge
from apps.rulebooks.deckspace.bots.sight import Sight


def take(sight: Sight, legal: tuple[Action, ...]) -> Action:
    """The most useful card on offer."""
    cards = [action for action in legal if isinstance(action, TakeCard)]
    return max(cards, key=lambda action: (worth(sight, action.card), action.card))


def keep(judge: Judge) -> Action:
    """The card that the next turn most likely wants: one to steer with where the edge is near, else the best weapon."""
    sight = judge.sight
    choices = keeps(sight, sight.ship.hand)
    best = max(choices, key=lambda choice: (judge.keeping(sight.pose, choice), choice.card))
    return KeepCard(best.card) if best.card else KeepNothing()
