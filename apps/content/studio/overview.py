"""Where an editor arrives: the games, and the drafts of one game by kind."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from apps.content import access, services
from apps.content.models import Entry, Release
from apps.content.services.comparing import title_of
from apps.content.studio.pages import page, seen_game
from apps.content.words import game_name, kind_name, said
from apps.rulebooks.registry import rulebook


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """All games that somebody may see."""
    games = []
    for game in access.games_seen_by(request.user):
        newest = Release.objects.filter(game=game).order_by("-number").first()
        changed = len(services.differences(game, newest.data, services.drafts_of(game))) if newest else 0
        games.append(
            {
                "slug": game,
                "name": game_name(game),
                "tagline": said(rulebook(game).tagline),
                "newest": newest,
                "changed": changed,
                "drafts": Entry.objects.filter(game=game).count(),
                "editable": access.can_edit(request.user, game),
            }
        )
    return page(request, "home.html", _("Content studio"), games=games)


@require_GET
def game(request: HttpRequest, game: str) -> HttpResponse:
    """The drafts of a game, kind by kind, with what differs from the newest release."""
    seen_game(request, game)
    newest = services.newest_release(game)
    drafts = services.drafts_of(game)
    changes = {(diff.kind, diff.slug): diff.deed for diff in services.differences(game, newest.data, drafts)}
    faulty = {(fault.kind, fault.slug) for fault in services.faults_of(game, drafts)}
    entries = list(Entry.objects.filter(game=game).select_related("updated_by"))
    kinds: list[dict[str, Any]] = []
    for kind, known in rulebook(game).content_kinds.items():
        kinds.append(
            {
                "slug": kind,
                "name": kind_name(game, kind, many=True),
                "one": kind_name(game, kind),
                "help": said(known.help),
                "single": known.single,
                "faulty": (kind, "") in faulty,
                "entries": [
                    {
                        "entry": entry,
                        "title": title_of(game, kind, entry.data),
                        "coded": not known.single and title_of(game, kind, entry.data) != entry.slug,
                        "deed": changes.get((kind, entry.slug), ""),
                        "faulty": (kind, entry.slug) in faulty,
                        "symbol": _symbol(entry.data),
                    }
                    for entry in entries
                    if entry.kind == kind
                ],
            }
        )
    return page(
        request,
        "game.html",
        game_name(game),
        game,
        kinds=kinds,
        newest=newest,
        changed=len(changes),
        faulty=len(faulty),
    )


def _symbol(data: dict[str, Any]) -> str:
    symbol = data.get("symbol", "")
    return symbol if symbol in services.checking.drawings() else ""
