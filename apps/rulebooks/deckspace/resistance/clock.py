"""How a day passes: deadlines, MERIDIAN's move, the news, the boss, and what happens to a ship (DS-107, DS-A53)."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.resistance import events, meridian, missions, threats
from apps.rulebooks.deckspace.resistance.run import Run


def carry_on(run: Run) -> None:
    """Let days pass while there is a trip, a mission or waiting to go on with, and nothing asks for the pilot."""
    while run.state.phase == "hub" and (run.state.busy or run.state.journey is not None):
        journey = run.state.journey
        if journey is not None and journey.left == 0:
            arrive(run)
            continue
        if journey is not None:
            run.change(journey=replace(journey, left=journey.left - 1))
        else:
            run.change(busy=run.state.busy - 1)
        pass_day(run)
    if run.state.phase == "due" and run.state.journey is not None and run.state.journey.left == 0:
        arrive(run)
    missions.prune(run)


def arrive(run: Run) -> None:
    """The trip is over."""
    journey = run.state.journey
    assert journey is not None
    run.change(journey=None, place=journey.to)
    words = say("Day {day}: {ship} reaches {place}.", day=run.state.day, ship=run.numbers.ship,
                place=run.place(journey.to).name)  # fmt: skip
    run.tell("arrived", words, "DS-107")


def pass_day(run: Run) -> None:
    """One day: missed deadlines fall, MERIDIAN moves, the news warns, the boss comes, something happens (DS-A53)."""
    run.change(day=run.state.day + 1)
    day, last = run.state.day, run.system.days
    threats.fall(run)
    if run.state.ending is not None:
        return
    if day % run.numbers.move_every == 0:
        meridian.move(run)
    if day == last - run.numbers.warning:
        run.report("warning", rule="DS-136")
    if day >= last:
        come(run)
    else:
        events.meet(run)


def come(run: Run) -> None:
    """The days have run out: the boss is due, and no more missions are flown (DS-108, DS-123, DS-137)."""
    run.change(due=True, busy=0, offers=(), looming=None)
    run.tell("boss-due", say("The days have run out. The Warden is at the Anvil."), "DS-108")
    run.report("due", rule="DS-137")
