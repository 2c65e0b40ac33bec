"""When a guest logs in to an account, the account takes over the guest's seats and tables."""

from __future__ import annotations

from functools import partial

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.accounts.services import on_merge
from apps.games import snapshots
from apps.games.models import Entry, Screen, Seat, Table, new_token
from apps.games.services.journal import Draft, append
from apps.games.snapshots import SeatInfo, Snapshot

OVER = (Table.Status.FINISHED, Table.Status.CLOSED)


def subscribe() -> None:
    """Have seats and tables handed over from now on."""
    if hand_over not in on_merge:
        on_merge.append(hand_over)


def hand_over(guest: User, member: User) -> None:
    """Give a member all seats and tables of a guest, but for tables where the member sits already."""
    concerned = tables_of(guest)
    taken = Seat.objects.filter(user=member, table__in=concerned).values_list("table_id", flat=True)
    for table_id, status in list(concerned.exclude(pk__in=list(taken)).values_list("pk", "status")):
        hand_table(table_id, status, guest, member)
    Screen.objects.filter(paired_by=guest).update(paired_by=member)


def tables_of(guest: User) -> QuerySet[Table]:
    """The tables where a guest has a seat, or a bot keeps one for them, or which they host."""
    return Table.objects.filter(Q(seats__user=guest) | Q(seats__keeper=guest) | Q(host=guest)).distinct()


def hand_table(table_id: int, status: str, guest: User, member: User) -> None:
    """Give a member all that a guest has at one table."""
    Table.objects.filter(pk=table_id, host=guest).update(host=member)
    if status not in OVER:
        append(
            table_id,
            lambda snapshot: _draft(snapshot, guest, member),
            lambda after: _hand_rows(after.table_id, guest, member),
        )
    else:
        _hand_rows(table_id, guest, member)
    # Of a game that is over only the rows change: what was remembered must be read anew.
    transaction.on_commit(partial(snapshots.forget, table_id))


def _draft(snapshot: Snapshot, guest: User, member: User) -> Draft:
    """An entry that changes nothing but who sits where."""
    seats = tuple(_seat(seat, guest, member) for seat in snapshot.seats)
    return Draft(
        kind=Entry.Kind.SEAT,
        seat=None,
        key=new_token(),
        line=snapshot.line,
        state=snapshot.state,
        status=snapshot.status,
        seats=seats,
        user_id=member.pk,
        host_id=member.pk if snapshot.host_id == guest.pk else None,
    )


def _seat(seat: SeatInfo, guest: User, member: User) -> SeatInfo:
    """A seat that the guest holds, or that a bot keeps for them, as the member's."""
    if seat.user_id == guest.pk:
        return msgspec.structs.replace(seat, user_id=member.pk, name=_name(seat.name, guest, member))
    if seat.keeper_id == guest.pk:
        return msgspec.structs.replace(seat, keeper_id=member.pk, keeper=_name(seat.keeper, guest, member))
    return seat


def _hand_rows(table_id: int, guest: User, member: User) -> None:
    Seat.objects.filter(table_id=table_id, user=guest).update(user=member)
    Seat.objects.filter(table_id=table_id, keeper=guest).update(keeper=member)


def _name(name: str, guest: User, member: User) -> str:
    return member.shown_name if name == guest.shown_name else name
