"""Acting, resigning and taking back: the same door for people, bots and programs."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext_noop as _

from apps.games.models import Entry, Table
from apps.games.services.journal import Appended, Conflict, Draft, Repeated, append, draft_of_step, earlier
from apps.games.services.rewinding import state_at
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Event, IllegalAction, action_id
from apps.rulebooks.core.text import Text, say

BOT_KEY = "bot-"  # how the keys of bots begin: nobody may use up the key of a bot's next action


def act(
    *,
    table_id: int,
    seat: int,
    expected: int,
    key: str,
    action: Action | None = None,
    choice: str | None = None,
    user_id: int | None = None,
    why: Text | None = None,
) -> Appended:
    """Carry out one legal action of `seat`, given as such or by the id of its choice.

    `expected` is the sequence at which the seat's choices last changed, as the page showed it; `key`
    names the request, so that repeating it changes nothing. Raises Conflict when the seat's choices
    have changed since, IllegalAction when the action is not among them.
    """

    def plan(snapshot: Snapshot) -> Draft:
        may_act(snapshot, seat, expected, key, user_id)
        chosen = action if action is not None else _by_id(snapshot, seat, choice or "")
        if chosen not in snapshot.legal(seat):
            raise IllegalAction("not-legal", say(_("That cannot be done now. Choose one of the actions shown.")))
        chance = Chance(snapshot.secret, snapshot.line + 1)
        step = snapshot.book.apply(snapshot.content, snapshot.state, seat, chosen, chance)
        if why is not None and why.msgid:
            step = msgspec.structs.replace(step, events=(Event("thought", why, seat=seat), *step.events))
        return draft_of_step(
            snapshot,
            step,
            seat=seat,
            kind=Entry.Kind.ACT,
            key=key,
            action=chosen,
            chance=chance,
            why=why,
            user_id=user_id,
        )

    return append(table_id, plan)


def concede(*, table_id: int, seat: int, key: str, user_id: int | None = None) -> Appended:
    """Let `seat` give the game up. Raises IllegalAction when the game is not in play."""

    def plan(snapshot: Snapshot) -> Draft:
        in_play(snapshot, seat, key, user_id)
        step = snapshot.book.concede(snapshot.content, snapshot.state, seat)
        return draft_of_step(snapshot, step, seat=seat, kind=Entry.Kind.CONCEDE, key=key, user_id=user_id)

    return append(table_id, plan)


def take_back(
    *, table_id: int, seat: int, expected: int, key: str, all_of_turn: bool = False, user_id: int | None = None
) -> Appended:
    """Take back the seat's last action, or all of its actions since the last barrier.

    Barriers are dice, drawn counters, anything revealed and any other seat's decision. The same line
    played again gives the same chance. Raises IllegalAction when there is nothing to take back.
    """

    def plan(snapshot: Snapshot) -> Draft:
        may_act(snapshot, seat, expected, key, user_id)
        count = snapshot.takeable_back(seat)
        if not count:
            raise IllegalAction(
                "nothing-to-take-back",
                say(_("Nothing can be taken back: the last action rolled, revealed or handed on.")),
            )
        line = snapshot.line - (count if all_of_turn else 1)
        who, taken = _seat(snapshot, seat), snapshot.line - line
        words = say(_("{seat} took back {count} of its actions."), seat=who, count=taken)
        if taken == 1:
            words = say(_("{seat} took back its last action."), seat=who)
        event = Event("took-back", words, seat=seat)
        return Draft(
            kind=Entry.Kind.UNDO,
            seat=seat,
            key=key,
            line=line,
            events=(event,),
            state=state_at(snapshot, line),
            barrier=False,
            voids_after=line,
            user_id=user_id,
        )

    return append(table_id, plan)


def _seat(snapshot: Snapshot, seat: int) -> Text:
    specs = snapshot.book.seats(snapshot.content, snapshot.options)
    return specs[seat].name


def _by_id(snapshot: Snapshot, seat: int, choice: str) -> Any:
    for action in snapshot.legal(seat):
        if action_id(action) == choice:
            return action
    return None


def in_play(snapshot: Snapshot, seat: int, key: str, user_id: int | None) -> None:
    """Raise IllegalAction unless the game is in play and has this seat; Repeated where it was done before."""
    if user_id is not None and key.startswith(BOT_KEY):
        raise IllegalAction("key", say(_("That request cannot be carried out. Reload the page and try again.")))
    if snapshot.status != Table.Status.PLAYING:
        done = earlier(snapshot.table_id, seat, key)
        if done is not None:
            raise Repeated(done)
        if snapshot.status == Table.Status.SHELVED:
            raise IllegalAction("shelved", say(_("The campaign is archived. Bring it back first.")))
        raise IllegalAction("not-playing", say(_("This game is not in play.")))
    if not 0 <= seat < len(snapshot.seats):
        raise IllegalAction("no-seat", say(_("You have no seat at this table.")))
    if user_id is not None and snapshot.seats[seat].user_id != user_id:
        done = earlier(snapshot.table_id, seat, key)
        if done is not None:
            raise Repeated(done)
        raise Conflict(snapshot)  # somebody else sits there by now


def may_act(snapshot: Snapshot, seat: int, expected: int, key: str, user_id: int | None) -> None:
    """The same, and raise Conflict if the seat's choices have changed since `expected`."""
    in_play(snapshot, seat, key, user_id)
    if expected != snapshot.seat_seqs[seat]:
        done = earlier(snapshot.table_id, seat, key)
        if done is not None:
            raise Repeated(done)
        raise Conflict(snapshot)
