"""A campaign as JSON, for its owner: every ledger, action by action, with the contents they stood on."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.campaigns.models import Campaign, Member, Run
from apps.campaigns.services.campaignfile import (
    FORMAT,
    VERSION,
    CampaignFile,
    LedgerPart,
    MemberPart,
    ReleaseKept,
    RunPart,
    seal,
)
from apps.campaigns.services.ledgers import ledger_of, require
from apps.content.models import Release
from apps.games.models import Entry
from apps.games.services.rewinding import release_at
from apps.games.snapshots import STEPS
from apps.rulebooks.core.contracts import digest_of


def export_campaign(campaign: Campaign, user: Any) -> bytes:
    """The file. Raises IllegalAction for anybody but the owner."""
    require(campaign, user, Member.Role.OWNER)
    kept: dict[int, int] = {}  # release -> its place in the file
    runs = tuple(_run(run, kept) for run in campaign.runs.select_related("ledger").order_by("number"))
    releases = {release.pk: release for release in Release.kept.filter(pk__in=kept)}
    members = campaign.members.select_related("user")
    file = CampaignFile(
        format=FORMAT,
        version=VERSION,
        name=campaign.name,
        game=campaign.game,
        road=campaign.road,
        members=tuple(MemberPart(member.user.shown_name, member.role) for member in members),
        releases=tuple(ReleaseKept(releases[pk].number, releases[pk].digest, releases[pk].data) for pk in kept),
        runs=runs,
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def _run(run: Run, kept: dict[int, int]) -> RunPart:
    ledger = ledger_of(run)
    first = release_at(ledger, 0)
    rows = Entry.objects.filter(
        table_id=ledger.table_id, seq__lte=ledger.seq, voided_by=None, kind__in=[Entry.Kind.START, *STEPS]
    ).select_related("user")
    entries = [_entry(row, kept) for row in rows.order_by("seq")]
    return RunPart(
        run.number, kept.setdefault(first, len(kept)), ledger.options, tuple(entries), digest_of(ledger.state)
    )


def _entry(row: Entry, kept: dict[int, int]) -> LedgerPart:
    action = None if row.kind == Entry.Kind.START else row.action
    if row.kind == Entry.Kind.MOVE:
        action = {"to": kept.setdefault(row.action["to"], len(kept))}
    who = row.user.shown_name if row.user is not None else ""
    return LedgerPart(row.kind, row.seat, action, seal(row.chance), who, row.at)
