"""The Anvil: when its time has come, or before (DS-137 to DS-142)."""

from __future__ import annotations

from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.resistance import battle
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import Offer


def face(run: Run) -> None:
    """Meet the Warden now that the days have run out (DS-108, DS-138)."""
    words = say("{ship} sets a course for {place}.", ship=run.numbers.ship, place=run.system.anvil.name)
    run.tell("mission-began", words, "DS-138")
    _fly(run)


def strike_early(run: Run) -> None:
    """Meet the Warden before it comes; no mission is flown after it (DS-142)."""
    run.change(early=True, due=True, offers=(), looming=None)
    words = say("Day {day}: {ship} strikes early. Days left: {days}.", day=run.state.day, ship=run.numbers.ship,
                days=run.system.days - run.state.day)  # fmt: skip
    run.tell("struck-early", words, "DS-142")
    _fly(run)


def _fly(run: Run) -> None:
    mission = run.chance.pick(run.edition.of_kind("boss"), "boss-mission")
    map_ = run.chance.pick(mission.maps, "boss-map")
    battle.fly(run, Offer("boss", run.system.anvil.slug, mission.slug, map_))
