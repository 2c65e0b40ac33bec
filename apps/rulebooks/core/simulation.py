"""Whole games between bots, without web or database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from apps.rulebooks.core.bots import RandomBot
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, Bot, Option, Result, Rulebook

RANDOM = "random"  # a level that every game has, for sweeps
MOST_ACTIONS = 100_000


class GameRecord(msgspec.Struct, frozen=True):
    """How one simulated game went.

    `told` counts the events of each kind, `broken` lists invariants that did not hold, with the action's
    number. Without them and without a result, the game was stopped from outside.
    """

    seed: str
    levels: tuple[str, ...]
    actions: int
    result: Result | None
    broken: tuple[str, ...] = ()
    told: Mapping[str, int] = {}


def usual_options(options: Sequence[Option]) -> dict[str, str]:
    """The plain game: the first choice of every option."""
    return {option.slug: option.choices[0][0] for option in options}


def mixtures(options: Sequence[Option]) -> Iterator[dict[str, str]]:
    """Choices of options without end, the plain game first.

    Each choice of each option comes up as often as the others and as early as can be, however many mixtures there are.
    """
    number = 0
    while True:
        mixture = {}
        for place, option in enumerate(options):
            count = len(option.choices)
            mixture[option.slug] = option.choices[(number + place * (number // count)) % count][0]
        yield mixture
        number += 1


def play_game(
    book: Rulebook,
    content: Any,
    options: Mapping[str, str],
    levels: Sequence[str],
    seed: str,
    seconds: float = 1.0,
    check: bool = True,
    stop: Callable[[], bool] = lambda: False,
) -> GameRecord:
    """Play one game to its end; `seconds` is what a bot may think about one action.

    `stop` is asked before each action whether to leave the game unfinished.
    """
    secret = seed.encode().ljust(16, b".")[:64]
    told: Counter[str] = Counter()
    bots = [bot_of(book, level) for level in levels]
    state = book.setup(content, options, Chance(secret, 0)).state
    for number in range(1, MOST_ACTIONS):
        waiting = book.waiting_on(state)
        if not waiting:
            return GameRecord(seed, tuple(levels), number - 1, book.result(content, state), told=told)
        if stop():
            return GameRecord(seed, tuple(levels), number - 1, None, told=told)
        seat = min(waiting)
        thoughts = Chance(secret, number).fork(f"bot-{seat}")
        known = state if levels[seat] == RANDOM else book.determinize(content, state, Audience.of(seat), thoughts)
        decision = bots[seat].decide(content, known, seat, thoughts, seconds)
        step = book.apply(content, state, seat, decision.action, Chance(secret, number))
        state = step.state
        told.update(event.kind for event in step.events)
        faults = book.check(content, state) if check else []
        if faults:
            return GameRecord(seed, tuple(levels), number, None, tuple(f"action {number}: {f}" for f in faults))
    return GameRecord(seed, tuple(levels), MOST_ACTIONS, None, ("the game did not end",))


def bot_of(book: Rulebook, level: str) -> Bot:
    """The bot of a level; `random` plays any legal action."""
    return RandomBot(book.legal_actions) if level == RANDOM else book.bot(level)
