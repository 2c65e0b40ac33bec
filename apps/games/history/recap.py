"""What has happened at a table since somebody last looked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from apps.games.history.models import Look
from apps.games.history.moments import line_at
from apps.games.live.speech import speak, spoken
from apps.games.live.views_of import View
from apps.games.models import Entry
from apps.games.services.looking import last_look, remember_look
from apps.games.snapshots import Snapshot, to_line

AWAY = timedelta(minutes=2)  # whoever was here since then needs no recap
SHOWN = 30  # sentences
READ = 150  # entries that they are looked for in


class Sentence(msgspec.Struct, frozen=True):
    """One sentence of the log."""

    text: str
    seat: int | None

    @property
    def emblem(self) -> str:
        """The symbol of the side it is about."""
        return "" if self.seat is None else f"emblem-{self.seat}"


class Recap(msgspec.Struct, frozen=True):
    """The sentences since a look, oldest first; how many before them are left out; and where that was."""

    sentences: tuple[Sentence, ...]
    more: bool
    line: int


def arrive(user: Any, snapshot: Snapshot, view: View) -> Recap | None:
    """What a person who opens a table has missed, if anything; from now on they have seen it."""
    look = last_look(user, snapshot)
    recap = None if look is None else recap_of(snapshot, view, look)
    remember_look(user, snapshot, snapshot.seq, look)
    return recap


def recap_of(snapshot: Snapshot, view: View, look: Look) -> Recap | None:
    """What a view may read of what others have done since a look that is some time ago."""
    if look.seq >= snapshot.seq or look.at > timezone.now() - AWAY:
        return None
    rows = Entry.objects.filter(
        table_id=snapshot.table_id, seq__gt=look.seq, seq__lte=snapshot.seq, voided_by=None
    ).order_by("-seq")[:READ]
    speak()
    lines = [to_line(row) for row in reversed(rows) if row.seat is None or row.seat not in view.seats]
    told = [
        Sentence(spoken(event.text), event.seat)
        for line in lines
        for event in line.events
        if event.readable_by(view.audience)
    ]
    if not told:
        return None
    more = len(told) > SHOWN or snapshot.seq - look.seq > READ
    return Recap(tuple(told[-SHOWN:]), more, line_at(snapshot, look.seq))
