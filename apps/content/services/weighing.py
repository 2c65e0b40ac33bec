"""Plays games between equal bots to see whether some content favours a seat."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from apps.rulebooks.core.abilities import Weighing, WeighsSeats
from apps.rulebooks.core.protocol import Rulebook
from apps.rulebooks.core.simulation import play_game, usual_options

MOST_GAMES = 100  # for each thing that is weighed
FEWEST_GAMES = 20  # fewer say nothing
UNFAIR = 0.6  # of the games that either of two seats won
DOUBT = 2.33  # standard deviations that chance is allowed: one fair map in a hundred seems unfair
THOUGHT = 0.05  # seconds a bot may think about one action


class Weighed(msgspec.Struct, frozen=True):
    """How often each seat won. `kind` and `slug` name the entry, `games` counts draws too."""

    kind: str
    slug: str
    games: int
    wins: tuple[int, ...]

    @property
    def objection(self) -> str:
        """Why this must not be published; empty for seats with the same chances, as far as the games tell."""
        most, least = max(self.wins), min(self.wins)
        decided = most + least
        if self.games < FEWEST_GAMES or not decided:
            return ""
        share = most / decided
        if share <= UNFAIR or share - DOUBT * 0.5 / sqrt(decided) <= 0.5:
            return ""
        words = _(
            "{kind}/{slug} favours a seat: in {games} trial games seat {best} won {most} and seat {worst} {least}."
        )
        return words.format(
            kind=self.kind,
            slug=self.slug,
            games=self.games,
            best=self.wins.index(most) + 1,
            most=most,
            worst=self.wins.index(least) + 1,
            least=least,
        )


def weigh(book: Rulebook, content: Any, before: Any, seed: str, seconds: float | None = None) -> tuple[Weighed, ...]:
    """Weigh whatever differs from `before`, an earlier content, all of it within some seconds."""
    if not isinstance(book, WeighsSeats):
        return ()
    asked = book.weighings(content, before)
    seconds = settings.WEIGHING_SECONDS if seconds is None else seconds
    began = time.monotonic()
    return tuple(
        _weighed(book, content, weighing, seed, began + seconds * (number + 1) / len(asked))
        for number, weighing in enumerate(asked)
    )


def _weighed(book: Rulebook, content: Any, weighing: Weighing, seed: str, end: float) -> Weighed:
    options: Mapping[str, str] = {**usual_options(book.options(content)), **weighing.options}
    count = len(book.seats(content, options))
    levels = [book.bot_levels[0].slug] * count
    wins: Counter[int] = Counter()
    games = 0
    while games < MOST_GAMES and time.monotonic() < end:
        name = f"{seed}-{weighing.kind}-{weighing.slug}-{games}"
        record = play_game(book, content, options, levels, name, THOUGHT, False, lambda: time.monotonic() >= end)
        if record.result is None:
            break
        games += 1
        wins.update(record.result.winners)
    return Weighed(weighing.kind, weighing.slug, games, tuple(wins[seat] for seat in range(count)))
