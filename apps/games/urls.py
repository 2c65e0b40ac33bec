"""The addresses of tables, screens and the lobby."""

from django.urls import include, path

from apps.games import health
from apps.games.table import views as table
from apps.games.tv import views as tv

urlpatterns = [
    path("", include("apps.games.lobby.urls")),
    path("", include("apps.games.rules.urls")),
    path("", include("apps.games.learn.urls")),
    path("", include("apps.games.seats.urls")),
    path("", include("apps.games.people.urls")),
    path("", include("apps.games.history.urls")),
    path("t/<slug:slug>/", table.table_page, name="table"),
    path("t/<slug:slug>/act/", table.act, name="act"),
    path("t/<slug:slug>/undo/", table.undo, name="undo"),
    path("t/<slug:slug>/resign/", table.resign, name="resign"),
    path("t/<slug:slug>/propose/", table.propose, name="propose"),
    path("t/<slug:slug>/answer/", table.answer, name="answer"),
    path("t/<slug:slug>/rematch/", table.rematch, name="rematch"),
    path("t/<slug:slug>/tv/", tv.send_to_screen, name="send-to-screen"),
    path("tv/", tv.screen_page, name="tv"),
    path("tv/pair/", tv.pair, name="pair"),
    path("healthz", health.healthz, name="healthz"),
]
