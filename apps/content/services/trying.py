"""Plays games between bots on content before anybody else has to."""

from __future__ import annotations

import itertools
import logging
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _

from apps.content.services.weighing import Weighed, weigh
from apps.rulebooks.core.protocol import Rulebook
from apps.rulebooks.core.simulation import RANDOM, GameRecord, mixtures, play_game

logger = logging.getLogger(__name__)

MOST_GAMES = 40  # for each way of playing
MOST_VARIANTS = 24
THOUGHT = 0.05  # seconds a bot may think about one action


class Trial(msgspec.Struct, frozen=True):
    """How the games went. `wins` counts by seat, `unfinished` those that the time ran out on."""

    games: int
    ended: int
    unfinished: int
    actions: int
    seconds: float
    levels: tuple[str, ...]
    endings: dict[str, int]
    wins: tuple[int, ...]
    draws: int
    broken: tuple[str, ...] = ()
    weighed: tuple[Weighed, ...] = ()

    @property
    def objections(self) -> list[str]:
        """Why content that played like this must not be published."""
        found = [_("A trial game went wrong: {what}.").format(what=what) for what in self.broken]
        if not found and not self.ended:
            found.append(
                _("No trial game came to an end within {seconds} seconds.").format(seconds=f"{self.seconds:.0f}")
            )
        return found + [one.objection for one in self.weighed if one.objection]


def try_out(book: Rulebook, content: Any, seed: str, seconds: float | None = None, before: Any = None) -> Trial:
    """Play with random moves and with the weakest bot, over all variants, for some seconds.

    Then look whether what differs from `before`, the content of the newest release, favours a seat.

    The same content and seed play the same games; only how many there is time for may differ.
    """
    seconds = settings.TRIAL_SECONDS if seconds is None else seconds
    levels = (RANDOM, *(level.slug for level in book.bot_levels[:1]))
    began = time.monotonic()
    records: list[GameRecord] = []
    broken: list[str] = []
    for index, level in enumerate(levels):
        end = began + seconds * (index + 1) / len(levels)
        for number, options in enumerate(itertools.islice(itertools.cycle(_variants(book, content)), MOST_GAMES)):
            if time.monotonic() >= end or broken:
                break
            try:
                record = _game(book, content, options, level, f"{seed}-{level}-{number}", end)
            except Exception as error:
                # Whatever trips the rulebook here would trip it at a table; the reason is for whoever mends it.
                logger.exception("a trial game of %s broke", book.slug)
                broken.append(f"{type(error).__name__} ({level}, {number})")
                break
            records.append(record)
            broken += [f"{fault} ({level}, {number})" for fault in record.broken]
    trial = _summary(book, content, levels, records, broken, time.monotonic() - began)
    if broken or before is None:
        return trial
    return msgspec.structs.replace(trial, weighed=weigh(book, content, before, seed))


def _game(book: Rulebook, content: Any, options: Mapping[str, str], level: str, seed: str, end: float) -> GameRecord:
    seats = [level] * len(book.seats(content, options))
    return play_game(book, content, options, seats, seed, THOUGHT, stop=lambda: time.monotonic() >= end)


def _variants(book: Rulebook, content: Any) -> list[dict[str, str]]:
    """Mixtures of the options, the plain game first."""
    return list(itertools.islice(mixtures(book.options(content)), MOST_VARIANTS))


def _summary(
    book: Rulebook, content: Any, levels: tuple[str, ...], records: list[GameRecord], broken: list[str], seconds: float
) -> Trial:
    results = [record.result for record in records if record.result is not None]
    wins = Counter(winner for result in results for winner in result.winners)
    seats = max(len(book.seats(content, options)) for options in _variants(book, content))
    return Trial(
        games=len(records),
        ended=len(results),
        unfinished=sum(1 for record in records if record.result is None and not record.broken),
        actions=sum(record.actions for record in records),
        seconds=round(seconds, 2),
        levels=levels,
        endings=dict(Counter(result.ending for result in results).most_common()),
        wins=tuple(wins[seat] for seat in range(seats)),
        draws=sum(1 for result in results if not result.winners),
        broken=tuple(broken),
    )
