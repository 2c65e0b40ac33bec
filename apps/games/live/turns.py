"""Telling people on whatever page they are that a table waits for them, or does no longer."""

from __future__ import annotations

from apps.games.live import push
from apps.games.snapshots import Snapshot


def tell_people(before: Snapshot, after: Snapshot) -> None:
    """Tell everyone who is waited on now and was not before, or the other way round."""
    if before.waiting == after.waiting and before.seats is after.seats:
        return
    old, new = _awaited(before), _awaited(after)
    for user_id in new - old:
        push.announce_turn(user_id, after.slug, after.game)
    for user_id in old - new:
        push.announce_turn(user_id)


def _awaited(snapshot: Snapshot) -> frozenset[int]:
    """The people whom a table waits for."""
    found = (snapshot.seats[seat].user_id for seat in snapshot.waiting)
    return frozenset(user_id for user_id in found if user_id is not None)
