"""Everything is killed while people play; and what two web processes tell each other by way of Redis."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import pytest
from websockets.protocol import State

from apps.rulebooks.core.protocol import action_id
from tests.games.helpers import duel
from tests.scenarios import stored
from tests.servers import ROOT, Visitor, Watcher, Web

pytestmark = pytest.mark.services


def cookie_of(web, someone):
    visitor = Visitor(web.url)
    visitor.log_in(someone)
    return visitor.cookie_header()


async def told(watcher, what, seconds=8.0):
    """Wait until the page is told something about who is here that fits."""
    async with asyncio.timeout(seconds):
        while True:
            found = (await watcher.hear(seconds)).get("presence")
            if found is not None and what(found):
                return found


def test_whatever_is_killed_nothing_is_lost_or_doubled():
    command = [sys.executable, "-m", "tests.chaos", "--actions", "300", "--tables", "8", "--kills", "1", "--seed", "5"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert "{" in done.stdout, done.stdout + done.stderr
    found = json.loads(done.stdout[done.stdout.index("{") :])
    assert not any(found["wrong"].values()), found
    assert done.returncode == 0
    assert found["acknowledged"] >= 300
    assert all(found["kills"][kind] for kind in ("web", "worker", "redis", "postgres"))


def test_a_person_at_one_process_is_here_for_pages_of_the_other(webs, person):
    ada, bo = person("ada"), person("bo")
    table = duel(ada, bo)
    path = f"/ws/t/{table.slug}/"
    mine = Watcher(webs[0].url, path, cookie_of(webs[0], ada))
    theirs = Watcher(webs[1].url, path, cookie_of(webs[1], bo))
    watching = Watcher(webs[0].url, path)

    async def run():
        async with theirs:
            await told(theirs, lambda now: now == {"seats": {"1": 0}, "watching": 0})
            async with mine:
                await told(theirs, lambda now: now["seats"] == {"0": 0, "1": 0}, 3)
                await told(mine, lambda now: now["seats"] == {"0": 0, "1": 0}, 3)
                async with watching:
                    await told(theirs, lambda now: now["watching"] == 1)
                await told(theirs, lambda now: now["watching"] == 0)
            await told(theirs, lambda now: now["seats"]["0"] > 0 and now["seats"]["1"] == 0)

    asyncio.run(run())


@pytest.fixture
def slow_web(tmp_path, env):
    """A web process whose heartbeats are too rare to hide that a message was lost."""
    server = Web({**env, "HEARTBEAT": "4"}, tmp_path / "slow.log")
    server.start()
    yield server
    server.kill()


def test_pages_that_outlive_a_restart_of_redis_are_told_at_once_again(webs, slow_web, person, broker):
    people = person("ada"), person("bo")
    table = duel(*people)
    players = [Visitor(webs[0].url) for _one in people]
    for player, someone in zip(players, people, strict=True):
        player.log_in(someone)
    pages = [Watcher(slow_web.url, f"/ws/t/{table.slug}/") for _page in range(3)]

    def act() -> int:
        now = stored(table)
        seat = now.waiting[0]
        answer = players[seat].act(table.slug, seat, now.seat_seqs[seat], action_id(now.legal(seat)[0]))
        assert answer.status_code == 204
        return now.seq + 1

    async def run():
        for page in pages:
            await page.__aenter__()
            await page.hear()
        await asyncio.to_thread(broker.kill)
        await asyncio.to_thread(broker.start)
        await asyncio.sleep(2.5)  # the web process looks for Redis every second
        for page in pages:
            if page.socket.state is not State.OPEN:  # as a page would have done by now
                await page.__aenter__()
        for _action in range(4):  # heartbeats alone could tell of one in time, but not of all
            seq = await asyncio.to_thread(act)
            for page in pages:
                await page.until(seq, 1)
            await asyncio.sleep(1)
        for page in pages:
            await page.__aexit__()

    asyncio.run(run())
