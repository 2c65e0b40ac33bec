"""HTTP in one hop: a request, its middleware and its view are a single call in a long-lived thread.

Django's own ASGI handler goes back and forth between the event loop and a thread for every
middleware, and gives each request a new thread with a new database connection.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.urls import set_script_prefix

from apps.games.live.threads import request_in_thread


class TooMuch(Exception):
    """A body that is longer than any request here."""


def at_most(limit: int, receive: Callable[[], Awaitable[dict[str, Any]]]) -> Callable[[], Awaitable[dict[str, Any]]]:
    """`receive`, which gives up on a body of more than `limit` bytes before all of it is on the disk."""
    read = 0

    async def counted() -> dict[str, Any]:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > limit:
            raise TooMuch
        return message

    return counted


class OneHopHandler(ASGIHandler):
    """Django's ASGI handler with the synchronous middleware chain, run as a whole in one thread."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def handle(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(at_most(settings.MOST_BODY_BYTES, receive))
        except RequestAborted:
            return
        except TooMuch:
            await self.send_response(HttpResponse(status=413, headers={"Connection": "close"}), send)
            return
        with body:
            response = await request_in_thread(self._respond, scope, body)
            await self.send_response(response, send)
            if response.streaming:
                await request_in_thread(response.close)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve HTTP."""
        if scope["type"] != "http":
            raise ValueError(f"cannot serve {scope['type']}")
        await self.handle(scope, receive, send)

    def _respond(self, scope: dict[str, Any], body: Any) -> Any:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        if request is None:
            return refused
        response = self.get_response(request)
        response._handler_class = self.__class__
        if not response.streaming:
            response.close()  # sends request_finished, in the thread whose connection it is about
        return response
