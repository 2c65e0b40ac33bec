"""Which sockets are let in at all: pages of our own origin, at addresses that exist."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier

NUL = (b"\x00", b"\\000")  # plain, and as cookies may write it
refuse = WebsocketDenier.as_asgi()


class OwnOrigin:
    """Refuses sockets that pages of other sites open, and those whose handshake is malformed."""

    def __init__(self, application: Any) -> None:
        self.guarded = AllowedHostsOriginValidator(application)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Pass on what is well formed and ours."""
        return await (self.guarded if well_formed(scope) else refuse)(scope, receive, send)


def well_formed(scope: dict[str, Any]) -> bool:
    """Whether the Origin can be read and nothing holds what a database cannot store."""
    for name, value in scope["headers"]:
        if name == b"origin" and not _readable(value):
            return False
        if name == b"cookie" and any(nul in value for nul in NUL):
            return False
    return "\x00" not in scope["path"]


def _readable(origin: bytes) -> bool:
    try:
        parts = urlsplit(origin.decode("latin1"))
        return bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
