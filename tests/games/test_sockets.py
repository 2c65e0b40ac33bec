"""Sockets of a real server: who is let in, what they are told, and how they find their way back."""

from __future__ import annotations

import asyncio
import re

import pytest
import websockets

from apps.games import snapshots
from apps.games.models import Screen, Table
from tests.games.helpers import duel, play_on
from tests.servers import CHOICE, Visitor, Watcher, Web


@pytest.fixture
def people(person):
    return person("ada"), person("bo"), person("eve")


def logged_in(web: Web, someone) -> Visitor:
    visitor = Visitor(web.url)
    visitor.log_in(someone)
    return visitor


def path_of(table: Table) -> str:
    return f"/ws/t/{table.slug}/"


@pytest.mark.parametrize("offer", ["deflate", None])
def test_frames_are_compressed_for_those_who_can_read_that(web, people, offer):
    table = duel(*people[:2])

    watcher = Watcher(web.url, path_of(table), logged_in(web, people[0]).cookie_header())
    watcher.options["compression"] = offer

    async def run():
        async with watcher:
            await watcher.hear()
            used = [extension.name for extension in watcher.socket.protocol.extensions]
            return used, watcher.frames[0]["full"]["turn"]

    used, turn = asyncio.run(run())
    assert used == (["permessage-deflate"] if offer else [])
    assert 'id="r-turn"' in turn


def test_pages_of_other_sites_are_refused(web, people):
    table = duel(*people[:2])

    async def open_from(origin):
        async with Watcher(web.url, path_of(table), origin=origin) as watcher:
            await watcher.hear()

    with pytest.raises(websockets.InvalidStatus) as refused:
        asyncio.run(open_from("https://evil.example"))
    assert refused.value.response.status_code == 403
    asyncio.run(open_from(web.url))


def test_a_private_table_is_closed_to_strangers(web, people):
    ada, bo, eve = people
    table = duel(ada, bo, visibility="private")

    async def hears(cookie):
        async with Watcher(web.url, path_of(table), cookie) as watcher:
            return await watcher.hear()

    assert "full" in asyncio.run(hears(logged_in(web, ada).cookie_header()))
    for cookie in ("", logged_in(web, eve).cookie_header()):
        with pytest.raises(websockets.ConnectionClosed) as closed:
            asyncio.run(hears(cookie))
        assert closed.value.rcvd.code == 4404


def test_every_screen_hears_an_action_and_only_the_actor_gets_choices(web, people):
    ada, bo, _eve = people
    table = duel(ada, bo)
    play_on(table, 2)  # both fleets are built: one side places
    actor = logged_in(web, ada if snapshots.read(table.pk).waiting == (0,) else bo)

    async def run():
        async with (
            Watcher(web.url, path_of(table), actor.cookie_header()) as mine,
            Watcher(web.url, path_of(table)) as theirs,
        ):
            await mine.hear()
            await theirs.hear()
            now = await asyncio.to_thread(snapshots.read, table.pk)
            seat = now.waiting[0]
            choice = CHOICE.findall(mine.text)[0]
            answer = await asyncio.to_thread(actor.act, table.slug, seat, now.seat_seqs[seat], choice)
            assert answer.status_code == 204
            await mine.until(now.seq + 1)
            await theirs.until(now.seq + 1)
            return theirs

    theirs = asyncio.run(run())
    assert not CHOICE.findall(theirs.text)
    assert len(str(theirs.frames[1])) < len(str(theirs.frames[0])) / 5


def test_the_seat_comes_from_the_session_never_from_the_request(web, people):
    ada, bo, eve = people
    table = duel(ada, bo)
    now = snapshots.read(table.pk)
    choice = None

    async def choices_of(cookie, seat):
        async with Watcher(web.url, path_of(table) + f"?seat={seat}", cookie) as watcher:
            await watcher.hear()
            return CHOICE.findall(watcher.text)

    choice = asyncio.run(choices_of(logged_in(web, ada).cookie_header(), 0))[0]
    assert asyncio.run(choices_of(logged_in(web, eve).cookie_header(), 0)) == []
    for visitor, seat in ((logged_in(web, eve), 0), (logged_in(web, bo), 0), (logged_in(web, ada), 1)):
        answer = visitor.act(table.slug, seat, now.seat_seqs[seat], choice)
        assert answer.status_code == 403
    assert snapshots.read(table.pk).seq == now.seq


def test_a_message_that_was_lost_is_made_good_by_the_heartbeat(web, people):
    table = duel(*people[:2])

    async def run():
        async with Watcher(web.url, path_of(table)) as watcher:
            await watcher.hear()
            # Stored by another process, which does not reach this server.
            await asyncio.to_thread(play_on, table, 3)
            await watcher.until((await asyncio.to_thread(snapshots.current, table.pk)).seq, 5)

    asyncio.run(run())


def test_a_page_that_keeps_talking_is_hung_up_on(web, people):
    table = duel(*people[:2])

    async def run():
        async with Watcher(web.url, path_of(table)) as watcher:
            await watcher.hear()
            for _message in range(40):
                await watcher.socket.send("{}")
            while True:
                await watcher.hear()

    with pytest.raises(websockets.ConnectionClosed) as closed:
        asyncio.run(run())
    assert closed.value.rcvd.code == 4408


def test_a_tv_shows_its_code_then_the_table_then_the_rematch(web, people):
    ada, bo, _eve = people
    table = duel(ada, bo)
    tv = Visitor(web.url)
    page = tv.http.get("/tv/")
    screen = Screen.objects.get()
    assert screen.code in re.sub(r"<[^>]+>|\s", "", page.text)
    phone = logged_in(web, ada)

    async def run():
        async with Watcher(web.url, "/ws/tv/", tv.cookie_header()) as watcher:
            answer = await asyncio.to_thread(phone.post, f"/t/{table.slug}/tv/", code=screen.code.lower())
            assert answer.status_code == 200
            assert (await watcher.hear()).get("reload")
        async with Watcher(web.url, "/ws/tv/", tv.cookie_header()) as watcher:
            assert "full" in await watcher.hear()
            await asyncio.to_thread(phone.post, f"/t/{table.slug}/resign/", seat="0", expected="0", key="enough")
            await watcher.until((await asyncio.to_thread(snapshots.read, table.pk)).seq)
            await asyncio.to_thread(phone.post, f"/t/{table.slug}/rematch/")
            while not (await watcher.hear()).get("reload"):
                pass

    asyncio.run(run())
    screen.refresh_from_db()
    assert screen.table.rematch_of == table
    assert tv.http.get("/tv/").status_code == 200


def test_a_code_serves_once_and_a_wrong_one_says_so(web, people):
    ada, bo, _eve = people
    table = duel(ada, bo)
    Visitor(web.url).http.get("/tv/")
    code = Screen.objects.get().code
    phone = logged_in(web, ada)
    assert phone.post(f"/t/{table.slug}/tv/", code=code).status_code == 200
    assert phone.post(f"/t/{table.slug}/tv/", code=code).status_code == 422


def test_many_health_checks_at_once_do_not_starve_each_other(web):
    from concurrent.futures import ThreadPoolExecutor

    import httpx

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _n: httpx.get(f"{web.url}/healthz", timeout=20), range(48)))
    assert {answer.json()["database"] for answer in answers} == {"ok"}
