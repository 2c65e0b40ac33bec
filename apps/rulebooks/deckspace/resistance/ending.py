"""How a run ends, and what it has come to (DS-143)."""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction, Result, Step
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
        "gave-up": say("You walk away from {system}.", system=name),
    }[state.ending.cause]


def record(content: Content, state: State) -> Text:
    """What the run has come to, counted (DS-143)."""
    counts = state.counts
    told = say(
        "Day {day} of {days}, strength {strength}. Supply runs {supply}, planets saved {defend}, Strikes {strike}, "
        "Hunts {hunt}, Retakes {retake}. Pods delivered {pods}, ships destroyed {ships}, planets lost {fell}, "
        "missions left {left}.",
        day=state.day,
        days=content.resistance.systems[state.system].days,
        strength=state.strength,
        supply=counts.supply,
        defend=counts.defend,
        strike=counts.strike,
        hunt=counts.hunt,
        retake=counts.retake,
        pods=counts.pods,
        ships=counts.ships,
        fell=counts.fell,
        left=counts.left,
    )
    if counts.spared:
        told = say("{record} Days spared: {spared}.", record=told, spared=counts.spared)
    return told


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
