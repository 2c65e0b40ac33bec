"""A campaign as JSON, for its owner: every ledger, entry by entry, with the contents they stood on."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.campaigns.models import Campaign, Member, Run
from apps.campaigns.services.campaignfile import (
    FORMAT,
    LONGEST,
    TOLD,
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
from apps.games.snapshots import BESIDE
from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import say


def export_campaign(campaign: Campaign, user: Any) -> bytes:
    """The file. Raises IllegalAction for anybody but the owner, and while a run is still being set up."""
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
    if ledger.state is None:
        raise IllegalAction("beginning", say("A run is about to begin. Ask again in a moment."))
    first = kept.setdefault(release_at(ledger, 0), len(kept))
    rows = Entry.objects.filter(table_id=ledger.table_id, seq__lte=ledger.seq).select_related("user").order_by("seq")
    entries = tuple(_entry(row, kept) for row in rows)
    return RunPart(run.number, first, ledger.options, entries, digest_of(ledger.state))


def _entry(row: Entry, kept: dict[int, int]) -> LedgerPart:
    events = msgspec.convert(row.events, tuple[Event, ...])
    action, back = row.action, None
    if row.kind == Entry.Kind.START or row.kind in BESIDE:
        action = None
    if row.kind == Entry.Kind.MOVE:
        action = {"to": kept.setdefault(row.action["to"], len(kept))}
    if row.kind == Entry.Kind.UNDO:
        back = row.line
    who = row.user.shown_name if row.user is not None else _by(events)
    return LedgerPart(row.kind, row.seat, action, seal(row.chance), who, row.at, _said(row, events), back)


def _by(events: tuple[Event, ...]) -> str:
    """Who did what has come from a file before."""
    return next((str(event.text.params.get("name", "")) for event in events if event.kind == "by"), "")


def _said(row: Entry, events: tuple[Event, ...]) -> tuple[str, ...]:
    """What an entry tells and its rules do not: beside the game that is all of it."""
    told, aside = TOLD.get(row.kind), row.kind in BESIDE or row.kind == Entry.Kind.MOVE
    open_ones = [event for event in events if event.to is None and event.kind != "by"]
    return tuple(str(event.text)[:LONGEST] for event in open_ones if aside or event.kind == told)
