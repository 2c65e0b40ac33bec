"""Who is looking at a table, and as whom: the seat comes from the session, never from a form."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from apps.games.models import Circle, Table
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import PUBLIC, REVEALED, Audience


class View(msgspec.Struct, frozen=True):
    """One way of looking at a table; everything drawn for equal views is equal.

    `seats` are all seats of this person. With several of them `shown` is the one on the screen now,
    and `hand_to` the one that the device must be handed to before anything more is shown. `kept` are
    those that bots play for this person, who may come back.
    """

    layout: str
    seats: tuple[int, ...] = ()
    shown: int | None = None
    hand_to: int | None = None
    revealed: bool = False
    kept: tuple[int, ...] = ()

    @property
    def audience(self) -> Audience:
        """What the screen may know."""
        if self.hand_to is not None:
            return PUBLIC
        if self.revealed and self.layout != "tv":
            return REVEALED
        return PUBLIC if self.shown is None else Audience.of(self.shown)


def view_of(snapshot: Snapshot, user_id: int | None, asked: int | None = None) -> View:
    """How a person sees a table now. `asked` picks one of their own seats; others' are ignored."""
    seats = snapshot.seats_of(user_id)
    shown = asked if asked in seats else (seats[0] if seats else None)
    over = snapshot.status == Table.Status.FINISHED
    hand_to = None
    if len(seats) > 1 and not over and shown not in snapshot.waiting:
        hand_to = next((seat for seat in seats if seat in snapshot.waiting), None)
    if len(seats) > 1 and asked is None and not over:
        # Nobody has said yet who holds the device.
        hand_to = next((seat for seat in seats if seat in snapshot.waiting), seats[0])
    return View("table", seats, shown, hand_to, kept=snapshot.kept_for(user_id))


TV = View("tv")


def may_watch(snapshot: Snapshot, user_id: int | None, in_circle: Callable[[], bool] | None = None) -> bool:
    """Whether a person may see this table at all; `in_circle` is asked only where it matters (see `in_circle_of`).

    A private table of a circle is its circle's alone: who hosts it, or sat there once, and does not belong any more,
    sees nothing.
    """
    if snapshot.visibility != Table.Visibility.PRIVATE:
        return True
    if user_id is None:
        return False
    if snapshot.circle_id is not None:
        return in_circle_of(snapshot.circle_id, user_id) if in_circle is None else in_circle()
    return bool(snapshot.host_id == user_id or snapshot.seats_of(user_id) or snapshot.kept_for(user_id))


def in_circle_of(circle_id: int, user_id: int) -> bool:
    """Whether a person belongs to a circle; asks the database."""
    return Circle.people.through.objects.filter(circle_id=circle_id, user_id=user_id).exists()
