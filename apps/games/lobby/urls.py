"""The addresses of the lobby."""

from django.urls import path

from apps.games.lobby import views

urlpatterns = [
    path("", views.home, name="home"),
    path("play/<slug:game>/", views.play_now, name="play-now"),
    path("new/<slug:game>/", views.new_table, name="new-table"),
    path("tables/finished/", views.finished, name="finished-tables"),
    path("t/<slug:slug>/join/<str:invite>/", views.invite, name="invite"),
    path("t/<slug:slug>/sit/", views.sit, name="sit"),
    path("t/<slug:slug>/leave/", views.leave, name="leave"),
    path("t/<slug:slug>/bot/", views.bot, name="seat-bot"),
    path("t/<slug:slug>/idle-limit/", views.idle_limit, name="idle-limit"),
    path("t/<slug:slug>/close/", views.close, name="close-table"),
]
