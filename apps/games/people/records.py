"""Counting finished games. Always two queries, however many games there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import takewhile
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.games.live.speech import translated
from apps.games.models import Seat, Table
from apps.rulebooks.registry import RULEBOOKS

RECENT = 20
WON, LOST, DRAWN = "won", "lost", "drawn"


class Tally(msgspec.Struct):
    """Games won, lost and drawn under one heading; `link` leads to the opponent, if they have a page."""

    name: str
    won: int = 0
    lost: int = 0
    drawn: int = 0
    link: str = ""

    def add(self, outcome: str) -> None:
        """Count one more game."""
        setattr(self, outcome, getattr(self, outcome) + 1)

    @property
    def games(self) -> int:
        """All of them."""
        return self.won + self.lost + self.drawn


class Played(msgspec.Struct, frozen=True):
    """One finished game of a person."""

    slug: str
    game: str
    outcome: str
    finished_at: datetime
    others: tuple[Sitter, ...]

    @property
    def game_name(self) -> str:
        """What the game is called."""
        return _name_of(self.game)

    @property
    def against(self) -> str:
        """The others' names."""
        return ", ".join(dict.fromkeys(sitter.name for sitter in self.others))


class Sitter(msgspec.Struct, frozen=True):
    """Somebody else at the table, and how the person did against them; nothing where both won or lost."""

    name: str
    key: tuple[str, Any]
    outcome: str
    link: str = ""


class Record(msgspec.Struct, frozen=True):
    """How a person fared."""

    total: Tally
    games: list[Tally]
    people: list[Tally]
    bots: list[Tally]
    streak: str
    streak_length: int
    recent: list[Played]


def record_of(person: User, *, public: bool) -> Record:
    """What is counted of a person: `public` leaves out all but public tables.

    Lessons, games from files and games that somebody played alone on all seats are left out, and a
    seat counts for whoever held it at the end: one left to a bot counts for nobody.
    """
    played = list(_played(person, public))
    total = Tally(_("All games"))
    games: dict[str, Tally] = {}
    sitters: dict[tuple[str, Any], Tally] = {}
    for one in played:
        total.add(one.outcome)
        games.setdefault(one.game, Tally(one.game_name)).add(one.outcome)
        for key, sitter in {sitter.key: sitter for sitter in one.others if sitter.outcome}.items():
            sitters.setdefault(key, Tally(sitter.name, link=sitter.link)).add(sitter.outcome)
    streak = played[0].outcome if played else ""
    return Record(
        total=total,
        games=_most(games.values()),
        people=_most(tally for (kind, _key), tally in sitters.items() if kind == Seat.Kind.PERSON),
        bots=_most(tally for (kind, _key), tally in sitters.items() if kind == Seat.Kind.BOT),
        streak=streak,
        streak_length=sum(1 for _one in takewhile(lambda one: one.outcome == streak, played)),
        recent=played[:RECENT],
    )


def _most(tallies: Iterable[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda tally: (-tally.games, tally.name))


def _tables(person: User, public: bool) -> QuerySet[Table]:
    tables = Table.objects.filter(
        pk__in=Seat.objects.filter(user=person).values("table"),
        status=Table.Status.FINISHED,
        lesson=False,
        followed=False,  # games of a campaign count there
        imported=False,
        result__isnull=False,
    )
    return tables.filter(visibility=Table.Visibility.PUBLIC) if public else tables


def _played(person: User, public: bool) -> Iterator[Played]:
    """The finished games of a person, newest first."""
    tables = _tables(person, public)
    seats: dict[int, list[dict[str, Any]]] = {}
    for seat in Seat.objects.filter(table__in=tables.values("pk")).order_by("number").values(
        "table", "number", "kind", "user", "bot_level", "name", "user__username", "user__display_name", "user__is_guest"
    ):  # fmt: skip
        seats.setdefault(seat["table"], []).append(seat)
    rows = tables.order_by("-finished_at", "-pk").values_list("pk", "slug", "game", "result", "finished_at")
    for pk, slug, game, result, finished_at in rows:
        mine = {seat["number"] for seat in seats[pk] if seat["user"] == person.pk}
        others = [seat for seat in seats[pk] if seat["number"] not in mine]
        if not others:
            continue
        winners = set(result["winners"])
        outcome = (WON if mine & winners else LOST) if winners else DRAWN
        sitters = tuple(_sitter(seat, game, outcome, winners) for seat in others)
        yield Played(slug, game, outcome, finished_at, sitters)


def _sitter(seat: dict[str, Any], game: str, outcome: str, winners: set[int]) -> Sitter:
    together = bool(winners) and (seat["number"] in winners) == (outcome == WON)
    against = "" if together else outcome
    if seat["kind"] == Seat.Kind.BOT:
        return Sitter(_bot_name(game, seat["bot_level"]), (seat["kind"], (game, seat["bot_level"])), against)
    name = seat["user__display_name"] or seat["user__username"] or _("Somebody who left")
    if seat["user"] is None:
        return Sitter(name, (seat["kind"], None), against)
    link = "" if seat["user__is_guest"] else reverse("person", args=[seat["user__username"]])
    return Sitter(name, (seat["kind"], seat["user"]), against, link)


def _bot_name(game: str, level: str) -> str:
    """A bot with its game, since each game has bots of its own."""
    levels = RULEBOOKS[game].bot_levels if game in RULEBOOKS else ()
    name = next((translated(known.name) for known in levels if known.slug == level), level)
    return _("{bot} ({game})").format(bot=name, game=_name_of(game))


def _name_of(game: str) -> str:
    return translated(RULEBOOKS[game].name) if game in RULEBOOKS else game
