"""A run as a ledger: what its owner may set right, how it goes on under other content, and what must always hold."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Fault, IllegalAction, Step
from apps.rulebooks.core.roads import Correctable, Unfit
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import owned
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import SCRAP, State

MOST = 99
OF_CRAFT = ("health", "max_health", "max_speed", "armor", "rounds")
CHANCELESS = b"setting a number right draws nothing"


def correctable(content: Content, state: State) -> tuple[Correctable, ...]:
    """The numbers that may be set right now; those of the ship not while it is in a battle."""
    if state.ending is not None:
        return ()
    numbers, rules, craft = content.resistance.numbers, content.numbers, state.craft
    most_rounds = max(craft.rounds, owned.most_rounds(content, state))
    found: list[tuple[str, Text, int, int, int]] = [
        ("supplies", say("Supplies"), state.supplies, 0, max(MOST, state.supplies)),
        ("strength", say("Strength"), state.strength, 1, max(numbers.strength_cap, state.strength)),
        ("fleet", say("MERIDIAN's fleet"), state.fleet, 0, max(numbers.fleet_cap, state.fleet)),
        ("works", say("MERIDIAN's works"), state.works, 0, max(MOST, state.works)),
        ("network", say("MERIDIAN's network"), state.network, 0, max(MOST, state.network)),
    ]
    if state.sortie is None:
        found += [
            ("health", say("Hull"), craft.health, 1, craft.max_health),
            ("max_health", say("Hull limit"), craft.max_health, 1, max(rules.health_cap, craft.max_health)),
            ("max_speed", say("Speed limit"), craft.max_speed, 1, max(rules.speed_cap, craft.max_speed)),
            ("armor", say("Armor"), craft.armor, 0, craft.earned),
            ("rounds", say("PDC rounds"), craft.rounds, 0, most_rounds),
        ]
    return tuple(Correctable(*line) for line in found)


def correct(content: Content, state: State, slug: str, value: int) -> Step[State]:
    """Set a number right (design section 6); the ship never has more hull than its most."""
    line = next((line for line in correctable(content, state) if line.slug == slug), None)
    if line is None:
        raise IllegalAction("not-correctable", say("That cannot be set right now."))
    if not line.least <= value <= line.most:
        words = say("It must be between {least} and {most}.", least=line.least, most=line.most)
        raise IllegalAction("out-of-bounds", words)
    run = Run(content, state, Chance(CHANCELESS))
    if slug in OF_CRAFT:
        run.refit(**{slug: value})
        run.refit(health=min(run.state.craft.health, run.state.craft.max_health))
    else:
        run.change(**{slug: value})
    words = say("{what} set from {before} to {after}.", what=line.name, before=line.value, after=value)
    run.tell("corrected", words)
    return run.step()


def refit(content: Content, state: State) -> State:
    """The run as it goes on under other content; raises Unfit naming everything that is missing there."""
    edition, faults = content.resistance, []
    for kind, slugs, there in _named(content, state):
        for slug in sorted({slug for slug in slugs if slug not in there}):
            faults.append(Fault(kind, slug, "", f"this run needs it: there is no {kind} {slug!r} in the new content"))
    system = edition.systems.get(state.system)
    if system is None:
        faults.append(Fault("system", state.system, "", f"there is no system {state.system!r} in the new content"))
    else:
        places = {place.slug for place in (*system.planets, system.home, system.anvil)}
        wanted = {planet.slug for planet in state.planets} | {state.place}
        for slug in sorted(wanted - places):
            faults.append(Fault("system", system.slug, "planets", f"there is no place {slug!r} in the new content"))
        if state.day > system.days:
            faults.append(Fault("system", system.slug, "days", f"day {state.day} is beyond its last day"))
    if faults:
        raise Unfit(faults)
    return replace(
        state,
        unlocked=tuple(slug for slug in state.unlocked if slug in edition.unlocks),
        known=tuple(slug for slug in state.known if slug in edition.unlocks),
        met=tuple(slug for slug in state.met if slug in edition.events),
        lately=tuple(slug for slug in state.lately if slug in edition.events),
        news=tuple(line for line in state.news if line.news in edition.news),
        shelves=tuple(
            replace(shelf, wares=tuple(ware for ware in shelf.wares if ware in edition.wares))
            for shelf in state.shelves
        ),
    )


def _named(content: Content, state: State) -> tuple[tuple[str, tuple[str, ...], Any], ...]:
    """What a run names of its content and cannot do without: kind, slugs, and those there are."""
    edition = content.resistance
    sortie = (state.sortie.offer,) if state.sortie is not None else ()
    offers = (*state.offers, *sortie)
    return (
        ("card", state.craft.deck, content.cards),
        ("fitting", state.fittings, edition.fittings),
        ("part", (*state.parts, *(part for part in state.salvage if part != SCRAP)), edition.parts),
        ("event", (state.event,) if state.event else (), edition.events),
        ("mission", tuple(offer.mission for offer in offers), edition.missions),
        ("map", tuple(offer.map for offer in offers), content.maps),
    )


def check(content: Content, state: State) -> list[str]:
    """The invariants that `state` breaks, in words."""
    return [*_bounds(content, state), *_course(content, state), *_planets(content, state)]


def _bounds(content: Content, state: State) -> list[str]:
    craft, broken = state.craft, []
    ranges = (
        ("supplies", state.supplies, 0, 10_000),
        ("strength", state.strength, 0, max(content.resistance.numbers.strength_cap, 1)),
        ("fleet", state.fleet, 0, content.resistance.numbers.fleet_cap),
        ("works", state.works, 0, MOST),
        ("network", state.network, 0, MOST),
        ("hull", craft.health, 1, craft.max_health),
        ("most hull", craft.max_health, 1, content.numbers.health_cap),
        ("speed limit", craft.max_speed, 1, content.numbers.speed_cap),
        ("armor", craft.armor, 0, craft.earned),
        ("armor earned", craft.earned, 0, content.numbers.armor_cap),
        ("rounds", craft.rounds, 0, MOST),
        ("day", state.day, 0, content.resistance.systems[state.system].days),
    )
    for what, value, least, most in ranges:
        if not least <= value <= most:
            broken.append(f"{what} is {value}, not between {least} and {most}")
    broken += [f"the deck has a card {card!r} that there is not" for card in craft.deck if card not in content.cards]
    if craft.deck != tuple(sorted(craft.deck)):
        broken.append("the deck is not sorted")
    return broken


def _course(content: Content, state: State) -> list[str]:
    """What is pending fits; a run that goes on has strength, one that is over has nothing pending."""
    broken = []
    if state.ending is None and state.strength == 0:
        broken.append("the run goes on without strength")
    if state.ending is not None and (state.sortie is not None or state.salvage or state.event):
        broken.append("the run is over, and something is still to be done")
    days_are_up = state.early or state.day >= content.resistance.systems[state.system].days
    if state.due != days_are_up and state.ending is None:  # a run can end on its last day before the boss comes
        broken.append("the boss is due on the wrong day")
    if state.due and state.offers:
        broken.append("missions are on offer although the boss is due")
    if state.phase == "hub" and (state.journey is not None or state.busy):
        broken.append("the ship is stuck on its way")
    if state.sortie is not None and state.sortie.number != state.sorties:
        broken.append("the battle under way is not the last one ordered")
    if len(set(state.fittings)) != len(state.fittings):
        broken.append("something is built in twice")
    for part in set(state.parts):
        if state.parts.count(part) > content.resistance.parts[part].most:
            broken.append(f"too many of {part}")
    return broken


def _planets(content: Content, state: State) -> list[str]:
    """Threats and missions are where they can be; no deadline is behind."""
    broken = []
    owners = {planet.slug: planet.owner for planet in state.planets}
    for threat in state.threats:
        if owners[threat.planet] != "free":
            broken.append(f"{threat.planet} is threatened and not the Resistance's")
        if state.ending is None and threat.deadline <= state.day:
            broken.append(f"the deadline of {threat.planet} has passed")
    if len({threat.planet for threat in state.threats}) != len(state.threats):
        broken.append("a planet is threatened twice")
    wanted = {"supply": "free", "hunt": "free", "defend": "free", "strike": "held", "retake": "fallen"}
    for offer in state.offers:
        if owners[offer.planet] != wanted[offer.kind]:
            broken.append(f"a {offer.kind} mission is offered at {offer.planet}")
    if len({(offer.kind, offer.planet) for offer in state.offers}) != len(state.offers):
        broken.append("the same mission is offered twice")
    for slug, owner in owners.items():
        retake = any(offer.kind == "retake" and offer.planet == slug for offer in state.offers)
        flown = state.sortie is not None and state.sortie.offer.planet == slug
        if owner == "fallen" and not retake and not state.due and not flown and state.ending is None:
            broken.append(f"no Retake is offered at {slug}")
    for shelf in state.shelves:
        if owners.get(shelf.place, "free") != "free":
            broken.append(f"{shelf.place} sells cards and is not the Resistance's")
    return broken
