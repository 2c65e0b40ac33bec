"""A load client without a browser: one socket and one kept HTTP connection per person."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
import uuid
from urllib.parse import urlencode

import websockets
from websockets.asyncio.client import ClientConnection

from tests.servers import CHOICE, EXPECTED, unfold

CSRF = "b" * 32
OFFERING = ("actions", "moves")  # the regions that hold what can be done


class Wire:
    """One kept-alive HTTP/1.1 connection, as lean as the measurement needs."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader | None = None

    async def post(self, path: str, fields: dict[str, str]) -> int:
        """Send a form; the status of the answer."""
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        body = urlencode(fields).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}; csrftoken={CSRF}\r\n"
            f"X-CSRFToken: {CSRF}\r\nHX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        status = int(answer.split(b" ", 2)[1])
        lower = answer.lower()
        if b"content-length:" in lower:
            length = int(lower.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
            await self.reader.readexactly(length)
        elif b"chunked" in lower:
            while int(size := (await self.reader.readline()).strip() or b"0", 16):
                await self.reader.readexactly(int(size, 16) + 2)
            await self.reader.readline()
        return status

    def close(self) -> None:
        """Hang up."""
        if self.reader is not None:
            self.writer.close()


class Counting(ClientConnection):
    """A socket that counts the bytes which come in, as they travel."""

    came = 0

    def data_received(self, data: bytes) -> None:
        """Count, and read."""
        self.came += len(data)
        super().data_received(data)


class Page:
    """An open page: what its socket shows of whose turn it is and what can be done."""

    def __init__(self, port: int, slug: str, cookie: str, seat: int | None) -> None:
        self.port, self.slug, self.cookie, self.seat = port, slug, cookie, seat
        self.seq, self.expected = -1, 0
        self.choices: list[str] = []
        self.regions: dict[str, str] = {}
        self.changed = asyncio.Event()
        self.seen_at: dict[int, float] = {}
        self.bytes = self.frames = self.came = 0
        self.wire = Wire(port, cookie)

    async def open(self) -> None:
        """Connect the socket, as compressed as a browser would have it, and read the first page."""
        self.socket = await websockets.connect(
            f"ws://127.0.0.1:{self.port}/ws/t/{self.slug}/",
            origin=f"http://127.0.0.1:{self.port}",
            additional_headers={"Cookie": self.cookie} if self.cookie else {},
            max_size=None,
            create_connection=Counting,
        )
        self._take(await self.socket.recv())
        self.bytes, self.frames, self.came = 0, 0, self.socket.came
        self.reading = asyncio.create_task(self._read())

    @property
    def travelled(self) -> int:
        """The bytes that came since the first page, compressed as they were."""
        return int(self.socket.came) - self.came

    async def _read(self) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for frame in self.socket:
                self._take(frame)

    def _take(self, text: str | bytes) -> None:
        now = time.perf_counter()
        frame = json.loads(text)
        if "full" not in frame:
            return
        self.seq = frame["seq"]
        self.seen_at[self.seq] = now
        self.bytes += len(text)
        self.frames += 1
        if self.seat is not None:
            unfold(frame, self.regions)
            html = "".join(self.regions.get(name, "") for name in OFFERING)
            expected = EXPECTED.search(html)
            self.expected = int(expected[1]) if expected else 0
            self.choices = CHOICE.findall(html)
        self.changed.set()

    async def act(self, dice: random.Random) -> int:
        """Carry out any choice that the page offers; the status of the answer."""
        fields = {
            "seat": str(self.seat),
            "expected": str(self.expected),
            "choice": dice.choice(self.choices),
            "key": uuid.uuid4().hex,
            "live": "1",
        }
        return await self.wire.post(f"/t/{self.slug}/act/", fields)

    async def close(self) -> None:
        """Close both connections."""
        self.reading.cancel()
        self.wire.close()
        await self.socket.close()
