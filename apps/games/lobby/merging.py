"""When a guest logs in to an account, the account takes over the guest's seats and tables."""

from __future__ import annotations

from functools import partial

import msgspec
from django.db import transaction
from django.db.models import Q

from apps.accounts.models import User
from apps.accounts.services import on_merge
from apps.games import snapshots
from apps.games.models import Entry, Seat, Table, new_token
from apps.games.services.journal import Draft, append
from apps.games.snapshots import SeatInfo, Snapshot

LIVE = (Table.Status.OPEN, Table.Status.PLAYING)


def subscribe() -> None:
    """Have seats and tables handed over from now on."""
    if hand_over not in on_merge:
        on_merge.append(hand_over)


def hand_over(guest: User, member: User) -> None:
    """Give a member all seats and tables of a guest, but for tables where the member sits already."""
    concerned = Table.objects.filter(Q(seats__user=guest) | Q(seats__keeper=guest) | Q(host=guest)).distinct()
    taken = Seat.objects.filter(user=member, table__in=concerned).values_list("table_id", flat=True)
    for table_id, status in list(concerned.exclude(pk__in=list(taken)).values_list("pk", "status")):
        Table.objects.filter(pk=table_id, host=guest).update(host=member)
        if status in LIVE:
            append(
                table_id,
                lambda snapshot: _draft(snapshot, guest, member),
                lambda after: _hand_rows(after.table_id, guest, member),
            )
        else:
            _hand_rows(table_id, guest, member)
        # The host is no part of an entry: what was just remembered must be read anew.
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
