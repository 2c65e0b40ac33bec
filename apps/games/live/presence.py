"""Who is looking at a table now: keys that live as long as heartbeats come, never counters that could stick.

A person's socket says "here" with every heartbeat while its page can be seen. What everyone at the
table may read of it is, for each person's seat, 0 for here or the second at which they were last
seen; and how many others are watching. It is sent only over the sockets of the table itself.
"""

from __future__ import annotations

import secrets
import threading
import time
from typing import Any

import msgspec
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from apps.games.models import Seat
from apps.games.snapshots import Snapshot

HERE = 0
BEATS = 2.5  # heartbeats after which silence means away
KNOWN_FOR = 0.5  # seconds for which one look serves all sockets of a process
MOST_KNOWN = 2000  # tables

_process = secrets.token_hex(6)
_lock = threading.Lock()
_watchers: dict[int, dict[str, float]] = {}
_known: dict[int, tuple[float, int, Presence]] = {}  # when it was looked up, at which sequence


class Presence(msgspec.Struct, frozen=True):
    """Who of a table is here: seat number -> HERE or when last seen, in seconds; and how many watch."""

    seats: dict[str, int]
    watching: int


def lifetime() -> float:
    """How long one sign of life counts, in seconds."""
    return float(settings.HEARTBEAT * BEATS)


def touch(table_id: int, user_id: int) -> bool:
    """A person looks at a table where they have a seat; whether that is news."""
    key = _here(table_id, user_id)
    news = cache.get(key) is None
    cache.set(key, 1, timeout=lifetime())
    return news


def is_here(table_id: int, user_id: int) -> bool:
    """Whether a person looks at a table now."""
    return cache.get(_here(table_id, user_id)) is not None


def note_seen(table_id: int, user_id: int) -> None:
    """Write down that a person looked at a table just now, for when they are away."""
    Seat.objects.filter(table_id=table_id, user_id=user_id).update(seen_at=timezone.now())


def watch(table_id: int, who: str, *, here: bool = True) -> None:
    """Somebody without a seat looks at a table, or (`here` false) no longer."""
    now = time.monotonic()
    with _lock:
        mine = {name: end for name, end in _watchers.get(table_id, {}).items() if end > now and name != who}
        if here:
            mine[who] = now + lifetime()
        _watchers[table_id] = mine
        if not mine:
            del _watchers[table_id]
    # Another process may write in the same moment: what is lost comes again with the next heartbeat.
    counts = {**_counts(table_id), _process: (len(mine), time.time() + lifetime())}
    cache.set(_watching(table_id), counts, timeout=lifetime())


def presence_of(snapshot: Snapshot, since: float | None = None) -> Presence:
    """Who of a table is here now; not from memory if that is older than `since`."""
    now = time.time()
    looked_at, seq, found = _known.get(snapshot.table_id, (0.0, -1, None))
    oldest = now - KNOWN_FOR if since is None else since
    if found is None or looked_at < oldest or seq != snapshot.seq:
        found = _look(snapshot)
        if len(_known) > MOST_KNOWN:
            _known.clear()
        _known[snapshot.table_id] = (now, snapshot.seq, found)
    return found


def _look(snapshot: Snapshot) -> Presence:
    people = {seat.number: seat.user_id for seat in snapshot.seats if seat.user_id is not None}
    keys = {number: _here(snapshot.table_id, user_id) for number, user_id in people.items()}
    here = cache.get_many(set(keys.values()))
    seats = {str(number): HERE for number, key in keys.items() if key in here}
    if len(seats) < len(people):
        rows = Seat.objects.filter(table_id=snapshot.table_id, seen_at__isnull=False).values_list("number", "seen_at")
        for number, seen_at in rows:
            if number in people:
                seats.setdefault(str(number), int(seen_at.timestamp()))
    return Presence(dict(sorted(seats.items())), sum(count for count, _end in _counts(snapshot.table_id).values()))


def _counts(table_id: int) -> dict[str, Any]:
    """How many watch, by process, without processes that are silent."""
    now = time.time()
    found: dict[str, Any] = cache.get(_watching(table_id)) or {}
    return {process: (count, end) for process, (count, end) in found.items() if end > now and count}


def _here(table_id: int, user_id: int) -> str:
    return f"here.{table_id}.{user_id}"


def _watching(table_id: int) -> str:
    return f"watching.{table_id}"
