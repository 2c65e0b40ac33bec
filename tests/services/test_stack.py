"""Web processes, workers and Redis as they run for real, killed and started again."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest

from apps.games import snapshots
from apps.games.models import Entry
from apps.games.services.rewinding import replay_from_start
from apps.rulebooks.core.protocol import action_id
from tests.games.helpers import bot_table, duel
from tests.scenarios import play_while_killing, stored, wait_for
from tests.servers import Visitor, Watcher

pytestmark = pytest.mark.services


@pytest.fixture
def pair(webs, person):
    """Two people in a game, each on a web process of their own."""
    people = person("ada"), person("bo")
    table = duel(*people)
    visitors = []
    for web, someone in zip(webs, people, strict=True):
        visitor = Visitor(web.url)
        visitor.log_in(someone)
        visitors.append(visitor)
    return table, visitors


def first_choice(table, seat=None):
    now = stored(table)
    seat = now.waiting[0] if seat is None else seat
    return now, seat, action_id(now.legal(seat)[0])


def act(table, visitors):
    now, seat, choice = first_choice(table)
    answer = visitors[seat].act(table.slug, seat, now.seat_seqs[seat], choice)
    assert answer.status_code == 204, answer.text
    return now.seq + 1


def test_an_action_at_one_process_shows_on_the_pages_of_the_other(webs, pair):
    table, visitors = pair

    async def run():
        async with (
            Watcher(webs[0].url, f"/ws/t/{table.slug}/") as here,
            Watcher(webs[1].url, f"/ws/t/{table.slug}/") as there,
        ):
            await here.hear()
            await there.hear()
            for _action in range(12):
                seq = await asyncio.to_thread(act, table, visitors)
                await here.until(seq, 3)
                await there.until(seq, 3)

    asyncio.run(run())
    now = stored(table)
    assert replay_from_start(now) == now.state


def test_an_idle_socket_stays_open_and_still_hears(webs, pair):
    table, visitors = pair

    async def run():
        async with Watcher(webs[1].url, f"/ws/t/{table.slug}/") as watcher:
            await watcher.hear()
            end = time.monotonic() + 8
            while time.monotonic() < end:
                await watcher.hear()
            seq = await asyncio.to_thread(act, table, visitors)
            await watcher.until(seq, 3)

    asyncio.run(run())


def test_kill_9_of_a_web_process_loses_nothing_and_doubles_nothing(webs, pair):
    table, visitors = pair
    for visitor in visitors:
        visitor.http.base_url = webs[0].url
    told = asyncio.run(play_while_killing(webs[0], table, visitors, webs[0].kill, rounds=5, seed=11))
    assert told["acknowledged"] > 5


def test_without_redis_actions_are_stored_and_pages_catch_up_when_it_is_back(webs, pair, broker):
    table, visitors = pair
    broker.kill()
    seq = act(table, visitors)
    assert stored(table).seq == seq
    broker.start()

    async def run():
        async with Watcher(webs[1].url, f"/ws/t/{table.slug}/") as watcher:
            await watcher.until(seq, 10)
            later = await asyncio.to_thread(act, table, visitors)
            await watcher.until(later, 10)

    asyncio.run(run())


def test_a_worker_killed_in_mid_turn_is_made_good_by_the_next(webs, bots, person):
    ada = person("ada")
    table = bot_table(ada, "cadet")
    player = Visitor(webs[0].url)
    player.log_in(ada)
    wait_for(lambda: 1 not in stored(table).waiting, 40)
    for _turn in range(2):
        bots[0].kill()
        now, seat, choice = first_choice(table, seat=0)
        assert player.act(table.slug, seat, now.seat_seqs[seat], choice).status_code == 204
        bots[0].start()
        wait_for(lambda: 0 in stored(table).waiting or not stored(table).waiting, 60)
    now = stored(table)
    keys = list(Entry.objects.filter(table=table, seat=1, kind="act").values_list("key", flat=True))
    assert keys
    assert len(keys) == len(set(keys))
    assert replay_from_start(now) == now.state


def test_health_tells_what_is_missing(webs, bots, broker):
    def health():
        return httpx.get(f"{webs[0].url}/healthz", timeout=10)

    wait_for(lambda: health().status_code == 200, 40)
    assert health().json() == {"status": "ok", "database": "ok", "push": "ok", "worker": "ok"}
    broker.kill()
    answer = health()
    assert answer.status_code == 503
    assert answer.json()["push"] == "down"
    assert answer.json()["database"] == "ok"


def test_connections_stay_few_under_many_requests(webs, pair):
    from concurrent.futures import ThreadPoolExecutor

    from django.db import connection

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda n: httpx.get(f"{webs[n % 2].url}/", timeout=30).status_code, range(200)))
    assert set(answers) == {200}
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        assert cursor.fetchone()[0] <= 2 * 6 + 2
    snapshots.forget()
