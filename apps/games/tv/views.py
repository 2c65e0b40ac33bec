"""The TV page, and sending a table to it."""

from __future__ import annotations

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_ratelimit.core import is_ratelimited

from apps.games import snapshots
from apps.games.live import regions
from apps.games.live.views_of import TV
from apps.games.lobby.cards import cards_of
from apps.games.lobby.selectors import tables_for_tv
from apps.games.models import Table
from apps.games.selectors import visible_table
from apps.games.services.following import name_of
from apps.games.tv.services import open_screen, pair_screen, release_screen
from apps.rulebooks.core.protocol import IllegalAction

COOKIE = "screen"
COOKIE_AGE = 400 * 86400  # seconds; browsers keep no cookie longer


@never_cache
@require_GET
def screen_page(request: HttpRequest) -> HttpResponse:
    """What a TV shows: its code, or the table that was sent to it."""
    screen = open_screen(request.COOKIES.get(COOKIE))
    if "new" in request.GET:
        release_screen(screen)
        response = redirect("tv")
    elif screen.table is None or screen.table.status in (Table.Status.OPEN, Table.Status.CLOSED):
        address = request.build_absolute_uri(reverse("pair") + f"?code={screen.code}")
        qr = segno.make(address, error="m").svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None)
        response = render(request, "tv/code.html", {"screen": screen, "qr": qr, "address": request.get_host()})
    else:
        snapshot = snapshots.newest(screen.table)
        context = {
            "snapshot": snapshot,
            "book": snapshot.book,
            "name": name_of(snapshot),
            "regions": regions.render(snapshot, TV),
        }
        response = render(request, "tv/screen.html", context)
    response.set_cookie(COOKIE, screen.token, max_age=COOKIE_AGE, httponly=True, samesite="Lax", secure=settings.HTTPS)
    return response


@require_http_methods(["GET", "POST"])
def pair(request: HttpRequest) -> HttpResponse:
    """On a phone: choose which of one's tables goes to the screen with this code."""
    code = request.POST.get("code") or request.GET.get("code", "")
    if request.method == "POST" and request.POST.get("table"):
        return _send(request, request.POST["table"], code)
    return render(request, "tv/pair.html", {"code": code, "tables": tables_for_tv(request.user)})


@require_POST
def send_to_screen(request: HttpRequest, slug: str) -> HttpResponse:
    """Send this table to the screen whose code was typed."""
    return _send(request, slug, request.POST.get("code", ""))


def _send(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    table = visible_table(slug, request.user)
    context = {"code": code, "tables": cards_of([table], request.user), "table": table}
    if is_ratelimited(request, group="codes", key="user_or_ip", rate=settings.RATE_CODES, increment=True):
        return render(
            request, "tv/pair.html", {**context, "error": _("Too many codes. Wait a minute and try again.")}, status=429
        )
    try:
        pair_screen(code=code, table=table, user=request.user)
    except IllegalAction as illegal:
        return render(request, "tv/pair.html", {**context, "error": regions.translated(illegal.message)}, status=422)
    return render(request, "tv/paired.html", context)
