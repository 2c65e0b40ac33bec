"""How an entry of the campaign looks in play, for its editors."""

from __future__ import annotations

from typing import Any

from apps.rulebooks.core.editing import Preview
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.core.scene import Badge, Card
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.drafts import called, counted, deck_faces, faces, listed
from apps.rulebooks.deckspace.sectors.content import (
    CampaignNumbers,
    CardReward,
    Effect,
    ExtraMap,
    KnownCard,
    MoreHull,
    MoreOffers,
    RewardType,
    SectorType,
    SectorUnlock,
    SpareRemovals,
    SwapCard,
    UpgradeReward,
)


def preview(entry: Any, drafts: RawContent) -> Preview | None:
    """A sector with its skills and line-ups, a reward with its gains, an unlock with what it changes."""
    if isinstance(entry, SectorType):
        return _sector(entry, drafts)
    if isinstance(entry, RewardType):
        return _reward(entry, drafts)
    if isinstance(entry, SectorUnlock):
        card = Card(entry.slug, entry.symbol, say("{name}", name=entry.name), say("{text}", text=entry.text))
        return Preview((card,), facts=(say("To unlock it: {how}", how=entry.how), _changes(entry.effect, drafts)))
    if isinstance(entry, CampaignNumbers):
        deck = deck_faces(drafts, entry.deck)
        count = sum(card.count for card in deck)
        return Preview(deck, facts=(say("A run begins with {deck}: {count} cards.", count=count,
                                        deck=called(drafts, "deck", entry.deck)),))  # fmt: skip
    return None


def _sector(sector: SectorType, drafts: RawContent) -> Preview:
    facts = [say("Sector {number}: {name}", number=sector.number, name=sector.name)]
    facts += [say("Who waits: {enemies}.", enemies=counted(drafts, "enemy", one.enemies)) for one in sector.lineups]
    facts.append(say("Flown on one of: {maps}.", maps=listed(called(drafts, "map", slug) for slug in sector.maps)))
    facts.append(say("New here: {skills}.", skills=listed(called(drafts, "card", slug) for slug in sector.skills)))
    return Preview(faces(drafts, [(slug, 1) for slug in sector.skills]), facts=tuple(facts))


def _reward(reward: RewardType, drafts: RawContent) -> Preview:
    gives = reward.gives
    if isinstance(gives, CardReward):
        facts = (
            say("It gives the card {card}.", card=called(drafts, "card", gives.card)),
            say("Sectors to clear before it is on offer: {count}. Weight: {weight}.", count=gives.tier,
                weight=gives.weight),
        )  # fmt: skip
        return Preview(faces(drafts, [(gives.card, 1)]), facts=facts)
    return Preview((Card(reward.slug, reward.symbol, say("{name}", name=reward.name), NOTHING, badges=_gains(gives)),),
                   facts=_gained(gives))  # fmt: skip


def _gains(gives: UpgradeReward) -> tuple[Badge, ...]:
    gains = (
        ("stat-armor", gives.armor, say("Armor")),
        ("stat-speed", gives.max_speed, say("Speed limit")),
        ("stat-health", gives.max_health, say("Hull limit")),
    )
    return tuple(Badge(symbol, f"+{value}", label) for symbol, value, label in gains if value)


def _gained(gives: UpgradeReward) -> tuple[Text, ...]:
    gains = (
        (gives.armor, say("{count} more armor at the start of every sector.", count=gives.armor)),
        (gives.max_speed, say("Speed limit up by {count}.", count=gives.max_speed)),
        (gives.max_health, say("Hull limit up by {count}.", count=gives.max_health)),
        (gives.heal, say("{count} hull repaired at once.", count=gives.heal)),
    )
    return tuple(words for value, words in gains if value)


def _changes(effect: Effect, drafts: RawContent) -> Text:
    """What an unlock changes in later runs."""
    if isinstance(effect, SwapCard):
        out, into = called(drafts, "card", effect.out), called(drafts, "card", effect.into)
        return say("In the starting deck, {into} in place of one {out}.", into=into, out=out)
    if isinstance(effect, MoreHull):
        return say("{count} more hull at the start.", count=effect.health)
    if isinstance(effect, KnownCard):
        return say("{card} is known from the start.", card=called(drafts, "card", effect.card))
    if isinstance(effect, ExtraMap):
        return say("{sector} may also be flown on {map}.", sector=called(drafts, "sector", effect.sector),
                   map=called(drafts, "map", effect.map))  # fmt: skip
    if isinstance(effect, SpareRemovals):
        return say("Cards that may be removed beside the reward: {count} in a run.", count=effect.count)
    assert isinstance(effect, MoreOffers)
    return say("{count} more cards on offer.", count=effect.cards)
