"""Playing on without dawdling, so that a game lasts as long as a test needs."""

from __future__ import annotations

import uuid
from typing import Any

from django.test import Client

from apps.games import services, snapshots
from apps.games.models import Table
from apps.rulebooks.core.chance import Chance

HTMX = {"HTTP_HX_REQUEST": "true"}


def go_on(table: Table, actions: int = 1, stop: Any = None) -> None:
    """Let every seat waited on do something, handing the turn on only when there is nothing else."""
    for number in range(actions):
        now = snapshots.current(table.pk)
        if not now.waiting or (stop is not None and stop(now)):
            return
        seat = now.waiting[0]
        legal = [action for action in now.legal(seat) if type(action).__name__ != "EndTurn"] or now.legal(seat)
        action = Chance(b"t" * 16, now.line + number).pick(legal, "test")
        services.act(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key=uuid.uuid4().hex, action=action)


def client_of(who: Any) -> Client:
    """A browser of somebody; of nobody in particular for None."""
    client = Client()
    if who is not None:
        client.force_login(who)
    return client


def address(table: Table, line: Any = "", query: str = "") -> str:
    """Where a replay, or one moment of it, is seen."""
    return f"/t/{table.slug}/replay/{line}{'/' if line != '' else ''}{query}"
