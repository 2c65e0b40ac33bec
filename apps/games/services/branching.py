"""A new table that goes on from a moment of a game that is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from apps.games.models import Origin, Table
from apps.games.services.patience import known_idle_limit
from apps.games.services.rewinding import state_at
from apps.games.services.tables import SeatPlan, make_seat, start_if_full
from apps.games.snapshots import Snapshot, encode_state
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.text import say


def continue_from(
    *,
    source: Snapshot,
    line: int,
    host: Any,
    seats: Sequence[SeatPlan],
    visibility: str = Table.Visibility.UNLISTED,
    idle_limit: int = Table.IdleLimit.DAY,
) -> Table:
    """Set up a table in the state that a finished game had after `line` actions; whoever asks may see that game.

    It plays by the same options and release, and has a secret, and so a chance, of its own. Raises
    IllegalAction where the game still runs, or was over at that moment, or the seats do not fit.
    """
    if source.road:
        raise IllegalAction("ledger", say(_("A campaign goes on in its own ledger.")))
    if source.status != Table.Status.FINISHED:
        raise IllegalAction("running", say(_("A game can be gone on from once it is over.")))
    if not 0 <= line < source.line:
        raise IllegalAction("moment", say(_("There is nothing left to play from that moment.")))
    if len(seats) != len(source.seats):
        raise IllegalAction("seats", say(_("This game has {count} seats."), count=len(source.seats)))
    if visibility not in Table.Visibility.values:
        raise IllegalAction("visibility", say(_("Choose who may watch this table.")))
    known_idle_limit(idle_limit)
    state = state_at(source, line)
    with transaction.atomic():
        table = Table.objects.create(
            game=source.game,
            release_id=Table.objects.values_list("release_id", flat=True).get(pk=source.table_id),
            options=source.options,
            host=host,
            visibility=visibility,
            idle_limit=idle_limit,
            seat_seqs=[0] * len(seats),
        )
        Origin.objects.create(table=table, source_id=source.table_id, line=line, state=encode_state(state))
        for number, plan in enumerate(seats):
            make_seat(table, number, plan, host, source.book)
        transaction.on_commit(lambda: start_if_full(table_id=table.pk))
    return table
