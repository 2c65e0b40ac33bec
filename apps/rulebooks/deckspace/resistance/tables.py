"""The run in numbers, as RULES.md quotes them: what it begins with, pays and costs, and what is to be had."""

from __future__ import annotations

from collections.abc import Iterator

from apps.rulebooks.core.teaching import NumberTable, Row
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.numbers import RunNumbers

Quote = tuple[str, Text, int]


def tables(content: Content) -> tuple[NumberTable, ...]:
    """The tables of an edition that has a Resistance run."""
    if not content.has_resistance:
        return ()
    return (_systems(content), _fittings(content), _parts(content), _unlocks(content))


def quotes(content: Content) -> Iterator[Quote]:
    """The numbers that sentences quote."""
    if content.has_resistance:
        yield from _of(content.resistance.numbers)


def _of(numbers: RunNumbers) -> Iterator[Quote]:
    yield "run-supplies", say("Supplies at the start of a run"), numbers.supplies
    yield "run-strength", say("Strength at the start of a run"), numbers.strength
    yield "run-strength-most", say("Most strength"), numbers.strength_cap
    yield "run-trip-least", say("Shortest trip, in days"), numbers.trip_least
    yield "run-trip-most", say("Longest trip, in days"), numbers.trip_most
    yield "run-pods", say("Pods of a Supply run"), numbers.pods
    yield "run-pod-supplies", say("Supplies for a pod"), numbers.pod_supplies
    yield "run-pod-strength", say("Strength for a pod"), numbers.pod_strength
    yield "run-move", say("Days between MERIDIAN's moves"), numbers.move_every
    yield "run-fall", say("Strength lost with a planet"), numbers.fall_strength
    yield "run-saved", say("Strength for a planet saved"), numbers.saved_strength
    yield "run-leave", say("Strength lost by leaving early"), numbers.leave_strength
    yield "run-fleet", say("MERIDIAN's fleet at the start"), numbers.fleet
    yield "run-fleet-most", say("MERIDIAN's fleet at most"), numbers.fleet_cap
    yield "run-works", say("MERIDIAN's works at the start"), numbers.works
    yield "run-network", say("MERIDIAN's network at the start"), numbers.network
    yield "run-kills", say("Enemies destroyed that cost the fleet a ship"), numbers.kills
    yield "run-works-one", say("Works that build a ship"), numbers.works_one
    yield "run-works-two", say("Works that build two ships"), numbers.works_two
    yield "run-deadline", say("Deadline without a network, in days"), numbers.deadline
    yield "run-deadline-least", say("Shortest deadline, in days"), numbers.deadline_least
    yield "run-size-per", say("Fleet for one ship more in a battle"), numbers.size_per
    yield "run-size-most", say("Most ships in a battle"), numbers.size_most
    yield "run-strike", say("Strength for a Strike"), numbers.strike_strength
    yield "run-hunt", say("Strength for a Hunt"), numbers.hunt_strength
    yield "run-retake", say("More strength for a Retake"), numbers.retake_strength
    yield "run-warning", say("Days before the end when the news warns"), numbers.warning
    yield "run-escorts", say("Escorts of a small fleet"), numbers.escorts[0]
    yield "run-escorts-2", say("Escorts of a larger fleet"), numbers.escorts[1]
    yield "run-escorts-3", say("Escorts of the largest fleets"), numbers.escorts[2]
    yield "run-escort-fleet-2", say("Fleet for the second tier of escorts"), numbers.escort_fleet[0]
    yield "run-escort-fleet-3", say("Fleet for the third tier of escorts"), numbers.escort_fleet[1]
    yield "run-hull-fleet", say("Fleet for more hull at the Anvil"), numbers.hull_fleet
    yield "run-hull-more", say("More hull at the Anvil"), numbers.hull_more
    yield "run-escort-strength", say("Strength for an escort fewer"), numbers.escort_strength
    yield "run-escort-least", say("Fewest escorts"), numbers.escort_least
    yield "run-armor", say("Armor from a marker in a run"), numbers.armor
    yield "run-armor-price", say("Supplies for a point of armor"), numbers.armor_price
    yield "run-hull-price", say("Supplies for a point of hull"), numbers.hull_price
    yield "run-mend", say("Hull mended after a battle"), numbers.mend
    yield "run-rounds-sold", say("PDC rounds in a purchase"), numbers.rounds_sold
    yield "run-rounds-price", say("Supplies for them"), numbers.rounds_price
    yield "run-rounds-found", say("PDC rounds in a P marker"), numbers.rounds_found
    yield "run-rounds-most", say("Most PDC rounds carried"), numbers.rounds_most
    yield "run-parts", say("Parts to choose from"), numbers.parts_offered
    yield "run-scrap", say("Supplies for scrap"), numbers.scrap
    yield "run-price-1", say("Supplies for a plain card"), numbers.card_prices[0]
    yield "run-price-2", say("Supplies for a good card"), numbers.card_prices[1]
    yield "run-price-3", say("Supplies for a great card"), numbers.card_prices[2]
    yield "run-shelf", say("Cards on sale in a port"), numbers.shelf
    yield "run-purge", say("Supplies for taking out a card"), numbers.purge_price
    yield "run-deck-least", say("Fewest cards of a deck in a run"), numbers.deck_least
    yield "run-events", say("Something happens on a day, in percent"), numbers.event_chance


def _systems(content: Content) -> NumberTable:
    """Where a run can take place (DS-107)."""
    head = (say("System"), say("Days"), say("Planets"), say("Held by MERIDIAN"))
    rows = tuple(
        Row(
            (
                say("{name}", name=system.name),
                say("{n}", n=system.days),
                say("{n}", n=len(system.planets)),
                say("{n}", n=max(system.held, sum(planet.held for planet in system.planets))),
            )
        )
        for system in content.resistance.systems.values()
    )
    return NumberTable("systems", say("Systems"), head, rows)


def _fittings(content: Content) -> NumberTable:
    """What the home base researches and builds in (DS-158)."""
    head = (say("At the home base"), say("Supplies"), say("What it does"))
    rows = tuple(
        Row((say("{name}", name=one.name), say("{n}", n=one.price), say("{text}", text=one.text)), symbol=one.symbol)
        for one in content.resistance.fittings.values()
    )
    return NumberTable("fittings", say("Research and upgrades"), head, rows)


def _parts(content: Content) -> NumberTable:
    """Parts to salvage (DS-153, DS-154)."""
    head = (say("Part"), say("At most"), say("What it does"))
    rows = tuple(
        Row((say("{name}", name=one.name), say("{n}", n=one.most), say("{text}", text=one.text)), symbol=one.symbol)
        for one in content.resistance.parts.values()
    )
    return NumberTable("parts", say("Salvaged parts"), head, rows)


def _unlocks(content: Content) -> NumberTable:
    """What can be unlocked, and how (DS-156)."""
    head = (say("Unlock"), say("How"), say("What it does"))
    rows = tuple(
        Row((say("{name}", name=one.name), say("{text}", text=one.how), say("{text}", text=one.text)))
        for one in content.resistance.unlocks.values()
    )
    return NumberTable("run-unlocks", say("What a run can unlock"), head, rows)
