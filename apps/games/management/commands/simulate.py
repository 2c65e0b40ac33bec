from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import cycle, islice, repeat
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.rulebooks.core.protocol import Result, Rulebook
from apps.rulebooks.core.roads import EARNED
from apps.rulebooks.core.simulation import RANDOM, GameRecord, mixtures, play_game, play_road, usual_options
from apps.rulebooks.registry import RULEBOOKS, book_of, roads_of, rulebook

Task = tuple[dict[str, str], list[str], str]  # options, a level for each seat, seed


@cache
def content_of(game: str) -> Any:
    """The base pack of a game, read once in each process."""
    book = rulebook(game)
    return book.read_content(book.base_pack())


def play_one(played: str, seconds: float, flyer: str, task: Task) -> GameRecord:
    """Play one game of the base pack; runs in a process of its own when there are several."""
    options, levels, seed = task
    game, _, road = played.partition("/")
    book, content = rulebook(game), content_of(game)
    if road:
        return play_road(roads_of(game)[road], book, content, options, levels, seed, seconds, flyer=flyer)
    return play_game(book, content, options, levels, seed, seconds)


class Command(BaseCommand):
    """Play games between bots without web or database and print what came of them."""

    help = __doc__

    def add_arguments(self, parser: Any) -> None:
        """Arguments."""
        roads = [f"{game}/{road}" for game in RULEBOOKS for road in roads_of(game)]
        parser.add_argument("game", choices=sorted([*RULEBOOKS, *roads]), help="a game, or one of its campaigns")
        parser.add_argument("--games", type=int, default=100)
        parser.add_argument("--seats", default="", help="a level for each seat, such as pilot,cadet; or random")
        parser.add_argument("--flyer", default="", help="the level that plays the tables of a campaign")
        parser.add_argument("--earned", default="", help="unlocks that a campaign begins with, with commas; or all")
        parser.add_argument("--swap", action="store_true", help="pass the levels on by one seat in every other game")
        parser.add_argument("--seed", default="starboard")
        parser.add_argument("--seconds", type=float, default=1.0, help="what a bot may think about one action")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument(
            "--mixed", action="store_true", help="go through mixtures of all options that are not given"
        )
        parser.add_argument("--jobs", type=int, default=1, help="processes")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run."""
        game, _, road = options["game"].partition("/")
        book, content = book_of(game, road), content_of(game)
        offered = book.options(content)
        if options["flyer"] and options["flyer"] not in {level.slug for level in rulebook(game).bot_levels}:
            raise CommandError(f"no level {options['flyer']}")
        chosen: dict[str, str] = {}
        for pair in options["option"]:
            name, _, value = pair.partition("=")
            if value not in {v for o in offered if o.slug == name for v, _label in o.choices}:
                raise CommandError(f"no option {pair}")
            chosen[name] = value
        if options["earned"]:
            chosen[EARNED] = earned_of(options["game"], options["earned"])
        mixed = mixtures(offered) if options["mixed"] else repeat(usual_options(offered))
        seats = options["seats"].split(",") if options["seats"] else []
        tasks = [
            self.task(
                book, content, {**mixture, **chosen}, seats, f"{options['seed']}-{i}", i if options["swap"] else 0
            )
            for i, mixture in enumerate(islice(mixed, options["games"]))
        ]
        began = time.perf_counter()
        play = partial(play_one, options["game"], options["seconds"], options["flyer"])
        records = list(_played(play, tasks, options["jobs"]))
        summary = summary_of(records, time.perf_counter() - began, draws=not road)
        if road:
            summary |= road_summary(records)
        if options["json"]:
            self.stdout.write(json.dumps(summary))
        else:
            for key, value in summary.items():
                self.stdout.write(f"{key}: {value}")
        if summary["broken"]:
            raise CommandError(f"{len(summary['broken'])} games broke an invariant")

    def task(
        self, book: Rulebook, content: Any, options: dict[str, str], seats: list[str], seed: str, turn: int
    ) -> Task:
        """One game; where the number of seats differs from game to game, the levels go round."""
        count = len(book.seats(content, options))
        levels = list(islice(cycle(seats or [RANDOM]), count))
        known = {level.slug for level in book.bot_levels} | {RANDOM}
        if not set(levels) <= known or len(seats) > count:
            raise CommandError(f"--seats needs {count} of {', '.join(sorted(known))}")
        turn %= count
        return options, levels[turn:] + levels[:turn], seed


def earned_of(played: str, earned: str) -> str:
    """The unlocks a campaign begins with, each by its name; raises CommandError for one that there is not."""
    game, _, road = played.partition("/")
    known = [unlock.slug for unlock in roads_of(game)[road].unlocks(content_of(game))] if road else []
    named = known if earned == "all" else earned.split(",")
    if not named or not set(named) <= set(known):
        raise CommandError(f"--earned needs some of {', '.join(known)}" if known else "only a campaign has unlocks")
    return ",".join(named)


def _played(play: Any, tasks: list[Any], jobs: int) -> Iterator[GameRecord]:
    if jobs == 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, tasks, chunksize=max(1, len(tasks) // (jobs * 8)))


def summary_of(records: list[GameRecord], seconds: float, draws: bool = True) -> dict[str, Any]:
    """Counts and rates over simulated games; a draw counts half for every level.

    Without `draws` a game that nobody has won is lost by all, as a campaign is.
    """
    actions = sum(record.actions for record in records)
    endings: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    points: Counter[str] = Counter()
    played: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for record in records:
        if record.result is None:
            continue
        endings[record.result.ending] += 1
        told.update(record.told)
        _score(record.levels, record.result, seats, points, played, draws)
    return {
        "games": len(records),
        "actions": actions,
        "seconds": round(seconds, 3),
        "actions_per_second": round(actions / seconds) if seconds else 0,
        "actions_per_game": round(actions / max(1, len(records)), 1),
        "wins_by_seat": dict(sorted(seats.items())),
        "endings": dict(endings.most_common()),
        "events": dict(told.most_common()),
        "score_by_level": {level: round(points[level] / played[level], 4) for level in sorted(played)},
        "broken": [{"seed": record.seed, "what": list(record.broken)} for record in records if record.broken],
    }


def road_summary(records: list[GameRecord]) -> dict[str, Any]:
    """What was decided on a road, how far it led, and in how many of the runs that were won a thing occurred."""
    ended = [record for record in records if record.result is not None]
    picks: Counter[str] = Counter()
    for record in ended:
        picks.update(record.picks)
    won = [record for record in ended if record.result is not None and record.result.winners]
    scores = Counter(record.result.scores[0] for record in ended if record.result is not None)
    return {
        "picks": dict(picks.most_common()),
        "earned": dict(Counter(slug for record in ended for slug in record.earned).most_common()),
        "scores": {str(score): scores[score] for score in sorted(scores)},
        "won": len(won),
        "events_of_winners": dict(Counter(kind for record in won for kind in record.told).most_common()),
        "picks_of_winners": dict(Counter(pick for record in won for pick in record.picks).most_common()),
        "kinds_of_winners": kinds_of(won),
    }


def kinds_of(records: list[GameRecord]) -> dict[str, list[int]]:
    """In how many runs each kind of decision was taken, and how often; "fly-mission strike", wherever it was flown."""
    runs: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for record in records:
        kinds = [(" ".join(pick.split()[:2]), count) for pick, count in record.picks.items()]
        runs.update({kind for kind, _count in kinds})
        for kind, count in kinds:
            times[kind] += count
    return {kind: [count, times[kind]] for kind, count in runs.most_common()}


def _score(
    levels: tuple[str, ...],
    result: Result,
    seats: Counter[str],
    points: Counter[str],
    played: Counter[str],
    draws: bool,
) -> None:
    drawn = draws and not result.winners
    for seat, level in enumerate(levels):
        played[level] += 1
        if drawn:
            points[level] += 0.5  # type: ignore[assignment]
        elif seat in result.winners:
            points[level] += 1
            seats[str(seat)] += 1
    if drawn:
        seats["draw"] += 1
