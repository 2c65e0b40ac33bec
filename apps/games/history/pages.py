"""What the page of a moment shows around the board."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.games import snapshots
from apps.games.history.moments import moment_of
from apps.games.history.perspectives import Perspective, opened_report, perspectives
from apps.games.models import Table, new_token
from apps.games.selectors import visible_table
from apps.games.services.agreeing import asked_by
from apps.games.snapshots import Snapshot


class Sight:
    """What one request looks at: a moment of a table, through somebody's eyes. Raises Http404."""

    def __init__(self, request: HttpRequest, slug: str, line: int) -> None:
        self.table = self._table(request, slug)
        self.now = snapshots.newest(self.table)
        self.report = opened_report(request, self.now)
        self.ways = perspectives(self.now, request.user.pk, self.report)
        self.way = self._chosen(request.GET.get("as", ""))
        self.query = self._query(request)
        try:
            self.moment = moment_of(self.now, line)
        except LookupError as gone:
            raise Http404(_("There is no such moment.")) from gone

    def _table(self, request: HttpRequest, slug: str) -> Table:
        if request.GET.get("report") and request.user.has_perm("games.view_report"):
            table = Table.objects.filter(slug=slug).select_related("release", "host").defer("state", "secret").first()
            if table is not None and opened_report(request, snapshots.newest(table)) is not None:
                return table
        return visible_table(slug, request.user)

    def _chosen(self, asked: str) -> Perspective:
        if not asked:
            return self.ways[0]
        found = next((way for way in self.ways if way.slug == asked), None)
        if found is None:
            raise Http404(_("That cannot be looked at now."))
        return found

    def _query(self, request: HttpRequest) -> str:
        asked = {}
        if self.way is not self.ways[0]:
            asked["as"] = self.way.slug
        if self.report is not None:
            asked["report"] = str(self.report.pk)
        return f"?{urlencode(asked)}" if asked else ""

    def address(self, line: int) -> str:
        """Where another moment is seen through the same eyes."""
        return reverse("replay-at", args=[self.now.slug, line]) + self.query


def first_line(snapshot: Snapshot) -> int:
    """Where a replay begins: at the start of a game that is over, else now."""
    return 0 if snapshot.status == Table.Status.FINISHED else snapshot.line


def context_of(request: HttpRequest, sight: Sight) -> dict[str, Any]:
    """Everything that the templates of a moment read."""
    now, moment = sight.now, sight.moment
    line, last = moment.line, now.line
    over = now.status == Table.Status.FINISHED
    own = now.seats_of(request.user.pk)
    return {
        "sight": sight,
        "book": now.book,
        "slug": now.slug,
        "line": line,
        "last": last,
        "over": over,
        "table": sight.table,
        "steps": {
            "first": sight.address(0),
            "back": sight.address(max(0, line - 1)),
            "on": sight.address(min(last, line + 1)),
            "last": sight.address(last),
        },
        "ways": [
            (way, f"{reverse('replay-at', args=[now.slug, line])}?as={way.slug}", way is sight.way)
            for way in sight.ways
        ],
        "share": request.build_absolute_uri(reverse("replay-at", args=[now.slug, line])),
        "may_branch": over and bool(moment.waiting) and not now.road,
        "propose_as": own[0] if own and not over and line < last and not now.road else None,
        "expected": now.seat_seqs[own[0]] if own and now.seat_seqs else 0,
        "asks": bool(asked_by(now, request.user.pk)),
        "key": new_token(),
        "seq": now.seq,
    }
