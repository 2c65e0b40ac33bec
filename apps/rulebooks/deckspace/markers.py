"""Power-up markers: permanent, and applied every time a ship moves onto one (DS-80 to DS-91)."""

from __future__ import annotations

from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.content import MarkerType
from apps.rulebooks.deckspace.state import Offer, Ship, Terms
from apps.rulebooks.deckspace.words import marker_name, ship_name


def collect(battle: Battle, ship: Ship, slug: str) -> None:
    """Everything a marker does to a ship, up to the caps (DS-81)."""
    marker = battle.content.markers[slug]
    battle.mark("marker", ship.at, ship.seat)
    words = say("{ship} moves onto {marker}.", ship=ship_name(ship), marker=marker_name(battle.content, slug))
    battle.tell("marker", words, "DS-80", ship.seat)
    _raise(battle, ship, marker)
    if marker.offer:
        offer_cards(battle, marker.offer, marker.keep)


def _raise(battle: Battle, ship: Ship, marker: MarkerType) -> None:
    numbers, terms = battle.numbers, battle.before.terms
    if terms is not None and terms.counted:
        gains = _count(ship, marker, terms, numbers.armor_cap)
    else:
        gains = {"armor": max(ship.armor, min(ship.armor + marker.armor, numbers.armor_cap))}
    max_health = max(ship.max_health, min(ship.max_health + marker.max_health, numbers.health_cap))
    max_speed = max(ship.max_speed, min(ship.max_speed + marker.max_speed, numbers.speed_cap))
    battle.change(
        ship,
        pdc=ship.pdc or marker.pdc,
        **gains,
        max_speed=max_speed,
        speed=min(ship.speed + marker.speed, max_speed),
        max_health=max_health,
        health=min(ship.health + marker.heal, max_health),
    )


def _count(ship: Ship, marker: MarkerType, terms: Terms, cap: int) -> dict[str, int]:
    """What a marker gives for the whole run: armor, as much as it ever had, and PDC rounds (DS-144, DS-151, DS-A29)."""
    gain = (cap if marker.powered else terms.armor) if marker.armor else 0
    found: dict[str, int] = {}
    if gain:
        found["armor"] = max(ship.armor, min(ship.armor + gain, cap))
        found["earned"] = max(ship.earned, min(ship.earned + gain, cap))
    if marker.pdc and ship.rounds >= 0:
        found["rounds"] = max(ship.rounds, min(ship.rounds + terms.rounds, terms.most_rounds))
    return found


def offer_cards(battle: Battle, draw: int, keep: int) -> None:
    """Draw cards from the shared pool for the active ship to choose from (DS-83, DS-88, DS-A48).

    A card of which the ship's deck holds its most already is not offered (DS-A49).
    """
    ship = battle.ships[battle.active]
    full = {slug for slug, card in battle.content.cards.items() if card.most and ship.cards.count(slug) >= card.most}
    there = [card for card in battle.pool if card not in full]
    drawn = battle.chance.shuffled(there, "pool")[:draw]
    if not drawn:
        battle.tell("pool-empty", say("There is nothing left in the pool to choose from."), "DS-A48", ship.seat)
        return
    left = list(battle.pool)
    for card in drawn:
        left.remove(card)
    battle.pool = tuple(left)
    battle.offer = Offer(tuple(sorted(drawn)), min(keep, len(drawn)))


def take(battle: Battle, card: str) -> None:
    """Keep one of the cards on offer, on top of the own draw pile; in the end the rest go back (DS-83, DS-A48)."""
    offer = battle.offer
    assert offer is not None
    ship = battle.ships[battle.active]
    battle.change(ship, draw=(card, *ship.draw))
    left = list(offer.cards)
    left.remove(card)
    words = say("{ship} takes {card} from the pool.", ship=ship_name(ship), card=battle.content.cards[card].name)
    battle.tell("card-taken", words, "DS-83", ship.seat)
    most = battle.content.cards[card].most
    if offer.keep > 1 and most and battle.ships[ship.number].cards.count(card) >= most:
        back, left = [kind for kind in left if kind == card], [kind for kind in left if kind != card]
        battle.pool = tuple(sorted((*battle.pool, *back)))
    if offer.keep > 1 and left:
        battle.offer = Offer(tuple(left), offer.keep - 1)
    else:
        battle.pool = tuple(sorted((*battle.pool, *left)))
        battle.offer = None
