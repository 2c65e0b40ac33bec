"""Finding what people are to be told: turns that have come a while ago, and games that are over.

Nothing is written while a game is played: what is due is read from the tables themselves, so that
no turn is forgotten and a fast game costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q

from apps.games.live import presence
from apps.games.models import Entry, Seat, Table
from apps.notices.models import Notice, Wish

FORGOTTEN = timedelta(days=30)  # tables that nobody has touched for so long are let be
OVER_FOR = timedelta(days=2)  # how long the end of a game is news
LOOK_BACK = 400  # entries in which the beginning of a turn is looked for


class Turn(msgspec.Struct, frozen=True):
    """Where a person's turn began, or their game ended."""

    user_id: int
    table_id: int
    seat: int
    seq: int
    at: datetime
    looked: bool
    kind: str = Notice.Kind.TURN


def collect(now: datetime) -> None:
    """Write down every notice that has become due, each once."""
    wishes = {wish.user_id: wish for wish in Wish.objects.exclude(mail=Wish.Mail.OFF, hook="")}
    if not wishes:
        return
    reachable = set(
        EmailAddress.objects.filter(user__in=list(wishes), verified=True, primary=True).values_list("user", flat=True)
    )
    rows = [
        notice
        for turn in (*_turns(list(wishes), now), *_ends(list(wishes), now))
        for notice in _notices(turn, wishes[turn.user_id], turn.user_id in reachable, now)
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def turn_began(table_id: int, seat: int, seat_seq: int) -> tuple[int, datetime] | None:
    """The entry since which a seat is waited on: the newest one that was not its own.

    `seat_seq` is where the seat's own choices last changed: what others do at the same time is no new turn.
    """
    entries = Entry.objects.filter(table_id=table_id, seq__lte=seat_seq).order_by("-seq")
    for seq, actor, at in entries.values_list("seq", "seat", "at")[:LOOK_BACK]:
        if actor != seat:
            return seq, at
    return None


def still_waits(notice: Notice) -> bool:
    """Whether what a notice tells is still so, and still news to its reader."""
    seat = Seat.objects.filter(table_id=notice.table_id, number=notice.seat, user_id=notice.user_id)
    fields = ("table__status", "table__waiting", "table__seat_seqs", "table__finished_at", "seen_at")
    found = seat.values_list(*fields).first()
    if found is None:
        return False
    status, waiting, seqs, ended, seen_at = found
    if presence.is_here(notice.table_id, notice.user_id):
        return False
    if notice.kind == Notice.Kind.OVER:
        return status == Table.Status.FINISHED and not (seen_at and seen_at >= ended)
    if status != Table.Status.PLAYING or notice.seat not in waiting:
        return False
    began = turn_began(notice.table_id, notice.seat, seqs[notice.seat])
    return began is not None and began[0] == notice.seq and not (seen_at and seen_at >= began[1])


def _turns(people: list[int], now: datetime) -> Iterator[Turn]:
    """Turns that came at least the grace period ago."""
    cutoff = now - timedelta(seconds=settings.NOTICE_AFTER)
    told = Notice.objects.filter(user=OuterRef("user"), table=OuterRef("table"), created_at__gte=OuterRef("moved"))
    seats = (
        Seat.objects.filter(
            kind=Seat.Kind.PERSON,
            user__in=people,
            table__status=Table.Status.PLAYING,
            table__lesson=False,
            table__started_at__lte=cutoff,
            table__moved_at__gte=now - FORGOTTEN,
        )
        .annotate(moved=F("table__moved_at"))
        .exclude(Exists(told))
        .order_by("table", "number")
    )
    done = set()
    for user_id, table_id, number, seen_at, waiting, seqs in seats.values_list(
        "user", "table", "number", "seen_at", "table__waiting", "table__seat_seqs"
    ):
        if number not in waiting or (user_id, table_id) in done:
            continue
        began = turn_began(table_id, number, seqs[number])
        if began is None or began[1] > cutoff:
            continue
        done.add((user_id, table_id))
        looked = (seen_at is not None and seen_at >= began[1]) or presence.is_here(table_id, user_id)
        yield Turn(user_id, table_id, number, *began, looked)


def _ends(people: list[int], now: datetime) -> Iterator[Turn]:
    """Games that ended at least the grace period ago, and not long before."""
    cutoff = now - timedelta(seconds=settings.NOTICE_AFTER)
    told = Notice.objects.filter(user=OuterRef("user"), table=OuterRef("table"), kind=Notice.Kind.OVER)
    seats = (
        Seat.objects.filter(
            user__in=people,
            table__status=Table.Status.FINISHED,
            table__lesson=False,
            table__finished_at__range=(now - OVER_FOR, cutoff),
        )
        .exclude(Exists(told))
        .order_by("table", "number")
    )
    done = set()
    for user_id, table_id, number, seen_at, seq, ended in seats.values_list(
        "user", "table", "number", "seen_at", "table__seq", "table__finished_at"
    ):
        if (user_id, table_id) not in done:
            done.add((user_id, table_id))
            looked = (seen_at is not None and seen_at >= ended) or presence.is_here(table_id, user_id)
            yield Turn(user_id, table_id, number, seq, ended, looked, Notice.Kind.OVER)


def _notices(turn: Turn, wish: Wish, reachable: bool, now: datetime) -> Iterator[Notice]:
    """The notices that a person wishes of a turn."""
    if wish.mail != Wish.Mail.OFF and reachable:
        waits = turn.kind == Notice.Kind.TURN and wish.mail == Wish.Mail.TABLE and _unanswered(turn)
        due_at = next_digest(now) if wish.mail == Wish.Mail.DAILY else now
        yield _notice(turn, Notice.Way.MAIL, now, due_at, skip=turn.looked or waits)
    if wish.hook and not wish.hook_off:
        yield _notice(turn, Notice.Way.HOOK, now, now, skip=turn.looked)


def next_digest(now: datetime) -> datetime:
    """When the next daily mail goes out."""
    today = now.replace(hour=settings.DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return today if today > now else today + timedelta(days=1)


def _unanswered(turn: Turn) -> bool:
    """Whether the last mail about this table has not made its reader look yet."""
    seen = Seat.objects.filter(table=turn.table_id, user=turn.user_id, seen_at__gt=OuterRef("sent_at"))
    mails = Notice.objects.filter(
        Q(user=turn.user_id, table=turn.table_id, way=Notice.Way.MAIL, kind=Notice.Kind.TURN, state=Notice.State.SENT)
    )
    acted = Entry.objects.filter(table=turn.table_id, user=turn.user_id, at__gt=OuterRef("sent_at"))
    return mails.exclude(Exists(seen)).exclude(Exists(acted)).exists()


def _notice(turn: Turn, way: str, now: datetime, due_at: datetime, *, skip: bool) -> Notice:
    return Notice(
        user_id=turn.user_id,
        table_id=turn.table_id,
        seq=turn.seq,
        seat=turn.seat,
        kind=turn.kind,
        way=way,
        state=Notice.State.SKIPPED if skip else Notice.State.DUE,
        due_at=due_at,
        created_at=now,
    )
