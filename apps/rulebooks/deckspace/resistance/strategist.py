"""A careful pilot: weighs missions by what they bring in a day, mends the hull, and comes to the Anvil prepared."""

from __future__ import annotations

from typing import NamedTuple

from apps.rulebooks.core.bots import lean
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Decision
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.content import Idle
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import home, missions, orbits, port, worth
from apps.rulebooks.deckspace.resistance.actions import (
    BuyCard,
    BuyRounds,
    FaceTheBoss,
    Fit,
    FlyMission,
    Purge,
    RepairArmor,
    RepairHull,
    Reply,
    TakePart,
    Travel,
    Wait,
)
from apps.rulebooks.deckspace.resistance.play import legal_actions
from apps.rulebooks.deckspace.resistance.state import Offer, State

RESERVE = 2  # supplies kept for repairs while missions are still to come
WHOLE = 2  # points of hull and armor below which no mission is begun where a port is near
BARGAIN = 0.9  # points that a supply must buy at least
SHOPPING = 7  # supplies from which the home base is worth a trip
TASTE = 2.5  # points by which a part or an answer must be better to be taken e times as often
THRIFT = 0.15  # the same for a bargain, in points for each supply
LAST_CALL = 4  # days before the end from which a port, best the home base, is looked for


class Errand(NamedTuple):
    """Something to do: what it is worth for each day, and the action that begins it."""

    value: float
    action: Action
    why: Text


class Strategist:
    """Weighs everything on offer; what is hidden from it, it does not look at."""

    def decide(self, content: Content, state: State, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the legal actions."""
        legal = legal_actions(content, state, seat)
        if state.phase in ("salvage", "event"):
            best = lean([(_small(content, state, action), action) for action in legal], TASTE, chance, "small")
            return Decision(best, say("That serves us best."))
        deal = _deal(content, state, legal, chance)
        if deal is not None:
            return deal
        if state.phase == "due":
            return Decision(FaceTheBoss(), say("It is time."))
        errands = [errand for errand in _errands(content, state, legal) if errand.action in legal]
        best_errand = max(errands, key=lambda errand: errand.value)
        return Decision(best_errand.action, best_errand.why)


def _small(content: Content, state: State, action: Action) -> float:
    """What a part or an answer is worth."""
    edition = content.resistance
    if isinstance(action, TakePart):
        return worth.effects(content, state, edition.parts[action.part].gains)
    if isinstance(action, Reply):
        return worth.effects(content, state, edition.events[state.event].answers[action.answer].effects)
    return edition.numbers.scrap * worth.SUPPLIES


def _deal(content: Content, state: State, legal: tuple[Action, ...], chance: Chance) -> Decision | None:
    """What to have repaired or to buy here: the hull first, then what is worth its price."""
    if RepairHull() in legal:
        return Decision(RepairHull(), say("The hull first."))
    if RepairArmor() in legal:
        return Decision(RepairArmor(), say("Armor, while there is a port."))
    numbers = content.resistance.numbers
    spare = state.supplies - (0 if state.due else RESERVE)
    deals: list[tuple[float, Action]] = []
    for action in legal:
        price, value = 0, 0.0
        if isinstance(action, BuyCard):
            ware = content.resistance.wares[action.ware]
            price, value = port.price(content, ware), worth.card(content, state, ware.card)
        elif isinstance(action, Fit):
            fitting = content.resistance.fittings[action.fitting]
            price, value = fitting.price, worth.effects(content, state, fitting.gains)
        elif isinstance(action, BuyRounds) and state.craft.pdc:
            price, value = numbers.rounds_price, worth.ROUNDS * numbers.rounds_sold * 2
        elif isinstance(action, Purge) and isinstance(content.cards[action.card].effect, Idle):
            price, value = numbers.purge_price, -worth.card(content, state, action.card)
        if price and price <= spare and value / price >= BARGAIN:
            deals.append((value / price, action))
    if not deals:
        return None
    return Decision(lean(deals, THRIFT, chance, "deal"), say("Worth its price."))


def _errands(content: Content, state: State, legal: tuple[Action, ...]) -> list[Errand]:
    """Everything that could be done next: missions here and elsewhere, a port, the home base, waiting."""
    system = content.resistance.systems[state.system]
    found = [Errand(0.01, Wait(), say("Waiting for the right moment."))]
    if not _last_call(content, state):
        found += [_mission(content, state, offer) for offer in state.offers]
    for place in (*system.planets, system.home):
        if place.slug != state.place:
            found.append(_visit(content, state, place.slug))
    return found


def _mission(content: Content, state: State, offer: Offer) -> Errand:
    """A mission, with the trip to it; none if it comes too late, or the ship could not stand it."""
    here = state.place == offer.planet
    trip = 0 if here else orbits.trip(content, state, offer.planet)
    days = trip + missions.mission_of(content, offer).days
    action: Action = FlyMission(offer.kind, offer.planet) if here else Travel(offer.planet)
    why = say("This one is worth flying.") if here else say("There is something to do there.")
    if state.day + trip > missions.latest(content, state, offer):
        return Errand(-1.0, action, why)
    if (
        offer.kind not in missions.LASTING
        and not here
        and state.day // _every(content) != (state.day + trip) // _every(content)
    ):  # the comms will have other missions by then
        return Errand(-1.0, action, why)
    value = worth.mission(content, state, offer) / days
    craft = state.craft
    tough = craft.health + craft.armor
    if tough <= WHOLE or (tough < craft.max_health - 1 and offer.kind != "defend"):
        value *= 0.3
    return Errand(value, action, why)


def _every(content: Content) -> int:
    return content.resistance.numbers.move_every


def _visit(content: Content, state: State, place: str) -> Errand:
    """A trip to a port: for repairs, for the home base's wares, or for the last call."""
    days = orbits.trip(content, state, place)
    system = content.resistance.systems[state.system]
    planet = state.planet(place)
    at_home, arrival = place == system.home.slug, state.day + days
    action = Travel(place)
    if (planet is not None and planet.owner != "free") or arrival > system.days:
        return Errand(-1.0, action, say("Out of reach."))
    craft = state.craft
    missing = craft.max_health - craft.health + craft.earned - craft.armor
    mended = min(missing, state.supplies)
    value = worth.HULL * mended if missing >= 2 else 0.0
    value += sum(worth.FLEET for offer in state.offers if offer.planet == place)
    if at_home and state.supplies - mended >= SHOPPING:
        value += _shopping(content, state, state.supplies - mended)
    if _last_call(content, state) and not port.here(content, state):
        value += 4.0
    elif _last_call(content, state):
        value += 4.0 if at_home and not port.at_home(content, state) and state.supplies >= 4 else -10.0
    return Errand(value / days - 0.5, action, say("A port would do us good."))


def _shopping(content: Content, state: State, supplies: int) -> float:
    """What the home base could do for so many supplies: the best thing, and a little for the rest."""
    values = [
        worth.effects(content, state, fitting.gains)
        for fitting in home.on_offer(content, state)
        if fitting.price <= supplies
    ]
    return max(values, default=0.0)


def _last_call(content: Content, state: State) -> bool:
    """Whether it is time to look for a port, and for nothing else."""
    return content.resistance.systems[state.system].days - state.day <= LAST_CALL
