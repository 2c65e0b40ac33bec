"""The newest known moment of each table, kept in memory so that one action costs one write.

A snapshot is a value: it never changes, and a newer one replaces it. The database stays the truth:
an action is stored only if the sequence there is still the one of the snapshot it was computed from.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from functools import cached_property
from typing import Any, Literal

import msgspec

from apps.content.services import content_of
from apps.games.models import Entry, Table
from apps.rulebooks.core.protocol import Action, Event, Rulebook
from apps.rulebooks.registry import book_of

TAIL = 60  # entries of the journal that a snapshot carries for the log and for taking back
KEPT = 4096  # tables held in memory per process
STEPS = (Entry.Kind.ACT, Entry.Kind.CONCEDE, Entry.Kind.AGREE, Entry.Kind.REPORT, Entry.Kind.CORRECT, Entry.Kind.MOVE)
"""Entries that play a game on."""

BESIDE = (Entry.Kind.UNDO, Entry.Kind.SEAT, Entry.Kind.OFFER, Entry.Kind.ANSWER)  # entries that play nothing on


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where: what everyone at the table sees of a seat.

    A bot may play for a person who has left: `keeper_id` is that person, `keeper` the name shown.
    """

    number: int
    kind: str
    user_id: int | None
    name: str
    bot_level: str = ""
    keeper_id: int | None = None
    keeper: str = ""


class Line(msgspec.Struct, frozen=True):
    """One entry of the journal as the log needs it."""

    seq: int
    kind: str
    seat: int | None
    line: int
    barrier: bool
    events: tuple[Event, ...]
    voided: bool = False


class Motion(msgspec.Struct, frozen=True):
    """What a seat proposes to the others: a draw, or going back to a `line`.

    `seq` is the entry that proposes it, `agreed` the people who have said yes. The next thing that
    happens at the table ends it.
    """

    kind: Literal["draw", "back"]
    seat: int
    user_id: int | None
    line: int
    seq: int = 0
    agreed: tuple[int, ...] = ()


class Snapshot(msgspec.Struct, frozen=True, dict=True):
    """A table at one sequence."""

    table_id: int
    slug: str
    game: str
    content: Any  # the typed content of the pinned release
    options: dict[str, str]
    host_id: int | None
    visibility: str
    status: str
    secret: bytes
    seq: int
    line: int
    state: Any
    seat_seqs: tuple[int, ...]
    waiting: tuple[int, ...]
    seats: tuple[SeatInfo, ...]
    tail: tuple[Line, ...]
    result: dict[str, Any] | None = None
    release: int = 0  # the number of the pinned release
    lesson: bool = False
    deeds: frozenset[tuple[int, str]] = frozenset()  # at a lesson: each seat with the tag of what it has done
    motion: Motion | None = None
    road: str = ""
    release_id: int = 0
    followed: bool = False
    circle_id: int | None = None
    recorded: int = 0  # so many entries came from a file, with their chance

    @cached_property
    def book(self) -> Rulebook:
        """What is played here: the rulebook of the game, or the road whose ledger this is."""
        return book_of(self.game, self.road)

    @cached_property
    def _legal(self) -> dict[int, tuple[Action, ...]]:
        return {}

    def legal(self, seat: int) -> tuple[Action, ...]:
        """The legal actions of a seat, worked out once."""
        if self.status != Table.Status.PLAYING or seat not in self.waiting:
            return ()
        if seat not in self._legal:
            self._legal[seat] = self.book.legal_actions(self.content, self.state, seat)
        return self._legal[seat]

    def seats_of(self, user_id: int | None) -> tuple[int, ...]:
        """The seats that a person plays here."""
        if user_id is None:
            return ()
        return tuple(seat.number for seat in self.seats if seat.user_id == user_id)

    def kept_for(self, user_id: int | None) -> tuple[int, ...]:
        """The seats that bots play for a person until they come back."""
        if user_id is None:
            return ()
        return tuple(seat.number for seat in self.seats if seat.keeper_id == user_id)

    @property
    def asleep(self) -> bool:
        """Whether bots wait: where all people have left to them, though a table made for bots alone goes on.

        At a followed table they go on too: its people wait for what comes of it. At a ledger they wait while the table
        that it asked for is played: nothing there needs a decision before the report.
        """
        if self.road and self.state is not None:
            road: Any = self.book
            return road.outing(self.content, self.state) is not None
        return (
            not self.followed
            and any(seat.keeper_id is not None for seat in self.seats)
            and not any(seat.kind == "person" for seat in self.seats)
        )

    def done_by(self, seat: int) -> frozenset[str]:
        """The tags of the actions that a seat of a lesson has done so far, taken back or not."""
        return frozenset(deed for doer, deed in self.deeds if doer == seat)

    def takeable_back(self, seat: int) -> int:
        """How many of its last actions `seat` may take back: those since the last barrier."""
        count = 0
        for line in reversed(self.tail):
            if line.voided or line.kind in BESIDE:
                continue
            if line.kind != Entry.Kind.ACT or line.seat != seat or line.barrier:
                break
            count += 1
        return count if self.status == Table.Status.PLAYING else 0


def seat_name(seat: Any) -> str:
    """The name shown for a seat row, before a game gives its own words for empty ones."""
    if seat.name:
        return str(seat.name)
    return seat.user.shown_name if seat.user_id else ""


def keeper_name(seat: Any) -> str:
    """The name of the person for whom a bot plays a seat row, or nothing."""
    if seat.keeper_id is None:
        return ""
    return str(seat.keeper_name or seat.keeper.shown_name)


def read_seats(table_id: int) -> tuple[SeatInfo, ...]:
    """The seats of a table, by number."""
    from apps.games.models import Seat

    rows = Seat.objects.filter(table_id=table_id).select_related("user", "keeper").order_by("number")
    return tuple(
        SeatInfo(s.number, s.kind, s.user_id, seat_name(s), s.bot_level, s.keeper_id, keeper_name(s)) for s in rows
    )


def read_deeds(table: Table) -> frozenset[tuple[int, str]]:
    """Who has done what at a table so far, by the tags of the actions."""
    acts = Entry.objects.filter(table=table, seq__lte=table.seq, kind=Entry.Kind.ACT)
    return frozenset(acts.values_list("seat", "action__type").distinct().order_by())


def encode_state(state: Any) -> bytes:
    """A state as stored."""
    return msgspec.msgpack.encode(state)


def decode_state(book: Rulebook, stored: bytes) -> Any:
    """A stored state as a value again."""
    return msgspec.msgpack.decode(bytes(stored), type=book.state_type)


def to_line(entry: Entry) -> Line:
    """A journal row as the log needs it."""
    events = msgspec.convert(entry.events, tuple[Event, ...])
    return Line(
        entry.seq, entry.kind, entry.seat, entry.line, entry.barrier, events, voided=entry.voided_by is not None
    )


def read(table_id: int) -> Snapshot:
    """The snapshot as stored now. Raises Table.DoesNotExist."""
    table = Table.objects.select_related("release").defer("release__data").get(pk=table_id)
    rows = Entry.objects.filter(table_id=table_id, seq__lte=table.seq, voided_by=None).order_by("-seq")[:TAIL]
    state = decode_state(book_of(table.game, table.road), table.state) if table.state is not None else None
    return Snapshot(
        table_id=table.pk,
        slug=table.slug,
        game=table.game,
        content=content_of(table.release_id),
        options=table.options,
        host_id=table.host_id,
        visibility=table.visibility,
        status=table.status,
        secret=bytes(table.secret),
        seq=table.seq,
        line=table.line,
        state=state,
        seat_seqs=tuple(table.seat_seqs),
        waiting=tuple(table.waiting),
        seats=read_seats(table_id),
        tail=tuple(to_line(row) for row in reversed(rows)),
        result=table.result,
        release=table.release.number,
        lesson=table.lesson,
        deeds=read_deeds(table) if table.lesson else frozenset(),
        motion=None if table.motion is None else msgspec.convert(table.motion, Motion),
        road=table.road,
        release_id=table.release_id,
        followed=table.followed,
        circle_id=table.circle_id,
        recorded=table.recorded,
    )


_lock = threading.Lock()
_known: OrderedDict[int, Snapshot] = OrderedDict()
_ids: dict[str, int] = {}  # of the tables in memory, by their addresses


def remember(snapshot: Snapshot) -> None:
    """Keep a committed snapshot, unless a newer one is known already."""
    with _lock:
        known = _known.get(snapshot.table_id)
        if known is None or known.seq <= snapshot.seq:
            _known[snapshot.table_id] = snapshot
            _ids[snapshot.slug] = snapshot.table_id
        _known.move_to_end(snapshot.table_id)
        while len(_known) > KEPT:
            _ids.pop(_known.popitem(last=False)[1].slug, None)


def known(table_id: int, at_least: int = 0) -> Snapshot | None:
    """The snapshot in memory, if it is as new as asked; never touches the database."""
    with _lock:
        snapshot = _known.get(table_id)
        if snapshot is None or snapshot.seq < at_least:
            return None
        _known.move_to_end(table_id)
        return snapshot


def known_at(slug: str) -> Snapshot | None:
    """The snapshot in memory of the table at an address, however old."""
    table_id = _ids.get(slug)
    return None if table_id is None else known(table_id)


def current(table_id: int, at_least: int = 0) -> Snapshot:
    """The snapshot in memory or, failing that, as stored."""
    snapshot = known(table_id, at_least)
    if snapshot is None:
        snapshot = read(table_id)
        remember(snapshot)
    return snapshot


def newest(table: Table) -> Snapshot:
    """The snapshot of a table whose row has just been read: what is in memory may be older.

    Another process may have moved the table on, and this one hears of it only while a page is open here.
    """
    return current(table.pk, table.seq)


def forget(table_id: int | None = None) -> None:
    """Drop one table, or all, from memory."""
    with _lock:
        if table_id is None:
            _known.clear()
            _ids.clear()
        elif table_id in _known:
            _ids.pop(_known.pop(table_id).slug, None)
