"""HTTP in one hop: a request, its middleware and its view are a single call in a long-lived thread.

Django's own ASGI handler goes back and forth between the event loop and a thread for every
middleware, and gives each request a new thread with a new database connection.
"""

from __future__ import annotations

from typing import Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.urls import set_script_prefix

from apps.games.live.threads import request_in_thread


class OneHopHandler(ASGIHandler):
    """Django's ASGI handler with the synchronous middleware chain, run as a whole in one thread."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def handle(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
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
