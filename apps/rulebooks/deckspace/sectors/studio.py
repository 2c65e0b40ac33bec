"""The campaign for its editors: the kinds of content it has."""

from __future__ import annotations

from collections.abc import Mapping

from apps.rulebooks.core.editing import ContentKind
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.sectors.content import CampaignNumbers, RewardType, SectorType, SectorUnlock

SECTOR_KINDS: Mapping[str, ContentKind] = {
    "sector": ContentKind(
        SectorType,
        say("Sector"),
        say("Sectors"),
        say("The battles of the campaign in their order, each with the skill that it teaches."),
    ),
    "reward": ContentKind(
        RewardType, say("Reward"), say("Rewards"), say("What can be chosen between two sectors of the campaign.")
    ),
    "unlock": ContentKind(
        SectorUnlock, say("Unlock"), say("Unlocks"), say("What a pilot earns in the campaign for later runs.")
    ),
    "campaign": ContentKind(
        CampaignNumbers,
        say("Numbers of the campaign"),
        say("Numbers of the campaign"),
        say("The starting deck, repairs, and what is on offer."),
        single=True,
    ),
}
