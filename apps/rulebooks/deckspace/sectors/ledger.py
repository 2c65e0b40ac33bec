"""Care of the ledger: what its owner may set right, how it goes on under other content, and what must hold in it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from apps.rulebooks.core.protocol import Event, Fault, IllegalAction, Step
from apps.rulebooks.core.roads import Correctable, Unfit
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.craft import Craft
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors import rewards
from apps.rulebooks.deckspace.sectors.state import ENDINGS, RunState

HULL, MAX_HULL, MAX_SPEED, ARMOR = "hull", "max-hull", "max-speed", "armor"
_FIELDS = {HULL: "health", MAX_HULL: "max_health", MAX_SPEED: "max_speed", ARMOR: "armor"}


def correctable(content: Content, state: RunState) -> tuple[Correctable, ...]:
    """The numbers of the ship, between battles only: one under way was begun with them."""
    if state.phase in ("fighting", "over"):
        return ()
    craft, numbers = state.craft, content.numbers
    return (
        Correctable(HULL, say("Hull"), craft.health, 1, craft.max_health),
        Correctable(MAX_HULL, say("Hull limit"), craft.max_health, 1, numbers.health_cap),
        Correctable(MAX_SPEED, say("Speed limit"), craft.max_speed, 1, numbers.speed_cap),
        Correctable(ARMOR, say("Armor at the start of a sector"), craft.armor, 0, numbers.armor_cap),
    )


def correct(content: Content, state: RunState, slug: str, value: int) -> Step[RunState]:
    """Set a number right; a lower limit takes the hull with it. Raises IllegalAction for what is out of bounds."""
    entry = next((entry for entry in correctable(content, state) if entry.slug == slug), None)
    if entry is None:
        raise IllegalAction("correction", say("That cannot be corrected now."))
    if not entry.least <= value <= entry.most:
        words = say("{name} must be {least} to {most}.", name=entry.name, least=entry.least, most=entry.most)
        raise IllegalAction("bounds", words)
    craft = replace(state.craft, **{_FIELDS[slug]: value})
    craft = replace(craft, health=min(craft.health, craft.max_health))
    words = say("{name} is corrected from {old} to {new}.", name=entry.name, old=entry.value, new=value)
    return Step(replace(state, craft=craft), (Event("corrected", words, seat=0),))


def refit(content: Content, state: RunState) -> RunState:
    """The run under other content, cut to its limits; raises Unfit naming every card, map or enemy that is gone."""
    faults = [*_missing(content, state)]
    if faults:
        raise Unfit(faults)
    craft, numbers = state.craft, content.numbers
    max_health = min(craft.max_health, numbers.health_cap)
    craft = replace(
        craft,
        max_health=max_health,
        health=min(craft.health, max_health),
        max_speed=min(craft.max_speed, numbers.speed_cap),
        armor=min(craft.armor, numbers.armor_cap),
    )
    still = set(content.sectors.unlocks)
    return replace(
        state,
        craft=craft,
        unlocked=tuple(slug for slug in state.unlocked if slug in still),
        active=tuple(slug for slug in state.active if slug in still),
        earned=tuple(slug for slug in state.earned if slug in still),
        explained=tuple(card for card in state.explained if card in content.cards),
    )


def _missing(content: Content, state: RunState) -> Iterator[Fault]:
    campaign = content.sectors
    if not campaign.order:
        yield Fault("sector", "", "", "this edition has no campaign")
        return
    for card in sorted({*state.craft.deck, *state.known, *state.offers} - set(content.cards)):
        yield Fault("card", card, "", f"the run has the card {card!r}, and there is none any more")
    if state.sector > len(campaign.order):
        yield Fault("sector", "", "number", f"the run is in sector {state.sector}, and there are fewer")
    enemies = sorted(set(state.plan.enemies) - set(content.enemies))
    for enemy in enemies:
        yield Fault("enemy", enemy, "", f"the sector has the enemy {enemy!r}, and there is none any more")
    entry = content.maps.get(state.plan.map)
    if entry is None:
        yield Fault("map", state.plan.map, "", f"the sector is flown on the map {state.plan.map!r}, which is gone")
    elif len(entry.facing) <= len(state.plan.enemies):
        yield Fault("map", entry.slug, "facing", f"map {entry.slug!r} has too few starts for the ships of the sector")
    floor = campaign.numbers.floor
    if len(state.craft.deck) < floor:
        yield Fault("campaign", "", "floor", f"a deck has {floor} cards at least, and this one {len(state.craft.deck)}")


def check(content: Content, state: RunState) -> list[str]:
    """The invariants that `state` breaks, in words."""
    return [*_craft(content, state.craft), *_cards(content, state), *_phase(content, state)]


def _craft(content: Content, craft: Craft) -> Iterator[str]:
    """Caps hold between battles too, and what markers gave is gone (DS-81, DS-A52)."""
    numbers = content.numbers
    if not 0 < craft.health <= craft.max_health <= numbers.health_cap:
        yield f"hull {craft.health} of {craft.max_health}"
    if not 0 < craft.max_speed <= numbers.speed_cap:
        yield f"speed limit {craft.max_speed}"
    if not 0 <= craft.armor <= numbers.armor_cap:
        yield f"armor {craft.armor}"
    if craft.pdc or craft.earned:
        yield "what markers give lasts for one battle"
    if len(craft.deck) < content.sectors.numbers.floor:
        yield f"the deck has only {len(craft.deck)} cards"
    if craft.deck != tuple(sorted(craft.deck)):
        yield "the deck is not sorted"


def _cards(content: Content, state: RunState) -> Iterator[str]:
    """What is known: the first cards and the skills of every sector cleared; only that is on offer (DS-94, DS-97)."""
    order = content.sectors.order
    skills = {skill for sector in order[: state.tally.cleared] for skill in sector.skills}
    if not skills <= set(state.known):
        yield "a skill of a cleared sector is not known"
    if not set(state.offers) <= set(state.known):
        yield "a card is on offer that is not known"
    for card in state.offers:
        if not rewards.has_room(content, state.craft, card):
            yield f"card {card} is on offer, and the deck has no room for it"


def _phase(content: Content, state: RunState) -> Iterator[str]:
    cleared = state.tally.cleared
    ahead = state.sector - (0 if state.phase == "reward" or state.ending == "cleared" else 1)
    if cleared != ahead and state.phase != "over":
        yield f"in sector {state.sector} {cleared} are cleared"
    if state.offers and state.phase not in ("reward", "over"):
        yield "cards are on offer at the wrong time"
    if (state.phase == "over") != (state.ending in ENDINGS):
        yield f"the phase is {state.phase} with the ending {state.ending!r}"
    if (state.ending == "cleared") != (cleared == len(content.sectors.order)):
        yield f"{cleared} sectors are cleared with the ending {state.ending!r}"
    if state.phase == "fighting" and not state.outing:
        yield "a battle without a number is under way"
