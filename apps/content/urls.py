"""The addresses of the studio. Every one is for staff; each page asks further."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, path

from apps.content.studio import carrying, entries, overview, publishing, releases

app_name = "studio"


def _page(route: str, view: Callable[..., Any], name: str) -> URLPattern:
    return path(route, admin.site.admin_view(view), name=name)


urlpatterns = [
    _page("", overview.home, "home"),
    _page("entry/<int:pk>/", entries.change, "entry"),
    _page("entry/<int:pk>/delete/", entries.delete, "delete"),
    _page("entry/<int:pk>/duplicate/", entries.duplicate, "duplicate"),
    _page("entry/<int:pk>/move/", entries.move, "move"),
    _page("entry/<int:pk>/history/", entries.history, "history"),
    _page("change/<int:pk>/restore/", entries.restore, "restore"),
    _page("<slug:game>/", overview.game, "game"),
    _page("<slug:game>/add/<slug:kind>/", entries.add, "add"),
    _page("<slug:game>/history/", entries.journal, "journal"),
    _page("<slug:game>/export/", carrying.export, "export"),
    _page("<slug:game>/import/", carrying.bring_in, "import"),
    _page("<slug:game>/publish/", publishing.publish, "publish"),
    _page("<slug:game>/releases/", releases.releases, "releases"),
    _page("<slug:game>/releases/compare/", releases.compare, "compare"),
    _page("<slug:game>/releases/<int:number>/", releases.release, "release"),
    _page("<slug:game>/releases/<int:number>/export/", carrying.export_release, "export-release"),
    _page("<slug:game>/releases/<int:number>/roll-back/", publishing.roll_back, "roll-back"),
    _page("<slug:game>/releases/<int:number>/reset/", publishing.reset, "reset"),
]
