"""So many sockets for one person and one address, and no more; what was closed makes room again."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from apps.games.live import crowds
from apps.games.live.crowds import CROWD, Turnstile, _address
from tests.games.helpers import duel
from tests.servers import QUIET, Visitor, Watcher, Web, database_url


@pytest.fixture
def turnstile(settings):
    """A door with room for two of a person and three of an address, and an application that waits to be let go."""
    settings.RATELIMIT_ENABLE = True
    settings.SOCKETS_PER_USER, settings.SOCKETS_PER_ADDRESS = 2, 3
    crowds._open.clear()

    async def application(scope, receive, send):
        await scope["gate"].wait()
        if scope.get("breaks"):
            raise RuntimeError

    return Turnstile(application)


def visitor(who=None, address="192.0.2.1", **more):
    user = SimpleNamespace(pk=who, is_authenticated=who is not None)
    return {"user": user, "client": (address, 1), "gate": asyncio.Event(), **more}


async def enter(door, scope):
    """Come to the door: the task that is inside, or the code with which one was turned away."""
    said = []

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        said.append(message)

    inside = asyncio.create_task(door(scope, receive, send))
    await asyncio.sleep(0.01)
    if said:
        assert [message["type"] for message in said] == ["websocket.accept", "websocket.close"]
        return said[-1]["code"]
    return inside


def test_a_person_has_room_for_so_many_wherever_they_come_from(turnstile):
    async def story():
        scopes = [visitor(7, f"192.0.2.{number}") for number in range(3)]
        inside = [await enter(turnstile, scope) for scope in scopes]
        assert inside[2] == CROWD
        assert not isinstance(await enter(turnstile, visitor(8)), int), "others are not in the way"
        scopes[0]["gate"].set()
        await inside[0]
        assert await enter(turnstile, visitor(7)) != CROWD

    asyncio.run(story())


def test_an_address_has_room_for_so_many_whoever_they_are(turnstile):
    async def story():
        for number in (None, None, 5):
            assert await enter(turnstile, visitor(number)) != CROWD
        assert await enter(turnstile, visitor()) == CROWD
        assert await enter(turnstile, visitor(6)) == CROWD
        assert await enter(turnstile, visitor(6, "192.0.2.9")) != CROWD

    asyncio.run(story())


def test_whatever_ends_a_socket_makes_room(turnstile):
    async def story():
        for end in ("set", "break", "cancel"):
            scopes = [visitor(3, breaks=end == "break") for _ in range(2)]
            inside = [await enter(turnstile, scope) for scope in scopes]
            assert await enter(turnstile, visitor(3)) == CROWD
            for scope, task in zip(scopes, inside, strict=True):
                task.cancel() if end == "cancel" else scope["gate"].set()
            await asyncio.gather(*inside, return_exceptions=True)
            assert not crowds._open, end

    asyncio.run(story())


def test_a_household_counts_as_one():
    assert _address("2001:db8:1:2:aaaa::1") == _address("2001:db8:1:2:bbbb::2") != _address("2001:db8:1:3::1")
    assert _address("192.0.2.1") == "192.0.2.1"
    assert _address("fe80::1%eth0") == "fe80::/64"
    assert _address("unix") == "unix"


def test_a_page_too_many_is_told(released, person, tmp_path):
    """On a real server: the code comes over a socket that opened, as a browser shows no other."""
    ada, bo = person("ada"), person("bo")
    table = duel(ada, bo)
    env = {**QUIET, "DATABASE_URL": database_url(), "REDIS_URL": "", "RATE_LIMITS": "1", "SOCKETS_PER_USER": "2"}
    server = Web(env, tmp_path / "web.log")
    server.start()
    people = {}
    for someone in (ada, bo):
        people[someone.username] = Visitor(server.url)
        people[someone.username].log_in(someone)

    async def open_(who):
        watcher = Watcher(server.url, f"/ws/t/{table.slug}/", people[who].cookie_header())
        await watcher.__aenter__()
        try:
            await watcher.hear()
        except Exception:
            return watcher.socket.close_code
        return watcher

    async def story():
        first, second = await open_("ada"), await open_("ada")
        assert await open_("ada") == CROWD
        assert not isinstance(await open_("bo"), int)
        await first.socket.close()
        async with asyncio.timeout(10):
            while await open_("ada") == CROWD:
                await asyncio.sleep(0.1)
        await second.socket.close()

    try:
        asyncio.run(story())
    finally:
        server.stop()
