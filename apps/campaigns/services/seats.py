"""Who decides: the seats of a ledger, and of the table it waits for, passed on between members."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from apps.campaigns.models import Campaign, Member, Sortie
from apps.campaigns.services.ledgers import beside, newest_run, role_of
from apps.games.models import Seat, Table
from apps.games.services.journal import append
from apps.games.services.tables import seat_title
from apps.games.snapshots import SeatInfo, Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import say

DECIDE = (Member.Role.OWNER, Member.Role.PLAYER)
FLY = (*DECIDE, Member.Role.GUEST)


def pass_seat(*, campaign: Campaign, number: int, to: Member, user: Any, battle_only: bool = False) -> None:
    """Let another member take a seat: for good, or only at the table that is under way.

    The owner may pass any seat on, others only their own; a player may take over the seat of somebody who has left it
    to a bot. Guests may fly a battle and no more. Raises IllegalAction.
    """
    run = newest_run(campaign)
    seat = run.ledger.seats.filter(number=number).first()
    role = role_of(campaign, user)
    mine = seat is not None and user.is_authenticated and user.pk in (seat.user_id, seat.keeper_id)
    taken = to.user_id == user.pk and role in DECIDE and seat is not None and seat.kind != Seat.Kind.PERSON
    if seat is None or not (role == Member.Role.OWNER or mine or taken):
        raise IllegalAction("not-yours", say("Only the owner and whoever holds a seat can pass it on."))
    if to.role not in (FLY if battle_only else DECIDE):
        raise IllegalAction("role", say("Watchers hold no seat, and guests only fly single battles."))
    tables = list(Sortie.objects.filter(run=run, void=False, report_line=None).values_list("table_id", flat=True))
    if battle_only and not tables:
        raise IllegalAction("no-table", say("There is no table under way."))
    with transaction.atomic():
        for pk in tables if battle_only else [run.ledger_id, *tables]:
            _seat(pk, number, to.user, user)


def free_seats_of(campaign: Campaign, person: Any, by: Any) -> None:
    """Give the seats of somebody who leaves, or does not decide any more, to the owner."""
    owner = campaign.members.select_related("user").get(role=Member.Role.OWNER).user
    run = newest_run(campaign)
    tables = Sortie.objects.filter(run=run, void=False, report_line=None).values_list("table_id", flat=True)
    for pk in [run.ledger_id, *tables]:
        theirs = Seat.objects.filter(table_id=pk, user=person) | Seat.objects.filter(table_id=pk, keeper=person)
        for number in list(theirs.values_list("number", flat=True)):
            _seat(pk, number, owner, by)


def _seat(table_id: int, number: int, person: Any, by: Any) -> None:
    def plan(snapshot: Snapshot) -> Any:
        if snapshot.status not in (Table.Status.PLAYING, Table.Status.FINISHED):
            raise IllegalAction("not-playing", say("This table is not in play."))
        info = SeatInfo(number, Seat.Kind.PERSON, person.pk, person.shown_name)
        seats = tuple(info if seat.number == number else seat for seat in snapshot.seats)
        words = say("{name} takes {seat}.", name=person.shown_name, seat=seat_title(snapshot, number))
        return beside(snapshot, Event("seat", words, seat=number), by, seats=seats)

    def also(after: Snapshot) -> None:
        Seat.objects.filter(table_id=table_id, number=number).update(
            kind=Seat.Kind.PERSON, user=person, bot_level="", name="", keeper=None, keeper_name=""
        )

    append(table_id, plan, also)
