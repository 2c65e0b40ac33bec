"""Through whose eyes a moment may be seen: everyone's and one's own, and once it is over anybody's."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _

from apps.games.history.models import Report
from apps.games.live.speech import translated
from apps.games.live.views_of import View
from apps.games.models import Table
from apps.games.numbers import number_of
from apps.games.snapshots import Snapshot

LOOKED = "reports-looked-into"  # in the session of staff: reports whose warning has been read


class Perspective(msgspec.Struct, frozen=True):
    """One way of looking at the past: its name in addresses, its words, and what may be drawn for it."""

    slug: str
    label: str
    view: View


EVERYONE = View("table")
REVEALED_VIEW = View("table", revealed=True)


def perspectives(snapshot: Snapshot, user_id: int | None, report: Report | None = None) -> list[Perspective]:
    """How a person may look at the past of a table; the first is what they begin with.

    While a game runs: as everyone, and as each of one's own seats. Once it is over: as anyone, as
    known then, and with everything revealed. `report` opens everything to staff who look into it.
    """
    over = snapshot.status == Table.Status.FINISHED
    own = snapshot.seats_of(user_id)
    specs = snapshot.book.seats(snapshot.content, snapshot.options)
    found = [Perspective("public", _("What everyone saw"), EVERYONE)]
    for spec in specs:
        if over or spec.number in own:
            label = _("As {seat} knew it").format(seat=translated(spec.name))
            found.append(Perspective(f"seat-{spec.number}", label, View("table", shown=spec.number)))
    if over or (report is not None and not own):
        found.append(Perspective("revealed", _("Everything revealed"), REVEALED_VIEW))
    if len(own) == 1:
        found.sort(key=lambda way: way.slug != f"seat-{own[0]}")
    return found


def opened_report(request: Any, snapshot: Snapshot) -> Report | None:
    """The report that this member of staff is looking into here, if they have read its warning."""
    asked = number_of(request.GET.get("report"))
    if asked is None or asked not in request.session.get(LOOKED, []):
        return None
    if not request.user.has_perm("games.view_report") or not request.user.is_staff:
        return None
    return Report.objects.filter(pk=asked, table_id=snapshot.table_id).defer("state").first()
