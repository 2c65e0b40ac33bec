"""The pages of rules: all games, and one game with its search."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from apps.content.services import content_of
from apps.games.live.speech import translated
from apps.games.lobby.cards import game_card, games
from apps.games.numbers import number_of
from apps.games.rules.pages import release_of, rules_of
from apps.games.rules.searching import LONGEST, search, words_of
from apps.rulebooks.registry import RULEBOOKS


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """The games whose rules can be read."""
    return render(request, "rules/games.html", {"games": games()})


@require_GET
def rules_of_game(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of a game; with `q` what was found in them, with `release` in the numbers of that release."""
    if game not in RULEBOOKS:
        raise Http404
    number = number_of(request.GET.get("release"))
    release = release_of(game, number)
    if release is None:
        raise Http404
    page = rules_of(game, release)
    question = request.GET.get("q", "")[:LONGEST].strip()
    context = {
        "question": question if words_of(question) else "",
        "typed": question,
        "found": search(page, question),
    }
    if request.htmx:
        return render(request, "rules/found.html", context)
    book = RULEBOOKS[game]
    context |= {
        "game": game_card(book),
        "rules": page,
        "release": release,
        "newest": release_of(game, None),
        "asked": number,
        "options": [
            (translated(o.name), translated(o.help), [translated(label) for _value, label in o.choices], o.rule)
            for o in book.options(content_of(release.pk))
        ],
    }
    return render(request, "rules/game.html", context)
