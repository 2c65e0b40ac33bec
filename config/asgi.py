"""The one door: HTTP to Django, WebSockets to the consumers of pages of our own origin."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from apps.games.live.embedded import Embedded
from apps.games.live.routing import websocket_urlpatterns

application = Embedded(
    ProtocolTypeRouter(
        {
            "http": http,
            "websocket": AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
        }
    )
)
