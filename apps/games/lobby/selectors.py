"""What the lobby shows: tables as cards, never with a state."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404

from apps.games.lobby.cards import Card, cards_of
from apps.games.lobby.room import room_context
from apps.games.models import Seat, Table
from apps.games.selectors import HEAVY, mine, visible_to

__all__ = ["finished_tables", "invited_seat", "my_tables", "room_context", "tables_for_tv", "tables_to_join",
           "tables_to_watch", "turn_count"]  # fmt: skip

MINE_SHOWN = 60
OTHERS_SHOWN = 12


def turn_count(user: Any) -> int:
    """At how many tables it is this person's turn; at a ledger only if no table of it is under way."""
    if not user.is_authenticated:
        return 0
    rows = Seat.objects.filter(user=user, table__status=Table.Status.PLAYING)
    rows = rows.exclude(~Q(table__road=""), table__onward__isnull=False)
    return len({table for table, number, waiting in rows.values_list("table", "number", "table__waiting")
                if number in waiting})  # fmt: skip


def my_tables(user: Any) -> dict[str, list[Card]]:
    """A person's tables that are not over: those that wait for them first."""
    running = [Table.Status.OPEN, Table.Status.PLAYING]
    tables = _listed(visible_to(user).filter(mine(user), road="", status__in=running).distinct())
    cards = cards_of(tables.order_by("-moved_at", "-created_at")[:MINE_SHOWN], user)
    return {
        "turns": [card for card in cards if card.my_turn],
        "playing": [card for card in cards if card.status == Table.Status.PLAYING and not card.my_turn],
        "gathering": [card for card in cards if card.status == Table.Status.OPEN],
    }


def tables_to_join(user: Any) -> list[Card]:
    """Public tables of others with an open seat, newest first."""
    tables = Table.objects.filter(
        status=Table.Status.OPEN, visibility=Table.Visibility.PUBLIC, seats__kind=Seat.Kind.OPEN
    ).distinct()
    return cards_of(_listed(_of_others(tables, user))[:OTHERS_SHOWN], user)


def tables_to_watch(user: Any) -> list[Card]:
    """Public games of others in play, the liveliest first."""
    tables = _of_others(
        Table.objects.filter(status=Table.Status.PLAYING, visibility=Table.Visibility.PUBLIC), user
    ).order_by("-moved_at")
    return cards_of(_listed(tables)[:OTHERS_SHOWN], user)


def tables_for_tv(user: Any) -> list[Card]:
    """The tables that somebody sits at and may send to a TV, the liveliest first."""
    if not user.is_authenticated:
        return []
    tables = visible_to(user).filter(seats__user=user).exclude(status=Table.Status.CLOSED).distinct()
    return cards_of(_listed(tables).order_by("-moved_at")[:OTHERS_SHOWN], user)


def finished_tables(user: Any) -> QuerySet[Table]:
    """A person's finished games, newest first, ready for `card_of`."""
    return _listed(visible_to(user).filter(mine(user), road="", status=Table.Status.FINISHED).distinct()).order_by(
        "-finished_at"
    )


def invited_seat(slug: str, token: str, user: Any) -> tuple[Table, Seat | None]:
    """The table and the free seat that an invitation is for; no seat once it has been used.

    Raises Http404 when the invitation fits nothing that this person may see.
    """
    seat = Seat.objects.select_related("table__host").defer(*(f"table__{f}" for f in HEAVY)).filter(
        table__slug=slug, invite=token
    ).first()  # fmt: skip
    if seat is not None:
        free = seat.table.status == Table.Status.OPEN and not seat.is_taken
        return seat.table, seat if free else None
    table = visible_to(user).select_related("host").filter(slug=slug).first()
    if table is None:
        raise Http404
    return table, None


def _of_others(tables: QuerySet[Table], user: Any) -> QuerySet[Table]:
    return tables.exclude(mine(user)) if user.is_authenticated else tables


def _listed(tables: QuerySet[Table]) -> QuerySet[Table]:
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    return tables.defer(*HEAVY).select_related("host").prefetch_related(seats)
