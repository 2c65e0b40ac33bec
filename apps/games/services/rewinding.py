"""Earlier states of a table, from the nearest keyframe onwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from django.utils.translation import gettext_noop as _

from apps.content.services import content_of
from apps.games.models import Entry, Keyframe, Origin
from apps.games.snapshots import STEPS, TAIL, Line, Snapshot, decode_state, to_line
from apps.rulebooks.core.chance import Chance, Roll
from apps.rulebooks.core.protocol import Event, Step
from apps.rulebooks.core.recorded import RecordedChance, RollsDiffer
from apps.rulebooks.core.text import say


class Source(msgspec.Struct, frozen=True):
    """The moment that a table goes on from, as its first entry notes it."""

    table: str
    line: int


class ReplayBroken(Exception):
    """A journal that does not give again what it says happened."""


def state_at(snapshot: Snapshot, line: int) -> Any:
    """The state after `line` standing actions."""
    frame = Keyframe.objects.filter(table_id=snapshot.table_id, line__lte=line).order_by("-line", "-seq").first()
    if frame is None:
        raise ReplayBroken(f"table {snapshot.slug} has no keyframe at or before line {line}")
    return replay(snapshot, decode_state(snapshot.book, frame.state), frame.line, line)


def replay(snapshot: Snapshot, state: Any, start: int, end: int) -> Any:
    """Play the standing actions after line `start` up to `end` again, checking every roll."""
    rows = Entry.objects.filter(
        table_id=snapshot.table_id, kind__in=STEPS, voided_by=None, line__gt=start, line__lte=end
    ).order_by("seq")
    content = content_at(snapshot, start)
    for entry in rows:
        if entry.kind == Entry.Kind.MOVE:
            content = content_of(entry.action["to"])
        state = again(snapshot, content, state, entry)
    return state


def content_at(snapshot: Snapshot, line: int) -> Any:
    """The content that a table stood on after `line` standing actions: only ledgers move to another release."""
    return content_of(release_at(snapshot, line)) if snapshot.road else snapshot.content


def release_at(snapshot: Snapshot, line: int) -> int:
    """The release that a table stood on after `line` standing actions."""
    moves = Entry.objects.filter(table_id=snapshot.table_id, kind=Entry.Kind.MOVE, voided_by=None)
    before = moves.filter(line__lte=line).order_by("-line").first()
    if before is not None:
        return int(before.action["to"])
    after = moves.order_by("line").first()
    return snapshot.release_id if after is None else int(after.action["from"])


def tail_at(snapshot: Snapshot, line: int) -> tuple[Line, ...]:
    """What the log has left when only `line` actions stand."""
    rows = Entry.objects.filter(table_id=snapshot.table_id, seq__lte=snapshot.seq, voided_by=None)
    rows = rows.exclude(kind__in=STEPS, line__gt=line).order_by("-seq")[:TAIL]
    return tuple(to_line(row) for row in reversed(rows))


def opening(snapshot: Snapshot, chance: Chance) -> tuple[Step[Any], Source | None]:
    """How a table begins: set up, or in the moment of another game that it goes on from."""
    origin = Origin.objects.filter(table_id=snapshot.table_id).select_related("source").first()
    if origin is None:
        return snapshot.book.setup(snapshot.content, snapshot.options, chance), None
    words = say(_("This game goes on from action {line} of an earlier one."), line=origin.line)
    state = decode_state(snapshot.book, origin.state)
    source = Source("" if origin.source is None else origin.source.slug, origin.line)
    return Step(state, (Event("continued", words),)), source


def replay_from_start(snapshot: Snapshot) -> Any:
    """The state that the whole journal gives, setup included. Raises ReplayBroken on any difference."""
    return replay(snapshot, first_state(snapshot), 0, snapshot.line)


def first_state(snapshot: Snapshot) -> Any:
    """The state that a table began in, set up once more. Raises ReplayBroken when that rolls otherwise."""
    first = msgspec.structs.replace(snapshot, content=content_at(snapshot, 0))
    entry = Entry.objects.get(table_id=snapshot.table_id, kind=Entry.Kind.START)
    return _rolled_again(snapshot, entry, lambda chance: opening(first, chance)[0])


def again(snapshot: Snapshot, content: Any, state: Any, entry: Entry) -> Any:
    """The state after an entry is carried out once more, on the content that its table stood on then.

    Raises ReplayBroken when it rolls otherwise.
    """
    book: Any = snapshot.book
    if entry.kind == Entry.Kind.CONCEDE:
        return book.concede(content, state, entry.seat).state
    if entry.kind == Entry.Kind.AGREE:
        return book.agree_draw(content, state).state
    if entry.kind == Entry.Kind.MOVE:
        return book.refit(content, state)
    if entry.kind == Entry.Kind.CORRECT:
        return book.correct(content, state, **entry.action).state
    if entry.kind == Entry.Kind.REPORT:
        report = msgspec.convert(entry.action, book.report_type)
        return _rolled_again(snapshot, entry, lambda chance: book.report(content, state, report, chance))
    action = msgspec.convert(entry.action, book.actions)
    return _rolled_again(snapshot, entry, lambda chance: book.apply(content, state, entry.seat, action, chance))


def _rolled_again(snapshot: Snapshot, entry: Entry, step: Callable[[Chance], Step[Any]]) -> Any:
    """The state after a step, which must roll what its entry says.

    What came from a file has no secret that its rolls would follow from: they are taken as they stand there.
    """
    rolls = msgspec.convert(entry.chance, list[Roll])
    recorded = entry.seq <= snapshot.recorded
    chance = RecordedChance(rolls, entry.line) if recorded else Chance(snapshot.secret, entry.line)
    broken = f"entry {entry.seq} of table {snapshot.slug} rolled otherwise when played again"
    try:
        state = step(chance).state
    except RollsDiffer as differ:
        raise ReplayBroken(broken) from differ
    if chance.rolls != rolls:
        raise ReplayBroken(broken)
    return state
