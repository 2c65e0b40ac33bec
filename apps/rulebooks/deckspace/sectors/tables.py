"""The campaign in numbers, as RULES.md quotes them: sectors, upgrades, unlocks, and what a run begins with."""

from __future__ import annotations

from collections.abc import Iterator

from apps.rulebooks.core.teaching import NumberTable, Row
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors.content import UpgradeReward
from apps.rulebooks.deckspace.words import card_name

Quote = tuple[str, Text, int]


def tables(content: Content) -> tuple[NumberTable, ...]:
    """The tables of an edition that has a campaign."""
    return (_sectors(content), _unlocks(content)) if content.sectors.order else ()


def quotes(content: Content) -> Iterator[Quote]:
    """The numbers that sentences quote."""
    campaign = content.sectors
    if not campaign.order:
        return
    numbers = campaign.numbers
    yield "campaign-sectors", say("Sectors of a run"), len(campaign.order)
    yield "campaign-deck", say("Cards at the start of a run"), len(content.decks[numbers.deck])
    yield "campaign-floor", say("Fewest cards of a deck in the campaign"), numbers.floor
    yield "campaign-repair", say("Hull repaired after a reward"), numbers.repair
    yield "campaign-offered", say("Cards on offer between sectors"), numbers.offered
    yield "campaign-copies", say("Copies of a known skill in the pool of the campaign"), numbers.copies
    for reward in campaign.rewards.values():
        if isinstance(reward.gives, UpgradeReward):
            gives = reward.gives
            yield (
                f"{reward.slug}-gain",
                say("{name}", name=reward.name),
                max(gives.armor, gives.max_speed, gives.max_health),
            )


def _sectors(content: Content) -> NumberTable:
    """The sectors, and what each of them teaches (DS-95)."""
    head = (say("Sector"), say("Name"), say("New skill"))
    rows = []
    for sector in content.sectors.order:
        skills = card_name(content, sector.skills[0])
        for skill in sector.skills[1:]:
            skills = say("{some} and {other}", some=skills, other=card_name(content, skill))
        cells = (say("{n}", n=sector.number), say("{name}", name=sector.name), skills)
        rows.append(Row(cells, symbol=content.cards[sector.skills[0]].symbol))
    return NumberTable("sectors", say("The sectors"), head, tuple(rows))


def _unlocks(content: Content) -> NumberTable:
    """What can be unlocked, and how (DS-105)."""
    head = (say("Unlock"), say("How"), say("What it does"))
    rows = tuple(
        Row((say("{name}", name=entry.name), say("{text}", text=entry.how), say("{text}", text=entry.text)))
        for entry in content.sectors.unlocks.values()
    )
    return NumberTable("unlocks", say("What can be unlocked"), head, rows)
