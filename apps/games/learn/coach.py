"""What the coach of a lesson says to one view of one snapshot."""

from __future__ import annotations

import msgspec

from apps.games.live.views_of import View
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.teaching import LessonStep, Teaches
from apps.rulebooks.core.text import Text


class Mark(msgspec.Struct, frozen=True):
    """One deed of the lesson on the way: what it is, and whether it has been done."""

    title: Text
    done: bool
    now: bool


class Coach(msgspec.Struct, frozen=True):
    """The step that fits the moment, and the way so far."""

    step: LessonStep
    marks: tuple[Mark, ...]

    @property
    def done(self) -> int:
        """How many deeds have been done."""
        return sum(mark.done for mark in self.marks)


def coach_of(snapshot: Snapshot, view: View) -> Coach | None:
    """What to say to the person who sees a table like this; None where there is nobody to be taught."""
    book = snapshot.book
    if not snapshot.lesson or view.shown is None or view.hand_to is not None or not isinstance(book, Teaches):
        return None
    done = snapshot.done_by(view.shown)
    steps = book.lesson(snapshot.content).steps
    now = book.lesson_step(snapshot.content, snapshot.state, view.shown, done)
    marks = tuple(Mark(step.title, step.deed in done, step.id == now) for step in steps if step.deed)
    return Coach(next(step for step in steps if step.id == now), marks)
