"""Planets under threat: drawn one move ahead, announced, saved or lost (DS-117 to DS-121, DS-A59)."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import days, missions, owned
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import Looming, Planet, State, Threat
from apps.rulebooks.deckspace.resistance.words import strength_words


def open_to_threat(state: State) -> tuple[str, ...]:
    """The Resistance's planets that nothing threatens yet."""
    under = {threat.planet for threat in state.threats}
    return tuple(planet.slug for planet in state.planets if planet.owner == "free" and planet.slug not in under)


def heard(content: Content, state: State) -> str:
    """The planet of the next threat, where Long-range Comms hear it already; else "" (DS-120).

    Where no move is left that could threaten it, there is nothing to hear.
    """
    if state.looming is None or days.next_threat(content, state) is None or not owned.comms(content, state):
        return ""
    return state.looming.planet


def draw(run: Run) -> None:
    """Draw the planet that the next move threatens; nobody knows it yet, unless Comms hear it (DS-A59).

    None is drawn for a move that never comes, or comes on the last day (DS-A53).
    """
    among = open_to_threat(run.state) if days.next_threat(run.content, run.state) is not None else ()
    run.change(looming=Looming(run.chance.pick(among, "threat"), among) if among else None)
    listen(run)


def listen(run: Run) -> None:
    """With Comms, the next threat is told at once, and can be met (DS-120)."""
    planet = heard(run.content, run.state)
    if not planet:
        return
    words = say("Long-range Comms: MERIDIAN will move on {planet} next.", planet=run.place(planet).name)
    run.tell("threat-heard", words, "DS-120")
    missions.offer_at(run, "defend", planet)


def announce(run: Run, deadline: int) -> None:
    """The planet drawn a move ago is threatened, with a deadline; one that was saved early is not (DS-117, DS-135)."""
    looming = run.state.looming
    planet = looming.planet if looming is not None else ""
    if not planet:
        run.report("quiet", rule="DS-117")
        return
    run.change(threats=(*run.state.threats, Threat(planet, deadline)), looming=None)
    name = run.place(planet).name
    if deadline > run.system.days:
        words = say("MERIDIAN threatens {planet}. It will hold until the Warden comes.", planet=name)
        run.tell("threat", words, "DS-121")
    else:
        run.tell("threat", say("MERIDIAN threatens {planet}: it falls on day {day}.", planet=name, day=deadline),
                 "DS-117")  # fmt: skip
    run.report("threat", planet, "DS-117")
    missions.offer_at(run, "defend", planet)


def fall(run: Run) -> None:
    """Planets whose deadline has come fall; then only a Strike takes them back (DS-119, DS-121, DS-130)."""
    for threat in run.state.threats:
        if threat.deadline > run.state.day:
            continue
        planet = threat.planet
        run.change(threats=tuple(other for other in run.state.threats if other.planet != planet))
        own(run, Planet(planet, "fallen"))
        run.change(
            offers=tuple(offer for offer in run.state.offers if offer.planet != planet),
            shelves=tuple(shelf for shelf in run.state.shelves if shelf.place != planet),
        )
        missions.offer_at(run, "retake", planet)
        run.count(fell=1)
        run.strengthen(-run.numbers.fall_strength)
        words = say("{planet} falls to MERIDIAN: {price}, {left} left.", planet=run.place(planet).name,
                    price=strength_words(-run.numbers.fall_strength), left=run.state.strength)  # fmt: skip
        run.tell("fell", words, "DS-119")
        run.report("fell", planet, "DS-119")


def saved(run: Run, planet: str) -> None:
    """A planet is saved: its threat is over, also one that has only been heard (DS-118, DS-163, DS-A59)."""
    state = run.state
    run.change(threats=tuple(threat for threat in state.threats if threat.planet != planet))
    if state.threat(planet) is None and state.looming is not None and state.looming.planet == planet:
        run.change(looming=replace(state.looming, planet=""))


def own(run: Run, changed: Planet) -> None:
    """A planet changes hands."""
    run.change(planets=tuple(changed if planet.slug == changed.slug else planet for planet in run.state.planets))
