"""A client that says whatever it likes to the real application: any bytes, any method, any headers."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import unquote

import msgspec


class Answer(msgspec.Struct):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes


class Hostile(msgspec.Struct):
    """One request, and why it is sent; `reads` ones may be answered like any page."""

    why: str
    method: str
    target: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes = b""

    @property
    def reads(self) -> bool:
        return self.method in ("GET", "HEAD")


async def send(application: Any, request: Hostile) -> Answer:
    """Put one request to the application as a server would."""
    path, _mark, query = request.target.partition(b"?")
    headers = [(b"host", b"localhost"), *request.headers]
    if request.body and not any(name == b"content-length" for name, _value in headers):
        headers.append((b"content-length", str(len(request.body)).encode()))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": unquote(path.decode("latin1")),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": [pair for pair in headers if not _overridden(pair, request.headers)],
        "client": ("192.0.2.7", 4711),
        "server": ("localhost", 80),
    }
    chunks = [request.body[at : at + 65_536] for at in range(0, len(request.body), 65_536)] or [b""]
    told = iter([{"type": "http.request", "body": c, "more_body": c is not chunks[-1]} for c in chunks])
    answer = Answer(0, {}, b"")

    async def receive() -> dict[str, Any]:
        message = next(told, None)
        if message is None:
            await asyncio.Event().wait()  # the other side stays and listens
        return message or {}

    async def hear(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = {k.decode("latin1").lower(): v.decode("latin1") for k, v in message["headers"]}
        else:
            answer.body += message.get("body", b"")

    await application(scope, receive, hear)
    return answer


def _overridden(pair: tuple[bytes, bytes], own: list[tuple[bytes, bytes]]) -> bool:
    """Whether our usual Host gives way to one of the request's own."""
    return pair == (b"host", b"localhost") and any(name == b"host" for name, _value in own)
