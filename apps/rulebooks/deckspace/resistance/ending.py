"""How a run ends, and what it has come to (DS-143)."""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction, Result, Step
from apps.rulebooks.core.scene import Stat, TallyPanel
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import Ending, State

ENDINGS = ("system-free", "resistance-broken", "given-up")
CHANCELESS = b"giving up draws nothing"


def result(content: Content, state: State) -> Result | None:
    """How the run ended; None while it goes on."""
    if state.ending is None:
        return None
    won = state.ending.ending == "system-free"
    return Result(state.ending.ending, (0,) if won else (), (int(won),), sentence(content, state))


def sentence(content: Content, state: State) -> Text:
    """How it ended, in a sentence."""
    assert state.ending is not None
    name = content.resistance.systems[state.system].name
    return {
        "won": say("{system} is free.", system=name),
        "ship": say("The ship is lost: nobody is left to fly for {system}. The Resistance is broken.", system=name),
        "anvil": say("The Warden holds the Anvil, and {system} with it. The Resistance is broken.", system=name),
        "strength": say("Strength is 0: nobody in {system} fights on. The Resistance is broken.", system=name),
        "gave-up": say("{ship} turns its back on {system}.", ship=content.resistance.numbers.ship, system=name),
    }[state.ending.cause]


def record(content: Content, state: State) -> Text:
    """What the run has come to, in a sentence (DS-143)."""
    counts = state.counts
    won = counts.supply + counts.defend + counts.strike + counts.hunt + counts.retake
    told = say(
        "Day {day} of {days}, strength {strength}. Missions won: {won}. Planets lost: {fell}.",
        day=state.day,
        days=content.resistance.systems[state.system].days,
        strength=state.strength,
        won=won,
        fell=counts.fell,
    )
    return say("{record} Days spared: {spared}.", record=told, spared=counts.spared) if counts.spared else told


def tally(state: State) -> TallyPanel:
    """Everything that the run has come to, counted (DS-143)."""
    counts = state.counts
    stats = [
        Stat("verb-supply", say("Supply runs"), str(counts.supply)),
        Stat("stat-pods", say("Pods delivered"), str(counts.pods)),
        Stat("verb-defend", say("Planets saved"), str(counts.defend)),
        Stat("verb-strike", say("Strikes"), str(counts.strike)),
        Stat("verb-hunt", say("Hunts"), str(counts.hunt)),
        Stat("verb-retake", say("Retakes"), str(counts.retake)),
        Stat("stat-ships", say("Enemies destroyed"), str(counts.ships)),
        Stat("flag-held", say("Planets lost"), str(counts.fell)),
        Stat("gate", say("Missions left"), str(counts.left)),
    ]
    if counts.spared:
        stats.append(Stat("stat-days", say("Days spared"), str(counts.spared)))
    return TallyPanel("tally", say("The run, counted"), tuple(stats))


def finish(run: Run) -> None:
    """Tell how the run has ended, if it has."""
    if run.state.ending is not None:
        run.tell("run-ended", sentence(run.content, run.state), "DS-143")


def concede(content: Content, state: State, seat: int) -> Step[State]:
    """Give the run up; what it has unlocked is kept."""
    if state.ending is not None:
        raise IllegalAction("over", say("The run is over."))
    run = Run(content, state, Chance(CHANCELESS))
    run.end(Ending("given-up", "gave-up"))
    finish(run)
    return run.step(barrier=True)
