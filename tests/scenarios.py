"""What must hold whatever is killed: told once as steps, run on both stacks."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
import uuid
from collections.abc import Callable

import httpx

from apps.games import snapshots
from apps.games.models import Entry, Table
from apps.games.services.rewinding import replay_from_start
from apps.rulebooks.core.protocol import action_id
from tests.servers import Visitor, Watcher, Web


def stored(table: Table) -> snapshots.Snapshot:
    """The table as the database has it."""
    return snapshots.read(table.pk)


def anything_legal(table: Table, dice: random.Random) -> tuple[int, int, str] | None:
    """Some legal choice at a table, as a page would offer it: seat, expected sequence, choice."""
    now = stored(table)
    people = [seat for seat in now.waiting if now.seats[seat].kind == "person"]
    if not people:
        return None
    seat = dice.choice(people)
    return seat, now.seat_seqs[seat], action_id(dice.choice(now.legal(seat)))


async def play_while_killing(
    web: Web, table: Table, players: list[Visitor], kill: Callable[[], None], rounds: int, seed: int
) -> dict[str, int]:
    """Two people play while the server is killed again and again; returns what was acknowledged.

    A request that got no answer is repeated with its key, as a browser's retry would. Afterwards every
    acknowledged key is there once, nothing that any page showed is missing, and the journal replays.
    """
    dice = random.Random(seed)
    acknowledged: list[str] = []
    seen = 0
    for _round in range(rounds):
        async with contextlib.AsyncExitStack() as stack:
            cookies = [*(player.cookie_header() for player in players), ""]
            watchers = [
                await stack.enter_async_context(Watcher(web.url, f"/ws/t/{table.slug}/", cookie)) for cookie in cookies
            ]
            listening = [asyncio.create_task(_listen(watcher)) for watcher in watchers]
            deadline: asyncio.TimerHandle | None = None
            for _action in range(40):
                chosen = await asyncio.to_thread(anything_legal, table, dice)
                if chosen is None:
                    break
                seat, expected, choice = chosen
                key = uuid.uuid4().hex
                try:
                    answer = await asyncio.to_thread(players[seat].act, table.slug, seat, expected, choice, key)
                except httpx.HTTPError:
                    await asyncio.to_thread(web.start)
                    answer = await asyncio.to_thread(players[seat].act, table.slug, seat, expected, choice, key)
                    assert answer.status_code == 204, answer.text
                    acknowledged.append(key)
                    break
                assert answer.status_code == 204, answer.text
                acknowledged.append(key)
                if deadline is None:  # not before: a busy machine must not kill it ahead of the first action
                    deadline = asyncio.get_running_loop().call_later(dice.uniform(0.01, 0.5), kill)
            else:
                kill()
                await asyncio.to_thread(web.start)
            if deadline is not None:
                deadline.cancel()
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
            seen = max([seen, *(watcher.seq for watcher in watchers)])
        now = await asyncio.to_thread(stored, table)
        assert seen <= now.seq, "a page showed something that is not stored"
        if not now.waiting:
            break
    await asyncio.to_thread(_all_there, table, acknowledged)
    return {"acknowledged": len(acknowledged), "seen": seen}


def _all_there(table: Table, acknowledged: list[str]) -> None:
    keys = list(Entry.objects.filter(table=table, key__in=acknowledged).values_list("key", flat=True))
    assert sorted(keys) == sorted(acknowledged)
    now = stored(table)
    assert replay_from_start(now) == now.state
    seqs = list(Entry.objects.filter(table=table).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, now.seq + 1))


async def _listen(watcher: Watcher) -> None:
    with contextlib.suppress(Exception):
        while True:
            await watcher.hear(60)


def wait_for(what: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so. Raises AssertionError when it never is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")
