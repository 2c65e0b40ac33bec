"""Who is told what, in which order, and what a listener that fails does to the others."""

from __future__ import annotations

import asyncio
import itertools
import threading
from fnmatch import fnmatchcase
from typing import Any

import pytest

from apps.games.live import hub


class Ear:
    """A listener that writes down what it hears."""

    def __init__(self, *, broken: bool = False) -> None:
        self.heard: list[int] = []
        self.closed: int | None = None
        self.broken = broken

    async def dispatch(self, message: dict[str, Any]) -> None:
        await asyncio.sleep(0)
        if self.broken:
            raise RuntimeError
        self.heard.append(message["n"])

    async def catch_up(self) -> None: ...

    async def close(self, code: int) -> None:
        self.closed = code
        hub.leave("g", self)


@pytest.fixture
def embedded(settings):
    settings.REDIS_URL = ""


def run(scene: Any) -> None:
    async def within() -> None:
        hub.use_loop(asyncio.get_running_loop())
        await scene()

    asyncio.run(within())


@pytest.mark.usefixtures("embedded")
def test_all_listeners_of_a_group_hear_everything_in_order_and_from_any_thread():
    async def scene() -> None:
        here, there, elsewhere = Ear(), Ear(), Ear()
        hub.join("g", here)
        hub.join("g", there)
        hub.join("other", elsewhere)
        talker = threading.Thread(target=lambda: [hub.tell("g", {"n": n}) for n in range(100)])
        talker.start()
        while len(there.heard) < 100:
            await asyncio.sleep(0.001)
        assert here.heard == there.heard == list(range(100))
        assert elsewhere.heard == []
        hub.leave("g", here)
        hub.tell("g", {"n": 100})
        await asyncio.sleep(0.05)
        assert (len(here.heard), len(there.heard)) == (100, 101)
        hub.leave("g", there)
        hub.leave("other", elsewhere)

    run(scene)


@pytest.mark.usefixtures("embedded")
def test_a_listener_that_fails_is_closed_and_the_others_hear_on():
    async def scene() -> None:
        broken, well = Ear(broken=True), Ear()
        hub.join("g", broken)
        hub.join("g", well)
        hub.tell("g", {"n": 1})
        hub.tell("g", {"n": 2})
        await asyncio.sleep(0.05)
        assert broken.closed == hub.BROKEN
        assert well.heard == [1, 2]
        hub.leave("g", well)

    run(scene)


def test_a_process_hears_every_name_but_its_own_exactly_once():
    names = ["".join(letters) for letters in itertools.product("0a7", repeat=3)]
    for name in names:
        patterns = hub._all_but("starboard.0.", name)
        for other in names:
            heard = [p for p in patterns if fnmatchcase(f"starboard.0.{other}", p.replace("[^", "[!"))]
            assert len(heard) == (other != name)
        assert not any(fnmatchcase("starboard.01.777", p.replace("[^", "[!")) for p in patterns)
