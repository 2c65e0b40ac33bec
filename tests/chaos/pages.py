"""People at pages, as a browser shows them: with a socket, or without."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from typing import Any

import httpx
import websockets

from tests.chaos.ledger import Told
from tests.chaos.people import Moment, Person
from tests.servers import CHOICE, EXPECTED, unfold

HEARTBEAT = 2.0  # seconds between two heartbeats of a socket in this run
STALE = 3 * HEARTBEAT  # a page that hears nothing for so long connects again
CSRF = "c" * 32
SEAT = re.compile(r'form="act" name="seat" value="(\d+)"')
OFFERING = ("actions", "moves", "end")  # the regions that hold what can be done
REMATCH = "/rematch/"


class OnPaper(Person):
    """A page whose socket is down: it acts by htmx all the same, and the answer brings the new page."""

    seen: Moment | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What a browser sends along."""
        cookie = f"sessionid={self.pass_}; csrftoken={CSRF}"
        return {"Cookie": cookie, "X-CSRFToken": CSRF, "HX-Request": "true"}

    async def look(self) -> Moment | None:
        """Load the page, unless the last answer was one."""
        seen, self.seen = self.seen, None
        if seen is not None and (seen.choices or seen.over):
            return seen
        try:
            answer = await self.asked(self.run.http.get(self.at(self.port), headers=self.headers))
        except httpx.HTTPError:
            self.wander()
            return None
        return moment_of(answer.text, 0) if answer.status_code == 200 else None

    async def post(self, port: int, moment: Moment, choice: str, key: str) -> tuple[httpx.Response, Told]:
        """Send the form of the page."""
        fields = {"seat": str(moment.seat), "expected": str(moment.expected), "choice": choice, "key": key}
        answer = await self.run.http.post(self.at(port) + "act/", data={**fields, **self.how}, headers=self.headers)
        seq = int(answer.headers.get("X-Seq", 0)) or None
        if answer.status_code in (200, 409):
            self.seen = moment_of(answer.text, seq or 0)
        return answer, Told(moment.expected, seq)

    how: dict[str, str] = {}

    async def ask_again(self) -> str | None:
        """Click on "Play again"."""
        answer = await self.asked(self.run.http.post(self.at(self.port) + "rematch/", headers=self.headers))
        address = answer.headers.get("HX-Redirect", "")
        return address.strip("/").split("/")[-1] or None

    def at(self, port: int) -> str:
        """The address of the table at one web process."""
        return f"http://127.0.0.1:{port}/t/{self.slug}/"


class OnSocket(OnPaper):
    """A page as it should be: its socket shows what can be done, and connects again whenever it breaks."""

    how = {"live": "1"}

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.shown: Moment | None = None
        self.changed = asyncio.Event()
        self.regions: dict[str, str] = {}

    async def play(self) -> None:
        """Play with the socket open."""
        following = asyncio.create_task(self.follow())
        try:
            await super().play()
        finally:
            following.cancel()

    async def look(self) -> Moment | None:
        """What the socket has shown."""
        return self.shown

    async def wait(self) -> None:
        """Wait for a frame."""
        self.changed.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), 1)

    async def choose(self, moment: Moment) -> None:
        """Click; the page then holds still until it has been shown what came of it, or for two seconds."""
        await super().choose(moment)
        end = time.monotonic() + 2
        while self.shown == moment and time.monotonic() < end and not self.run.over:
            await self.wait()

    async def again(self) -> None:
        """Leave the table, and forget what was shown there."""
        await super().again()
        self.shown = None

    async def follow(self) -> None:
        """Keep the socket open, by whatever web process answers."""
        while True:
            slug, self.shown = self.slug, None
            try:
                await self.listen(slug)
            except TimeoutError:
                self.run.ledger.stale += 1
            except (OSError, websockets.WebSocketException):
                task = asyncio.current_task()
                if task is not None and task.cancelling():  # a socket that is closed for good may fail at that
                    return
            self.wander()
            await asyncio.sleep(self.dice.uniform(0.2, 1.0))

    async def listen(self, slug: str) -> None:
        """Take in frames until the socket closes, falls silent, or belongs to the last game."""
        address = f"127.0.0.1:{self.port}"
        headers = {"Cookie": self.headers["Cookie"]}
        async with websockets.connect(
            f"ws://{address}/ws/t/{slug}/", origin=f"http://{address}", additional_headers=headers, max_size=None
        ) as socket:
            self.regions = {}
            while slug == self.slug:
                frame = json.loads(await asyncio.wait_for(socket.recv(), STALE))
                if "reload" in frame:
                    return
                if "full" in frame:
                    unfold(frame, self.regions)
                    html = "".join(self.regions.get(name, "") for name in OFFERING)
                    if slug == self.slug:
                        self.shown = moment_of(html, frame["seq"])
                        self.changed.set()


def moment_of(html: str, seq: int) -> Moment:
    """What a page, or some regions of it, let somebody do."""
    seat, expected = SEAT.search(html), EXPECTED.search(html)
    if seat is None or expected is None:
        return Moment(seq, over=REMATCH in html)
    return Moment(seq, int(seat[1]), int(expected[1]), tuple(CHOICE.findall(html)))
