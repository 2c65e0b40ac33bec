"""The server itself, spoken to byte by byte and frame by frame: it hangs up, and goes on serving others."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import httpx
import pytest
import websockets

from apps.games.models import Entry
from tests.games.helpers import duel
from tests.servers import Watcher

HOST = b"Host: localhost\r\n"
RAW = {
    "no request": b"\x00\xff\x16\x03\x01\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "a bad version": b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
    "a blank in the address": b"GET /t/ x/ HTTP/1.1\r\n" + HOST + b"\r\n",
    "a strange host": b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\n" + HOST + b"Host: evil.example\r\n\r\n",
    "a host of signs": b"GET / HTTP/1.1\r\nHost: a'<b>\r\n\r\n",
    "a long header": b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"x" * 200_000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\n" + HOST + b"X: x\r\n" * 5000 + b"\r\n",
    "a long address": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    "a negative length": b"POST /guest/ HTTP/1.1\r\n" + HOST + b"Content-Length: -5\r\n\r\n",
    "a length of letters": b"POST /guest/ HTTP/1.1\r\n" + HOST + b"Content-Length: ten\r\n\r\n",
    "two lengths": b"POST /guest/ HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nContent-Length: 9\r\n\r\nx",
    "length and chunks": b"POST /guest/ HTTP/1.1\r\n"
    + HOST
    + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n",
    "chunks that are none": b"POST /guest/ HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n",
    "a strange encoding": b"POST /guest/ HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: gzip\r\n\r\nxx",
    "a broken upgrade": b"GET /ws/tv/ HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
}  # fmt: skip


def say(port: int, words: bytes) -> bytes:
    """What the server answers until it hangs up, or says nothing for a second."""
    heard = b""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        with contextlib.suppress(OSError):
            line.sendall(words)
        line.settimeout(1)
        with contextlib.suppress(OSError):
            while piece := line.recv(65_536):
                heard += piece
    return heard


def test_bytes_that_are_no_requests(web):
    for why, words in RAW.items():
        heard = say(web.port, words)
        status = heard.split(b" ", 2)[1:2]
        assert not heard or heard.startswith(b"HTTP/1.1 "), why
        assert not status or status[0].startswith(b"4"), (why, heard[:200])
    assert httpx.get(f"{web.url}/healthz").status_code in (200, 503)


def test_a_body_that_is_too_large_is_not_kept(web):
    def pieces():
        for _piece in range(40):
            yield b"x" * 1_000_000

    answer = httpx.post(f"{web.url}/import/", content=pieces(), timeout=60)
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "route", ["/ws/t/{}/", "/ws/me/", "/ws/tv/", "/ws/nowhere/", "/ws/api/nowhere/", "/ws/t/%00/", "/"]
)
def test_frames_that_no_page_sends(web, person, route):
    table = duel(person("ada"), person("bo"))
    before = Entry.objects.filter(table=table).count()

    async def talk(word: bytes | str) -> None:
        with contextlib.suppress(websockets.WebSocketException, TimeoutError, OSError):
            async with Watcher(web.url, route.format(table.slug)) as watcher:
                await watcher.socket.send(word)
                await asyncio.wait_for(watcher.socket.recv(), 0.3)

    for word in (
        "x" * 2_000_000,
        b"\xff" * 2_000_000,
        "[" * 9000,
        b"\x00",
        '{"type": "table.changed", "seq": 99}',
        "here",
        "",
    ):
        asyncio.run(talk(word))
    assert Entry.objects.filter(table=table).count() == before
    assert httpx.get(f"{web.url}/healthz").status_code in (200, 503)


@pytest.mark.parametrize(
    "query",
    ["seat=%C2%B2", "seat=" + "9" * 5000, "seat=-1", "%FF=%FE", "seen=" + "x" * 5000, "seat=0&seat=1", "&" * 900],
)
def test_queries_that_no_page_sends(web, person, query):
    table = duel(person("ada"), person("bo"))

    async def run():
        async with Watcher(web.url, f"/ws/t/{table.slug}/?{query}") as watcher:
            return await watcher.hear()

    assert "full" in asyncio.run(run())


def test_nothing_of_this_was_a_fault_of_ours(web):
    """Runs last, on the log of the server that has heard all of it."""
    assert "Traceback" not in web.log.read_text()
