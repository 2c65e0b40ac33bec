"""The page of a table's seats, and the requests that change who sits there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from apps.games import services, snapshots
from apps.games.live.speech import translated
from apps.games.models import Table
from apps.games.numbers import number_of
from apps.games.seats.pages import seats_context
from apps.games.selectors import visible_table
from apps.rulebooks.core.protocol import IllegalAction


@require_GET
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Who sits where, who is here, and what the reader may change about it."""
    table = visible_table(slug, request.user)
    if table.status == Table.Status.OPEN:
        return redirect(table)
    return render(request, "seats/page.html", seats_context(snapshots.newest(table), request.user))


@login_required
@require_POST
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave one's seat to a bot."""
    return _changed(request, slug, services.give_to_bot, level=request.POST.get("level", ""))


@login_required
@require_POST
def come_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's seat again."""
    return _changed(request, slug, services.come_back)


@login_required
@require_POST
def relieve(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a bot on the seat of somebody who has been away for too long."""
    return _changed(request, slug, services.relieve, level=request.POST.get("level", ""))


@login_required
@require_POST
def unseat(request: HttpRequest, slug: str) -> HttpResponse:
    """Free a seat before the game begins."""
    return _changed(request, slug, services.unseat)


def _changed(request: HttpRequest, slug: str, change: Callable[..., Any], **how: str) -> HttpResponse:
    """Carry out a change and go to the table, with the reason if it was refused."""
    table = visible_table(slug, request.user)
    number = number_of(request.POST.get("seat"), digits=2)
    if number is None:
        raise Http404
    try:
        change(table_id=table.pk, number=number, user=request.user, **how)
    except IllegalAction as illegal:
        messages.error(request, translated(illegal.message))
    except services.Conflict:
        messages.error(request, _("The table moved on meanwhile. Look again, then choose."))
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": table.get_absolute_url()})
    return redirect(table)
