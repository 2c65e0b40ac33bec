"""What the people at a table can agree on: going back further than one may alone, and a draw.

A proposal stands until everybody else has agreed, somebody refuses, or anything else happens at the
table. The people decide: each person but the one who asks, however many seats they play. Bots are
not asked about going back, since the line played again has the same chance and buys nobody another
roll; with nobody else to ask, it happens at once. A bot never agrees to a draw, as it would
agree to every draw that saves somebody.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from django.utils.translation import gettext_noop as _

from apps.games.models import Entry
from apps.games.services.acting import in_play, may_act
from apps.games.services.journal import Appended, Conflict, Draft, Repeated, append, draft_of_step, earlier
from apps.games.services.rewinding import state_at, tail_at
from apps.games.services.tables import seat_title
from apps.games.snapshots import STEPS, Motion, Snapshot
from apps.rulebooks.core.abilities import AgreesDraws
from apps.rulebooks.core.protocol import Event, IllegalAction, Step
from apps.rulebooks.core.text import Text, say

Reach = Literal["action", "turn"] | int


def propose_draw(*, table_id: int, seat: int, expected: int, key: str, user_id: int | None = None) -> Appended:
    """Offer the others a draw. Raises IllegalAction where the game or the company knows none."""

    def plan(snapshot: Snapshot) -> Draft:
        may_act(snapshot, seat, expected, key, user_id)
        if not can_draw(snapshot):
            raise IllegalAction("no-draw", say(_("A draw cannot be agreed on here.")))
        return _proposed(snapshot, Motion("draw", seat, user_id, snapshot.line), key)

    return append(table_id, plan)


def propose_back(
    *, table_id: int, seat: int, expected: int, key: str, to: Reach, user_id: int | None = None
) -> Appended:
    """Ask to go back: before the seat's last action, to the start of its last turn, or to a line.

    Raises IllegalAction when there is nothing to go back to, or somebody else's answer is awaited.
    """

    def plan(snapshot: Snapshot) -> Draft:
        may_act(snapshot, seat, expected, key, user_id)
        return _proposed(snapshot, Motion("back", seat, user_id, _target(snapshot, seat, to)), key)

    return append(table_id, plan)


def answer(*, table_id: int, seat: int, motion: int, yes: bool, key: str, user_id: int | None = None) -> Appended:
    """Agree to the proposal that entry `motion` made, or refuse it; who made it withdraws it.

    The last yes carries it out. Raises Conflict when it is not on the table any more.
    """

    def plan(snapshot: Snapshot) -> Draft:
        in_play(snapshot, seat, key, user_id)
        open_ = snapshot.motion
        if open_ is None or open_.seq != motion:
            done = earlier(table_id, seat, key)
            raise Conflict(snapshot) if done is None else Repeated(done)
        return _answered(snapshot, open_, seat, snapshot.seats[seat].user_id, yes, key)

    return append(table_id, plan)


def can_draw(snapshot: Snapshot) -> bool:
    """Whether the people at a table could agree on a draw."""
    return isinstance(snapshot.book, AgreesDraws) and all(seat.kind == "person" for seat in snapshot.seats)


def asked_by(snapshot: Snapshot, user_id: int | None) -> frozenset[int]:
    """The people who must agree to what a person proposes."""
    people = {seat.user_id for seat in snapshot.seats if seat.kind == "person"}
    return frozenset(person for person in people if person is not None and person != user_id)


def motion_text(snapshot: Snapshot, motion: Motion) -> Text:
    """A proposal in words."""
    who = seat_title(snapshot, motion.seat)
    if motion.kind == "draw":
        return say(_("{seat} offers a draw."), seat=who)
    count = snapshot.line - motion.line
    if count == 1:
        return say(_("{seat} asks to take back the last action."), seat=who)
    return say(_("{seat} asks to take back the last {count} actions."), seat=who, count=count)


def _proposed(snapshot: Snapshot, motion: Motion, key: str) -> Draft:
    """The entry that asks, or that does it at once where there is nobody to ask."""
    free = motion.kind == "back" and snapshot.line - motion.line <= snapshot.takeable_back(motion.seat)
    if snapshot.road and not free:
        raise IllegalAction("ledger", say(_("What lies further back is undone by the owner of the campaign alone.")))
    if free or not asked_by(snapshot, motion.user_id):
        return _carried(snapshot, motion, motion.seat, key, motion.user_id, ())
    if snapshot.motion is not None:
        raise IllegalAction("open", say(_("Another proposal is on the table. It must be answered first.")))
    before = Entry.objects.filter(
        table_id=snapshot.table_id, kind=Entry.Kind.OFFER, seat=motion.seat, line=snapshot.line,
        action__kind=motion.kind,
    )  # fmt: skip
    if before.exists():
        raise IllegalAction("asked", say(_("You have asked that already. Ask again when the game has moved on.")))
    event = Event("proposed", motion_text(snapshot, motion), seat=motion.seat)
    return _beside(snapshot, Entry.Kind.OFFER, motion.seat, key, motion.user_id, event, motion)


def _answered(snapshot: Snapshot, motion: Motion, seat: int, user_id: int | None, yes: bool, key: str) -> Draft:
    who = seat_title(snapshot, seat)
    voters = asked_by(snapshot, motion.user_id)
    if user_id not in voters:
        if yes or user_id != motion.user_id:
            raise IllegalAction("not-asked", say(_("Others have to answer this.")))
        event = Event("withdrew", say(_("{seat} withdraws the proposal."), seat=who), seat=seat)
        return _beside(snapshot, Entry.Kind.ANSWER, seat, key, user_id, event, None)
    if not yes:
        event = Event("refused", say(_("{seat} refuses."), seat=who), seat=seat)
        return _beside(snapshot, Entry.Kind.ANSWER, seat, key, user_id, event, None)
    event = Event("agreed", say(_("{seat} agrees."), seat=who), seat=seat)
    agreed = tuple(sorted({*motion.agreed, user_id}))
    if voters <= set(agreed):
        return _carried(snapshot, motion, seat, key, user_id, (event,))
    if agreed == motion.agreed:
        raise Repeated(snapshot.seq)
    standing = msgspec.structs.replace(motion, agreed=agreed)
    return _beside(snapshot, Entry.Kind.ANSWER, seat, key, user_id, event, standing)


def _carried(
    snapshot: Snapshot, motion: Motion, seat: int, key: str, user_id: int | None, told: tuple[Event, ...]
) -> Draft:
    """The entry that does what everybody agreed on."""
    if motion.kind == "draw":
        step = snapshot.book.agree_draw(snapshot.content, snapshot.state)
        step = Step(step.state, (*told, *step.events), barrier=True)
        return draft_of_step(snapshot, step, seat=seat, kind=Entry.Kind.AGREE, key=key, user_id=user_id)
    count = snapshot.line - motion.line
    who = seat_title(snapshot, motion.seat)
    words = say(_("{seat} took back the last {count} actions."), seat=who, count=count)
    if count == 1:
        words = say(_("{seat} took back the last action."), seat=who)
    return Draft(
        kind=Entry.Kind.UNDO,
        seat=seat,
        key=key,
        line=motion.line,
        events=(*told, Event("took-back", words, seat=motion.seat)),
        state=state_at(snapshot, motion.line),
        voids_after=motion.line,
        tail=tail_at(snapshot, motion.line),
        user_id=user_id,
    )


def _beside(
    snapshot: Snapshot, kind: str, seat: int, key: str, user_id: int | None, event: Event, motion: Motion | None
) -> Draft:
    """An entry that changes nothing in the game itself."""
    asked: Any = motion if kind == Entry.Kind.OFFER else None
    return Draft(
        kind=kind,
        seat=seat,
        key=key,
        line=snapshot.line,
        events=(event,),
        action=asked,
        state=snapshot.state,
        motion=motion,
        user_id=user_id,
    )


def _target(snapshot: Snapshot, seat: int, to: Reach) -> int:
    """The line that a wish to go back means. Raises IllegalAction when there is none."""
    nothing = IllegalAction("nothing-to-take-back", say(_("There is nothing to take back.")))
    if isinstance(to, int):
        if not 0 <= to < snapshot.line:
            raise nothing
        return to
    rows = Entry.objects.filter(table_id=snapshot.table_id, voided_by=None, kind__in=STEPS)
    mine = rows.filter(seat=seat, kind=Entry.Kind.ACT).order_by("-line").values_list("line", flat=True).first()
    if mine is None:
        raise nothing
    if to == "action":
        return mine - 1
    start = mine - 1  # without such events: the run of actions that the last one belongs to
    unbroken = True
    for line, doer, events in rows.filter(line__lt=mine).order_by("-line").values_list("line", "seat", "events"):
        if any(event["kind"] == "turn-began" and event.get("seat") == seat for event in events):
            return int(line)
        unbroken = unbroken and doer == seat
        start = line - 1 if unbroken else start
    return start
