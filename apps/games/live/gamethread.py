"""One long-lived thread per process for everything that touches a table.

Under ASGI every request has a thread context of its own and would open a database connection for
each action. This thread keeps its connection, and its work is done in the order it came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="game")


async def in_game_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `function` in the game thread, once more on a new connection if the old one was lost."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_thread, lambda: _with_connection(function, *args, **kwargs))


def _with_connection(function: Callable[..., T], /, *args: Any, **kwargs: Any) -> T:
    try:
        connection.ensure_connection()
        return function(*args, **kwargs)
    except (OperationalError, InterfaceError):
        if connection.vendor == "sqlite" or connection.is_usable():
            raise
        # Nothing was stored, or it was stored whole: the idempotency key makes asking again safe.
        connection.close()
        return function(*args, **kwargs)
