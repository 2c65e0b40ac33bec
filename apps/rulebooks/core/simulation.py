"""Whole games between bots, without web or database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from apps.rulebooks.core.bots import RandomBot
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Audience, Bot, Option, Result, Rulebook
from apps.rulebooks.core.roads import Road

RANDOM = "random"  # a level that every game has, for sweeps
MOST_ACTIONS = 100_000


class GameRecord(msgspec.Struct, frozen=True):
    """How one simulated game went.

    `told` counts the events of each kind, `broken` lists invariants that did not hold, with the action's
    number. Without them and without a result, the game was stopped from outside. `picks` counts what was decided on a
    road, "take-card emp" for one; `earned` are the unlocks it brought.
    """

    seed: str
    levels: tuple[str, ...]
    actions: int
    result: Result | None
    broken: tuple[str, ...] = ()
    told: Mapping[str, int] = {}
    picks: Mapping[str, int] = {}
    earned: tuple[str, ...] = ()


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
    return play_table(book, content, options, levels, seed, seconds, check, stop)[0]


def play_table(
    book: Rulebook,
    content: Any,
    options: Mapping[str, str],
    levels: Sequence[str],
    seed: str,
    seconds: float,
    check: bool,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[GameRecord, Any]:
    """The same, with the last state; None where the game did not come to its end."""
    secret = seed.encode().ljust(16, b".")[:64]
    told: Counter[str] = Counter()
    bots = [bot_of(book, level) for level in levels]
    state = book.setup(content, options, Chance(secret, 0)).state
    for number in range(1, MOST_ACTIONS):
        waiting = book.waiting_on(state)
        if not waiting:
            return GameRecord(seed, tuple(levels), number - 1, book.result(content, state), told=told), state
        if stop():
            return GameRecord(seed, tuple(levels), number - 1, None, told=told), None
        seat = min(waiting)
        thoughts = Chance(secret, number).fork(f"bot-{seat}")
        known = state if levels[seat] == RANDOM else book.determinize(content, state, Audience.of(seat), thoughts)
        decision = bots[seat].decide(content, known, seat, thoughts, seconds)
        step = book.apply(content, state, seat, decision.action, Chance(secret, number))
        state = step.state
        told.update(event.kind for event in step.events)
        faults = book.check(content, state) if check else []
        if faults:
            return GameRecord(seed, tuple(levels), number, None, tuple(f"action {number}: {f}" for f in faults)), None
    return GameRecord(seed, tuple(levels), MOST_ACTIONS, None, ("the game did not end",)), None


def play_road(
    road: Road,
    book: Rulebook,
    content: Any,
    options: Mapping[str, str],
    levels: Sequence[str],
    seed: str,
    seconds: float = 1.0,
    check: bool = True,
    flyer: str = "",
) -> GameRecord:
    """Walk a road to its end with all the tables it asks for; `actions` counts those of the tables too.

    `levels` decide on the road, one for each of its seats; at the tables their seats are played by the bot `flyer` of
    the game (the strongest, by default), the others by the levels that the outing names.
    """
    secret = seed.encode().ljust(16, b".")[:64]
    told: Counter[str] = Counter()
    picks: Counter[str] = Counter()
    bots = [bot_of(road, level) for level in levels]
    flyer = flyer or book.bot_levels[-1].slug
    step = road.setup(content, options, Chance(secret, 0))
    actions, tables = 0, 0
    for number in range(1, MOST_ACTIONS):
        state = step.state
        told.update(event.kind for event in step.events)
        faults = road.check(content, state) if check else []
        if faults:
            return GameRecord(seed, tuple(levels), actions, None, tuple(f"step {number}: {f}" for f in faults))
        result = road.result(content, state)
        if result is not None:
            earned = road.earned(content, state)
            return GameRecord(seed, tuple(levels), actions, result, told=told, picks=picks, earned=earned)
        chance = Chance(secret, number)
        outing = road.outing(content, state)
        if outing is None:
            seat = min(road.waiting_on(state))
            thoughts = chance.fork(f"bot-{seat}")
            known = road.determinize(content, state, Audience.of(seat), thoughts)
            decision = bots[seat].decide(content, known, seat, thoughts, seconds)
            step = road.apply(content, state, seat, decision.action, chance)
            picks[deed_of(decision.action)] += 1
            actions += 1
            continue
        tables += 1
        pilots = [seat if isinstance(seat, str) else flyer for seat in outing.seats]
        played, last = play_table(book, content, outing.options, pilots, f"{seed}-table-{tables}", seconds, check)
        told.update(played.told)
        actions += played.actions
        if played.broken or last is None:
            return msgspec.structs.replace(played, seed=seed, levels=tuple(levels), actions=actions)
        step = road.report(content, state, road.reported(content, outing, last), chance)
    return GameRecord(seed, tuple(levels), actions, None, ("the road did not end",))


def deed_of(action: Action) -> str:
    """An action in one line: its tag, and its values."""
    values: Mapping[str, object] = msgspec.to_builtins(action)
    return " ".join(str(value) for value in values.values())


def bot_of(book: Rulebook, level: str) -> Bot:
    """The bot of a level; `random` plays any legal action."""
    return RandomBot(book.legal_actions) if level == RANDOM else book.bot(level)
