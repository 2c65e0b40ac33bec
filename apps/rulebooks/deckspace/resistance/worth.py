"""What things are worth to a careful pilot, in points; a point of hull is worth about 2."""

from __future__ import annotations

from collections.abc import Iterable

from apps.rulebooks.deckspace.content import Beaming, Idle, Jumping, Launching, Pulsing, Thrusting
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import missions, owned
from apps.rulebooks.deckspace.resistance.content import (
    Cards,
    Comms,
    Damage,
    Delay,
    Gain,
    Hull,
    Mending,
    Mount,
    Pay,
    Pods,
    Racks,
    Repair,
    Routes,
    Sabotage,
    Speed,
    Stores,
    Turn,
)
from apps.rulebooks.deckspace.resistance.state import Offer, State

HULL, ARMOR, FLEET, WORKS, NETWORK = 2.0, 2.0, 1.5, 3.0, 0.5
STRENGTH, SUPPLIES, ROUNDS = 1.0, 0.6, 0.4
THIN = 3.0  # of a strength that is nearly used up
BATTLES = 4  # that are still to come, for what pays with each


def strength(state: State, amount: int) -> float:
    """What strength is worth: much where little of it is left (DS-110)."""
    return amount * (THIN if state.strength + min(0, amount) <= 2 else STRENGTH)


def card(content: Content, state: State, slug: str) -> float:
    """What another copy of a card is worth in the deck."""
    effect = content.cards[slug].effect
    have = state.craft.deck.count(slug)
    if isinstance(effect, Beaming):
        worth = 7.0
    elif isinstance(effect, Launching):
        kind = content.ordnance[effect.ordnance]
        worth = 4.5 if kind.radius == 2 else 3.0 if kind.radius == 1 else 2.0 if kind.radius else 0.5
    elif isinstance(effect, Pulsing):
        worth = 6.0
    elif isinstance(effect, Thrusting):
        worth = 3.0 if effect.forward else 0.0
    elif isinstance(effect, Jumping):
        worth = 0.5
    else:
        assert isinstance(effect, Idle)
        worth = -3.0
    return worth / (1 + 0.5 * have) if worth > 0 else worth


def effects(content: Content, state: State, things: Iterable[Gain | Turn]) -> float:
    """What gains, or the effects of an answer, are worth together."""
    return sum(_effect(content, state, thing) for thing in things)


def _effect(content: Content, state: State, thing: Gain | Turn) -> float:
    craft = state.craft
    if isinstance(thing, Damage):
        left = craft.health + craft.armor - thing.points
        return -HULL * thing.points * (1.5 if left <= 2 else 1.0)
    if isinstance(thing, Repair):
        return HULL * min(thing.points, craft.max_health - craft.health)
    if isinstance(thing, Stores):
        return thing.supplies * SUPPLIES + strength(state, thing.strength) + thing.rounds * ROUNDS
    if isinstance(thing, Cards):
        return thing.count * card(content, state, thing.card)
    if isinstance(thing, Sabotage):
        return -(FLEET * thing.fleet + WORKS * thing.works + NETWORK * thing.network)
    if isinstance(thing, Hull):
        return 6.0 * thing.most if craft.max_health < content.numbers.health_cap else 0.0
    if isinstance(thing, Speed):
        return 3.7 if craft.max_speed < content.numbers.speed_cap else 0.0
    if isinstance(thing, Racks):
        return 0.7 * thing.rounds if craft.pdc else 1.0
    days = content.resistance.systems[state.system].days - state.day
    ahead = min(BATTLES, days // 3)
    return {Mount: 8.0, Comms: 1.0 * ahead, Mending: 1.9 * ahead, Delay: 1.0 * ahead, Routes: 2.6 * ahead,
            Pods: 2.0 * ahead, Pay: 1.0 * ahead}[type(thing)]  # fmt: skip


def mission(content: Content, state: State, offer: Offer) -> float:
    """What winning a mission is worth (DS-116 to DS-131)."""
    numbers, entry = content.resistance.numbers, missions.mission_of(content, offer)
    value = entry.supplies * SUPPLIES
    if offer.kind == "supply":
        pods = owned.pods(content, state)
        return value + pods * (owned.pay(content, state) * SUPPLIES + strength(state, numbers.pod_strength)) * 0.8
    if offer.kind == "defend":
        return value + strength(state, numbers.saved_strength) + strength(state, numbers.fall_strength) + FLEET
    salvage = 4.0
    if offer.kind == "hunt":
        first = salvage if "hunt" not in state.salvaged else 0.0
        return value + first + strength(state, numbers.hunt_strength) + NETWORK
    first = salvage if "strike" not in state.salvaged else 0.0
    more = numbers.retake_strength if offer.kind == "retake" else 0
    days = content.resistance.systems[state.system].days - state.day
    works = WORKS * min(1.0, days / 12) if state.works else 0.0
    return value + first + strength(state, numbers.strike_strength + more) + works
