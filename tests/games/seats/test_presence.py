"""Who is here: by heartbeats, told to those at the table and to nobody else."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
import websockets

from apps.games import services, snapshots
from apps.games.live import presence
from apps.games.models import Seat
from apps.games.services import SeatPlan
from tests.games.helpers import duel, play_on
from tests.servers import Visitor, Watcher


@pytest.fixture
def people(person):
    return person("ada"), person("bo"), person("eve")


def cookie_of(web, someone):
    visitor = Visitor(web.url)
    visitor.log_in(someone)
    return visitor.cookie_header()


def page_of(web, table, someone=None):
    cookie = "" if someone is None else cookie_of(web, someone)
    return Watcher(web.url, f"/ws/t/{table.slug}/", cookie)


async def told(watcher, what, seconds=6.0):
    """Wait until the page is told something that fits."""
    async with asyncio.timeout(seconds):
        while True:
            found = (await watcher.hear(seconds)).get("presence")
            if found is not None and what(found):
                return found


def test_those_at_the_table_see_each_other_come_and_go(web, people):
    ada, bo, _eve = people
    table = duel(ada, bo)
    mine, theirs = page_of(web, table, ada), page_of(web, table, bo)

    async def run():
        async with mine:
            first = (await mine.hear())["presence"]
            assert first == {"seats": {"0": 0}, "watching": 0}
            async with theirs:
                await told(mine, lambda now: now["seats"] == {"0": 0, "1": 0}, 2)
            gone = await told(mine, lambda now: now["seats"]["1"] > 0)
            seen_at = await asyncio.to_thread(lambda: Seat.objects.get(table=table, number=1).seen_at)
            assert gone["seats"]["1"] == int(seen_at.timestamp())

    asyncio.run(run())


def test_a_page_out_of_sight_is_away_and_others_are_only_counted(web, people):
    ada, bo, eve = people
    table = duel(ada, bo)
    mine, theirs, watching, nobody = (page_of(web, table, who) for who in (ada, bo, eve, None))

    async def run():
        async with mine, theirs, watching, nobody:
            await told(mine, lambda now: now["seats"] == {"0": 0, "1": 0} and now["watching"] == 2)
            await theirs.socket.send("away")
            await nobody.socket.send("away")
            await told(mine, lambda now: now["seats"]["1"] > 0 and now["watching"] == 1)
            await theirs.socket.send("here")
            await told(mine, lambda now: now["seats"]["1"] == 0, 2)
        for frame in mine.frames:
            assert set(frame.get("presence", {})) <= {"seats", "watching"}

    asyncio.run(run())


def test_two_pages_of_one_person_are_one_and_a_closed_one_does_not_make_them_away(web, people):
    ada, bo, _eve = people
    table = duel(ada, bo)
    one, other, theirs = page_of(web, table, ada), page_of(web, table, ada), page_of(web, table, bo)

    async def run():
        async with theirs, one:
            async with other:
                await told(theirs, lambda now: now["seats"] == {"0": 0, "1": 0})
            with contextlib.suppress(TimeoutError):
                await told(theirs, lambda now: now["seats"].get("0", 0) > 0, 4)
                raise AssertionError("still here on the other page")

    asyncio.run(run())


def test_heartbeats_do_not_grow(web, people):
    table = duel(*people[:2])
    watcher = page_of(web, table, people[0])

    async def run():
        async with watcher:
            await watcher.hear()
            beats = [await watcher.hear() for _beat in range(3)]
            assert all(set(beat) == {"seq"} for beat in beats)

    asyncio.run(run())


def test_strangers_learn_nothing_of_a_private_table(web, people):
    ada, bo, eve = people
    table = duel(ada, bo, visibility="private")

    mine, theirs = page_of(web, table, ada), page_of(web, table, eve)

    async def run():
        async with mine:
            await mine.hear()
            async with theirs:
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await theirs.hear()
            assert closed.value.rcvd.code == 4404
            assert theirs.frames == []
            assert all(not frame.get("presence", {}).get("watching") for frame in mine.frames)

    asyncio.run(run())


@pytest.mark.parametrize(("visibility", "reload", "code"), [("private", "gone", 4403), ("public", "room", None)])
def test_whoever_is_asked_to_go_is_told_on_their_open_page(web, people, visibility, reload, code):
    ada, bo, _eve = people
    plans = [SeatPlan("open"), SeatPlan("open")]
    table = services.create_table(game="dogfight", host=ada, seats=plans, visibility=visibility)
    services.take_seat(table_id=table.pk, number=1, user=bo)
    theirs = page_of(web, table, bo)
    host = Visitor(web.url)
    host.log_in(ada)

    async def run():
        async with theirs:
            await theirs.hear()
            answer = await asyncio.to_thread(host.post, f"/t/{table.slug}/unseat/", seat="1")
            assert answer.status_code == 200
            heard = await theirs.hear()
            while not heard.get("reload"):
                heard = await theirs.hear()
            assert heard["reload"] == reload
            if code:
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await theirs.hear()
                assert closed.value.rcvd.code == code

    asyncio.run(run())


def test_presence_is_looked_up_with_one_query_at_most(people, released, django_assert_num_queries):
    table = duel(*people[:2])
    play_on(table, 2)
    now = snapshots.current(table.pk)
    with django_assert_num_queries(1):
        presence.presence_of(now)
        presence.presence_of(now)
    presence.touch(table.pk, people[0].pk)
    presence.touch(table.pk, people[1].pk)
    with django_assert_num_queries(0):
        found = presence.presence_of(now, since=float("inf"))
    assert found.seats == {"0": 0, "1": 0}
    assert presence.is_here(table.pk, people[0].pk)
    assert not presence.is_here(table.pk, people[2].pk)


def test_my_own_socket_tells_my_turns_and_where(web, people):
    ada, bo, _eve = people
    table = duel(ada, bo)
    play_on(table, 60, stop=lambda now: len(now.waiting) == 1)
    now = snapshots.read(table.pk)
    waited, other = people[now.waiting[0]], people[1 - now.waiting[0]]
    mine = Watcher(web.url, "/ws/me/", cookie_of(web, other))
    actor = Visitor(web.url)
    actor.log_in(waited)

    async def run():
        async with mine:
            assert await mine.hear() == {"turns": 0}
            answer = await asyncio.to_thread(
                actor.post, f"/t/{table.slug}/hand-over/", seat=str(now.waiting[0]), level="cadet")  # fmt: skip
            assert answer.status_code == 200
            assert await mine.hear(20) == {"turns": 1, "at": {"slug": table.slug, "game": "Space Dogfight"}}

    asyncio.run(run())


def test_the_socket_of_turns_is_for_people_who_are_logged_in(web):
    async def run():
        async with Watcher(web.url, "/ws/me/") as watcher:
            await watcher.hear()

    with pytest.raises(websockets.InvalidStatus) as refused:
        asyncio.run(run())
    assert refused.value.response.status_code == 403
