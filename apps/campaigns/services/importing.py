"""Bringing a campaign in from a file: every ledger is played again before anything of it is kept.

Nothing is taken on trust but the dice: a file that does not come out as it claims is refused, with the reason, and
changes nothing. Whoever brings it in owns it; its tables do not come along, only what they reported.
"""

from __future__ import annotations

import logging
import time
from typing import Any

import msgspec
from django.db import transaction

from apps.campaigns.models import Campaign, Member, Run
from apps.campaigns.services.campaignfile import CampaignFile, LedgerPart, RunPart, unsealed
from apps.campaigns.services.founding import proper_name, visibility_of
from apps.campaigns.services.outings import follow
from apps.content.models import Release
from apps.content.services import digest_of as content_digest
from apps.content.services import keep_foreign
from apps.games import snapshots
from apps.games.models import Circle, Entry, Keyframe, Seat, Table
from apps.games.services.importing import MOST_SECONDS, Refused
from apps.games.services.tables import chosen_options
from apps.games.snapshots import encode_state
from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.core.protocol import ContentError, Event, IllegalAction, Step
from apps.rulebooks.core.recorded import RecordedChance, RollsDiffer
from apps.rulebooks.core.roads import EARNED, Unfit
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.registry import RULEBOOKS, roads_of

log = logging.getLogger(__name__)

MOST_BYTES = 8_000_000


class Line(msgspec.Struct, frozen=True):
    """One entry as it was played again, and the release it led to."""

    part: LedgerPart
    step: Step[Any]
    release_id: int
    rolls: tuple[Any, ...]


def import_campaign(data: bytes, user: Any) -> Campaign:
    """Bring a campaign in for `user`. Raises Refused with the reason; then nothing has changed."""
    file = _read(data)
    road = roads_of(file.game).get(file.road) if file.game in RULEBOOKS else None
    if road is None:
        raise Refused("game", say("This house does not know that campaign."))
    deadline = time.monotonic() + MOST_SECONDS
    with transaction.atomic():
        releases = [_release(file.game, part) for part in file.releases]
        circle = Circle.objects.create()
        circle.people.add(user)
        campaign = Campaign.objects.create(name=_name(file.name), game=file.game, road=file.road, circle=circle)
        Member.objects.create(campaign=campaign, user=user, role=Member.Role.OWNER)
        if [part.number for part in file.runs] != list(range(1, len(file.runs) + 1)):
            raise Refused("runs", say("The runs in the file are not numbered one after the other."))
        for part in file.runs:
            last = part is file.runs[-1]
            lines = _played_again(road, part, releases, deadline)
            if not last and road.result(_content(lines[-1].release_id), lines[-1].step.state) is None:
                raise Refused(
                    "unfinished", say("A run in the file was never finished, although another came after it.")
                )
            _keep(campaign, road, part, lines, user)
    return campaign


def _read(data: bytes) -> CampaignFile:
    if len(data) > MOST_BYTES:
        raise Refused("large", say("The file is too large."))
    try:
        return msgspec.json.decode(data, type=CampaignFile)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        words = say("That is not a campaign of Starboard, or not a whole one: {fault}", fault=str(fault)[:200])
        raise Refused("format", words) from fault


def _name(name: str) -> str:
    try:
        return proper_name(name)
    except IllegalAction as illegal:
        raise Refused(illegal.code, illegal.message) from illegal


def _release(game: str, part: Any) -> Release:
    if content_digest(part.content) != part.digest:
        raise Refused("digest", say("The content in the file is not the one that it was made from."))
    try:
        return keep_foreign(game, part.content)
    except ContentError as faults:
        raise Refused(
            "content", say("The content in the file cannot be played: {why}", why=str(faults)[:300])
        ) from faults
    except Exception as fault:
        raise Refused("content", say("The content in the file cannot be read.")) from fault


def _content(release_id: int) -> Any:
    from apps.content.services import content_of

    return content_of(release_id)


def _played_again(road: Any, run: RunPart, releases: list[Release], deadline: float) -> list[Line]:
    """Every line of a ledger, carried out. Raises Refused at the first that does not go."""
    if run.release >= len(releases):
        raise Refused("release", say("The file lacks a content that it names."))
    release_id, lines = releases[run.release].pk, []
    _known_options(road, release_id, run)
    for number, part in enumerate(run.entries):
        if time.monotonic() > deadline:
            raise Refused("slow", say("Playing the campaign again takes too long."))
        try:
            if part.kind == "move":
                release_id = releases[int((part.action or {})["to"])].pk
            chance = RecordedChance(unsealed(part.sealed), number)
            before = lines[-1].step.state if lines else None
            step = _again(road, _content(release_id), run, before, part, chance)
            chance.finish()
        except IllegalAction as illegal:
            raise Refused("illegal", _at(run, number, illegal.message)) from illegal
        except Unfit as unfit:
            raise Refused("unfit", _at(run, number, say("{why}", why=str(unfit)[:200]))) from unfit
        except (RollsDiffer, ValueError, KeyError, IndexError, TypeError, msgspec.ValidationError) as fault:
            raise Refused("action", _at(run, number, say("{why}", why=str(fault)[:200]))) from fault
        except Exception as fault:
            log.info("an imported campaign failed at line %s", number, exc_info=True)
            raise Refused("failed", _at(run, number, say("That cannot be carried out."))) from fault
        lines.append(Line(part, step, release_id, tuple(chance.rolls)))
    last = lines[-1]
    faults = road.check(_content(last.release_id), last.step.state)
    if faults or digest_of(last.step.state) != run.digest:
        raise Refused("state", say("Run {run} does not come out as the file claims.", run=run.number))
    return lines


def _known_options(road: Any, release_id: int, run: RunPart) -> None:
    try:
        chosen = chosen_options(road, _content(release_id), run.options)
    except IllegalAction as illegal:
        raise Refused(illegal.code, illegal.message) from illegal
    if {**chosen, EARNED: run.options.get(EARNED, "")} != {**run.options, EARNED: run.options.get(EARNED, "")}:
        raise Refused("options", say("The variants in the file are not those of this campaign."))


def _again(road: Any, content: Any, run: RunPart, state: Any, part: LedgerPart, chance: RecordedChance) -> Step[Any]:
    if (part.kind == "start") != (state is None):
        raise IllegalAction("order", say("A ledger begins once, and with its beginning."))
    if part.kind == "start":
        step: Step[Any] = road.setup(content, run.options, chance)
        return step
    if road.result(content, state) is not None:
        raise IllegalAction("over", say("The run was over before this."))
    if part.kind == "move":
        return Step(road.refit(content, state))
    if part.kind == "correct":
        done: Step[Any] = road.correct(content, state, **(part.action or {}))
        return done
    if part.kind == "report":
        reported: Step[Any] = road.report(content, state, msgspec.convert(part.action, road.report_type), chance)
        return reported
    if part.seat is None:
        raise IllegalAction("seat", say("Nobody can have done that."))
    if part.kind == "concede":
        given: Step[Any] = road.concede(content, state, part.seat)
        return given
    applied: Step[Any] = road.apply(content, state, part.seat, msgspec.convert(part.action, road.actions), chance)
    return applied


def _at(run: RunPart, number: int, reason: Text) -> Text:
    return say("Run {run}, entry {line}: {reason}", run=run.number, line=number, reason=reason)


def _keep(campaign: Campaign, road: Any, run: RunPart, lines: list[Line], user: Any) -> None:
    """Write a ledger down as if it had been played here, with a secret of its own from now on."""
    last, content = lines[-1], _content(lines[-1].release_id)
    result = road.result(content, last.step.state)
    specs = road.seats(content, run.options)
    ledger = Table.objects.create(
        game=campaign.game,
        road=campaign.road,
        release_id=last.release_id,
        options=run.options,
        host=user,
        visibility=visibility_of(campaign),
        idle_limit=Table.IdleLimit.NEVER,
        followed=True,
        circle=campaign.circle,
        status=Table.Status.PLAYING if result is None else Table.Status.FINISHED,
        started_at=run.entries[0].at,
        moved_at=run.entries[-1].at,
        finished_at=None if result is None else run.entries[-1].at,
        state=encode_state(last.step.state),
        seq=len(lines),
        line=len(lines) - 1,
        waiting=sorted(road.waiting_on(last.step.state)) if result is None else [],
        seat_seqs=[len(lines)] * len(specs),
        result=None if result is None else msgspec.to_builtins(result),
    )
    for spec in specs:
        Seat.objects.create(table=ledger, number=spec.number, kind=Seat.Kind.PERSON, user=user)
    Run.objects.create(campaign=campaign, number=run.number, ledger=ledger)
    note = Event("imported", say("{name} brought this campaign in from a file.", name=user.shown_name))
    rows = [_row(ledger, lines, line, note if line == 0 else None) for line in range(len(lines))]
    Entry.objects.bulk_create(rows, batch_size=500)
    for row, line in zip(rows, lines, strict=True):
        row.at = line.part.at or row.at
    Entry.objects.bulk_update(rows, ["at"], batch_size=200)
    Keyframe.objects.bulk_create(
        Keyframe(table=ledger, seq=number + 1, line=number, state=encode_state(line.step.state))
        for number, line in enumerate(lines)
        if number % 25 == 0 or line.part.kind == "move" or number == len(lines) - 1
    )
    snapshot = snapshots.read(ledger.pk)
    if result is None:
        follow(msgspec.structs.replace(snapshot, state=None), snapshot)  # the table that it waits for


def _row(ledger: Table, lines: list[Line], number: int, note: Event | None) -> Entry:
    line = lines[number]
    action = line.part.action
    if line.part.kind == "move":
        action = {"from": lines[number - 1].release_id, "to": line.release_id}
    who = [Event("by", say("by {name}", name=line.part.who))] if line.part.who else []
    events = (*who, *line.step.events) if note is None else (*line.step.events, note)
    return Entry(
        table=ledger,
        seq=number + 1,
        kind=line.part.kind,
        seat=line.part.seat,
        line=number,
        action=action,
        events=msgspec.to_builtins(events),
        chance=msgspec.to_builtins(line.rolls),
        barrier=True,
        key=f"import-{number}",
    )
