"""Setup, legal actions and apply of a run: the whole truth of what can be done, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Step
from apps.rulebooks.core.roads import Outing
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace import fleet
from apps.rulebooks.deckspace.craft import BattleReport, Craft, report_of
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import (
    battle,
    boss,
    clock,
    debrief,
    ending,
    events,
    home,
    missions,
    orbits,
    parts,
    port,
    threats,
    unlocks,
)
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
    StrikeEarly,
    TakePart,
    TakeScrap,
    Travel,
    Wait,
)
from apps.rulebooks.deckspace.resistance.effects import give
from apps.rulebooks.deckspace.resistance.refusals import refusal
from apps.rulebooks.deckspace.resistance.run import PILOT, Run
from apps.rulebooks.deckspace.resistance.state import Journey, Planet, State
from apps.rulebooks.deckspace.state import State as BattleState

VOYAGE = "voyage"  # the deck that a run begins with (DS-A62)
PILOTED_BY = "hunter"  # the level that plays MERIDIAN's seat; each of its ships flies by its own profile


def setup(content: Content, options: Mapping[str, str], chance: Chance) -> Step[State]:
    """Day 0 at the home base: planets drawn to MERIDIAN, the first missions, the first threat to come (DS-106, N42)."""
    edition = content.resistance
    system = edition.systems[options.get("system") or next(iter(edition.systems))]
    numbers = edition.numbers
    loose = tuple(planet.slug for planet in system.planets if not planet.held)
    more = max(0, system.held - (len(system.planets) - len(loose)))
    drawn = chance.shuffled(loose, "held")[:more]
    state = State(
        system=system.slug,
        craft=Craft(
            health=content.numbers.health,
            max_health=content.numbers.health,
            max_speed=content.numbers.max_speed,
            deck=content.decks[VOYAGE],
            rounds=0,
        ),
        place=system.home.slug,
        planets=tuple(
            Planet(planet.slug, "held" if planet.held or planet.slug in drawn else "free") for planet in system.planets
        ),
        supplies=numbers.supplies,
        strength=numbers.strength,
        fleet=numbers.fleet,
        works=numbers.works,
        network=numbers.network,
        unlocked=unlocks.unlocked(content, options),
        known=unlocks.known(content, options),
    )
    run = Run(content, state, chance)
    run.tell("run-began", say("{system}: {story}", system=system.name, story=system.story), "DS-106")
    for slug in run.state.known:
        give(run, edition.unlocks[slug].gains)
    run.report("begin", rule="DS-106")
    threats.draw(run)
    missions.renew(run)
    port.restock(run)
    return run.step()


def waiting_on(state: State) -> frozenset[int]:
    """The pilot, unless a battle is being flown or the run is over."""
    return frozenset() if state.phase in ("over", "battle") else frozenset((PILOT,))


def legal_actions(content: Content, state: State, seat: int) -> tuple[Action, ...]:
    """Everything the pilot may do now, complete and in a fixed order."""
    if seat not in waiting_on(state):
        return ()
    if state.phase == "salvage":
        return parts.picks(state)
    if state.phase == "event":
        return tuple(Reply(number) for number in events.answers(content, state))
    bought = (*port.sold(content, state), *home.services(content, state))
    if state.phase == "due":
        return (*bought, FaceTheBoss())
    flown = tuple(FlyMission(offer.kind, offer.planet) for offer in state.offers
                  if missions.can_fly(content, state, offer))  # fmt: skip
    trips = tuple(Travel(place.slug) for place in orbits.destinations(content, state))
    early = (StrikeEarly(),) if port.at_home(content, state) else ()
    return (*flown, *trips, Wait(), *bought, *early)


def _travel(run: Run, action: Travel) -> None:
    days = orbits.trip(run.content, run.state, action.to)
    words = say("{ship} sets out for {place}: {days}.", ship=run.numbers.ship, place=run.place(action.to).name,
                days=orbits.in_days(days))  # fmt: skip
    run.tell("set-out", words, "DS-107")
    run.change(journey=Journey(action.to, days, days))


def _wait(run: Run, action: Wait) -> None:
    run.tell("waited", say("{ship} waits a day.", ship=run.numbers.ship), "DS-A53")
    run.change(busy=1)


def _fly(run: Run, action: FlyMission) -> None:
    offer = missions.offered(run.state, action.kind, action.planet)
    assert offer is not None
    mission = missions.mission_of(run.content, offer)
    words = say("{title}: {text}", title=mission.title, text=mission.text)
    run.tell("mission-began", words, "DS-106")
    battle.fly(run, offer)


_DO: dict[type[Action], Callable[[Run, Any], None]] = {
    Travel: _travel,
    Wait: _wait,
    FlyMission: _fly,
    BuyCard: lambda run, action: port.buy_card(run, action.ware),
    BuyRounds: lambda run, action: port.buy_rounds(run),
    RepairHull: lambda run, action: port.repair_hull(run),
    RepairArmor: lambda run, action: port.repair_armor(run),
    Fit: lambda run, action: home.fit(run, action.fitting),
    Purge: lambda run, action: home.purge(run, action.card),
    TakePart: lambda run, action: parts.take(run, action.part),
    TakeScrap: lambda run, action: parts.scrap(run),
    Reply: lambda run, action: events.reply(run, action.answer),
    StrikeEarly: lambda run, action: boss.strike_early(run),
    FaceTheBoss: lambda run, action: boss.face(run),
}


def apply(content: Content, state: State, seat: int, action: Action, chance: Chance) -> Step[State]:
    """Do `action`; raises IllegalAction with a reason unless it is legal now."""
    if action not in legal_actions(content, state, seat):
        raise refusal(content, state, seat, action)
    run = Run(content, state, chance)
    run.change(lately=())
    _DO[type(action)](run, action)
    return _close(run)


def _close(run: Run) -> Step[State]:
    """Let the days pass that it takes, and see what has been earned and whether it is over."""
    clock.carry_on(run)
    unlocks.notice(run)
    ending.finish(run)
    return run.step(barrier=run.state.phase in ("battle", "over"))


def outing(content: Content, state: State) -> Outing | None:
    """The battle that is to be flown now: the player first, MERIDIAN's ships for one bot (DS-A46)."""
    if state.sortie is None:
        return None
    mission = missions.mission_of(content, state.sortie.offer)
    place = content.resistance.systems[state.system].place(state.sortie.offer.planet)
    return Outing(
        state.sortie.number,
        say("{title}, {place}", title=mission.title, place=place.name),
        {"orders": fleet.written(state.sortie.orders)},
        (PILOT, PILOTED_BY),
    )


def reported(content: Content, outing: Outing, table: BattleState) -> BattleReport:
    """What a finished battle hands back."""
    return report_of(outing.number, table)


def report(content: Content, state: State, report: BattleReport, chance: Chance) -> Step[State]:
    """Go on from a battle: what it brought, then the days that it took (DS-A53)."""
    run = Run(content, state, chance)
    run.change(lately=())
    sortie = debrief.awaited(run, report)
    debrief.take(run, sortie, report)
    if run.state.ending is None:
        run.change(busy=missions.mission_of(content, sortie.offer).days)
    return _close(run)
