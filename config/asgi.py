"""The one door: HTTP to Django, WebSockets to the consumers of pages of our own origin and of programs."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

from apps.api import sockets as api
from apps.games.live.crowds import Turnstile
from apps.games.live.embedded import Embedded
from apps.games.live.origins import OwnOrigin, refuse
from apps.games.live.routing import websocket_urlpatterns
from config.compression import compress_sockets
from config.handler import OneHopHandler
from config.static import with_static_files

compress_sockets()

nowhere = re_path(r"", refuse)
pages = OwnOrigin(AuthMiddlewareStack(Turnstile(URLRouter([*websocket_urlpatterns, nowhere]))))
programs = api.ProgramsDoor(URLRouter([*api.websocket_urlpatterns, nowhere]))


async def sockets(scope: dict[str, Any], receive: Any, send: Any) -> Any:
    """Programs have a door of their own, where a token counts and no cookie does."""

    async def tell(message: dict[str, Any]) -> None:
        with suppress(Disconnected):  # it has gone this very moment, which we shall hear next
            await send(message)

    return await (programs if scope["path"].startswith(api.PREFIX) else pages)(scope, receive, tell)


application = Embedded(ProtocolTypeRouter({"http": with_static_files(OneHopHandler()), "websocket": sockets}))
