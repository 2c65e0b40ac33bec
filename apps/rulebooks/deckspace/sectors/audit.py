"""What must hold between the campaign and the rest of an edition; every fault names its entry and field."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from apps.rulebooks.core.protocol import Fault
from apps.rulebooks.deckspace.content import CardType, Deck, EnemyType, Idle, MapType, Numbers
from apps.rulebooks.deckspace.sectors.content import (
    CardReward,
    ExtraMap,
    KnownCard,
    SectorType,
    SectorUnlock,
    SwapCard,
    UpgradeReward,
)
from apps.rulebooks.deckspace.sectors.edition import SectorEdition

SECTORS = 5  # DS-92


def faults(
    edition: SectorEdition,
    cards: Mapping[str, CardType],
    decks: Mapping[str, Deck],
    maps: Mapping[str, MapType],
    enemies: Mapping[str, EnemyType],
    numbers: Numbers,
) -> list[Fault]:
    """Everything that is wrong with the campaign; an edition without any sector has no campaign."""
    if edition == SectorEdition():
        return []
    found = [*_order(edition)]
    for sector in edition.sectors.values():
        found += [*_skills(sector, cards), *_maps(sector, maps), *_enemies(sector, enemies)]
    return [*found, *_deck(edition, decks, numbers), *_rewards(edition, cards, decks), *_unlocks(edition, cards, maps)]


def _order(edition: SectorEdition) -> Iterator[Fault]:
    numbers = [sector.number for sector in edition.sectors.values()]
    for number in range(1, SECTORS + 1):
        if number not in numbers:
            yield Fault("sector", "", "number", f"there is no sector {number}")
    for sector in edition.sectors.values():
        if sector.number > SECTORS:
            yield Fault("sector", sector.slug, "number", f"a run has {SECTORS} sectors")
        if numbers.count(sector.number) > 1:
            yield Fault("sector", sector.slug, "number", f"another sector is number {sector.number} too")


def _skills(sector: SectorType, cards: Mapping[str, CardType]) -> Iterator[Fault]:
    """The new skills exist, and there are words to explain them with (DS-95)."""
    for row, skill in enumerate(sector.skills):
        if skill not in cards:
            yield Fault("sector", sector.slug, f"skills.{row}", f"there is no card {skill!r}")
        elif not cards[skill].lesson:
            yield Fault("card", skill, "lesson", f"sector {sector.name} brings this card: it must be explained")


def _maps(sector: SectorType, maps: Mapping[str, MapType]) -> Iterator[Fault]:
    for row, slug in enumerate(sector.maps):
        yield from _map_faults(sector, slug, maps, Fault("sector", sector.slug, f"maps.{row}", ""))


def _map_faults(sector: SectorType, slug: str, maps: Mapping[str, MapType], at: Fault) -> Iterator[Fault]:
    """A map exists and has a start for the pilot, start 1, and for each enemy of the largest line-up."""
    if slug not in maps:
        yield Fault(at.kind, at.slug, at.field, f"there is no map {slug!r}")
        return
    wanted = 1 + max(len(lineup.enemies) for lineup in sector.lineups)
    there = len(maps[slug].facing)
    if there < wanted:
        words = f"map {slug!r} has {there} starts, and with the largest line-up there are {wanted} ships"
        yield Fault(at.kind, at.slug, at.field, words)


def _enemies(sector: SectorType, enemies: Mapping[str, EnemyType]) -> Iterator[Fault]:
    """The enemies exist, and together they hold the skills that are new (DS-95)."""
    for row, lineup in enumerate(sector.lineups):
        field = f"lineups.{row}.enemies"
        missing = [slug for slug in lineup.enemies if slug not in enemies]
        for slug in missing:
            yield Fault("sector", sector.slug, field, f"there is no enemy {slug!r}")
        held = {pile.card for slug in lineup.enemies if slug in enemies for pile in enemies[slug].cards}
        for skill in sector.skills:
            if not missing and skill not in held:
                yield Fault("sector", sector.slug, field, f"none of them has the new card {skill!r}")


def _deck(edition: SectorEdition, decks: Mapping[str, Deck], numbers: Numbers) -> Iterator[Fault]:
    """The starting deck exists and is no smaller than the least (DS-99), which is enough for a hand."""
    campaign = edition.numbers
    if campaign.floor <= numbers.hand:
        yield Fault("campaign", campaign.slug, "floor", f"a deck needs more than {numbers.hand} cards")
    if campaign.deck not in decks:
        yield Fault("campaign", campaign.slug, "deck", f"there is no deck {campaign.deck!r}")
    elif sum(pile.count for pile in decks[campaign.deck].cards) < campaign.floor:
        yield Fault("campaign", campaign.slug, "deck", f"the starting deck has fewer than {campaign.floor} cards")


def _rewards(edition: SectorEdition, cards: Mapping[str, CardType], decks: Mapping[str, Deck]) -> Iterator[Fault]:
    """There is a choice in every reward: enough known cards to offer from the first sector on (DS-98)."""
    campaign = edition.numbers
    known = _known(edition, decks)
    offered = set()
    for reward in edition.rewards.values():
        gives = reward.gives
        if isinstance(gives, UpgradeReward):
            if not (gives.armor or gives.max_speed or gives.max_health):
                yield Fault("reward", reward.slug, "gives", "an upgrade must make something better")
            continue
        if gives.card not in cards:
            yield Fault("reward", reward.slug, "gives", f"there is no card {gives.card!r}")
        elif isinstance(cards[gives.card].effect, Idle):
            yield Fault("reward", reward.slug, "gives", f"card {gives.card!r} does nothing: it is no reward")
        elif gives.card in known and gives.tier == 1 and not cards[gives.card].most:
            offered.add(gives.card)
    if len(offered) < campaign.offered:
        words = f"after the first sector only {len(offered)} cards can be on offer, not {campaign.offered}"
        yield Fault("campaign", campaign.slug, "offered", words)


def _known(edition: SectorEdition, decks: Mapping[str, Deck]) -> Collection[str]:
    """What a run knows after its first sector (DS-94, DS-97)."""
    deck = decks.get(edition.numbers.deck)
    begun = {pile.card for pile in deck.cards} if deck is not None else set()
    return begun.union(*(sector.skills for sector in edition.sectors.values() if sector.number == 1))


def _unlocks(edition: SectorEdition, cards: Mapping[str, CardType], maps: Mapping[str, MapType]) -> Iterator[Fault]:
    """Unlocks name what exists."""
    for unlock in edition.unlocks.values():
        effect = unlock.effect
        if isinstance(effect, SwapCard):
            yield from (_no_card(unlock, card) for card in (effect.out, effect.into) if card not in cards)
        elif isinstance(effect, KnownCard):
            if effect.card not in cards:
                yield _no_card(unlock, effect.card)
            elif not any(_gives(reward.gives, effect.card) for reward in edition.rewards.values()):
                words = f"no reward gives card {effect.card!r}: it would never be on offer"
                yield Fault("unlock", unlock.slug, "effect", words)
        elif isinstance(effect, ExtraMap):
            at = Fault("unlock", unlock.slug, "effect", "")
            if effect.sector not in edition.sectors:
                yield Fault(at.kind, at.slug, at.field, f"there is no sector {effect.sector!r}")
            else:
                yield from _map_faults(edition.sectors[effect.sector], effect.map, maps, at)


def _gives(gives: CardReward | UpgradeReward, card: str) -> bool:
    return isinstance(gives, CardReward) and gives.card == card


def _no_card(unlock: SectorUnlock, card: str) -> Fault:
    return Fault("unlock", unlock.slug, "effect", f"there is no card {card!r}")
