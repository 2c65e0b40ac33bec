"""What the comms have to offer, where, and until when (DS-118, DS-124, DS-127, DS-130, N41)."""

from __future__ import annotations

from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.content import Mission
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import Kind, Offer, State

LASTING = ("defend", "retake")  # kinds that are offered until they are won, or too late


def renew(run: Run) -> None:
    """New missions with every MERIDIAN move: a Supply run and a Hunt somewhere, a Strike at each held planet (N41)."""
    state = run.state
    kept = tuple(offer for offer in state.offers if offer.kind in LASTING)
    run.change(offers=kept)
    free = tuple(planet.slug for planet in state.planets if planet.owner == "free")
    kinds: tuple[Kind, ...] = ("supply", "hunt")
    for kind in kinds:
        for slug in run.chance.shuffled(free, f"{kind}-planets")[: run.numbers.offers]:
            offer_at(run, kind, slug)
    for planet in state.planets:
        if planet.owner == "held":
            offer_at(run, "strike", planet.slug)
    prune(run)


def offer_at(run: Run, kind: Kind, planet: str) -> None:
    """Offer a mission of a kind at a planet, drawn from those there are, unless one is offered already."""
    if offered(run.state, kind, planet) is not None:
        return
    mission = run.chance.pick(run.edition.of_kind(kind), f"{kind}-mission")
    run.change(offers=(*run.state.offers, Offer(kind, planet, mission.slug, run.chance.pick(mission.maps, "map"))))


def offered(state: State, kind: str, planet: str) -> Offer | None:
    """What is offered of a kind at a planet."""
    return next((offer for offer in state.offers if (offer.kind, offer.planet) == (kind, planet)), None)


def prune(run: Run) -> None:
    """Take back what there is no reason for any more: Strikes without works, Hunts without network (DS-124, DS-127)."""
    run.change(offers=tuple(offer for offer in run.state.offers if stands(run.state, offer)))


def stands(state: State, offer: Offer) -> bool:
    """Whether there is still a reason for a mission."""
    planet = state.planet(offer.planet)
    owner = planet.owner if planet is not None else ""
    if offer.kind == "strike":
        return owner == "held" and state.works > 0
    if offer.kind == "hunt":
        return owner == "free" and state.network > 0
    if offer.kind == "retake":
        return owner == "fallen"
    if offer.kind == "defend":
        looming = state.looming.planet if state.looming is not None else ""
        return state.threat(offer.planet) is not None or looming == offer.planet
    return owner == "free"


def latest(content: Content, state: State, offer: Offer) -> int:
    """The last day on which a mission can begin: it must be over by the last day, a Defend by its deadline (DS-A53)."""
    mission = mission_of(content, offer)
    last = content.resistance.systems[state.system].days
    threat = state.threat(offer.planet)
    if offer.kind == "defend" and threat is not None:
        last = min(last, threat.deadline)
    return last - mission.days


def can_fly(content: Content, state: State, offer: Offer) -> bool:
    """Whether a mission can be flown here and now (DS-A53, DS-A54, DS-123)."""
    return state.place == offer.planet and state.journey is None and state.day <= latest(content, state, offer)


def mission_of(content: Content, offer: Offer) -> Mission:
    """The entry of a mission on offer."""
    return content.resistance.missions[offer.mission]


def close(run: Run, offer: Offer, won: bool) -> None:
    """A mission has been flown: what lasts is offered again unless it was won, all else is gone (DS-A56, N41)."""
    if won or offer.kind not in LASTING:
        run.change(offers=tuple(other for other in run.state.offers if other != offer))
