"""Problems that people meet at a table, kept with the moment for those who mend them."""

from __future__ import annotations

from typing import Any

from apps.games.history.moments import moment_of
from apps.games.models import Report
from apps.games.snapshots import Snapshot, encode_state

MOST_LETTERS = 2000


def report_problem(*, snapshot: Snapshot, line: int, note: str, who: Any = None, user_agent: str = "") -> Report:
    """Keep what somebody has to say about a moment of a table. Raises LookupError where there is no such moment."""
    moment = moment_of(snapshot, line)
    return Report.objects.create(
        table_id=snapshot.table_id,
        seq=moment.seq,
        line=line,
        who=who,
        note=note.strip()[:MOST_LETTERS],
        state=encode_state(moment.state),
        user_agent=user_agent[:300],
    )
