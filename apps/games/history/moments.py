"""Moments of a table: how it stood after so many standing actions, with the log up to there.

A state is named by the journal entry that led to it. An entry is only ever written on top of one
line of play, so what such a name means never changes, and an undone state is simply never asked for.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import msgspec

from apps.games.models import Entry, Keyframe, Table
from apps.games.services.rewinding import ReplayBroken, again, content_at
from apps.games.snapshots import STEPS, TAIL, Snapshot, decode_state, to_line
from apps.rulebooks.core.protocol import Result

KEPT = 1024  # states held in memory per process

_lock = threading.Lock()
_states: OrderedDict[tuple[int, int], Any] = OrderedDict()


def moment_of(snapshot: Snapshot, line: int) -> Snapshot:
    """The table as it stood after `line` standing actions. Raises LookupError where there is no such moment.

    At the newest line that is the table now. What was taken back is left out, as in any log; what
    lies after the moment is not in it.
    """
    if snapshot.state is None or not 0 <= line <= snapshot.line:
        raise LookupError(line)
    state, seq = _state_at(snapshot, line)
    content = content_at(snapshot, line)
    if line == snapshot.line:
        state, seq = snapshot.state, snapshot.seq
    result: Result | None = snapshot.book.result(content, state)
    waiting = tuple(sorted(snapshot.book.waiting_on(state)))
    rows = Entry.objects.filter(table_id=snapshot.table_id, seq__lte=seq, voided_by=None).order_by("-seq")[:TAIL]
    return msgspec.structs.replace(
        snapshot,
        content=content,
        seq=seq,
        line=line,
        state=state,
        status=Table.Status.FINISHED if result is not None and not waiting else Table.Status.PLAYING,
        waiting=waiting,
        tail=tuple(to_line(row) for row in reversed(rows)),
        result=None if result is None else msgspec.to_builtins(result),
        motion=None,
        lesson=False,
    )


def line_at(snapshot: Snapshot, seq: int) -> int:
    """How many actions stood that still stand, when a table was at `seq`."""
    rows = Entry.objects.filter(table_id=snapshot.table_id, seq__lte=seq, voided_by=None, kind__in=STEPS)
    last = rows.order_by("-seq").values_list("line", flat=True).first()
    return last or 0


def forget() -> None:
    """Drop all states from memory."""
    with _lock:
        _states.clear()


def _state_at(snapshot: Snapshot, line: int) -> tuple[Any, int]:
    """The state at a line and the entry that led there, from the nearest state that is known or stored."""
    frame = Keyframe.objects.filter(table_id=snapshot.table_id, line__lte=line).order_by("-line", "-seq").first()
    if frame is None:
        raise ReplayBroken(f"table {snapshot.slug} has no keyframe at or before line {line}")
    standing = Entry.objects.filter(table_id=snapshot.table_id, voided_by=None, line__lte=line)
    rows = list(standing.filter(kind__in=STEPS, line__gt=frame.line).order_by("seq"))
    done = next((n for n in range(len(rows), 0, -1) if _known(snapshot, rows[n - 1].seq) is not None), 0)
    state = _known(snapshot, rows[done - 1].seq) if done else decode_state(snapshot.book, frame.state)
    content = content_at(snapshot, rows[done - 1].line if done else frame.line)
    for row in rows[done:]:
        if row.kind == Entry.Kind.MOVE:
            content = content_at(snapshot, row.line)
        state = again(snapshot, content, state, row)
        _keep(snapshot, row.seq, state)
    if rows:
        return state, rows[-1].seq
    led = standing.filter(kind__in=[Entry.Kind.START, *STEPS]).order_by("-line", "-seq").values_list("seq", flat=True)
    return state, led[0]


def _known(snapshot: Snapshot, seq: int) -> Any:
    with _lock:
        key = (snapshot.table_id, seq)
        if key in _states:
            _states.move_to_end(key)
        return _states.get(key)


def _keep(snapshot: Snapshot, seq: int, state: Any) -> None:
    with _lock:
        _states[snapshot.table_id, seq] = state
        while len(_states) > KEPT:
            _states.popitem(last=False)
