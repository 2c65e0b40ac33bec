"""Writing a campaign down that has been played again, as if it had been played here.

Everything is made ready before the transaction begins. From then on each ledger has a secret of its own; what came
from the file keeps the chance that is recorded in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Model

from apps.campaigns.models import Campaign, Member, Run
from apps.campaigns.services.campaignfile import CampaignFile, LedgerPart
from apps.campaigns.services.founding import visibility_of
from apps.campaigns.services.moving import Hop
from apps.campaigns.services.outings import follow
from apps.campaigns.services.replaying import Kind, Line, Played, Stage
from apps.content.services import keep_foreign
from apps.games import snapshots
from apps.games.models import Circle, Entry, Keyframe, Seat, Table
from apps.games.services.storing import KEYFRAME_EVERY
from apps.games.snapshots import STEPS, encode_state
from apps.rulebooks.core.protocol import Event
from apps.rulebooks.core.text import say

AT_ONCE = 1000  # rows


class Draft(msgspec.Struct, frozen=True):
    """A ledger ready to be written: all but what the database gives numbers to."""

    played: Played
    table: Table
    entries: list[Entry]
    keyframes: list[Keyframe]


def keep(file: CampaignFile, runs: Sequence[Played], stage: Stage, user: Any) -> Campaign:
    """Write a campaign down for `user`, who owns it. Raises Refused where time runs out; then nothing is written."""
    drafts = [_draft(file, played, stage, user) for played in runs]
    with transaction.atomic():
        releases = [keep_foreign(file.game, part.content).pk for part in file.releases]
        circle = Circle.objects.create()
        circle.people.add(user)
        campaign = Campaign.objects.create(name=file.name, game=file.game, road=file.road, circle=circle)
        Member.objects.create(campaign=campaign, user=user, role=Member.Role.OWNER)
        _write(campaign, drafts, releases, stage, user)
        newest = snapshots.read(drafts[-1].table.pk)
        follow(newest, newest)  # the table that it waits for; what it has earned was earned elsewhere
        stage.in_time()
    return campaign


def _write(campaign: Campaign, drafts: Sequence[Draft], releases: Sequence[int], stage: Stage, user: Any) -> None:
    for draft in drafts:
        draft.table.circle_id, draft.table.visibility = campaign.circle_id, visibility_of(campaign)
        draft.table.release_id = releases[draft.played.lines[-1].place]
    Table.objects.bulk_create([draft.table for draft in drafts], AT_ONCE)
    Run.objects.bulk_create(
        [Run(campaign=campaign, number=draft.played.part.number, ledger=draft.table) for draft in drafts], AT_ONCE
    )
    Seat.objects.bulk_create(
        [
            Seat(table=draft.table, number=number, kind=Seat.Kind.PERSON, user=user)
            for draft in drafts
            for number in range(draft.played.seats)
        ],
        AT_ONCE,
    )
    for draft in drafts:
        _name_releases(draft, releases)
        for row in (*draft.entries, *draft.keyframes):
            row.table = draft.table
    _write_all(Entry, [row for draft in drafts for row in draft.entries], stage)
    _write_all(Keyframe, [row for draft in drafts for row in draft.keyframes], stage)


def _write_all(model: type[Model], rows: Sequence[Model], stage: Stage) -> None:
    for start in range(0, len(rows), AT_ONCE):
        stage.in_time()
        model._base_manager.bulk_create(rows[start : start + AT_ONCE])


def _name_releases(draft: Draft, releases: Sequence[int]) -> None:
    """Where the ledger moved, in the numbers that the contents have here."""
    lines = draft.played.lines
    for number, line in enumerate(lines):
        if line.part.kind == Kind.MOVE:
            hop = Hop(releases[lines[number - 1].place], releases[line.place])
            draft.entries[number].action = msgspec.to_builtins(hop)


def _draft(file: CampaignFile, played: Played, stage: Stage, user: Any) -> Draft:
    """A ledger as it will be written, and at its end that it came from a file."""
    lines, over = played.lines, played.result is not None
    last, count = lines[-1], len(lines)
    table = Table(
        game=file.game,
        road=file.road,
        options=played.part.options,
        host=user,
        idle_limit=Table.IdleLimit.NEVER,
        followed=True,
        status=Table.Status.FINISHED if over else Table.Status.PLAYING,
        started_at=lines[0].at,
        moved_at=last.at,
        finished_at=last.at if over else None,
        state=encode_state(last.state),
        seq=count + 1,
        line=last.line,
        waiting=list(played.waiting),
        seat_seqs=[count + 1] * played.seats,
        result=msgspec.to_builtins(played.result),
        recorded=count,
    )
    entries = [_entry(line, seq, played.struck.get(seq - 1)) for seq, line in enumerate(lines, 1)]
    note = Event("imported", say("{name} brought this campaign in from a file.", name=user.shown_name))
    end = Line(LedgerPart(Kind.SEAT), last.line, last.place, stage.now, (note,), None)
    entries.append(_entry(end, count + 1, None))
    entries[-1].user = user
    return Draft(played, table, entries, list(_keyframes(played)))


def _entry(line: Line, seq: int, struck: int | None) -> Entry:
    return Entry(
        seq=seq,
        kind=line.part.kind,
        seat=line.part.seat,
        line=line.line,
        action=None if line.action is None else msgspec.to_builtins(line.action),
        events=msgspec.to_builtins(line.events),
        chance=msgspec.to_builtins(line.rolls),
        barrier=True,  # nothing of it is taken back as one's own last action
        voided_by=None if struck is None else struck + 1,
        key=f"import-{seq - 1}",
        at=line.at,
    )


def _keyframes(played: Played) -> Iterator[Keyframe]:
    for number, line in enumerate(played.lines):
        kind = line.part.kind
        stands = kind in (Kind.START, *STEPS) and number not in played.struck
        if stands and (line.line % KEYFRAME_EVERY == 0 or kind == Kind.MOVE):
            yield Keyframe(seq=number + 1, line=line.line, state=encode_state(line.state))
