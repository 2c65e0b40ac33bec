"""What can be chosen between two sectors, and what it does to the ship (DS-97 to DS-100)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.deckspace.content import Numbers
from apps.rulebooks.deckspace.craft import Craft
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors.content import CardReward, MoreOffers, UpgradeReward
from apps.rulebooks.deckspace.sectors.state import RunState


def drawn_offers(content: Content, state: RunState, chance: Chance) -> tuple[str, ...]:
    """Different known cards, drawn by their weights (DS-97, DS-98)."""
    left = [gives for gives in _card_rewards(content) if _may_offer(content, state, gives)]
    found: list[str] = []
    while left and len(found) < offered(content, state.active):
        ticket = chance.below(sum(gives.weight for gives in left), "offer")
        for gives in left:
            ticket -= gives.weight
            if ticket < 0:
                break
        found.append(gives.card)
        left = [other for other in left if other.card != gives.card]
    return tuple(sorted(found))


def offered(content: Content, active: tuple[str, ...]) -> int:
    """How many cards there are to choose from (DS-98)."""
    campaign = content.sectors
    effects = [campaign.unlocks[slug].effect for slug in active if slug in campaign.unlocks]
    return campaign.numbers.offered + sum(effect.cards for effect in effects if isinstance(effect, MoreOffers))


def _card_rewards(content: Content) -> list[CardReward]:
    return [reward.gives for reward in content.sectors.rewards.values() if isinstance(reward.gives, CardReward)]


def _may_offer(content: Content, state: RunState, gives: CardReward) -> bool:
    """Whether a card is known, its time has come, and the deck has room for another (DS-97, DS-A49)."""
    if gives.card not in state.known or gives.tier > state.tally.cleared:
        return False
    return has_room(content, state.craft, gives.card)


def has_room(content: Content, craft: Craft, card: str) -> bool:
    """Whether a deck may hold one more of a card (DS-A49)."""
    most = content.cards[card].most
    return not most or craft.deck.count(card) < most


def upgraded(craft: Craft, gives: UpgradeReward, numbers: Numbers) -> Craft:
    """The ship after an upgrade, up to the caps; an upgrade that would do nothing gives the same ship (N39, DS-81)."""
    max_health = max(craft.max_health, min(craft.max_health + gives.max_health, numbers.health_cap))
    return replace(
        craft,
        armor=max(craft.armor, min(craft.armor + gives.armor, numbers.armor_cap)),
        max_speed=max(craft.max_speed, min(craft.max_speed + gives.max_speed, numbers.speed_cap)),
        max_health=max_health,
        health=min(craft.health + gives.heal, max_health) if max_health > craft.max_health else craft.health,
    )


def upgrades(content: Content, craft: Craft) -> Iterator[tuple[str, Craft]]:
    """The upgrades that would make this ship better, each with the ship after it (DS-98)."""
    for reward in content.sectors.rewards.values():
        if isinstance(reward.gives, UpgradeReward):
            after = upgraded(craft, reward.gives, content.numbers)
            if after != craft:
                yield reward.slug, after


def with_card(craft: Craft, card: str) -> Craft:
    """The ship with one more card."""
    return replace(craft, deck=tuple(sorted((*craft.deck, card))))


def without_card(craft: Craft, card: str) -> Craft:
    """The ship with one card fewer."""
    deck = list(craft.deck)
    deck.remove(card)
    return replace(craft, deck=tuple(deck))


def removable(content: Content, craft: Craft) -> tuple[str, ...]:
    """The cards of which one can be removed: none where that would make the deck too small (DS-99)."""
    if len(craft.deck) <= content.sectors.numbers.floor:
        return ()
    return tuple(sorted(set(craft.deck)))


def repaired(content: Content, craft: Craft) -> Craft:
    """The ship after the repairs that follow each reward (DS-100)."""
    return replace(craft, health=min(craft.health + content.sectors.numbers.repair, craft.max_health))
