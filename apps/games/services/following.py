"""Whoever follows tables: told of every entry of a followed table, in the transaction that stores it.

Tables know nothing of what they are played for. Campaigns follow theirs, so that what a game brings is written down
together with the game's last action, or not at all; and they say by which name their people know a table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from apps.games.snapshots import Snapshot

Follower = Callable[[Snapshot, Snapshot], None]
Namer = Callable[[Collection[int]], dict[int, str]]

_followers: list[Follower] = []
_namers: list[Namer] = []


def register(follower: Follower, namer: Namer) -> None:
    """Have `follower(before, after)` called inside the transaction of each entry of a followed table.

    It may append to other tables; what it raises undoes the entry too. It may be called again for an entry that lost
    a race. `namer(table_ids)` tells the names of those among some tables that it follows.
    """
    if follower not in _followers:
        _followers.append(follower)
        _namers.append(namer)


def follow(before: Snapshot, after: Snapshot) -> None:
    """Tell all followers."""
    for follower in _followers:
        follower(before, after)


def names_of(table_ids: Collection[int]) -> dict[int, str]:
    """What each of some tables is played for, by its id; nothing for a table that nobody follows."""
    return {pk: name for namer in _namers for pk, name in namer(table_ids).items()}


def name_of(snapshot: Snapshot) -> str:
    """What a table is played for, or nothing."""
    return names_of([snapshot.table_id]).get(snapshot.table_id, "") if snapshot.followed else ""
