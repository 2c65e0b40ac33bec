"""Who in this process listens to what, and how word of it comes from any thread and any process.

A message goes straight to the listeners of its group in this process, one after the other and in the order
in which messages came; other processes hear it over Redis, where there is one. No listener has a queue of
its own: what three open pages of one table are told takes one turn of the event loop, and no message goes
through Redis only to come back.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from functools import lru_cache
from typing import Any, Protocol

import msgspec
import redis
import redis.asyncio
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)

BROKEN = 1011  # how a socket is closed that could not be told something: its page comes again and sees everything
PATIENCE = 2.0  # seconds that telling other processes may take
AGAIN = 1.0  # seconds between two tries to listen to them
QUIET = 20.0  # seconds of silence after which we ask whether anybody is there

Message = dict[str, Any]


class Listener(Protocol):
    """Somebody who can be told things."""

    async def dispatch(self, message: Message) -> None:
        """Hear a message."""

    async def catch_up(self) -> None:
        """Find out what lost messages would have told."""

    async def close(self, code: int) -> None:
        """Go away."""


_name = secrets.token_hex(4)  # of this process
_loop: asyncio.AbstractEventLoop | None = None
_groups: dict[str, dict[Listener, None]] = {}  # touched in the loop only, like all below
_inbox: dict[str, deque[Message]] = {}  # what a group has yet to be told, while somebody is telling it
_tasks: set[asyncio.Task[None]] = set()


def use_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Remember the server's event loop, in which its listeners live, and listen to other processes."""
    global _loop
    _loop = loop
    if settings.REDIS_URL:
        _start(_hear_others())


def join(group: str, listener: Listener) -> None:
    """Be told what the group is told from now on. Call it in the loop."""
    _groups.setdefault(group, {})[listener] = None


def leave(group: str, listener: Listener) -> None:
    """Be told no more. Call it in the loop."""
    members = _groups.get(group, {})
    members.pop(listener, None)
    if not members:
        _groups.pop(group, None)


def tell(group: str, message: Message) -> None:
    """Tell a group something, from any thread but the loop's. Never raises: a message is only a hint."""
    if _loop is not None and not _loop.is_closed():
        _loop.call_soon_threadsafe(_arrived, group, message)
    if settings.REDIS_URL:
        try:
            _sender().publish(_prefix() + _name, msgspec.msgpack.encode((group, message)))
        except redis.RedisError as error:
            log.warning("could not tell other processes: %s", error)


def is_well() -> bool:
    """Whether other processes can be told something now."""
    try:
        return not settings.REDIS_URL or bool(_sender().ping())
    except redis.RedisError:
        return False


def _arrived(group: str, message: Message) -> None:
    """A message is here: somebody tells it, now or after those before it."""
    if group in _inbox:
        _inbox[group].append(message)
    elif group in _groups:
        _inbox[group] = deque([message])
        _start(_deliver(group))


async def _deliver(group: str) -> None:
    inbox = _inbox[group]
    try:
        while inbox:
            message = inbox.popleft()
            for listener in tuple(_groups.get(group, ())):
                await _try(listener, listener.dispatch(message))
    finally:
        del _inbox[group]


async def _try(listener: Listener, told: Any) -> None:
    """A listener that fails does not keep the others from hearing."""
    try:
        await told
    except Exception:
        log.exception("a listener failed")
        await listener.close(code=BROKEN)


async def _hear_others() -> None:
    """Pass on what other processes tell. What was said while Redis was away is caught up with."""
    lost = False
    while True:
        try:
            client = redis.asyncio.Redis.from_url(
                settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=PATIENCE, health_check_interval=QUIET
            )
            async with client, client.pubsub(ignore_subscribe_messages=True) as others:
                await others.psubscribe(*_all_but(_prefix(), _name))
                if lost:
                    await _catch_up()
                while True:
                    heard = await others.get_message(timeout=QUIET)
                    if heard is not None:
                        _arrived(*msgspec.msgpack.decode(heard["data"]))
        except (redis.RedisError, OSError) as error:
            if not lost:
                log.warning("cannot hear other processes: %s", error)
            lost = True
            await asyncio.sleep(AGAIN)


async def _catch_up() -> None:
    for listener in {listener for members in _groups.values() for listener in members}:
        await _try(listener, listener.catch_up())


def _all_but(prefix: str, name: str) -> list[str]:
    """Patterns that together match, exactly once, every name but this one: names that differ first at each place."""
    return [f"{prefix}{name[:place]}[^{letter}]*" for place, letter in enumerate(name)]


@lru_cache(maxsize=1)
def _sender() -> redis.Redis:
    # One more try at once, on a new connection: the old one may have died with a server that is back by now.
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 1),
    )


@lru_cache(maxsize=1)
def _prefix() -> str:
    """Channels of Redis are the same in all of its databases: ours are told apart by the number."""
    database = redis.ConnectionPool.from_url(settings.REDIS_URL).connection_kwargs.get("db", 0)
    return f"starboard.{database}."


def _start(work: Any) -> None:
    """A task of the loop, which keeps no hold of tasks itself."""
    task = asyncio.ensure_future(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
