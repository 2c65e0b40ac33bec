"""How long a table waits for somebody who is away before the others may put a bot on the seat."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _

from apps.games.models import Entry, Table, new_token
from apps.games.services.journal import Appended, Draft, append
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import Text, say

_TIMES = {
    Table.IdleLimit.MINUTES_5: say(_("5 minutes")),
    Table.IdleLimit.HOUR: say(_("1 hour")),
    Table.IdleLimit.DAY: say(_("1 day")),
    Table.IdleLimit.DAYS_3: say(_("3 days")),
}


def known_idle_limit(seconds: int) -> None:
    """Refuse an idle limit that is not offered. Raises IllegalAction."""
    if seconds not in Table.IdleLimit.values:
        raise IllegalAction("idle-limit", say(_("Choose one of the waiting times offered.")))


def set_idle_limit(*, table_id: int, seconds: int, user: Any) -> Appended:
    """Let the host change the idle limit before the game begins; 0 for never. Raises IllegalAction."""
    known_idle_limit(seconds)

    def plan(snapshot: Snapshot) -> Draft:
        if snapshot.host_id != user.pk or snapshot.status != Table.Status.OPEN:
            raise IllegalAction("not-host", say(_("Only the host can do that, and only before the game begins.")))
        return Draft(
            kind=Entry.Kind.SEAT,
            seat=None,
            key=new_token(),
            line=0,
            events=(Event("idle-limit", say(_("The host changed it: {rule}"), rule=idle_text(seconds))),),
            status=Table.Status.OPEN,
            user_id=user.pk,
        )

    return append(table_id, plan, lambda after: _store(table_id, seconds))


def idle_limit_of(table_id: int) -> int:
    """The idle limit of a table in seconds, 0 for never."""
    return Table.objects.values_list("idle_limit", flat=True).get(pk=table_id)


def idle_text(seconds: int) -> Text:
    """What an idle limit means, in one sentence."""
    if seconds == Table.IdleLimit.NEVER:
        return say(_("Nobody may put a bot on the seat of somebody who stays away."))
    time = _TIMES[Table.IdleLimit(seconds)]
    return say(_("Whoever keeps the others waiting for {time} may find a bot on their seat until they come back."),
               time=time)  # fmt: skip


def _store(table_id: int, seconds: int) -> None:
    Table.objects.filter(pk=table_id).update(idle_limit=seconds)
