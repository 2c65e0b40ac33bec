"""The cache of several processes: Redis, and while that cannot be reached, the memory of this one.

What is in the cache may always be missing, so nobody need wait for it. Limits still hold without it, for each process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from config.outage import NO_REDIS

MOST_SPARE = 50_000  # values


def _steady(name: str) -> Callable[..., Any]:
    def method(self: SteadyRedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(RedisCache, name)(self, *args, **kwargs)
        except NO_REDIS:
            return getattr(self.spare, name)(*args, **kwargs)

    method.__name__, method.__doc__ = name, getattr(RedisCache, name).__doc__
    return method


class SteadyRedisCache(RedisCache):
    """Django's Redis cache, which never fails for want of Redis."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.spare = LocMemCache("spare", {"OPTIONS": {"MAX_ENTRIES": MOST_SPARE}})

    add = _steady("add")
    get = _steady("get")
    set = _steady("set")
    touch = _steady("touch")
    delete = _steady("delete")
    get_many = _steady("get_many")
    set_many = _steady("set_many")
    delete_many = _steady("delete_many")
    has_key = _steady("has_key")
    incr = _steady("incr")
    clear = _steady("clear")
