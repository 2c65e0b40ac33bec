"""The one door: HTTP to Django, WebSockets to the consumers of pages of our own origin."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from apps.games.live.embedded import Embedded
from apps.games.live.routing import websocket_urlpatterns
from config.handler import OneHopHandler
from config.static import with_static_files

application = Embedded(
    ProtocolTypeRouter(
        {
            "http": with_static_files(OneHopHandler()),
            "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        }
    )
)
