"""The addresses of the API. They may grow; what is there keeps its meaning within `v1`."""

from django.urls import path, re_path

from apps.api.door import nowhere
from apps.api.views import playing, reading

app_name = "api"

urlpatterns = [
    path("me/", reading.me_url, name="me"),
    path("games/", reading.games_url, name="games"),
    path("games/<slug:game>/", reading.game_url, name="game"),
    path("tables/", playing.tables_url, name="tables"),
    path("tables/<slug:slug>/", reading.table_url, name="table"),
    path("tables/<slug:slug>/scene/", reading.scene_url, name="scene"),
    path("tables/<slug:slug>/rematch/", playing.rematch_url, name="rematch"),
    path("tables/<slug:slug>/seats/<int:number>/take/", playing.take_url, name="take"),
    path("tables/<slug:slug>/seats/<int:number>/leave/", playing.leave_url, name="leave"),
    path("tables/<slug:slug>/seats/<int:number>/act/", playing.act_url, name="act"),
    path("tables/<slug:slug>/seats/<int:number>/take-back/", playing.take_back_url, name="take-back"),
    path("tables/<slug:slug>/seats/<int:number>/resign/", playing.resign_url, name="resign"),
    path("tables/<slug:slug>/seats/<int:number>/propose/", playing.propose_url, name="propose"),
    path("tables/<slug:slug>/seats/<int:number>/answer/", playing.answer_url, name="answer"),
    re_path(r"^.*$", nowhere, name="nowhere"),
]
