"""What cards are worth, and what the next turn may bring with one of them kept (DS-A02)."""

from __future__ import annotations

from typing import NamedTuple

from apps.rulebooks.deckspace.bots.sight import Sight
from apps.rulebooks.deckspace.content import Beaming, Effect, Idle, Jumping, Launching, Pulsing, Thrusting

_STEP = 5  # per cent: chances are rounded down to these, so that what is worked out for one is used again


class Keep(NamedTuple):
    """A card to keep, "" for none: the chance in per cent to be able to steer next turn, whether it is a beam."""

    card: str
    steered: int
    beam: bool
    worth: float


def keeps(sight: Sight, left: tuple[str, ...]) -> tuple[Keep, ...]:
    """The cards that can be kept of what is left in the hand when the turn ends, keeping none included."""
    found = [Keep("", _steered(sight, left, ""), False, 0.0)]
    if sight.numbers.keep:
        for card in dict.fromkeys(left):
            beam = isinstance(sight.content.cards[card].effect, Beaming)
            found.append(Keep(card, _steered(sight, left, card), beam, worth(sight, card)))
    return tuple(found)


def _steered(sight: Sight, left: tuple[str, ...], kept: str) -> int:
    """The chance of a card to steer with after drawing up: what lies in the own piles is known, their order is not."""
    if kept and sight.steers(kept):
        return 100
    ship = sight.ship
    drawn = sight.numbers.hand - bool(kept)
    pile = ship.draw
    dropped = list(left)
    if kept:
        dropped.remove(kept)
    if drawn > len(pile):
        if any(sight.steers(card) for card in pile):
            return 100
        drawn -= len(pile)
        pile = (*ship.discard, *dropped)
    total = len(pile)
    dull = sum(1 for card in pile if not sight.steers(card))
    missing = 1.0
    for taken in range(min(drawn, total)):
        missing *= max(0, dull - taken) / (total - taken)
    return int((1 - missing) * 100 / _STEP + 1e-9) * _STEP


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
