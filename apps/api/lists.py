"""What the API tells of games and tables; never with a state."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.api.faults import Fault
from apps.api.scenes import result_of
from apps.content.services import content_of, newest_release
from apps.games.live.speech import translated
from apps.games.lobby.cards import specs_of, who_sits
from apps.games.models import Seat, Table
from apps.games.selectors import HEAVY, mine, visible_table, visible_to
from apps.rulebooks.core.protocol import Option, Rulebook, SeatSpec
from apps.rulebooks.core.simulation import usual_options
from apps.rulebooks.registry import RULEBOOKS

PAGE = 20
MOST_ON_PAGE = 50


def game_facts(book: Rulebook) -> dict[str, Any]:
    """A game: what can be chosen when a table of it is made."""
    release = newest_release(book.slug)
    content = content_of(release.pk)
    options = book.options(content)
    return {
        "game": book.slug,
        "name": translated(book.name),
        "tagline": translated(book.tagline),
        "release": release.number,
        "options": [_option(option) for option in options],
        "bot_levels": [
            {"level": level.slug, "name": translated(level.name), "blurb": translated(level.blurb)}
            for level in book.bot_levels
        ],
        "seats": [_spec(spec) for spec in book.seats(content, usual_options(options))],
    }


def games() -> list[dict[str, Any]]:
    """All games."""
    return [game_facts(book) for book in RULEBOOKS.values()]


def table_facts(table: Table, request: HttpRequest) -> dict[str, Any]:
    """A table as its page tells it to this person: who sits where, and how it stands."""
    specs = specs_of(table)
    hosting = table.host_id == request.user.pk and table.status == Table.Status.OPEN
    return {
        "table": table.slug,
        "url": request.build_absolute_uri(reverse("table", args=[table.slug])),
        "game": table.game,
        "release": table.release.number,
        "options": table.options,
        "visibility": table.visibility,
        "idle_limit": table.idle_limit,
        "status": table.status,
        "host": table.host.shown_name if table.host else None,
        "lesson": table.lesson,
        "seq": table.seq,
        "waiting": table.waiting,
        "seats": [_seat(seat, specs[seat.number], table, request.user, hosting) for seat in table.seats.all()],
        "result": None if table.result is None else result_of(table.result),
        "rematch": table.rematch.slug if hasattr(table, "rematch") else None,
        "created_at": table.created_at,
        "started_at": table.started_at,
        "moved_at": table.moved_at,
        "finished_at": table.finished_at,
    }


def seen_table(slug: str, user: Any) -> Table:
    """The table with this address, ready for `table_facts`. Raises Http404 where there is none to see."""
    return _ready(Table.objects.filter(pk=visible_table(slug, user).pk)).get()


def invited_table(slug: str, number: int, invite: str, user: Any) -> Table:
    """The same, for somebody too who holds the invitation to that seat. Raises Http404."""
    invited = Table.objects.filter(slug=slug, seats__number=number, seats__invite=invite) if invite else None
    table = None if invited is None else invited.defer(*HEAVY).first()
    return visible_table(slug, user) if table is None else table


def page_of_tables(which: str, user: Any, cursor: str, limit: int) -> tuple[list[Table], str | None]:
    """One page of tables, newest first, and the cursor of the next one. Raises Fault 400 for a strange cursor."""
    found = _mine(user) if which == "mine" else _open()
    if cursor:
        after = visible_to(user).filter(slug=cursor).values_list("pk", flat=True).first()
        if after is None:
            raise Fault(400, "wrong-field", _("Send the cursor of the page before - at `cursor`"))
        found = found.filter(pk__lt=after)
    page = list(_ready(found).order_by("-pk")[: limit + 1])
    return page[:limit], page[limit - 1].slug if len(page) > limit else None


def _mine(user: Any) -> QuerySet[Table]:
    return Table.objects.filter(pk__in=visible_to(user).filter(mine(user)).values("pk"))


def _open() -> QuerySet[Table]:
    """Public tables with a seat for anyone."""
    free = Seat.objects.filter(kind=Seat.Kind.OPEN).values("table")
    return Table.objects.filter(pk__in=free, status=Table.Status.OPEN, visibility=Table.Visibility.PUBLIC)


def _ready(tables: QuerySet[Table]) -> QuerySet[Table]:
    seats = Prefetch("seats", Seat.objects.select_related("user", "keeper").order_by("number"))
    heavy = (*HEAVY, "release__data", "rematch__state", "rematch__secret")
    return tables.select_related("host", "release", "rematch").defer(*heavy).prefetch_related(seats)


def _option(option: Option) -> dict[str, Any]:
    values = [{"value": value, "name": translated(label)} for value, label in option.choices]
    return {"option": option.slug, "name": translated(option.name), "help": translated(option.help), "values": values}


def _spec(spec: SeatSpec) -> dict[str, Any]:
    return {"number": spec.number, "name": translated(spec.name), "colour": spec.colour, "optional": spec.optional}


def _seat(seat: Seat, spec: SeatSpec, table: Table, user: Any, hosting: bool) -> dict[str, Any]:
    free = table.status == Table.Status.OPEN and not seat.is_taken
    shared = free and (hosting or seat.kind == Seat.Kind.OPEN)
    return {
        **_spec(spec),
        "kind": seat.kind,
        "who": who_sits(seat),
        "bot_level": seat.bot_level or None,
        "mine": seat.user_id == user.pk,
        "kept_for_me": seat.keeper_id == user.pk,
        "free": free,
        "acting": seat.number in table.waiting,
        "invite": seat.invite if shared else None,
    }
