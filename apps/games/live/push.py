"""Telling open pages that a table has moved on: facts only, never HTML and never a secret."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

log = logging.getLogger(__name__)

_server_loop: asyncio.AbstractEventLoop | None = None
_own_loop: asyncio.AbstractEventLoop | None = None
_own_lock = threading.Lock()


def group(table_id: int) -> str:
    """The channel group of everyone who looks at a table."""
    return f"table.{table_id}"


def screen_group(screen_id: int) -> str:
    """The channel group of one TV."""
    return f"screen.{screen_id}"


def person_group(user_id: int) -> str:
    """The channel group of all open pages of one person."""
    return f"user.{user_id}"


def use_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Remember the server's event loop, in which its channel layer lives."""
    global _server_loop
    _server_loop = loop


def announce(table_id: int, seq: int) -> None:
    """Say that a table has reached `seq`. A lost message heals with the next one or the heartbeat."""
    _send(group(table_id), {"type": "table.changed", "seq": seq})


def announce_rematch(old_id: int, new_id: int) -> None:
    """Say at a finished table that the next game of the same people has been set up."""
    _send(group(old_id), {"type": "table.rematch", "table": new_id})


def announce_screen(screen_id: int) -> None:
    """Say to a TV that it shows another table now."""
    _send(screen_group(screen_id), {"type": "screen.changed"})


def announce_presence(table_id: int, at: float) -> None:
    """Say that somebody has come to a table at second `at`; who it was, each page looks up for itself."""
    _send(group(table_id), {"type": "table.presence", "at": at})


def announce_turn(user_id: int, slug: str = "", game: str = "") -> None:
    """Say to a person's open pages that their turns have changed; `slug` names the table where one has come."""
    _send(person_group(user_id), {"type": "turns.changed", "slug": slug, "game": game})


def _send(to: str, message: dict[str, Any]) -> None:
    """Send from whatever thread this is. Never raises: what is to be known stands in the database."""
    layer = get_channel_layer()
    loop = _server_loop
    if loop is None or loop.is_closed():
        if layer is None or isinstance(layer, InMemoryChannelLayer):
            return  # nobody can be listening in this process
        loop = _background_loop()
    # The layer belongs to its loop: a call from another thread would come late or be lost.
    future = asyncio.run_coroutine_threadsafe(layer.group_send(to, message), loop)
    future.add_done_callback(_report)


def _report(future: Any) -> None:
    if not future.cancelled() and future.exception() is not None:
        log.warning("could not announce: %s", future.exception())


def _background_loop() -> asyncio.AbstractEventLoop:
    """A loop of this process's own, for workers and commands."""
    global _own_loop
    with _own_lock:
        if _own_loop is None:
            _own_loop = asyncio.new_event_loop()
            threading.Thread(target=_own_loop.run_forever, name="push", daemon=True).start()
        return _own_loop
