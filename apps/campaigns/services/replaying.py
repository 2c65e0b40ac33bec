"""The ledgers of a file, played again: nothing in them is taken on trust but the dice, and what people said."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from apps.campaigns.services.campaignfile import TOLD, CampaignFile, Leap, LedgerPart, RunPart, unsealed
from apps.campaigns.services.correcting import Correction
from apps.games.models import Entry
from apps.games.services.gamefile import kept_time
from apps.games.services.importing import Refused
from apps.games.services.tables import chosen_options
from apps.games.snapshots import BESIDE
from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.core.protocol import Event, IllegalAction, Result, Step
from apps.rulebooks.core.recorded import RecordedChance, RollsDiffer
from apps.rulebooks.core.roads import EARNED, Unfit
from apps.rulebooks.core.text import Text, say

log = logging.getLogger(__name__)

Kind = Entry.Kind


class Line(msgspec.Struct, frozen=True):
    """One entry as it was played again: how many others stand below it, the place of its content, and what came of it.

    Entries beside the game, and those before its beginning, change no state.
    """

    part: LedgerPart
    line: int
    place: int
    at: datetime
    events: tuple[Event, ...]
    state: Any
    action: Any = None  # as the rules read it
    rolls: tuple[Any, ...] = ()


class Played(msgspec.Struct, frozen=True):
    """A run as it was played again. `struck` names, for each line that was struck out, the line that did it."""

    part: RunPart
    lines: tuple[Line, ...]
    struck: dict[int, int]
    result: Result | None
    waiting: tuple[int, ...]
    seats: int


class Stage(msgspec.Struct, frozen=True):
    """What a file is played again with: the rules, the contents in it, and the time that there is."""

    road: Any
    contents: Sequence[Any]
    now: datetime
    deadline: float  # on the clock that `time.monotonic` reads

    def in_time(self) -> None:
        """Raise Refused where it takes too long."""
        if time.monotonic() > self.deadline:
            raise Refused("slow", say("Playing the campaign again takes too long."))


def play_again(file: CampaignFile, stage: Stage) -> list[Played]:
    """Every run of a file. Raises Refused at the first thing that does not go."""
    if [part.number for part in file.runs] != list(range(1, len(file.runs) + 1)):
        raise Refused("runs", say("The runs in the file are not numbered one after the other."))
    runs = [_run(stage, part) for part in file.runs]
    if any(run.result is None for run in runs[:-1]):
        raise Refused("unfinished", say("A run in the file was never finished, although another came after it."))
    return runs


def _run(stage: Stage, run: RunPart) -> Played:
    if run.release >= len(stage.contents):
        raise Refused("release", say("The file lacks a content that it names."))
    seats = _seats(stage, run)
    lines: list[Line] = []
    standing: list[Line] = []
    struck: dict[int, int] = {}
    places: dict[int, int] = {}  # of those that stand, among the lines
    for number, part in enumerate(run.entries):
        stage.in_time()
        line = _line(stage, run, number, standing)
        for gone in range(line.line + 1, len(standing)):  # nothing but an undo leaves any above it
            struck[places.pop(gone)] = number
        del standing[line.line + 1 :]
        if part.kind not in BESIDE:
            places[len(standing)] = number
            standing.append(line)
        lines.append(line)
    if not standing:
        raise Refused("order", _at(run, 0, _BEGINS_ONCE))
    content, state = stage.contents[lines[-1].place], lines[-1].state
    if stage.road.check(content, state) or digest_of(state) != run.digest:
        raise Refused("state", say("Run {run} does not come out as the file claims.", run=run.number))
    result = stage.road.result(content, state)
    waiting = () if result is not None else tuple(sorted(stage.road.waiting_on(state)))
    return Played(run, tuple(lines), struck, result, waiting, seats)


def _seats(stage: Stage, run: RunPart) -> int:
    """How many decide in a run, whose options must be those of its road."""
    content = stage.contents[run.release]
    if not stage.road.ready(content):
        raise Refused("road", say("The content in the file does not have that campaign."))
    earned = run.options.get(EARNED, "")
    try:
        chosen = chosen_options(stage.road, content, run.options)
    except IllegalAction as illegal:
        raise Refused(illegal.code, illegal.message) from illegal
    if {**chosen, EARNED: earned} != {**run.options, EARNED: earned}:
        raise Refused("options", say("The variants in the file are not those of this campaign."))
    return len(stage.road.seats(content, run.options))


def _line(stage: Stage, run: RunPart, number: int, standing: Sequence[Line]) -> Line:
    part = run.entries[number]
    try:
        if part.kind in BESIDE:
            return _beside(stage, run, part, standing)
        return _step(stage, run, part, standing)
    except IllegalAction as illegal:
        raise Refused("illegal", _at(run, number, illegal.message)) from illegal
    except Unfit as unfit:
        raise Refused("unfit", _at(run, number, say("{why}", why=str(unfit)[:200]))) from unfit
    except (RollsDiffer, ValueError, KeyError, IndexError, TypeError, msgspec.ValidationError) as fault:
        raise Refused("action", _at(run, number, say("{why}", why=str(fault)[:200]))) from fault
    except Exception as fault:
        log.info("an imported campaign failed at line %s", number, exc_info=True)
        raise Refused("failed", _at(run, number, say("That cannot be carried out."))) from fault


def _beside(stage: Stage, run: RunPart, part: LedgerPart, standing: Sequence[Line]) -> Line:
    """An entry that plays nothing on: what people said, or that the ledger went back."""
    line, at = max(0, len(standing) - 1), kept_time(part.at, stage.now)
    if part.kind == Kind.UNDO:
        if not standing or part.back is None or part.back >= line:
            raise IllegalAction("back", say("The ledger was not past that moment."))
        _still_runs(stage, standing[-1])
        line = part.back
    if not standing:
        return Line(part, line, run.release, at, _told(part), None)
    return Line(part, line, standing[line].place, at, _told(part), standing[line].state)


def _step(stage: Stage, run: RunPart, part: LedgerPart, standing: Sequence[Line]) -> Line:
    """An entry that begins the run or plays it on."""
    before = standing[-1] if standing else None
    if (part.kind == Kind.START) != (before is None):
        raise IllegalAction("order", _BEGINS_ONCE)
    action, place = _action(stage.road, part), run.release
    if before is not None:
        _still_runs(stage, before)
        place = action.to if part.kind == Kind.MOVE else before.place
    chance = RecordedChance(unsealed(part.sealed), len(standing))
    step = _done(stage, run, part, action, before, stage.contents[place], chance)
    chance.finish()
    events = (*_told(part), *step.events)
    at = kept_time(part.at, stage.now)
    return Line(part, len(standing), place, at, events, step.state, action, tuple(chance.rolls))


def _still_runs(stage: Stage, before: Line) -> None:
    if stage.road.result(stage.contents[before.place], before.state) is not None:
        raise IllegalAction("over", say("The run was over before this."))


def _action(road: Any, part: LedgerPart) -> Any:
    """What was done, as the rules read it: nothing that they would not make themselves gets any further."""
    types = {Kind.ACT: road.actions, Kind.REPORT: road.report_type, Kind.CORRECT: Correction, Kind.MOVE: Leap}
    return msgspec.convert(part.action, types[part.kind]) if part.kind in types else None


def _done(
    stage: Stage, run: RunPart, part: LedgerPart, action: Any, before: Line | None, content: Any, chance: RecordedChance
) -> Step[Any]:
    road: Any = stage.road
    done: Step[Any]
    if before is None:
        done = road.setup(content, run.options, chance)
        return done
    state = before.state
    if part.kind == Kind.REPORT:
        done = road.report(content, state, action, chance)
        return done
    if part.kind in (Kind.CORRECT, Kind.MOVE):
        if road.outing(stage.contents[before.place], state) is not None:
            raise IllegalAction("under-way", say("Nothing of this can be done while a table is under way."))
        done = (
            Step(road.refit(content, state))
            if part.kind == Kind.MOVE
            else road.correct(content, state, action.slug, action.value)
        )
        return done
    if part.seat is None:
        raise IllegalAction("seat", say("Nobody can have done that."))
    if part.kind == Kind.CONCEDE:
        done = road.concede(content, state, part.seat)
    else:
        done = road.apply(content, state, part.seat, action, chance)
    return done


def _told(part: LedgerPart) -> tuple[Event, ...]:
    """By whom an entry was, and what people said there, in the words of the file."""
    by = [Event("by", say("by {name}", name=name)) for name in (_plain(part.who),) if name]
    said = [Event(TOLD[part.kind], say("{words}", words=_plain(words)), seat=part.seat) for words in part.said]
    return (*by, *said)


def _plain(words: str) -> str:
    """Words with nothing in them that is not to be seen."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in words).split())


_BEGINS_ONCE = say("A ledger begins once, and with its beginning.")


def _at(run: RunPart, number: int, reason: Text) -> Text:
    return say("Run {run}, entry {line}: {reason}", run=run.number, line=number, reason=reason)
