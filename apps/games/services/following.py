"""Whoever follows tables: told of every entry of a followed table, in the transaction that stores it.

Tables know nothing of what they are played for. Campaigns follow theirs, so that what a game brings is written down
together with the game's last action, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable

from apps.games.snapshots import Snapshot

Follower = Callable[[Snapshot, Snapshot], None]

_followers: list[Follower] = []


def register(follower: Follower) -> None:
    """Have `follower(before, after)` called inside the transaction of each entry of a followed table.

    It may append to other tables; what it raises undoes the entry too. It may be called again for an entry that lost
    a race.
    """
    if follower not in _followers:
        _followers.append(follower)


def follow(before: Snapshot, after: Snapshot) -> None:
    """Tell all followers."""
    for follower in _followers:
        follower(before, after)
