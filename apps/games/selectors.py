"""Reading tables: who may see what, and lists that never load a state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from apps.games.models import Table

HEAVY = ("state", "secret")


def visible_to(user: Any) -> QuerySet[Table]:
    """The tables that a person may look at; unlisted ones are seen by whoever has the address."""
    everyone = Q(visibility__in=[Table.Visibility.PUBLIC, Table.Visibility.UNLISTED])
    if user is None or not user.is_authenticated:
        return Table.objects.filter(everyone).defer(*HEAVY)
    theirs = Q(circle__isnull=True) & mine(user) | Q(circle__people=user)
    return Table.objects.filter(everyone | theirs).distinct().defer(*HEAVY)


def mine(user: Any) -> Q:
    """The tables that a person hosts, sits at, or may come back to; some may be closed to them by now."""
    return Q(host=user) | Q(seats__user=user) | Q(seats__keeper=user)


def visible_table(slug: str, user: Any) -> Table:
    """The table with this address. Raises Http404 when it does not exist or may not be seen."""
    table = visible_to(user).select_related("release", "host").filter(slug=slug).first()
    if table is None:
        raise Http404
    return table


def onward_of(table: Table) -> str | None:
    """The address of the table where the people of this one go on, if there is one."""
    if table.onward_id is not None:
        return Table.objects.values_list("slug", flat=True).get(pk=table.onward_id)
    return Table.objects.filter(rematch_of=table).values_list("slug", flat=True).first()


def running_by_release(releases: Iterable[int]) -> dict[int, int]:
    """How many tables that are not over stand on each of some releases."""
    alive = Table.objects.filter(release__in=releases, status__in=[Table.Status.OPEN, Table.Status.PLAYING])
    return dict(alive.order_by().values_list("release").annotate(count=Count("pk")))
