"""Decks and hands: drawing, playing, keeping, and the card that an EMP leaves behind (DS-30, DS-69, DS-A02)."""

from __future__ import annotations

from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.content import Thrusting
from apps.rulebooks.deckspace.state import Ship
from apps.rulebooks.deckspace.words import card_name, ship_name


def draw_up(battle: Battle, ship: Ship) -> Ship:
    """Draw until the hand is full, with the discard shuffled when the pile is empty (DS-A02)."""
    draw, hand, discard = list(ship.draw), list(ship.hand), ship.discard
    while len(hand) < battle.numbers.hand:
        if not draw:
            if not discard:
                break
            draw, discard = list(battle.chance.shuffled(discard, f"deck-{ship.number}")), ()
        hand.append(draw.pop(0))
    return battle.change(ship, draw=tuple(draw), hand=tuple(sorted(hand)), discard=discard)


def play(battle: Battle, ship: Ship, card: str) -> None:
    """Play a card from the hand: its buttons appear, and it is used up with them (DS-16, DS-30)."""
    hand = list(ship.hand)
    hand.remove(card)
    battle.change(ship, hand=tuple(hand), discard=tuple(sorted((*ship.discard, card))))
    effect = battle.content.cards[card].effect
    battle.card = card
    battle.uses = effect.moves if isinstance(effect, Thrusting) else 1
    battle.played += 1
    words = say("{ship} plays {card}.", ship=ship_name(ship), card=card_name(battle.content, card))
    battle.tell("card-played", words, "DS-30", ship.seat)
    _explain(battle, card)


def _explain(battle: Battle, card: str) -> None:
    """A skill that is new to the pilot is explained when it is played for the first time (DS-95)."""
    terms = battle.before.terms
    if terms is not None and card in terms.skills and card not in battle.taught:
        battle.taught = (*battle.taught, card)
        lesson = battle.content.cards[card].lesson
        battle.tell(
            "skill-explained", say("{name}: {text}", name=card_name(battle.content, card), text=lesson), "DS-95"
        )


def spend(battle: Battle) -> None:
    """One use of the card is over; with the last one its buttons go (DS-16)."""
    battle.uses -= 1
    if battle.uses <= 0:
        battle.card, battle.uses = "", 0


def keep(battle: Battle, ship: Ship, card: str) -> None:
    """Discard the hand, except for a card that is kept; "" keeps none (DS-A02)."""
    left = list(ship.hand)
    kept: tuple[str, ...] = ()
    if card:
        left.remove(card)
        kept = (card,)
    battle.change(ship, hand=kept, discard=tuple(sorted((*ship.discard, *left))))


def shuffle_in(battle: Battle, ship: Ship, card: str) -> Ship:
    """Shuffle a card into the draw pile of a ship (DS-69)."""
    return battle.change(ship, draw=battle.chance.shuffled((*ship.draw, card), f"null-{ship.number}"))
