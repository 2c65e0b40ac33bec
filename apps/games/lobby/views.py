"""The lobby: what to play, with whom, and who is still missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from apps.accounts.guests import guests_welcome, host_of, person_of
from apps.content.services import content_of
from apps.games import services
from apps.games.live.regions import translated
from apps.games.lobby.cards import card_of, cards_of, game_card, games, seat_row, specs_of
from apps.games.lobby.forms import TableForm, plans_of
from apps.games.lobby.room import default_level, options_in_words
from apps.games.lobby.selectors import finished_tables, invited_seat, my_tables, tables_to_join, tables_to_watch
from apps.games.models import Table
from apps.games.numbers import number_of
from apps.games.selectors import visible_table
from apps.rulebooks.core.protocol import IllegalAction, Rulebook
from apps.rulebooks.registry import RULEBOOKS

FINISHED_SHORT = 5
FINISHED_PAGE = 20


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The landing page, or one's own tables with those first that wait for one."""
    context: dict[str, Any] = {
        "games": games(),
        "joinable": tables_to_join(request.user),
        "watchable": tables_to_watch(request.user),
    }
    if not request.user.is_authenticated:
        return render(request, "lobby/landing.html", context)
    context["mine"] = my_tables(request.user)
    context["finished"] = cards_of(finished_tables(request.user)[:FINISHED_SHORT], request.user)
    return render(request, "lobby/home.html", context)


@login_required
@require_GET
def finished(request: HttpRequest) -> HttpResponse:
    """All of one's finished games."""
    page = Paginator(finished_tables(request.user), FINISHED_PAGE).get_page(request.GET.get("page"))
    cards = cards_of(page, request.user)
    return render(request, "lobby/finished.html", {"page": page, "cards": cards})


@require_POST
@guests_welcome
def play_now(request: HttpRequest, game: str) -> HttpResponse:
    """One click: a guest if need be, a table against a bot, and straight to it."""
    book = _book(game)
    level = default_level(book)
    seats = plans_of("bot", len(TableForm(book, "bot").specs), level)
    table = services.create_table(game=game, host=host_of(request), seats=seats)
    return redirect(table)


@require_http_methods(["GET", "POST"])
@guests_welcome
def new_table(request: HttpRequest, game: str) -> HttpResponse:
    """Set up a table: who sits where, by which variants, and who may watch."""
    book = _book(game)
    form = TableForm(book, request.GET.get("preset", ""), request.POST or None)
    if request.method == "POST" and "look" in request.POST:  # only to see another choice of the first options
        part = "lobby/setup.html" if request.headers.get("HX-Request") else "lobby/new.html"
        return render(request, part, {"form": form, "game": game_card(book), "faults": []})
    if request.method == "POST" and form.is_valid():
        made = _made(request, form)
        if made is not None:
            return redirect(made)
    context = {"form": form, "game": game_card(book), "faults": form.faults() if form.errors else []}
    return render(request, "lobby/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@guests_welcome
def invite(request: HttpRequest, slug: str, invite: str) -> HttpResponse:
    """What an invitation leads to: the game, the host, the seat, and one button to sit down."""
    table, seat = invited_seat(slug, invite, request.user)
    card = card_of(table, request.user)
    if seat is None and card.my_side:
        return redirect(table)
    if request.method == "POST" and seat is not None:
        return _seated(request, table, seat.number, invite)
    context = {
        "card": card,
        "seated": card.my_side is not None,
        "seat": None if seat is None else seat_row(seat, specs_of(table)[seat.number], request.user),
        "chosen": options_in_words(RULEBOOKS[table.game], content_of(table.release_id), table.options),
        "patience": translated(services.idle_text(table.idle_limit)),
        "game": game_card(RULEBOOKS[table.game]),
    }
    return render(request, "lobby/invite.html", context, status=200 if seat is not None else 410)


@require_POST
@guests_welcome
def sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a free seat."""
    table = visible_table(slug, request.user)
    return _seated(request, table, _number(request), request.POST.get("invite", ""))


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Get up before the game begins."""
    table = visible_table(slug, request.user)
    return _done(request, table, lambda: services.leave_seat(
        table_id=table.pk, number=_number(request), user=request.user))  # fmt: skip


@login_required
@require_POST
def bot(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a bot on a free seat."""
    table = visible_table(slug, request.user)
    seat = get_object_or_404(table.seats, number=_number(request))
    return _done(request, table, lambda: services.seat_bot(
        table_id=table.pk, number=seat.number, level=request.POST.get("level", ""), user=request.user))  # fmt: skip


@login_required
@require_POST
def idle_limit(request: HttpRequest, slug: str) -> HttpResponse:
    """Change how long the table waits for somebody who is away."""
    table = visible_table(slug, request.user)
    seconds = _number(request, "idle_limit", 7)
    return _done(request, table, lambda: services.set_idle_limit(
        table_id=table.pk, seconds=seconds, user=request.user))  # fmt: skip


@login_required
@require_POST
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Close a table that has not begun."""
    table = visible_table(slug, request.user)
    _done(request, table, lambda: services.close_table(table_id=table.pk, user=request.user))
    return redirect("home")


def _book(game: str) -> Rulebook:
    if game not in RULEBOOKS:
        raise Http404
    return RULEBOOKS[game]


def _made(request: HttpRequest, form: TableForm) -> Table | None:
    """The new table, or None with the reason in the form."""
    try:
        return services.create_table(
            game=form.book.slug,
            host=host_of(request),
            seats=form.seat_plans(),
            options=form.options(),
            visibility=form.cleaned_data["visibility"],
            idle_limit=form.cleaned_data["idle_limit"],
        )
    except IllegalAction as illegal:
        form.add_error(None, translated(illegal.message))
        return None


def _seated(request: HttpRequest, table: Table, number: int, invite: str) -> HttpResponse:
    if table.status != Table.Status.OPEN:  # no guest for somebody who cannot sit down anyway
        messages.error(request, _("This game has begun already. You can still watch it."))
        return redirect(table)
    person = person_of(request)
    return _done(request, table, lambda: services.take_seat(
        table_id=table.pk, number=number, user=person, invite=invite))  # fmt: skip


def _done(request: HttpRequest, table: Table, change: Callable[[], Any]) -> HttpResponse:
    """Carry out a change and go to the table, with the reason if it was refused."""
    try:
        change()
    except IllegalAction as illegal:
        messages.error(request, translated(illegal.message))
    except services.Conflict:
        messages.error(request, _("The table moved on meanwhile. Look again, then choose."))
    return redirect(table)


def _number(request: HttpRequest, field: str = "seat", digits: int = 2) -> int:
    """A whole number of the form. Raises Http404 where no page of ours sends such a thing."""
    number = number_of(request.POST.get(field), digits)
    if number is None:
        raise Http404
    return number
