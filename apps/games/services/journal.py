"""The only way to change a table: one entry is appended, or nothing happens at all.

The entry is computed from a snapshot first; it is stored only if the table is still at the sequence
of that snapshot (compare and swap), so that transactions stay short and no two writers can both win.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import msgspec
from django.db import IntegrityError, OperationalError, connection, transaction

from apps.games import snapshots
from apps.games.models import Entry, Table
from apps.games.services import following
from apps.games.services.storing import store
from apps.games.snapshots import STEPS, TAIL, Line, Motion, Snapshot
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Event, Step
from apps.rulebooks.core.text import Text

ATTEMPTS = 8  # how often a writer that lost a race looks again
DEADLOCK = "40P01"  # PostgreSQL's code for it


class Conflict(Exception):
    """The table moved on before this could be stored. `snapshot` is how it stands now."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__(f"table {snapshot.slug} is at {snapshot.seq}")
        self.snapshot = snapshot


class Repeated(Exception):
    """This very request was carried out before, as entry `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"already entry {seq}")
        self.seq = seq


class Moved(msgspec.Struct, frozen=True):
    """Another release that a table goes on with; `content` is the typed content of it."""

    release_id: int
    number: int
    content: Any


class Draft(msgspec.Struct, frozen=True):
    """An entry that is about to be appended, and what it makes of the table."""

    kind: str
    seat: int | None
    key: str
    line: int
    events: tuple[Event, ...] = ()
    action: Action | None = None
    state: Any = None
    status: str = Table.Status.PLAYING
    seats: tuple[snapshots.SeatInfo, ...] | None = None
    chance: Chance | None = None
    barrier: bool = False
    why: Text | None = None
    user_id: int | None = None
    voids_after: int | None = None  # an undo: standing entries beyond this line are void
    options: dict[str, str] | None = None  # of a game that begins, with the seats that bots have
    visibility: str | None = None  # who may watch from here on, where that has just been changed
    host_id: int | None = None  # who is host from here on, where that has just been changed
    tail: tuple[Line, ...] | None = None  # an undo that goes further back than the snapshot's own tail
    move: Moved | None = None  # the release that the table stands on from here
    report: Any = None  # what a table has reported to a ledger, or a correction: kept as the entry's action
    motion: Motion | None = None  # what stands proposed after this entry; any other entry ends a proposal


class Appended(msgspec.Struct, frozen=True):
    """What came of a request: the table now, and the sequence of its entry."""

    snapshot: Snapshot
    seq: int
    repeated: bool = False


def append(
    table_id: int,
    plan: Callable[[Snapshot], Draft],
    also: Callable[[Snapshot], None] | None = None,
) -> Appended:
    """Append the entry that `plan` makes of the newest snapshot.

    `plan` may be called again with a newer snapshot, and may raise: then nothing changes. `also`
    runs in the same transaction. Raises Conflict after losing too many races.
    """
    snapshot = snapshots.current(table_id)
    for attempt in range(ATTEMPTS):
        try:
            draft = plan(snapshot)
        except Repeated as done:
            return _again(table_id, done.seq)
        except Exception:
            # It may only look wrong because another process moved the table: look at what is stored.
            fresh = _fresh(table_id)
            if fresh.seq == snapshot.seq:
                raise
            snapshot = fresh
            continue
        after = _after(snapshot, draft)
        try:
            # What is stored alone needs no more than one statement.
            alone = also is None and not snapshot.followed
            with contextlib.nullcontext() if alone else transaction.atomic():
                if store(snapshot, draft, after):
                    if also is not None:
                        also(after)
                    if snapshot.followed:
                        following.follow(snapshot, after)
                    transaction.on_commit(lambda before=snapshot, after=after: _committed(before, after))
                    return Appended(after, after.seq)
        except IntegrityError:
            done = None if draft.seat is None else earlier(table_id, draft.seat, draft.key)
            if done is not None:  # the key has named another request of this seat before: it names that one
                return _again(table_id, done)
            if attempt == ATTEMPTS - 1:
                raise
        except OperationalError as fault:
            # Another writer held what this one needed and the other way round: the database has sent one of them back.
            if not deadlocked(fault) or connection.in_atomic_block or attempt == ATTEMPTS - 1:
                raise
        snapshot = _fresh(table_id)
    raise Conflict(snapshot)


def deadlocked(fault: OperationalError) -> bool:
    """Whether a transaction was ended because it and another waited for each other: done again, it goes through."""
    return getattr(fault.__cause__, "sqlstate", None) == DEADLOCK


def _fresh(table_id: int) -> Snapshot:
    """The table as stored now. What a transaction has written may still be undone, so nobody remembers that yet."""
    snapshot = snapshots.read(table_id)
    if not connection.in_atomic_block:
        snapshots.remember(snapshot)
    return snapshot


def earlier(table_id: int, seat: int | None, key: str) -> int | None:
    """The sequence of the entry that a request with this key made, or None."""
    return Entry.objects.filter(table_id=table_id, seat=seat, key=key).values_list("seq", flat=True).first()


def draft_of_step(snapshot: Snapshot, step: Step[Any], *, seat: int | None, **fields: Any) -> Draft:
    """The draft of a rulebook's step: what the game looks like after it, and whether it can be taken back."""
    book = snapshot.book
    over = not book.waiting_on(step.state) and book.result(snapshot.content, step.state) is not None
    chance = fields.get("chance")
    barrier = step.barrier or (chance is not None and bool(chance.rolls)) or seat not in book.waiting_on(step.state)
    barrier = barrier or (bool(snapshot.road) and book.outing(snapshot.content, step.state) is not None)  # type: ignore[attr-defined]
    return Draft(
        seat=seat,
        line=snapshot.line + 1,
        events=step.events,
        state=step.state,
        status=Table.Status.FINISHED if over else Table.Status.PLAYING,
        barrier=barrier,
        **fields,
    )


def _after(before: Snapshot, draft: Draft) -> Snapshot:
    seq = before.seq + 1
    playing = draft.status == Table.Status.PLAYING
    book = before.book
    content = before.content if draft.move is None else draft.move.content
    waiting = tuple(sorted(book.waiting_on(draft.state))) if playing and draft.state is not None else ()
    result = None
    if draft.status == Table.Status.FINISHED:
        result = msgspec.to_builtins(book.result(content, draft.state))
    voided = draft.voids_after
    tail = tuple(
        msgspec.structs.replace(line, voided=True)
        if voided is not None and line.line > voided and line.kind in STEPS
        else line
        for line in (before.tail if draft.tail is None else draft.tail)
    )
    line = Line(seq, draft.kind, draft.seat, draft.line, draft.barrier, draft.events)
    after = msgspec.structs.replace(
        before,
        status=draft.status,
        seq=seq,
        line=draft.line,
        state=draft.state,
        waiting=waiting,
        seats=before.seats if draft.seats is None else draft.seats,
        options=before.options if draft.options is None else draft.options,
        visibility=draft.visibility or before.visibility,
        host_id=draft.host_id or before.host_id,
        tail=(*tail, line)[-TAIL:],
        result=result,
        deeds=_deeds(before, draft),
        motion=_motion(draft, seq),
    )
    if draft.move is not None:
        after = msgspec.structs.replace(
            after, content=content, release=draft.move.number, release_id=draft.move.release_id
        )
    return msgspec.structs.replace(after, seat_seqs=_seat_seqs(before, after, draft.seat))


def _motion(draft: Draft, seq: int) -> Motion | None:
    """What stands proposed: a new proposal is known by the entry that made it."""
    motion = draft.motion
    return msgspec.structs.replace(motion, seq=seq) if motion is not None and not motion.seq else motion


def _deeds(before: Snapshot, draft: Draft) -> frozenset[tuple[int, str]]:
    """What has been done so far; only lessons ask."""
    if not before.lesson or draft.kind != Entry.Kind.ACT or draft.action is None or draft.seat is None:
        return before.deeds
    return before.deeds | {(draft.seat, str(draft.action.__struct_config__.tag))}


def _seat_seqs(before: Snapshot, after: Snapshot, actor: int | None) -> tuple[int, ...]:
    """The sequence at which each seat's own choices last changed, or who makes them."""
    old = before.seat_seqs or (0,) * len(after.seats)
    return tuple(
        after.seq
        if seat == actor or before.legal(seat) != after.legal(seat) or _changed_hands(before, after, seat)
        else old[seat]
        for seat in range(len(old))
    )


def _changed_hands(before: Snapshot, after: Snapshot, seat: int) -> bool:
    """Whether somebody else sits there now: what whoever sat there was about to do must not count any more."""
    if before.seats is after.seats:
        return False
    old, new = before.seats[seat], after.seats[seat]
    return (old.kind, old.user_id) != (new.kind, new.user_id)


def _again(table_id: int, seq: int) -> Appended:
    """The answer to a request that was carried out before, as entry `seq`.

    It is asked again because the first answer was lost: whoever gave it may have died before anyone else was told.
    """
    from apps.games.live.push import announce
    from apps.games.tasks import wake_bots

    snapshot = snapshots.current(table_id, seq)
    announce(table_id, snapshot.seq)
    wake_bots(snapshot)
    return Appended(snapshot, seq, repeated=True)


def _committed(before: Snapshot, after: Snapshot) -> None:
    """What follows a stored entry: open pages hear of it, people whose turn it is, and bots wake."""
    from apps.games.live.push import announce
    from apps.games.live.turns import tell_people
    from apps.games.tasks import wake_bots

    snapshots.remember(after)
    announce(after.table_id, after.seq)
    tell_people(before, after)
    wake_bots(after)
