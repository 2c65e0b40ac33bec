"""Short ways to set up and play tables in tests."""

from __future__ import annotations

import uuid
from typing import Any

from apps.games import services, snapshots
from apps.games.models import Table
from apps.games.services import SeatPlan
from apps.rulebooks.core.chance import Chance


def bot_table(host: Any, level: str = "cadet", **options: str) -> Table:
    """The host as red against a bot."""
    return services.create_table(
        game="dogfight", host=host, seats=[SeatPlan("me"), SeatPlan("bot", level)], options=options
    )


def duel(host: Any, guest: Any, **kwargs: Any) -> Table:
    """Two people at a table."""
    table = services.create_table(game="dogfight", host=host, seats=[SeatPlan("me"), SeatPlan("open")], **kwargs)
    services.take_seat(table_id=table.pk, number=1, user=guest)
    table.refresh_from_db()
    return table


def play_on(table: Table, actions: int = 1, seed: bytes = b"t" * 16, stop: Any = None) -> None:
    """Let every seat waited on take any legal action, `actions` times in all or to the end."""
    for number in range(actions):
        now = snapshots.current(table.pk)
        if not now.waiting or (stop is not None and stop(now)):
            return
        seat = now.waiting[0]
        action = Chance(seed, number).pick(now.legal(seat), "test")
        services.act(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key=uuid.uuid4().hex, action=action)
