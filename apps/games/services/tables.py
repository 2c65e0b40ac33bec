"""Making tables, taking seats, and starting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_noop as _

from apps.content.services import content_of, newest_release
from apps.games.models import Entry, Seat, Table, new_token
from apps.games.services.journal import Appended, Draft, append
from apps.games.services.patience import known_idle_limit
from apps.games.services.rewinding import opening
from apps.games.snapshots import SeatInfo, Snapshot
from apps.rulebooks.core.abilities import MindsSeating
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import BOT, BOTS, FREE, Event, IllegalAction
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.registry import rulebook


class SeatPlan(msgspec.Struct, frozen=True):
    """Who shall sit somewhere: "me", "hotseat" (me too, under another name), "open", "invited" or "bot"."""

    who: str
    bot_level: str = ""
    name: str = ""


def create_table(
    *,
    game: str,
    host: Any,
    seats: Sequence[SeatPlan],
    options: Mapping[str, str] | None = None,
    visibility: str = Table.Visibility.UNLISTED,
    idle_limit: int = Table.IdleLimit.DAY,
    lesson: bool = False,
) -> Table:
    """Set up a table on the newest release and start it at once if nobody is still missing.

    Raises IllegalAction naming what does not fit.
    """
    book = rulebook(game)
    release = newest_release(game)
    content = content_of(release.pk)
    chosen = chosen_options(book, content, options or {})
    specs = book.seats(content, chosen)
    if len(seats) != len(specs):
        raise IllegalAction("seats", say(_("This game has {count} seats."), count=len(specs)))
    if visibility not in Table.Visibility.values:
        raise IllegalAction("visibility", say(_("Choose who may watch this table.")))
    known_idle_limit(idle_limit)
    with transaction.atomic():
        table = Table.objects.create(
            game=game,
            release=release,
            options=chosen,
            host=host,
            visibility=visibility,
            idle_limit=idle_limit,
            lesson=lesson,
            seat_seqs=[0] * len(seats),
        )
        for number, plan in enumerate(seats):
            make_seat(table, number, plan, host, book)
        _check_seats(book, content, chosen, table)
        transaction.on_commit(lambda: start_if_full(table_id=table.pk))
    return table


def take_seat(*, table_id: int, number: int, user: Any, invite: str = "", name: str = "") -> Appended:
    """Sit down on an open seat, or on a kept one with its invitation.

    Raises IllegalAction when the seat is gone or the invitation does not fit.
    """

    def plan(snapshot: Snapshot) -> Draft:
        if snapshot.status != Table.Status.OPEN:
            raise IllegalAction("started", say(_("This game has begun already. You can still watch it.")))
        seat = Seat.objects.filter(table_id=table_id, number=number).first()
        if seat is None or seat.is_taken:
            raise IllegalAction("taken", say(_("That seat was taken a moment ago. Choose another one.")))
        if seat.kind == Seat.Kind.INVITED and invite != seat.invite:
            raise IllegalAction("invited", say(_("That seat is kept for somebody. Ask the host for its link.")))
        shown = name or user.shown_name
        info = SeatInfo(number, Seat.Kind.PERSON, user.pk, shown)
        _check_change(snapshot, info)
        return _seat_draft(
            snapshot, info, say(_("{name} sat down as {seat}."), name=shown, seat=seat_title(snapshot, number)), user
        )

    def also(after: Snapshot) -> None:
        Seat.objects.filter(table_id=table_id, number=number).update(
            kind=Seat.Kind.PERSON, user=user, name=name, invite=new_token()
        )

    done = append(table_id, plan, also)
    start_if_full(table_id=table_id)
    return done


def leave_seat(*, table_id: int, number: int, user: Any) -> Appended:
    """Get up again before the game has begun. Raises IllegalAction afterwards."""

    def plan(snapshot: Snapshot) -> Draft:
        if snapshot.status != Table.Status.OPEN:
            raise IllegalAction("started", say(_("This game has begun already. You can resign instead.")))
        if number not in snapshot.seats_of(user.pk):
            raise IllegalAction("no-seat", say(_("You have no seat at this table.")))
        text = say(_("{name} got up from {seat}."), name=snapshot.seats[number].name, seat=seat_title(snapshot, number))
        return _seat_draft(snapshot, SeatInfo(number, Seat.Kind.OPEN, None, ""), text, user)

    def also(after: Snapshot) -> None:
        Seat.objects.filter(table_id=table_id, number=number).update(kind=Seat.Kind.OPEN, user=None, name="")

    return append(table_id, plan, also)


def seat_bot(*, table_id: int, number: int, level: str, user: Any) -> Appended:
    """Let the host put a bot on a free seat before the game begins. Raises IllegalAction."""

    def plan(snapshot: Snapshot) -> Draft:
        if snapshot.host_id != user.pk:
            raise IllegalAction("not-host", say(_("Only the host can put a bot there.")))
        free = {seat.number for seat in snapshot.seats if seat.kind in (Seat.Kind.OPEN, Seat.Kind.INVITED)}
        if snapshot.status != Table.Status.OPEN or number not in free:
            raise IllegalAction("taken", say(_("That seat is not free.")))
        known_level(snapshot.book, level)
        text = say(
            _("{name} sat down as {seat}."), name=bot_name(snapshot.book, level), seat=seat_title(snapshot, number)
        )
        info = SeatInfo(number, Seat.Kind.BOT, None, str(bot_name(snapshot.book, level)), level)
        _check_change(snapshot, info)
        return _seat_draft(snapshot, info, text, user)

    def also(after: Snapshot) -> None:
        Seat.objects.filter(table_id=table_id, number=number).update(
            kind=Seat.Kind.BOT, user=None, bot_level=level, name=after.seats[number].name
        )

    done = append(table_id, plan, also)
    start_if_full(table_id=table_id)
    return done


def close_table(*, table_id: int, user: Any) -> Appended:
    """Let the host close a table that has not begun. Raises IllegalAction."""

    def plan(snapshot: Snapshot) -> Draft:
        if snapshot.host_id != user.pk or snapshot.status != Table.Status.OPEN:
            raise IllegalAction("not-open", say(_("Only the host can close a table, and only before it begins.")))
        event = Event("closed", say(_("The host closed the table.")))
        return Draft(
            kind=Entry.Kind.SEAT,
            seat=None,
            key=new_token(),
            line=0,
            events=(event,),
            status=Table.Status.CLOSED,
            user_id=user.pk,
        )

    return append(table_id, plan)


def start_if_full(*, table_id: int) -> Appended | None:
    """Begin the game once every seat is taken; None while someone is missing or when it has begun."""

    class Waiting(Exception):
        pass

    def plan(snapshot: Snapshot) -> Draft:
        if snapshot.status != Table.Status.OPEN or any(s.kind not in ("person", "bot") for s in snapshot.seats):
            raise Waiting
        chance = Chance(snapshot.secret, 0)
        options = _with_bots(snapshot)
        step, source = opening(msgspec.structs.replace(snapshot, options=options), chance)
        return Draft(
            kind=Entry.Kind.START,
            seat=None,
            key="start",
            line=0,
            events=step.events,
            action=source,
            state=step.state,
            chance=chance,
            barrier=True,
            options=options if source is None else None,
        )

    try:
        return append(table_id, plan)
    except Waiting:
        return None


def _with_bots(snapshot: Snapshot) -> dict[str, str]:
    """The options of a game that begins: what was chosen, and which seats bots have, if any (for its setup)."""
    bots = ",".join(str(seat.number) for seat in snapshot.seats if seat.kind == Seat.Kind.BOT)
    chosen = {slug: value for slug, value in snapshot.options.items() if slug != BOTS}
    return {**chosen, BOTS: bots} if bots else chosen


def check_seating(book: Any, content: Any, options: Mapping[str, str], seats: Sequence[tuple[str, int | None]]) -> None:
    """Raise IllegalAction if a game does not let these sit together; a seat is its kind and whose it is."""
    if not isinstance(book, MindsSeating):
        return
    sitting = tuple(BOT if kind == Seat.Kind.BOT else FREE if user is None else str(user) for kind, user in seats)
    fault = book.seating_fault(content, options, sitting)
    if fault is not None:
        raise IllegalAction("seating", fault)


def _check_seats(book: Any, content: Any, options: Mapping[str, str], table: Table) -> None:
    seats = table.seats.order_by("number").values_list("kind", "user_id")
    check_seating(book, content, options, list(seats))


def _check_change(snapshot: Snapshot, info: SeatInfo) -> None:
    """The same, with one seat as it is going to be."""
    seats = [info if seat.number == info.number else seat for seat in snapshot.seats]
    pairs = [(str(seat.kind), seat.user_id) for seat in seats]
    check_seating(snapshot.book, snapshot.content, snapshot.options, pairs)


def make_seat(table: Table, number: int, plan: SeatPlan, host: Any, book: Any) -> None:
    """Put a seat at a new table as planned. Raises IllegalAction."""
    kinds = {
        "me": Seat.Kind.PERSON,
        "hotseat": Seat.Kind.PERSON,
        "open": Seat.Kind.OPEN,
        "invited": Seat.Kind.INVITED,
        "bot": Seat.Kind.BOT,
    }
    if plan.who not in kinds:
        raise IllegalAction("seats", say(_("Choose who sits on seat {number}."), number=number + 1))
    name = plan.name.strip()[:30]
    level = ""
    if plan.who == "bot":
        level = known_level(book, plan.bot_level)
        name = str(bot_name(book, level))
    user = host if plan.who in ("me", "hotseat") else None
    Seat.objects.create(
        table=table,
        number=number,
        kind=kinds[plan.who],
        user=user,
        bot_level=level,
        name="" if plan.who == "me" else name,
    )


def chosen_options(book: Any, content: Any, given: Mapping[str, str]) -> dict[str, str]:
    """The value of every option. Raises IllegalAction for one that is not offered."""
    chosen: dict[str, str] = {}
    for option in book.options(content):
        values = [value for value, _label in option.choices]
        value = given.get(option.slug, values[0])
        if value not in values:
            raise IllegalAction("option", say(_("Choose one of the values offered for {option}."), option=option.name))
        chosen[option.slug] = value
    return chosen


def known_level(book: Any, level: str) -> str:
    """The level, if the game has it. Raises IllegalAction."""
    if level not in {known.slug for known in book.bot_levels}:
        raise IllegalAction("bot-level", say(_("Choose how strong the bot shall be.")))
    return level


def bot_name(book: Any, level: str) -> Text:
    """What a bot of this level is called."""
    return next(known.name for known in book.bot_levels if known.slug == level)


def seat_title(snapshot: Snapshot, number: int) -> Text:
    """The side that a seat plays."""
    return snapshot.book.seats(snapshot.content, snapshot.options)[number].name


def _seat_draft(snapshot: Snapshot, info: SeatInfo, text: Text, user: Any) -> Draft:
    seats = tuple(info if seat.number == info.number else seat for seat in snapshot.seats)
    return Draft(
        kind=Entry.Kind.SEAT,
        seat=None,
        key=new_token(),
        line=0,
        events=(Event("seat", text, seat=info.number),),
        status=Table.Status.OPEN,
        seats=seats,
        user_id=user.pk,
    )
