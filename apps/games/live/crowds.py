"""How many sockets one person, and one address, may have open: each costs memory, and work at every action.

Counted in this process alone, where they live: a count cannot outlast what it counts.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.conf import settings

CROWD = 4429
IPV6_NETWORK = 64  # bits that one household is given

_open: Counter[str] = Counter()


class Turnstile:
    """ASGI middleware inside the one that knows the person: lets in as many as there is room for."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Pass on, or turn away with a code that the page understands."""
        limits = dict(_limits(scope)) if settings.RATELIMIT_ENABLE else {}
        if any(_open[who] >= most for who, most in limits.items()):
            return await _turn_away(receive, send)
        _open.update(limits.keys())
        try:
            return await self.application(scope, receive, send)
        finally:
            _open.subtract(limits.keys())
            for who in limits:
                if _open[who] <= 0:
                    del _open[who]


def _limits(scope: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Whom a socket counts for, and how many each may have."""
    user = scope.get("user")
    if user is not None and user.is_authenticated:
        yield f"user-{user.pk}", settings.SOCKETS_PER_USER
    if scope.get("client"):
        yield f"address-{_address(scope['client'][0])}", settings.SOCKETS_PER_ADDRESS


def _address(client: str) -> str:
    """An address as one household has it."""
    try:
        found = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        return client
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, IPV6_NETWORK), strict=False))


async def _turn_away(receive: Any, send: Any) -> None:
    """Open and close: a page is not told the code of a socket that never opened."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": CROWD})
