"""The page of a lesson, its beginning, and the coach's leave."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from apps.accounts.guests import guests_welcome, host_of
from apps.games.learn import services
from apps.games.live.speech import translated
from apps.games.lobby.cards import game_card
from apps.games.numbers import number_of
from apps.games.selectors import visible_table
from apps.rulebooks.registry import RULEBOOKS


@require_http_methods(["GET", "POST"])
@guests_welcome
def learn(request: HttpRequest, game: str) -> HttpResponse:
    """What a lesson is, or (by POST) straight to its table: the unfinished one, or with `again` a new one."""
    lesson = services.lesson_of(game)
    if lesson is None:
        raise Http404
    begun = services.unfinished(game, request.user)
    if request.method == "GET":
        steps = [translated(step.title) for step in lesson.steps if step.deed]
        promise = translated(lesson.promise)
        context = {"game": game_card(RULEBOOKS[game]), "steps": steps, "promise": promise, "begun": begun}
        return render(request, "learn/lesson.html", context)
    if begun is not None and "again" not in request.POST:
        return redirect(begun)
    return redirect(services.begin(game, host_of(request)))


@require_POST
def coach(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the coach of a table away, or call it back."""
    table = visible_table(slug, request.user)
    services.send_coach(request, slug, away="away" in request.POST)
    seat = number_of(request.GET.get("seat"), digits=2)
    return redirect(table if seat is None else f"{table.get_absolute_url()}?seat={seat}")
