"""Campaigns on web processes and a worker of their own: killed in the middle of things, and two that agree.

What is killed is held up first: this process locks a row that the other one needs, sees it wait for that in the middle
of its transaction, and kills it there. So a kill always meets what it is meant for, however fast the machine is.
"""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import redis
from django.db import connection, transaction
from websockets.exceptions import ConnectionClosed

from apps.accounts.models import User
from apps.campaigns import services
from apps.campaigns.models import Award, Sortie
from apps.games.models import Entry, Table
from apps.games.services.rewinding import replay_from_start
from tests.campaigns.helpers import (
    asked_for,
    bought_one_card,
    done_once,
    founded,
    ledger,
    reported_once,
    rewarded,
    sortie_of,
    took_one_card,
    travelled,
    visitor_of,
)
from tests.chaos.processes import kill_whole
from tests.scenarios import stored, wait_for
from tests.servers import Watcher, session_of

pytestmark = pytest.mark.services

PATIENCE = 60  # seconds for what takes a moment on a quiet machine


@pytest.fixture
def env(env):
    """Heartbeats too rare to hide that word of something was lost."""
    return {**env, "HEARTBEAT": "3600"}


@pytest.fixture
def ada(released, person):
    return person("ada")


# --- Killed --------------------------------------------------------------------------------------


@contextlib.contextmanager
def held_up(rows):
    """While this lasts, whoever wants to change one of these rows, or to commit another that names it, waits."""
    with transaction.atomic():
        assert list(rows.select_for_update())
        yield


def somebody_waits():
    """Whether another process waits for the rows that this one holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
        )
        return cursor.fetchone()[0] > 0


def killed_over(web, visitor, asked, rows):
    """Ask for an action, with the web process killed while it waits for the rows; start it again."""
    with ThreadPoolExecutor(1) as pool:
        with held_up(rows):
            asking = pool.submit(visitor.act, *asked)
            wait_for(somebody_waits, PATIENCE)
            web.kill()
        assert isinstance(asking.exception(PATIENCE), httpx.HTTPError), "it was answered after all"
    web.start()


def all_that_stands(campaign):
    """Everything that is kept of a campaign and that doing something twice would change."""
    now = ledger(campaign)
    entries = Entry.objects.filter(table__circle=campaign.circle)
    return now.seq, now.state, entries.count(), Sortie.objects.count(), Award.objects.count()


@pytest.mark.parametrize(
    ("begin", "kind", "fits"),
    [
        (rewarded, "TakeCard", took_one_card),
        (lambda user: founded(user, road="resistance"), "BuyCard", bought_one_card),
        (lambda user: founded(user, road="resistance"), "Travel", travelled),
    ],
    ids=["reward", "purchase", "trip"],
)
def test_what_kills_the_web_process_twice_is_done_once(web, ada, begin, kind, fits):
    campaign = begin(ada)
    visitor, before, stood = visitor_of(web, ada), ledger(campaign), all_that_stands(campaign)
    asked = asked_for(campaign, kind)

    killed_over(web, visitor, asked, Table.objects.filter(pk=before.table_id))  # before anything is stored
    assert all_that_stands(campaign) == stood
    killed_over(web, visitor, asked, User.objects.filter(pk=ada.pk))  # while it commits: it is stored, and nobody hears
    wait_for(lambda: Entry.objects.filter(table_id=before.table_id, key=asked[-1]).exists(), PATIENCE)

    stood = all_that_stands(campaign)
    for _again in range(2):
        assert visitor.act(*asked).status_code in (200, 204)
        assert all_that_stands(campaign) == stood
    fits(before, done_once(before, campaign, asked))


def test_a_battle_is_begun_flown_and_reported_once_whoever_is_killed(web, bots, ada):
    campaign, worker = founded(ada), bots[0]
    visitor, before = visitor_of(web, ada), ledger(campaign)
    asked = asked_for(campaign, "Launch")
    killed_over(web, visitor, asked, User.objects.filter(pk=ada.pk))  # the battle is set up, but not begun
    wait_for(lambda: Sortie.objects.exists(), PATIENCE)
    table = sortie_of(campaign).table
    assert str(visitor.act(*asked).url).endswith(f"/t/{table.slug}/")
    done_once(before, campaign, asked)
    wait_for(lambda: stored(table).status == "playing", PATIENCE)  # the worker has found it
    assert visitor.post(f"/t/{table.slug}/hand-over/", seat="0", level="hunter").status_code == 200

    seq = stored(table).seq
    wait_for(lambda: stored(table).seq > seq + 5, PATIENCE)
    with held_up(Table.objects.filter(pk=table.pk)):  # in the middle of a bot's action
        wait_for(somebody_waits, PATIENCE)
        kill_whole(worker)
        seq = stored(table).seq
    assert stored(table).seq == seq
    worker.start()
    wait_for(lambda: stored(table).seq > seq + 5, PATIENCE)
    with held_up(Table.objects.filter(pk=before.table_id)):  # in the last one, while its report is written
        wait_for(somebody_waits, 3 * PATIENCE)
        kill_whole(worker)
    assert stored(table).status == "playing"
    assert not Entry.objects.filter(table_id=before.table_id, kind="report").exists()
    worker.start()
    wait_for(lambda: stored(table).status == "finished", PATIENCE)

    reported_once(campaign, table)
    assert Sortie.objects.count() == 1
    now, entries = stored(table), Entry.objects.filter(table=table)
    assert list(entries.order_by("seq").values_list("seq", flat=True)) == list(range(1, now.seq + 1))
    assert replay_from_start(now) == now.state


# --- Two web processes ---------------------------------------------------------------------------


@pytest.fixture
def both(webs, broker):
    """Two web processes that hear each other."""
    with redis.Redis.from_url(broker.url) as client:
        wait_for(lambda: len(client.client_list(_type="pubsub")) == len(webs), PATIENCE)
    return webs


def page(web, table, someone=None):
    """The socket of an open page of a table."""
    cookie = "" if someone is None else f"sessionid={session_of(someone)}"
    return Watcher(web.url, f"/ws/t/{table.slug}/", cookie)


@contextlib.asynccontextmanager
async def opened(pages):
    """All of these pages, as soon as each shows its table."""
    async with contextlib.AsyncExitStack() as stack:
        for each in pages:
            await stack.enter_async_context(each)
            assert "full" in await each.hear(PATIENCE)
        yield


async def shown_out(page):
    """Wait until the server closes the socket of a page that may watch no more. Returns what it was told until then."""
    told = []
    with contextlib.suppress(ConnectionClosed):
        while True:
            told.append(await page.hear(PATIENCE))
    assert page.socket.close_code == 4403
    assert told.pop()["reload"] == "gone"
    return told


async def shown_out_at_once(page):
    """The same, with no word of the table before."""
    assert not [frame for frame in await shown_out(page) if set(frame) - {"seq", "presence"}]


async def led_on(page, slug):
    """Wait until a page is told that its people go on at a table, or with no slug that they do no longer."""
    while (await page.hear(PATIENCE)).get("onward") != slug:
        pass


async def nothing_to_see(page):
    """A page that is opened now is told nothing."""
    async with page:
        with pytest.raises(ConnectionClosed):
            await page.hear(PATIENCE)
    assert page.socket.close_code == 4404


@pytest.fixture
def mia(person):
    return person("mia")


@pytest.fixture
def watched(ada, mia):
    """A campaign that anyone may watch, and mia as a member."""
    campaign = founded(ada, public=True)
    services.join(token=services.link_for(campaign=campaign, role="watcher", user=ada).token, user=mia)
    return campaign


def make_private(owner, campaign):
    assert owner.post(f"/c/{campaign.slug}/change/rename/", name=campaign.name).status_code == 200
    campaign.refresh_from_db()
    assert not campaign.public


def remove(owner, campaign, someone):
    member = campaign.members.get(user=someone)
    assert owner.post(f"/c/{campaign.slug}/members/remove/", member=str(member.pk), sure="yes").status_code == 200


def launch(owner, campaign):
    """Have the battle begun over a web process. Returns its table."""
    assert owner.act(*asked_for(campaign, "Launch")).status_code == 200
    return sortie_of(campaign).table


def test_who_may_not_watch_any_more_is_shown_out_at_both_processes(both, watched, ada, mia, person):
    stan, owner = person("stan"), visitor_of(both[0], ada)
    tables = [launch(owner, watched), Table.objects.get(pk=ledger(watched).table_id)]
    strangers = [page(web, table, someone) for web in both for table in tables for someone in (stan, None)]
    members = [page(both[1], table, mia) for table in tables]

    async def run():
        async with opened([*strangers, *members]):
            await asyncio.to_thread(make_private, owner, watched)
            for stranger in strangers:
                await shown_out_at_once(stranger)
            for member, table in zip(members, tables, strict=True):
                await member.until((await asyncio.to_thread(stored, table)).seq, PATIENCE)
            await asyncio.to_thread(remove, owner, watched, mia)
            for member in members:
                await shown_out(member)
        for table in tables:
            await nothing_to_see(await asyncio.to_thread(page, both[1], table, stan))

    asyncio.run(run())
    visitor = visitor_of(both[1], stan)
    addresses = [f"/c/{watched.slug}/", *(f"/t/{table.slug}/" for table in tables)]
    assert [visitor.http.get(address).status_code for address in addresses] == [404] * 3


def test_pages_at_another_process_are_told_where_their_people_go_on(both, watched, ada, mia):
    owner, home = visitor_of(both[0], ada), Table.objects.get(pk=ledger(watched).table_id)
    at_home = [page(both[1], home, someone) for someone in (ada, mia, None)]

    async def run():
        async with opened(at_home):
            table = await asyncio.to_thread(launch, owner, watched)
            for each in at_home:
                await led_on(each, table.slug)
            in_battle = page(both[1], table)
            async with opened([in_battle]):
                await asyncio.to_thread(owner.post, f"/t/{table.slug}/resign/", seat="0", expected="0", key="enough")
                await led_on(in_battle, home.slug)
            for each in at_home:
                await led_on(each, "")

    asyncio.run(run())


def test_what_was_said_while_redis_was_away_is_caught_up_with(both, watched, ada, mia, broker):
    owner, home = visitor_of(both[0], ada), Table.objects.get(pk=ledger(watched).table_id)
    member, stranger = page(both[1], home, mia), page(both[1], home)

    async def run():
        async with opened([member, stranger]):
            await asyncio.to_thread(broker.kill)
            table = await asyncio.to_thread(launch, owner, watched)
            await asyncio.to_thread(make_private, owner, watched)
            await asyncio.to_thread(broker.start)
            await led_on(member, table.slug)
            await shown_out_at_once(stranger)

    asyncio.run(run())
