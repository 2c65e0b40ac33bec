"""Whether a game that goes on for long grows slow: its actions, reading it, and its page."""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Any

import httpx

from tests.bench.rows import new_tables, say

LENGTH = 3000  # entries of the journal
PAGES = 30


async def long_game(kind: str, web: Any) -> None:
    """One table over 3,000 entries: a turn is played and taken back again and again, so that the game never ends."""
    slug, cookies = (await asyncio.to_thread(new_tables, 1))[0]
    await asyncio.to_thread(_grow, slug, 20)
    page = await asyncio.to_thread(_page, web, slug, cookies[0])
    actions, reads = await asyncio.to_thread(_grow, slug, LENGTH)
    late = await asyncio.to_thread(_page, web, slug, cookies[0])
    early = statistics.median(actions[:200])
    say(
        f"{kind}, an action after {LENGTH:,} entries against early",
        f"{statistics.median(actions[-200:]) / early:.2f} times",
    )
    say("   reading the table", f"{statistics.median(reads[-10:]) / statistics.median(reads[:10]):.2f} times")
    say("   its page", f"{late / page:.2f} times")


def _grow(slug: str, length: int) -> tuple[list[float], list[float]]:
    """Play on until the journal has so many entries; the seconds of each action, and of reading now and then."""
    from django.db import connections

    from apps.games import services, snapshots
    from apps.games.models import Table
    from apps.rulebooks.core.chance import Chance

    table = Table.objects.get(slug=slug)
    actions: list[float] = []
    reads: list[float] = []
    while (now := snapshots.current(table.pk)).seq < length and now.waiting:
        seat = now.waiting[0]
        asked = {"table_id": table.pk, "seat": seat, "expected": now.seat_seqs[seat], "key": f"b{now.seq}"}
        if now.takeable_back(seat):
            services.take_back(**asked)
            continue
        legal = now.legal(seat)
        moves = [action for action in legal if type(action).__name__ == "Move"]
        action = moves[0] if moves else Chance(b"long" * 4, now.seq).pick(legal, "long")
        began = time.perf_counter()
        services.act(**asked, action=action)
        actions.append(time.perf_counter() - began)
        if len(actions) % 40 == 1:
            began = time.perf_counter()
            snapshots.read(table.pk)
            reads.append(time.perf_counter() - began)
    connections.close_all()
    return actions, reads


def _page(web: Any, slug: str, cookie: str) -> float:
    """The seconds that a server takes for the page of a table."""
    times = []
    with httpx.Client(base_url=web.url, headers={"Cookie": cookie}) as client:
        for _number in range(PAGES):
            began = time.perf_counter()
            client.get(f"/t/{slug}/").raise_for_status()
            times.append(time.perf_counter() - began)
    return statistics.median(times)
