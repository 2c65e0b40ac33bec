"""Cards to take from an offer, and the card to keep for the next turn (DS-83, DS-A02)."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action
from apps.rulebooks.deckspace.actions import KeepCard, KeepNothing, TakeCard
from apps.rulebooks.deckspace.bots.judge import Judge
from apps.rulebooks.deckspace.bots.sight import Sight
from apps.rulebooks.deckspace.content import Beaming, Effect, Idle, Jumping, Launching, Pulsing, Thrusting


def take(sight: Sight, legal: tuple[Action, ...]) -> Action:
    """The most useful card on offer."""
    cards = [action for action in legal if isinstance(action, TakeCard)]
    return max(cards, key=lambda action: (worth(sight, action.card), action.card))


def keep(judge: Judge) -> Action:
    """The card that the next turn most likely wants: one to steer with where the edge is near, else the best weapon."""
    sight = judge.sight
    hand = sight.ship.hand
    if not hand:
        return KeepNothing()
    steering = sight.steering(sight.ship, False)
    peril = sight.terrain.peril(sight.pose, sight.ship.max_speed, min(95, steering))
    best = max(dict.fromkeys(hand), key=lambda card: (_kept(judge, card, peril), card))
    return KeepCard(best) if _kept(judge, best, peril) > 0 else KeepNothing()


def _kept(judge: Judge, card: str, peril: float) -> float:
    sight = judge.sight
    value = worth(sight, card)
    if sight.steers(card):
        value += judge.weights.edge * peril
    return value


def worth(sight: Sight, card: str) -> float:
    """What a card is worth in general, in points of 10 for a health point."""
    effect: Effect = sight.content.cards[card].effect
    damage = sight.weights.damage
    if isinstance(effect, Beaming):
        return 0.8 * damage * effect.damage
    if isinstance(effect, Launching):
        kind = sight.content.ordnance[effect.ordnance]
        return damage * kind.damage * (0.75 if kind.radius else 0.9) - 1.5 * max(0, kind.radius - 1)
    if isinstance(effect, Pulsing):
        return 13.0
    if isinstance(effect, Jumping):
        return 4.0
    if isinstance(effect, Thrusting):
        return 3.0 + effect.moves + (2.0 if effect.forward else 0.0)
    assert isinstance(effect, Idle)
    return -1.0
