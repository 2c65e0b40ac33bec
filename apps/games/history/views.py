"""Looking back at a table, moment by moment, and what can be done with its past."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_ratelimit.core import is_ratelimited

from apps.accounts.guests import guests_welcome, host_of, person_of
from apps.games import services, snapshots
from apps.games.history.drawing import draw
from apps.games.history.forms import ImportForm, MomentForm, ReportForm
from apps.games.history.pages import Sight, context_of, first_line
from apps.games.live.regions import partials
from apps.games.live.speech import translated
from apps.games.lobby.cards import game_card
from apps.games.models import Table
from apps.games.numbers import number_of
from apps.games.selectors import visible_table
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import IllegalAction


@require_GET
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a replay begins; with `line`, as the slider asks without scripts, at that moment."""
    table = visible_table(slug, request.user)
    snapshot = snapshots.newest(table)
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


@require_http_methods(["GET", "POST"])
@guests_welcome
def branch(request: HttpRequest, slug: str, line: int) -> HttpResponse:
    """Set up a new table that goes on from a moment of a finished game."""
    source = snapshots.newest(visible_table(slug, request.user))
    if source.road or source.status != Table.Status.FINISHED or not 0 <= line < source.line:
        raise Http404(_("There is nothing left to play from that moment."))
    form = MomentForm(source, request.GET.get("preset", ""), request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = _branched(request, form, line)
        if made is not None:
            return redirect(made)
    heading = _("Go on from action {line}").format(line=line)
    context = {"form": form, "game": game_card(source.book), "heading": heading, "faults": form.faults()}
    return render(request, "lobby/new.html", context, status=422 if form.errors else 200)


def _branched(request: HttpRequest, form: MomentForm, line: int) -> Table | None:
    """The new table, or None with the reason in the form."""
    try:
        return services.continue_from(
            source=form.source,
            line=line,
            host=host_of(request),
            seats=form.seat_plans(),
            visibility=form.cleaned_data["visibility"],
            idle_limit=form.cleaned_data["idle_limit"],
        )
    except IllegalAction as illegal:
        form.add_error(None, translated(illegal.message))
        return None


@require_GET
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """A table as a file: whole once it is over, before that what the reader has been told."""
    table = visible_table(slug, request.user)
    try:
        data = services.export_game(table, request.user.pk)
    except LookupError as early:
        raise Http404(_("This game has not begun.")) from early
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="starboard-{table.game}-{table.slug}.json"'
    return response


@require_http_methods(["GET", "POST"])
@guests_welcome
def bring_in(request: HttpRequest) -> HttpResponse:
    """Bring a finished game in from a file."""
    if request.method == "GET":
        return render(request, "history/import.html")
    if is_ratelimited(request, group="import", key="user_or_ip", rate=settings.RATE_IMPORTS, increment=True):
        return render(request, "429.html", status=429)
    table, fault = _brought_in(request, ImportForm(request.POST, request.FILES))
    if table is None:
        return render(request, "history/import.html", {"fault": fault}, status=422)
    messages.success(request, _("Played again and found right: here it is."))
    return redirect("replay", table.slug)


def _brought_in(request: HttpRequest, form: ImportForm) -> tuple[Table | None, str]:
    """The table, or the reason why there is none."""
    if not form.is_valid():
        return None, form.fault()
    try:
        return services.import_game(form.cleaned_data["file"], person_of(request)), ""
    except services.Refused as refused:
        return None, translated(refused.message)


@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what is wrong with a table, at a moment of it."""
    table = visible_table(slug, request.user)
    snapshot = snapshots.newest(table)
    if snapshot.state is None:
        raise Http404(_("This game has not begun."))
    line = min(number_of(request.GET.get("line")) or 0, snapshot.line) if "line" in request.GET else snapshot.line
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return _reported(request, snapshot, form)
    context = {"form": form, "table": table, "line": line, "book": snapshot.book}
    return render(request, "history/report.html", context, status=422 if form.errors else 200)


def _reported(request: HttpRequest, snapshot: Snapshot, form: ReportForm) -> HttpResponse:
    if is_ratelimited(request, group="report", key="user_or_ip", rate=settings.RATE_REPORTS, increment=True):
        return render(request, "429.html", status=429)
    services.report_problem(
        snapshot=snapshot,
        line=min(form.cleaned_data["line"], snapshot.line),
        note=form.cleaned_data["note"],
        who=request.user if request.user.is_authenticated else None,
        user_agent=request.headers.get("User-Agent", ""),
    )
    messages.success(request, _("Thank you. Somebody will look into this very moment of the game."))
    return redirect("table", snapshot.slug)


@require_POST
def looked(request: HttpRequest, slug: str) -> HttpResponse:
    """A page that is left says how far its reader has seen."""
    snapshot = snapshots.newest(visible_table(slug, request.user))
    services.remember_look(request.user, snapshot, number_of(request.POST.get("seq")) or 0)
    return HttpResponse(status=204)
