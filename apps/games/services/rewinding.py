"""Earlier states of a table, from the nearest keyframe onwards."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext_noop as _

from apps.games.models import Entry, Keyframe, Origin
from apps.games.snapshots import STEPS, Snapshot, decode_state
from apps.rulebooks.core.chance import Chance, Roll
from apps.rulebooks.core.protocol import Event, Step
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
    for entry in rows:
        state = again(snapshot, state, entry)
    return state


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
    step, _source = opening(snapshot, Chance(snapshot.secret, 0))
    return replay(snapshot, step.state, 0, snapshot.line)


def again(snapshot: Snapshot, state: Any, entry: Entry) -> Any:
    """The state after an entry is carried out once more. Raises ReplayBroken when it rolls otherwise."""
    if entry.kind == Entry.Kind.CONCEDE:
        return snapshot.book.concede(snapshot.content, state, entry.seat).state
    if entry.kind == Entry.Kind.AGREE:
        return snapshot.book.agree_draw(snapshot.content, state).state
    action = msgspec.convert(entry.action, snapshot.book.actions)
    chance = Chance(snapshot.secret, entry.line)
    step = snapshot.book.apply(snapshot.content, state, entry.seat, action, chance)
    if chance.rolls != msgspec.convert(entry.chance, list[Roll]):
        raise ReplayBroken(f"entry {entry.seq} of table {snapshot.slug} rolled otherwise when played again")
    return step.state
