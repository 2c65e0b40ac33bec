"""What the page of a table's seats shows."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.games import services
from apps.games.live import presence
from apps.games.live.regions import translated
from apps.games.lobby.cards import COLOURS, cover_of
from apps.games.lobby.room import default_level, levels
from apps.games.models import Seat, Table
from apps.games.snapshots import Snapshot


class Place(msgspec.Struct, frozen=True):
    """One seat: who plays it, whether they are here, and what the reader may do about it."""

    number: int
    colour: int
    side: str
    who: str
    kind: str
    mine: bool
    kept: bool
    keeper: str
    acting: bool
    here: bool = False
    seen_at: datetime | None = None
    relieved_from: datetime | None = None
    can_relieve: bool = False

    @property
    def emblem(self) -> str:
        """The symbol of the side."""
        return f"emblem-{self.colour}"


def seats_context(snapshot: Snapshot, user: Any) -> dict[str, Any]:
    """Everything that `seats/page.html` shows of a table whose game has begun."""
    user_id = user.pk if user.is_authenticated else None
    here = presence.presence_of(snapshot)
    specs = snapshot.book.seats(snapshot.content, snapshot.options)
    places = [_place(snapshot, spec, user_id, here.seats.get(str(spec.number))) for spec in specs]
    return {
        "slug": snapshot.slug,
        "game": translated(snapshot.book.name),
        "cover": cover_of(snapshot.game),
        "places": places,
        "playing": snapshot.status == Table.Status.PLAYING,
        "asleep": snapshot.asleep,
        "watching": here.watching,
        "patience": translated(services.idle_text(services.idle_limit_of(snapshot.table_id))),
        "levels": levels(snapshot.book),
        "usual": default_level(snapshot.book),
    }


def _place(snapshot: Snapshot, spec: Any, user_id: int | None, seen: int | None) -> Place:
    seat = snapshot.seats[spec.number]
    mine = snapshot.seats_of(user_id)
    other = bool(mine) and seat.number not in mine and seat.kind == Seat.Kind.PERSON
    due = services.relieved_from(snapshot, seat.number) if other else None
    return Place(
        number=seat.number,
        colour=COLOURS[spec.colour],
        side=translated(spec.name),
        who=_(seat.name) if seat.kind == Seat.Kind.BOT else seat.name,
        kind=seat.kind,
        mine=seat.number in mine,
        kept=seat.number in snapshot.kept_for(user_id),
        keeper=seat.keeper,
        acting=seat.number in snapshot.waiting,
        here=seen == presence.HERE,
        seen_at=datetime.fromtimestamp(seen, UTC) if seen else None,
        relieved_from=due,
        can_relieve=due is not None and due <= timezone.now(),
    )
