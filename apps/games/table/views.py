"""The page of a table, and the requests that act at it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.views.decorators.http import require_GET, require_POST
from django_ratelimit.core import is_ratelimited

from apps.games import services, snapshots
from apps.games.history.recap import arrive
from apps.games.learn.services import coached
from apps.games.live import regions
from apps.games.live.offers import AT, choice_at
from apps.games.live.views_of import may_watch, view_of
from apps.games.lobby.selectors import room_context
from apps.games.models import Table
from apps.games.numbers import number_of
from apps.games.rules.pages import address_of_rules
from apps.games.selectors import onward_of, visible_table
from apps.games.services.agreeing import asked_by, can_draw
from apps.games.services.following import name_of
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Audience, IllegalAction
from apps.rulebooks.core.text import say


@require_GET
def table_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The table as the person of the session sees it: the waiting room, the game, or how it ended."""
    table = visible_table(slug, request.user)
    if table.road:
        return redirect("ledger", slug)  # it has a page of its own, among all that its campaign has
    snapshot = snapshots.newest(table)
    if snapshot.state is None:
        return render(request, "table/room.html", room_context(snapshot, request.user, request))
    return render(request, "table/page.html", page_context(request, table, snapshot))


def page_context(request: HttpRequest, table: Table, snapshot: Snapshot) -> dict[str, Any]:
    """What the page of a table that has begun reads."""
    slug = table.slug
    seat = _asked_seat(request.GET)
    view = view_of(snapshot, request.user.pk, seat)
    return {
        "snapshot": snapshot,
        "view": view,
        "book": snapshot.book,
        "name": name_of(snapshot),
        "regions": regions.render(snapshot, view),
        "onward": onward_of(table),
        "socket": f"/ws/t/{slug}/?seen={slug}-{snapshot.seq}" + (f"&seat={view.shown}" if seat is not None else ""),
        "rules_address": address_of_rules(snapshot.game, snapshot.release),
        "coached": coached(request, slug),
        "recap": arrive(request.user, snapshot, view),
        "asks": bool(asked_by(snapshot, request.user.pk)),
        "draws": can_draw(snapshot),
        "coach_url": reverse("coach", args=[slug]) + (f"?seat={view.shown}" if seat is not None else ""),
    }


@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Carry out a choice of the person's seat."""
    return _change(request, slug, _act)


@require_POST
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the last action, or with `all` everything since the last barrier."""
    return _change(request, slug, _undo)


@require_POST
def resign(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the game up."""
    return _change(request, slug, _resign)


@require_POST
def propose(request: HttpRequest, slug: str) -> HttpResponse:
    """Offer a draw, or ask to go back further than one may alone."""
    return _change(request, slug, _propose)


@require_POST
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Agree to what somebody proposes, refuse it, or withdraw it."""
    return _change(request, slug, _answer)


@require_POST
def rematch(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up the next game with sides swapped, or go to it if it is there already."""
    table = visible_table(slug, request.user)
    try:
        following = services.rematch(table=table, user=request.user)
    except IllegalAction as illegal:
        return _refused(request, snapshots.newest(table), regions.translated(illegal.message), status=422)
    return _go(request, following.get_absolute_url())


def _act(request: HttpRequest, snapshot: Snapshot, seat: int, asked: dict[str, Any]) -> None:
    choice = request.POST.get("choice", "")
    if choice.endswith(AT):  # one thing on one of many tiles
        scene = snapshot.book.scene(snapshot.content, snapshot.state, Audience.of(seat))
        choice = choice_at(scene, choice, request.POST.get("tile", ""))
    services.act(table_id=snapshot.table_id, seat=seat, choice=choice, **asked)


def _undo(request: HttpRequest, snapshot: Snapshot, seat: int, asked: dict[str, Any]) -> None:
    services.take_back(table_id=snapshot.table_id, seat=seat, all_of_turn="all" in request.POST, **asked)


def _resign(request: HttpRequest, snapshot: Snapshot, seat: int, asked: dict[str, Any]) -> None:
    asked.pop("expected")
    services.concede(table_id=snapshot.table_id, seat=seat, **asked)


def _propose(request: HttpRequest, snapshot: Snapshot, seat: int, asked: dict[str, Any]) -> None:
    wish = request.POST.get("choice", "")
    line = number_of(request.POST.get("line"))
    if wish == "draw":
        services.propose_draw(table_id=snapshot.table_id, seat=seat, **asked)
    elif wish in ("action", "turn") or line is not None:
        services.propose_back(table_id=snapshot.table_id, seat=seat, to=wish or line, **asked)
    else:
        raise IllegalAction("wish", say(noop("Choose what to propose.")))


def _answer(request: HttpRequest, snapshot: Snapshot, seat: int, asked: dict[str, Any]) -> None:
    asked.pop("expected")
    word, _dash, motion = request.POST.get("choice", "").partition("-")
    services.answer(table_id=snapshot.table_id, seat=seat, motion=number_of(motion) or 0, yes=word == "yes", **asked)


def _change(request: HttpRequest, slug: str, change: Any) -> HttpResponse:
    """Parse, call the service, and answer with what the page needs to stand right again."""
    user_id = request.user.pk
    if is_ratelimited(request, group="act", key="user_or_ip", rate=settings.RATE_ACTIONS, increment=True):
        return _refused(request, None, _("That was very fast. Wait a moment and try again."), status=429)
    seat = _asked_seat(request.POST)
    snapshot = snapshots.known_at(slug)
    if snapshot is None or seat not in snapshot.seats_of(user_id):
        # A change is compared with what is stored before it counts; a refusal must be right as well.
        table = Table.objects.filter(slug=slug).only("pk", "seq").first()
        snapshot = None if table is None else snapshots.newest(table)
    if snapshot is None or not may_watch(snapshot, user_id):
        return _refused(request, None, _("There is no such table."), status=404)
    if seat is None or seat not in snapshot.seats_of(user_id):
        return _refused(request, snapshot, _("You are watching: only those at the table can act."), status=403)
    asked = {"expected": number_of(request.POST.get("expected")), "key": request.POST.get("key", "")[:64],
             "user_id": user_id}  # fmt: skip
    if not asked["key"] or asked["expected"] is None:
        return _refused(request, snapshot, _("The request was incomplete. Reload the page and try again."), status=400)
    try:
        change(request, snapshot, seat, asked)
    except services.Conflict as conflict:
        return _refused(request, conflict.snapshot, _("The table has moved on. Look again, then choose."), status=409)
    except IllegalAction as illegal:
        return _refused(request, snapshots.current(snapshot.table_id), regions.translated(illegal.message), status=422)
    except Table.DoesNotExist:  # it is gone since
        return _refused(request, None, _("There is no such table."), status=404)
    if snapshot.road:
        onward = Table.objects.filter(pk=snapshot.table_id).values_list("onward__slug", flat=True).first()
        if onward:  # whoever decided to go to a table is taken there
            return _go(request, reverse("table", args=[onward]))
    if request.POST.get("live"):
        return HttpResponse(status=204)  # the page's socket shows the rest
    return _page_again(request, snapshots.current(snapshot.table_id))


def _page_again(request: HttpRequest, snapshot: Snapshot) -> HttpResponse:
    """All regions for a page that asked by htmx; a whole page for one without scripts."""
    if not request.headers.get("HX-Request"):
        back = reverse("table", args=[snapshot.slug])
        seat = _asked_seat(request.POST)
        return HttpResponseRedirect(back if seat is None else f"{back}?seat={seat}")
    view = view_of(snapshot, request.user.pk, _asked_seat(request.POST))
    response = HttpResponse(regions.partials(regions.render(snapshot, view)))
    response["X-Seq"] = str(snapshot.seq)
    return response


def _refused(request: HttpRequest, snapshot: Snapshot | None, message: str, *, status: int) -> HttpResponse:
    """Say what is wrong and what to do, with the current page where there is one."""
    if snapshot is None or snapshot.state is None or not request.headers.get("HX-Request"):
        return render(request, "table/refused.html", {"message": message, "snapshot": snapshot}, status=status)
    response = _page_again(request, snapshot)
    response.status_code = status
    notice = regions.notice(message)
    response.content = response.content + notice.encode()
    return response


def _asked_seat(values: Any) -> int | None:
    return number_of(values.get("seat"))


def _go(request: HttpRequest, url: str) -> HttpResponse:
    """Send the browser somewhere, whether it asked by htmx or by a form."""
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = url
        return response
    return redirect(url)
