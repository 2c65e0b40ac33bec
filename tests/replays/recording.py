"""Recorded games: a line of actions, the content it was played on, and how it ended.

`python -m tests.replays.recording GAME` records one game for every ending that has none yet.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.core.pack import content_digest
from apps.rulebooks.core.protocol import Audience, Result, Rulebook
from apps.rulebooks.core.simulation import RANDOM, usual_options
from apps.rulebooks.registry import rulebook
from tests.replays.plans import PLANS, player_of

FOLDER = Path(__file__).parent
MOST_GAMES = 20_000


class Recorded(msgspec.Struct):
    """One game: `line` holds [seat, action]; `last` is how it was ended by other means than an action."""

    game: str
    content: str
    options: dict[str, str]
    secret: str
    levels: list[str]
    line: list[tuple[int, dict[str, Any]]]
    result: Result
    digest: str
    last: str = ""


def recordings(game: str) -> Iterator[tuple[Path, Recorded]]:
    """Every recorded game of a rulebook."""
    for path in sorted((FOLDER / game).glob("*.json")):
        if not path.name.startswith("content-"):
            yield path, msgspec.json.decode(path.read_bytes(), type=Recorded)


def content_for(record: Recorded) -> Any:
    """The content that a game was recorded on."""
    raw = msgspec.json.decode((FOLDER / record.game / f"content-{record.content}.json").read_bytes())
    return rulebook(record.game).read_content(raw)


def replayed(record: Recorded) -> Any:
    """The last state of a recorded game, played again. Raises IllegalAction where the rules differ now."""
    book, content = rulebook(record.game), content_for(record)
    secret = bytes.fromhex(record.secret)
    state = book.setup(content, record.options, Chance(secret, 0)).state
    for number, (seat, raw) in enumerate(record.line, start=1):
        action = msgspec.convert(raw, book.actions)
        state = book.apply(content, state, seat, action, Chance(secret, number)).state
    return ended(book, content, state, record.last)


def ended(book: Rulebook, content: Any, state: Any, last: str) -> Any:
    """`state`, or what giving up or agreeing to a draw makes of it."""
    if last.startswith("concede-"):
        return book.concede(content, state, int(last.removeprefix("concede-"))).state
    if last == "agree-draw":
        return book.agree_draw(content, state).state
    return state


def record(game: str, levels: list[str], seed: str, options: dict[str, str], stop: int = 0, last: str = "") -> Recorded:
    """Play a game between bots and keep it; with `stop` it is ended after so many actions by `last`."""
    book = rulebook(game)
    raw = book.base_pack()
    content = book.read_content(raw)
    secret = hashlib.sha256(seed.encode()).digest()
    bots = [player_of(book, level) for level in levels]
    state = book.setup(content, options, Chance(secret, 0)).state
    line: list[tuple[int, dict[str, Any]]] = []
    while book.waiting_on(state) and not (stop and len(line) >= stop):
        seat = min(book.waiting_on(state))
        thoughts = Chance(secret, len(line) + 1).fork(f"bot-{seat}")
        known = state if levels[seat] == RANDOM else book.determinize(content, state, Audience.of(seat), thoughts)
        action = bots[seat].decide(content, known, seat, thoughts, 0.05).action
        line.append((seat, msgspec.to_builtins(action)))
        state = book.apply(content, state, seat, action, Chance(secret, len(line))).state
    if book.result(content, state) is not None:
        last = ""  # it was over before its time
    state = ended(book, content, state, last)
    result = book.result(content, state)
    assert result is not None
    digest = content_digest(raw)[:12]
    return Recorded(game, digest, options, secret.hex(), levels, line, result, digest_of(state), last)


def main(game: str) -> None:
    """Record what is missing."""
    book = rulebook(game)
    folder = FOLDER / game
    folder.mkdir(exist_ok=True)
    missing = set(book.endings) - {path.stem for path, _record in recordings(game)}
    raw = book.base_pack()
    (folder / f"content-{content_digest(raw)[:12]}.json").write_bytes(
        msgspec.json.format(msgspec.json.encode(raw), indent=1)
    )
    content = book.read_content(raw)
    defaults = usual_options(book.options(content))
    for ending, plan in PLANS.get(game, {}).items():
        options = {**defaults, **plan.options}
        for number in range(MOST_GAMES if ending in missing else 0):
            found = record(game, list(plan.levels), f"{game}-{ending}-{number}", options, plan.stop, plan.last)
            if found.result.ending == ending:
                missing.discard(ending)
                _keep(found, number)
                break
    others = {option.slug: option.choices[-1][0] for option in book.options(content)}
    seats = len(book.seats(content, defaults))
    strongest = book.bot_levels[-1].slug
    for number in range(MOST_GAMES):
        if not missing:
            break
        levels = [[RANDOM, book.bot_levels[0].slug, strongest][(number + seat * (number // 3)) % 3]
                  for seat in range(seats)]  # fmt: skip
        options = [defaults, others][number % 2]
        stop, last = 0, ""
        if "conceded" in missing:
            stop, last = 40, "concede-1"
        elif "agreed" in missing:
            stop, last = 40, "agree-draw"
        game_record = record(game, levels, f"{game}-{number}", options, stop, last)
        if game_record.result.ending in missing:
            missing.discard(game_record.result.ending)
            _keep(game_record, number)


def _keep(found: Recorded, number: int) -> None:
    (FOLDER / found.game / f"{found.result.ending}.json").write_bytes(msgspec.json.encode(found))
    print(found.result.ending, number, len(found.line), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
