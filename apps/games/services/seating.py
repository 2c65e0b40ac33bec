"""Seats that live: handing one to a bot and taking it back, relieving somebody idle, asking somebody to go."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from apps.games.models import Entry, Seat, Table, new_token
from apps.games.services.journal import Appended, Draft, append
from apps.games.services.patience import idle_limit_of
from apps.games.services.tables import bot_name, known_level, seat_title
from apps.games.snapshots import SeatInfo, Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import Text, say


def give_to_bot(*, table_id: int, number: int, level: str, user: Any) -> Appended:
    """Let a person leave a running game: a bot plays their seat until they come back.

    Raises IllegalAction when the game is not in play or the seat is not theirs.
    """

    def plan(snapshot: Snapshot) -> Draft:
        _in_play(snapshot)
        if number not in snapshot.seats_of(user.pk):
            raise IllegalAction("no-seat", say(_("That is not your seat.")))
        words = _("{name} left {seat} to {bot}.")
        return _bot_draft(snapshot, number, known_level(snapshot.book, level), words, user)

    return append(table_id, plan, lambda after: _store_bot(after, number))


def relieve(*, table_id: int, number: int, level: str, user: Any) -> Appended:
    """Let anyone at the table put a bot on a seat that has kept it waiting for too long.

    Raises IllegalAction when the seat is not that late or the asker does not play here.
    """

    def plan(snapshot: Snapshot) -> Draft:
        _in_play(snapshot)
        mine = snapshot.seats_of(user.pk)
        if not mine or number in mine:
            raise IllegalAction("no-seat", say(_("Only the others at the table can put a bot there.")))
        due = relieved_from(snapshot, number)
        if due is None or due > timezone.now():
            raise IllegalAction("not-idle", say(_("That seat has not kept you waiting long enough.")))
        words = _("{name} has been away for long: {bot} plays {seat} until they come back.")
        return _bot_draft(snapshot, number, known_level(snapshot.book, level), words, user)

    return append(table_id, plan, lambda after: _store_bot(after, number))


def come_back(*, table_id: int, number: int, user: Any) -> Appended:
    """Give a person the seat again that a bot has played for them. Raises IllegalAction."""

    def plan(snapshot: Snapshot) -> Draft:
        _in_play(snapshot)
        if number not in snapshot.kept_for(user.pk):
            raise IllegalAction("not-kept", say(_("No bot keeps that seat for you.")))
        name = snapshot.seats[number].keeper
        text = say(_("{name} is back and plays {seat} again."), name=name, seat=seat_title(snapshot, number))
        return _draft(snapshot, SeatInfo(number, Seat.Kind.PERSON, user.pk, name), text, user)

    def also(after: Snapshot) -> None:
        seat = Seat.objects.get(table_id=table_id, number=number)
        seat.kind, seat.user, seat.bot_level = Seat.Kind.PERSON, user, ""
        seat.name, seat.keeper, seat.keeper_name = seat.keeper_name, None, ""
        seat.save(update_fields=["kind", "user", "bot_level", "name", "keeper", "keeper_name"])

    return append(table_id, plan, also)


def unseat(*, table_id: int, number: int, user: Any) -> Appended:
    """Let the host ask somebody to get up before the game begins.

    The seat is kept for whoever gets its new link, so that the same person cannot just sit down
    again. Raises IllegalAction.
    """

    def plan(snapshot: Snapshot) -> Draft:
        if snapshot.host_id != user.pk or snapshot.status != Table.Status.OPEN:
            raise IllegalAction("not-host", say(_("Only the host can do that, and only before the game begins.")))
        if not 0 <= number < len(snapshot.seats):
            raise IllegalAction("no-seat", say(_("There is no such seat.")))
        seat = snapshot.seats[number]
        if seat.kind not in (Seat.Kind.PERSON, Seat.Kind.BOT) or seat.user_id == user.pk:
            raise IllegalAction("nobody", say(_("Nobody else sits there.")))
        text = say(_("The host freed {seat}, where {name} sat."), seat=seat_title(snapshot, number), name=seat.name)
        return _draft(snapshot, SeatInfo(number, Seat.Kind.INVITED, None, ""), text, user)

    def also(after: Snapshot) -> None:
        Seat.objects.filter(table_id=table_id, number=number).update(
            kind=Seat.Kind.INVITED, user=None, bot_level="", name="", seen_at=None, invite=new_token()
        )

    return append(table_id, plan, also)


def waited_since(snapshot: Snapshot, number: int) -> datetime | None:
    """Since when a running game has waited for the person on a seat; None if it does not."""
    if snapshot.status != Table.Status.PLAYING or number not in snapshot.waiting:
        return None
    if snapshot.seats[number].kind != Seat.Kind.PERSON:
        return None
    entries = Entry.objects.filter(table_id=snapshot.table_id, seq=snapshot.seat_seqs[number])
    return entries.values_list("at", flat=True).first()


def relieved_from(snapshot: Snapshot, number: int) -> datetime | None:
    """When others may put a bot on a seat that they wait for; None while nobody waits for it, or if they never may."""
    since = waited_since(snapshot, number)
    limit = 0 if since is None else idle_limit_of(snapshot.table_id)
    return since + timedelta(seconds=limit) if since is not None and limit else None


def _in_play(snapshot: Snapshot) -> None:
    if snapshot.status != Table.Status.PLAYING:
        raise IllegalAction("not-playing", say(_("This game is not in play.")))


def _bot_draft(snapshot: Snapshot, number: int, level: str, words: str, user: Any) -> Draft:
    """The entry that puts a bot on a person's seat."""
    if not 0 <= number < len(snapshot.seats):
        raise IllegalAction("no-seat", say(_("There is no such seat.")))
    seat, bot = snapshot.seats[number], bot_name(snapshot.book, level)
    text = Text(words, {"name": seat.name, "seat": seat_title(snapshot, number), "bot": bot})
    return _draft(snapshot, SeatInfo(number, Seat.Kind.BOT, None, str(bot), level, seat.user_id, seat.name), text, user)


def _store_bot(after: Snapshot, number: int) -> None:
    """Write down that a bot sits on a seat, and who may come back to it under which name."""
    info = after.seats[number]
    seat = Seat.objects.get(table_id=after.table_id, number=number)
    seat.keeper_id, seat.keeper_name = info.keeper_id, seat.name
    seat.kind, seat.user, seat.bot_level, seat.name = Seat.Kind.BOT, None, info.bot_level, info.name
    seat.save(update_fields=["keeper", "keeper_name", "kind", "user", "bot_level", "name"])


def _draft(snapshot: Snapshot, info: SeatInfo, text: Text, user: Any) -> Draft:
    """An entry that changes nothing but who sits on one seat."""
    return Draft(
        kind=Entry.Kind.SEAT,
        seat=None,
        key=new_token(),
        line=snapshot.line,
        events=(Event("seat", text, seat=info.number),),
        state=snapshot.state,
        status=snapshot.status,
        seats=tuple(info if seat.number == info.number else seat for seat in snapshot.seats),
        user_id=user.pk,
    )


__all__ = ["come_back", "give_to_bot", "relieve", "relieved_from", "unseat", "waited_since"]
