"""A few long-lived threads per process for everything that is not waiting: requests and reading tables.

Django under ASGI gives every request a thread of its own and would open a database connection each
time. These threads keep theirs, so their number is also the number of connections of a process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

_pool = ThreadPoolExecutor(max_workers=settings.WEB_THREADS, thread_name_prefix="web")


async def in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `function` in one of the threads, outside a request."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, lambda: _fresh(function, *args, **kwargs))


async def request_in_thread(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Run `function`, which looks after connections itself, in one of the threads."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_pool, lambda: function(*args, **kwargs))


def _fresh(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    close_old_connections()  # one that broke is opened anew
    return function(*args, **kwargs)
