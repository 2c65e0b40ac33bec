"""Playing again: the next table of the same people."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from apps.content.services import newest_release
from apps.games.models import Seat, Table
from apps.games.services.tables import start_if_full
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.text import say

SAME_PEOPLE = ("kind", "user", "bot_level", "name", "keeper", "keeper_name")  # what a rematch takes over of a seat


def rematch(*, table: Table, user: Any) -> Table:
    """The next game of the same people with sides swapped; the same table for everyone who asks."""
    seated = list(table.seats.select_related("user", "keeper").order_by("number"))
    if table.followed:
        raise IllegalAction("followed", say(_("This table belongs to a campaign, which goes on from it.")))
    if table.status != Table.Status.FINISHED:
        raise IllegalAction("not-finished", say(_("A rematch can begin once this game is over.")))
    if user.pk not in {seat.user_id for seat in seated}:
        raise IllegalAction("no-seat", say(_("Only those who played can ask for a rematch.")))
    with transaction.atomic():
        locked = Table.objects.select_for_update().get(pk=table.pk)
        existing = Table.objects.filter(rematch_of=locked).first()
        if existing is not None:  # whoever made it may have died before it began
            transaction.on_commit(lambda: _rematch_made(table.pk, existing.pk))
            return existing
        release = newest_release(table.game)
        following = Table.objects.create(
            game=table.game,
            release=release,
            options=table.options,
            host=table.host,
            visibility=table.visibility,
            idle_limit=table.idle_limit,
            rematch_of=locked,
            seat_seqs=[0] * len(seated),
        )
        for number, old in enumerate([*seated[1:], seated[0]]):
            same = {field: getattr(old, field) for field in SAME_PEOPLE}
            Seat.objects.create(table=following, number=number, **same)
        locked.screens.update(table=following)
        transaction.on_commit(lambda: _rematch_made(table.pk, following.pk))
    return following


def _rematch_made(old_id: int, new_id: int) -> None:
    from apps.games.live.push import announce_onward

    start_if_full(table_id=new_id)
    announce_onward(old_id, new_id)
