"""The addresses of sockets."""

from django.urls import path

from apps.games.live.consumers import TableConsumer
from apps.games.live.me import MeConsumer
from apps.games.tv.sockets import ScreenConsumer

websocket_urlpatterns = [
    path("ws/t/<slug:slug>/", TableConsumer.as_asgi()),
    path("ws/tv/", ScreenConsumer.as_asgi()),
    path("ws/me/", MeConsumer.as_asgi()),
]
