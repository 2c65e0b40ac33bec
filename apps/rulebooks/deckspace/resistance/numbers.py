"""The numbers of the run (N01 to N35, N38, N41 to N46)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from apps.rulebooks.deckspace.content import Slug, Words
from apps.rulebooks.deckspace.resistance.content import Days, Few, Price, SomeDays


class RunNumbers(msgspec.Struct, frozen=True):
    """The numbers of the Resistance run."""

    slug: Slug
    supplies: Annotated[Few, Meta(description="At the start (N10).")]
    strength: Annotated[int, Meta(ge=1, le=99, description="At the start (N10).")]
    strength_cap: Annotated[int, Meta(ge=1, le=99, title="Most strength", description="Whatever is added.")]
    trip_least: Annotated[SomeDays, Meta(title="Shortest trip", description="However near a planet is (N02).")]
    trip_most: Annotated[SomeDays, Meta(title="Longest trip", description="However far it is (N02).")]
    pods: Annotated[int, Meta(ge=1, le=9, description="Of a Supply run (N04).", extra={"unit": "pods"})]
    pod_supplies: Annotated[Few, Meta(title="Supplies for a pod", description="For each one delivered (N05).")]
    pod_strength: Annotated[Few, Meta(title="Strength for a pod", description="For each one delivered (N05).")]
    move_every: Annotated[SomeDays, Meta(title="MERIDIAN moves every", description="So many days (N06).")]
    fall_strength: Annotated[Few, Meta(title="Strength lost when a planet falls", description="N07.")]
    saved_strength: Annotated[Few, Meta(title="Strength for a planet saved", description="N08.")]
    leave_strength: Annotated[Few, Meta(title="Strength lost by leaving early", description="N09.")]
    fleet: Annotated[Few, Meta(description="MERIDIAN's ships at the start (N14).")]
    works: Annotated[Few, Meta(description="MERIDIAN's works at the start (N12).")]
    network: Annotated[Few, Meta(description="MERIDIAN's network at the start (N13).")]
    fleet_cap: Annotated[int, Meta(ge=1, le=99, title="Most fleet", description="It builds no more than that.")]
    kills: Annotated[int, Meta(ge=1, le=99, title="Kills for a ship", description="Enemies destroyed per ship (N11).")]
    works_one: Annotated[int, Meta(ge=1, le=99, title="Works for one ship", description="Per MERIDIAN move (N12).")]
    works_two: Annotated[int, Meta(ge=1, le=99, title="Works for two ships", description="Per MERIDIAN move (N12).")]
    deadline: Annotated[SomeDays, Meta(description="Of a threat, were there no network (N13).")]
    deadline_least: Annotated[SomeDays, Meta(title="Shortest deadline", description="However big it is (N13).")]
    size_base: Annotated[int, Meta(ge=1, le=7, title="Ships of a battle", description="With no fleet (N14).")]
    size_per: Annotated[int, Meta(ge=1, le=99, title="Fleet for one ship more", description="In a battle (N14).")]
    size_most: Annotated[int, Meta(ge=1, le=7, title="Most ships of a battle", description="However big it is (N14).")]
    strike_strength: Annotated[Few, Meta(title="Strength for a Strike", description="N15.")]
    hunt_strength: Annotated[Few, Meta(title="Strength for a Hunt", description="N16.")]
    retake_strength: Annotated[Few, Meta(title="More strength for a Retake", description="N17.")]
    warning: Annotated[Days, Meta(description="How long before the end the news warns (N18).")]
    escorts: Annotated[
        tuple[Few, ...],
        Meta(min_length=3, max_length=3, description="At the Anvil, by the three tiers of the fleet (N19)."),
    ]
    escort_fleet: Annotated[
        tuple[Few, ...],
        Meta(min_length=2, max_length=2, title="Fleet for more escorts", description="Second tier, third tier (N19)."),
    ]
    hull_fleet: Annotated[Few, Meta(title="Fleet for more hull", description="Of every ship at the Anvil (N20).")]
    hull_more: Annotated[Few, Meta(title="More hull", description="That they have then (N20).")]
    escort_strength: Annotated[Few, Meta(title="Strength for an escort fewer", description="At the Anvil (N21).")]
    escort_least: Annotated[Few, Meta(title="Fewest escorts", description="Whatever the strength (N21).")]
    armor: Annotated[int, Meta(ge=1, le=9, description="That an A marker adds for the run (N23).")]
    armor_price: Annotated[Price, Meta(description="Of a point of armor repaired (N24).")]
    mend: Annotated[Few, Meta(description="Hull mended after a battle (N25).")]
    rounds_sold: Annotated[int, Meta(ge=1, le=99, description="PDC rounds in a purchase (N27).")]
    rounds_price: Annotated[Price, Meta(description="Of such a purchase (N27).")]
    rounds_found: Annotated[Few, Meta(description="PDC rounds in a P marker (N28).")]
    rounds_most: Annotated[Few, Meta(title="Most rounds", description="Carried from battle to battle (N29).")]
    parts_offered: Annotated[int, Meta(ge=1, le=9, description="To choose one from (N30).")]
    scrap: Annotated[Few, Meta(description="Supplies, where too few parts are left (N31).")]
    hull_price: Annotated[Price, Meta(description="Of a point of hull repaired (N33).")]
    card_prices: Annotated[
        tuple[Price, ...], Meta(min_length=3, max_length=3, description="Of cards, by their tiers (N34).")
    ]
    shelf: Annotated[int, Meta(ge=0, le=9, description="Cards on sale in a port, new with every MERIDIAN move.")]
    purge_price: Annotated[Price, Meta(description="Of a card taken out of the deck at the home base.")]
    deck_least: Annotated[int, Meta(ge=4, le=40, title="Smallest deck", description="That cards are taken from.")]
    offers: Annotated[int, Meta(ge=0, le=6, title="Supply runs and Hunts", description="Of each on offer (N41).")]
    event_chance: Annotated[int, Meta(ge=0, le=100, description="Of an event on any one day.", extra={"unit": "%"})]
    ship: Annotated[Words, Meta(description="What the pilot's ship is called.")] = "Ferret"
