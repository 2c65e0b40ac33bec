"""Bots. A task is only a hint: what is to be done stands in the table, and a stale hint does nothing."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from apps.games import snapshots
from apps.games.models import Seat, Table
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.bots import RandomBot
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, Decision, IllegalAction

log = logging.getLogger(__name__)

AT_ONCE = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
BRIEF = 0.25  # of a pause: after an action that told nothing, such as a step of a longer way


def wake_bots(snapshot: Snapshot) -> None:
    """Send the bots that this table waits for to work, after a pause that people can follow.

    While people have something to answer, bots hold back: only the sweeper wakes them, some time later.
    """
    if snapshot.motion is not None or snapshot.asleep:
        return
    if any(snapshot.seats[seat].kind == "bot" for seat in snapshot.waiting):
        try:
            # Whoever acted waits for this: one new connection is tried, but no broker that is down is waited for.
            play_turn.apply_async((snapshot.table_id, snapshot.seq), countdown=_pause(snapshot), retry_policy=AT_ONCE)
        except Exception:  # the move is stored; the sweeper finds the table when the broker is back
            log.exception("could not wake the bots of table %s", snapshot.slug)


def _pause(snapshot: Snapshot) -> float | None:
    told = not snapshot.tail or bool(snapshot.tail[-1].events)
    return settings.BOT_PAUSE * (1 if told else BRIEF) or None


@shared_task
def play_turn(table_id: int, seq: int) -> None:
    """Make one action for one bot of a table that is still at `seq`; its commit wakes the next."""
    from apps.games.services import Conflict, act
    from apps.games.services.acting import BOT_KEY

    try:
        snapshot = snapshots.known(table_id, seq) or snapshots.current(table_id, seq)
    except Table.DoesNotExist:
        return
    if snapshot.seq != seq or snapshot.asleep:
        return
    seat = next((s for s in snapshot.waiting if snapshot.seats[s].kind == "bot"), None)
    if seat is None:
        return
    decision = decide(snapshot, seat)
    try:
        act(
            table_id=table_id,
            seat=seat,
            expected=snapshot.seat_seqs[seat],
            key=f"{BOT_KEY}{seq}",
            action=decision.action,
            why=decision.why,
        )
    except (Conflict, IllegalAction, Table.DoesNotExist):
        log.info("table %s moved on, or has gone, while its bot was thinking", snapshot.slug)
    else:
        newer = snapshots.known(table_id)
        if newer is not None and newer.seq == seq:  # a repeated task whose action was stored before
            snapshots.forget(table_id)


def decide(snapshot: Snapshot, seat: int) -> Decision:
    """What the bot of a seat does, from what that seat may know. Falls back to any legal action."""
    chance = Chance(snapshot.secret, snapshot.line + 1).fork(f"bot-{seat}")
    state = snapshot.book.determinize(snapshot.content, snapshot.state, Audience.of(seat), chance)
    try:
        bot = snapshot.book.bot(snapshot.seats[seat].bot_level)
        decision = bot.decide(snapshot.content, state, seat, chance, settings.BOT_SECONDS)
        if decision.action in snapshot.legal(seat):
            return decision
        log.error("the bot of table %s chose something illegal", snapshot.slug)
    except Exception:
        log.exception("the bot of table %s failed", snapshot.slug)
    return RandomBot(snapshot.book.legal_actions).decide(snapshot.content, state, seat, chance, settings.BOT_SECONDS)


@shared_task
def sweep() -> int:
    """Wake the bots that have been silent too long: a lost message or a killed worker only delays."""
    cache.set("worker-seen", timezone.now().timestamp(), timeout=3600)
    silent = timezone.now() - timedelta(seconds=settings.BOT_SILENCE)
    begin_full_tables(silent)
    tables = (
        Table.objects.filter(status=Table.Status.PLAYING, moved_at__lt=silent, seats__kind="bot")
        .exclude(~Q(road=""), onward__isnull=False)  # a ledger whose table is under way
        .distinct()
        .values_list("pk", "seq", "waiting")
    )
    woken = 0
    bots: dict[int, set[int]] = {}
    for pk, seq, waiting in tables:
        if pk not in bots:
            bots[pk] = _bots_of(pk)
        if bots[pk] & set(waiting):
            play_turn.delay(pk, seq)
            woken += 1
    return woken


def begin_full_tables(before: datetime) -> None:
    """Begin games made before a time whose seats are taken: whoever took the last one may have died over it."""
    from apps.games.services import start_if_full

    free = Seat.objects.filter(kind__in=(Seat.Kind.OPEN, Seat.Kind.INVITED)).values("table")
    full = Table.objects.filter(status=Table.Status.OPEN, created_at__lt=before).exclude(pk__in=free)
    for pk in full.values_list("pk", flat=True):
        start_if_full(table_id=pk)


def _bots_of(table_id: int) -> set[int]:
    """The seats that bots play at a table now; none where all people have left."""
    seats = list(Seat.objects.filter(table_id=table_id).values_list("number", "kind", "keeper_id"))
    left = any(keeper is not None for _number, _kind, keeper in seats)
    left = left and not Table.objects.filter(pk=table_id, followed=True).exists()
    if left and not any(kind == Seat.Kind.PERSON for _number, kind, _keeper in seats):
        return set()
    return {number for number, kind, _keeper in seats if kind == Seat.Kind.BOT}
