"""Who decides: the seats of a ledger, and of the table it waits for, passed on between members."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q

from apps.campaigns.models import Campaign, Member, Run, Sortie
from apps.campaigns.services.archiving import refuse_archived
from apps.campaigns.services.ledgers import beside, newest_run, role_of
from apps.campaigns.services.roles import DECIDE, FLY, OWNER
from apps.games.models import Seat, Table
from apps.games.services.journal import append
from apps.games.services.tables import seat_title, start_if_full
from apps.games.snapshots import SeatInfo, Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import say

VACANT = Q(kind=Seat.Kind.PERSON, user=None)


def pass_seat(*, campaign: Campaign, number: int, to: Member, user: Any, battle_only: bool = False) -> None:
    """Let another member take a seat: for good, or only at the table that is under way.

    The owner may pass any seat on, others only their own; a player may take over the seat of somebody who has left it
    to a bot, or left it altogether. Guests may fly a battle and no more. Raises IllegalAction.
    """
    refuse_archived(campaign)
    run = newest_run(campaign)
    seat = run.ledger.seats.filter(number=number).first()
    role = role_of(campaign, user)
    mine = seat is not None and user.is_authenticated and user.pk in (seat.user_id, seat.keeper_id)
    free = seat is not None and (seat.kind != Seat.Kind.PERSON or seat.user_id is None)
    taken = to.user_id == user.pk and role in DECIDE and free
    if seat is None or not (role == OWNER or mine or taken):
        raise IllegalAction("not-yours", say("Only the owner and whoever holds a seat can pass it on."))
    if to.role not in (FLY if battle_only else DECIDE):
        raise IllegalAction("role", say("Watchers hold no seat, and guests only fly single battles."))
    battles = _under_way(run)
    if battle_only and not battles:
        raise IllegalAction("no-table", say("There is no table under way."))
    with transaction.atomic():
        for pk in battles if battle_only else [*battles, run.ledger_id]:
            _seat(pk, number, to.user, user)


def free_seats_of(campaign: Campaign, person: Any, to: Any, by: Any) -> None:
    """Give the seats of somebody who leaves, or does not decide any more, to somebody else, or to nobody."""
    _pass_all(campaign, Q(user=person) | Q(keeper=person), to, by)


def fill_vacant_seats(campaign: Campaign, to: Any, by: Any) -> None:
    """Give somebody the seats that belong to nobody."""
    _pass_all(campaign, VACANT, to, by)


def _pass_all(campaign: Campaign, which: Q, to: Any, by: Any) -> None:
    run = newest_run(campaign)
    for pk in [*_under_way(run), run.ledger_id]:
        for number in list(Seat.objects.filter(which, table_id=pk).values_list("number", flat=True)):
            _seat(pk, number, to, by)


def _under_way(run: Run) -> list[int]:
    """The tables that a ledger waits for."""
    return list(Sortie.objects.filter(run=run, void=False, report_line=None).values_list("table_id", flat=True))


def _seat(table_id: int, number: int, person: Any, by: Any) -> None:
    user_id, name = (None, "") if person is None else (person.pk, person.shown_name)

    def plan(snapshot: Snapshot) -> Any:
        if snapshot.status == Table.Status.CLOSED:
            raise IllegalAction("not-playing", say("This table is not in play."))
        info = SeatInfo(number, Seat.Kind.PERSON, user_id, name)
        seats = tuple(info if seat.number == number else seat for seat in snapshot.seats)
        title = seat_title(snapshot, number)
        told = say("{name} takes {seat}.", name=name, seat=title) if name else say("Nobody has {seat}.", seat=title)
        return beside(snapshot, Event("seat", told, seat=number), by, seats=seats)

    def also(after: Snapshot) -> None:
        Seat.objects.filter(table_id=table_id, number=number).update(
            kind=Seat.Kind.PERSON, user_id=user_id, bot_level="", name="", keeper=None, keeper_name=""
        )
        if after.status == Table.Status.OPEN:
            transaction.on_commit(lambda: start_if_full(table_id=table_id))

    append(table_id, plan, also)
