"""What stands proposed at a table, as a view may answer it."""

from __future__ import annotations

import msgspec

from apps.games.live.views_of import View
from apps.games.services.agreeing import asked_by, motion_text
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.text import Text


class OpenMotion(msgspec.Struct, frozen=True):
    """A proposal in words, and whether the reader may answer it, has answered it, or made it."""

    seq: int
    seat: int
    text: Text
    may_answer: bool
    made: bool
    missing: int


def motion_of(snapshot: Snapshot, view: View) -> OpenMotion | None:
    """The proposal that everybody sees, with what the person of a view can do about it."""
    acting = view.shown is not None and view.hand_to is None
    return motion_for(snapshot, snapshot.seats[view.shown].user_id if acting and view.shown in view.seats else None)


def motion_for(snapshot: Snapshot, reader: int | None) -> OpenMotion | None:
    """The proposal that everybody sees, with what a person can do about it."""
    motion = snapshot.motion
    if motion is None:
        return None
    voters = asked_by(snapshot, motion.user_id)
    return OpenMotion(
        seq=motion.seq,
        seat=motion.seat,
        text=motion_text(snapshot, motion),
        may_answer=reader in voters and reader not in motion.agreed,
        made=reader is not None and reader == motion.user_id,
        missing=len(voters - set(motion.agreed)),
    )
