"""A table and a game as they stand in a list."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.content.services import content_of
from apps.games.live.regions import translated
from apps.games.models import Seat, Table
from apps.games.services.following import names_of
from apps.games.snapshots import seat_name
from apps.rulebooks.core.protocol import Result, Rulebook, SeatSpec
from apps.rulebooks.core.roads import HasRoads
from apps.rulebooks.core.teaching import Teaches
from apps.rulebooks.registry import RULEBOOKS, book_of

COLOURS = {"red": 0, "blue": 1, "gold": 2, "green": 3}
COVERS = {
    "dogfight": ("ship-lancer", "asteroid", "ship-corvette"),
    "deckspace": ("cruiser-1", "rock", "cruiser-2"),
}


class SeatRow(msgspec.Struct, frozen=True):
    """One seat in a list: its side, who sits there, and whether the game waits for it."""

    number: int
    colour: int
    side: str
    who: str
    kind: str
    mine: bool
    acting: bool
    won: bool = False

    @property
    def emblem(self) -> str:
        """The symbol of the side."""
        return f"emblem-{self.colour}"

    @property
    def emblem_classes(self) -> str:
        """The classes of an emblem that stands outside the seat's own box."""
        return f"emblem seat-{self.colour}"

    @property
    def free(self) -> bool:
        """Whether nobody sits here yet."""
        return self.kind in (Seat.Kind.OPEN, Seat.Kind.INVITED)


class Card(msgspec.Struct, frozen=True):
    """One table in a list. `name` is that of the campaign it is played for."""

    slug: str
    url: str
    game: str
    cover: tuple[str, ...]
    status: str
    seats: tuple[SeatRow, ...]
    host: str
    my_turn: bool
    moved_at: datetime
    result: str = ""
    outcome: str = ""
    name: str = ""

    @property
    def my_side(self) -> SeatRow | None:
        """The seat of the reader that the table waits for, or else the first one of theirs."""
        mine = [seat for seat in self.seats if seat.mine]
        return next((seat for seat in mine if seat.acting), mine[0] if mine else None)

    @property
    def free(self) -> int:
        """How many seats nobody has taken."""
        return sum(seat.free for seat in self.seats)

    @property
    def others(self) -> tuple[SeatRow, ...]:
        """The seats that are not the reader's."""
        return tuple(seat for seat in self.seats if not seat.mine)


class GameCard(msgspec.Struct, frozen=True):
    """One game of the house."""

    slug: str
    name: str
    tagline: str
    cover: tuple[str, ...]
    teaches: bool = False
    campaigns: bool = False


def games() -> list[GameCard]:
    """The games that can be played."""
    return [game_card(book) for book in RULEBOOKS.values()]


def game_card(book: Rulebook) -> GameCard:
    """One game of the house."""
    return GameCard(
        slug=book.slug,
        name=translated(book.name),
        tagline=translated(book.tagline),
        cover=cover_of(book.slug),
        teaches=isinstance(book, Teaches),
        campaigns=isinstance(book, HasRoads),
    )


def cover_of(game: str) -> tuple[str, ...]:
    """The symbols that stand for a game."""
    return COVERS.get(game, ("star",))


def specs_of(table: Table) -> tuple[SeatSpec, ...]:
    """The seats of a table as its rulebook names them."""
    return book_of(table.game, table.road).seats(content_of(table.release_id), table.options)


def cards_of(tables: Iterable[Table], user: Any) -> list[Card]:
    """Tables with their seats (prefetched) as cards for one reader."""
    found = list(tables)
    names = names_of([table.pk for table in found if table.followed])
    return [card_of(table, user, names.get(table.pk, "")) for table in found]


def card_of(table: Table, user: Any, name: str = "") -> Card:
    """A table with its seats (prefetched) as a card for one reader."""
    result = None if table.result is None else msgspec.convert(table.result, Result)
    winners = result.winners if result else ()
    seats = tuple(
        seat_row(seat, spec, user, acting=seat.number in table.waiting, won=seat.number in winners)
        for seat, spec in zip(table.seats.all(), specs_of(table), strict=False)
    )
    return Card(
        slug=table.slug,
        url=reverse("table", args=[table.slug]),
        game=translated(book_of(table.game, table.road).name),
        cover=cover_of(table.game),
        status=table.status,
        seats=seats,
        host=table.host.shown_name if table.host else "",
        my_turn=table.status == Table.Status.PLAYING and any(seat.mine and seat.acting for seat in seats),
        moved_at=table.finished_at or table.moved_at or table.created_at,
        result=translated(result.text) if result else "",
        outcome=_outcome(seats, winners) if result else "",
        name=name,
    )


def seat_row(seat: Seat, spec: SeatSpec, user: Any, *, acting: bool = False, won: bool = False) -> SeatRow:
    """A seat for one reader."""
    mine = user.is_authenticated and seat.user_id == user.pk
    return SeatRow(
        number=seat.number,
        colour=COLOURS[spec.colour],
        side=translated(spec.name),
        who=who_sits(seat),
        kind=seat.kind,
        mine=mine,
        acting=acting,
        won=won,
    )


def who_sits(seat: Seat) -> str:
    """The name of whoever sits here, or what the empty chair waits for."""
    if seat.kind == Seat.Kind.OPEN:
        return _("Open seat")
    if seat.kind == Seat.Kind.INVITED:
        return _("Kept for a friend")
    if seat.kind == Seat.Kind.BOT:
        return _(seat_name(seat))  # stored as the rulebook calls that level
    return seat_name(seat) or _("Somebody who left")


def _outcome(seats: tuple[SeatRow, ...], winners: tuple[int, ...]) -> str:
    """How it ended for the reader: "won", "lost", "draw", or nothing for somebody who only watched."""
    mine = {seat.number for seat in seats if seat.mine}
    if not mine or len(mine) == len(seats):
        return ""
    if not winners:
        return "draw"
    return "won" if mine & set(winners) else "lost"
