"""The socket of programs, and the example bot, against a real server."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys

import pytest
import websockets

from apps.api.tokens import make_token, revoke
from apps.games import snapshots
from apps.games.models import Table
from tests.games.helpers import duel, play_on
from tests.servers import ROOT


@pytest.fixture
def people(person):
    return person("ada"), person("bo")


@pytest.fixture
def key(people):
    return make_token(user=people[0], name="bot", scope="read")[1]


def line(web, table, key="", **options):
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    address = f"{web.url.replace('http', 'ws', 1)}/ws/api/t/{table.slug}/"
    return websockets.connect(address, additional_headers=headers, **options)


async def hear(socket) -> dict:
    return json.loads(await asyncio.wait_for(socket.recv(), 10))


def refused(web, table, key="", **options) -> int:
    async def run():
        async with line(web, table, key, **options):
            pass

    with pytest.raises(websockets.InvalidStatus) as fault:
        asyncio.run(run())
    return fault.value.response.status_code


def closed(web, table, key, *words) -> int:
    async def run():
        async with line(web, table, key, max_size=None) as socket:
            for word in words:
                await socket.send(word)
            while True:
                await hear(socket)

    with pytest.raises(websockets.ConnectionClosed) as fault:
        asyncio.run(run())
    return fault.value.rcvd.code if fault.value.rcvd else 0


def test_it_tells_the_sequence_and_nothing_else(web, people, key):
    table = duel(*people, visibility="private")

    async def run():
        async with line(web, table, key) as socket:
            heard = [await hear(socket)]
            await asyncio.to_thread(play_on, table, 3)
            now = (await asyncio.to_thread(snapshots.read, table.pk)).seq
            while heard[-1]["seq"] < now:
                heard.append(await hear(socket))
            return heard

    assert all(set(frame) == {"seq"} for frame in asyncio.run(run()))


def test_browsers_send_the_token_as_a_protocol(web, people, key):
    table = duel(*people)

    async def run():
        protocols = ["starboard", f"token.{key}"]
        async with line(web, table, subprotocols=protocols, origin=web.url) as socket:
            return socket.subprotocol, await hear(socket)

    assert asyncio.run(run())[0] == "starboard"


def test_who_is_not_let_in(web, people, person, key):
    table = duel(*people)
    assert refused(web, table) == 403
    assert refused(web, table, "sb_wrong") == 403
    for origin in ("https://evil.example", "null"):
        assert refused(web, table, key, origin=origin) == 403
    assert refused(web, table, key, origin="http://[::1") in (400, 403)
    private = duel(*people, visibility="private")
    eve = make_token(user=person("eve"), name="x", scope="play")[1]
    assert closed(web, private, eve) == 4404
    assert closed(web, Table(slug="nosuchone"), key) == 4404


def test_a_token_that_ends_closes_its_sockets(web, people):
    table = duel(*people)
    token, key = make_token(user=people[0], name="bot", scope="read")

    async def run():
        async with line(web, table, key) as socket:
            await hear(socket)
            await asyncio.to_thread(revoke, user=people[0], token_id=token.pk)
            while True:
                await hear(socket)

    with pytest.raises(websockets.ConnectionClosed) as fault:
        asyncio.run(run())
    assert fault.value.rcvd.code == 4401


def test_who_talks_too_much_or_too_long_is_hung_up_on(web, people, key):
    table = duel(*people)
    assert closed(web, table, key, *["{}"] * 40) == 4408
    assert closed(web, table, key, "x" * 3_000_000) != 1000
    assert closed(web, table, key, b"\xff" * 3_000_000) != 1000


@pytest.mark.parametrize("polls", [False, True])
def test_the_example_bot_plays_a_whole_game(web, people, tmp_path, polls):
    _token, key = make_token(user=people[0], name="bot", scope="play")
    if polls:  # as if the package were not installed
        (tmp_path / "websockets.py").write_text("raise ImportError")
    environment = {**os.environ, "STARBOARD_TOKEN": key, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, str(ROOT / "docs" / "example_bot.py"), web.url, "--seed", "7", "--every", "0.05"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    table = Table.objects.get()
    assert table.status == Table.Status.FINISHED
    assert table.entries.filter(kind="act", seat=0).count() > 5
    assert done.stdout.strip().splitlines()[-1]
