"""Looking back at a table, moment by moment."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_GET

from apps.games import snapshots
from apps.games.history.drawing import draw
from apps.games.history.pages import Sight, context_of, first_line, number_of
from apps.games.live.regions import partials
from apps.games.selectors import visible_table


@require_GET
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a replay begins; with `line`, as the slider asks without scripts, at that moment."""
    table = visible_table(slug, request.user)
    snapshot = snapshots.current(table.pk)
    if snapshot.state is None:
        return redirect(table)
    asked = number_of(request.GET.get("line"))
    line = first_line(snapshot) if asked is None else min(asked, snapshot.line)
    query = request.GET.copy()
    query.pop("line", None)
    return HttpResponseRedirect(reverse("replay-at", args=[slug, line]) + (f"?{query.urlencode()}" if query else ""))


@require_GET
def moment(request: HttpRequest, slug: str, line: int) -> HttpResponse:
    """One moment: the whole page, or for a page that steps only what differs between moments."""
    sight = Sight(request, slug, line)
    regions, ground = draw(sight.moment, sight.way.view)
    context = {**context_of(request, sight), "regions": regions, "ground": ground}
    if not request.headers.get("HX-Request"):
        return render(request, "history/replay.html", context)
    if request.GET.get("ground") == ground:
        regions.pop("terrain")
    steps = render_to_string("history/steps.html", context, request)
    response = HttpResponse(partials({**regions, "steps": steps}))
    response["HX-Replace-Url"] = sight.address(line)
    return response
