"""The campaign's part of an edition: its entries by slug, read and checked with the others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from apps.rulebooks.core.entries import by_slug, only_entry, read_entries
from apps.rulebooks.core.protocol import Fault, RawContent
from apps.rulebooks.deckspace.sectors.content import CampaignNumbers, RewardType, SectorType, SectorUnlock

KINDS = ("sector", "reward", "unlock", "campaign")
NO_CAMPAIGN = CampaignNumbers("none", "none", 1, 0, 1, 0)


class SectorEdition(msgspec.Struct, frozen=True, dict=True):
    """Sectors, rewards and unlocks by slug. Editions from before there was a campaign have none of them."""

    sectors: Mapping[str, SectorType] = {}
    rewards: Mapping[str, RewardType] = {}
    unlocks: Mapping[str, SectorUnlock] = {}
    numbers: CampaignNumbers = NO_CAMPAIGN

    @cached_property
    def order(self) -> tuple[SectorType, ...]:
        """The sectors as they are flown (DS-92)."""
        return tuple(sorted(self.sectors.values(), key=lambda sector: sector.number))


def read(raw: RawContent, faults: list[Fault]) -> SectorEdition:
    """The campaign of an edition; what is wrong with its entries is added to `faults`."""
    sectors = by_slug("sector", raw, SectorType, faults)
    rewards = by_slug("reward", raw, RewardType, faults)
    unlocks = by_slug("unlock", raw, SectorUnlock, faults)
    found = read_entries("campaign", raw.get("campaign", []), CampaignNumbers, faults)
    if not any(raw.get(kind) for kind in KINDS):
        return SectorEdition()
    numbers = only_entry("campaign", found, len(raw.get("campaign", [])), faults)
    return SectorEdition(
        sectors,
        rewards,
        unlocks,
        numbers or NO_CAMPAIGN,
    )
