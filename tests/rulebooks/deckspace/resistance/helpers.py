"""Runs made to measure: a quiet system, everything where a test wants it, and battles that nobody has flown."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Choice, Panel
from apps.rulebooks.deckspace.craft import BattleReport
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.actions import FlyMission, Travel, Wait
from apps.rulebooks.deckspace.resistance.orbits import trip
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.state import Looming, Offer, Planet, State, Threat
from apps.rulebooks.deckspace.state import Ship

from ..helpers import CONTENT, told, with_parts

__all__ = ["CALM", "CONTENT", "told", "with_parts"]
SEAT = Audience.of(0)
HOME, PORT, FAR = "larder", "brindle", "verge"
OUTCOMES = ("mission-won", "mission-won", "mission-won", "escaped", "left-early", "mission-lost")


def changed(content: Content, **parts) -> Content:
    """A content with parts of its run exchanged."""
    return with_parts(content, _resistance=replace(content.resistance, **parts))


def numbered(content: Content = CONTENT, **numbers) -> Content:
    """A content with other numbers of the run."""
    return changed(content, numbers=replace(content.resistance.numbers, **numbers))


CALM = numbered(event_chance=0)  # nothing happens that a test has not asked for
NUMBERS = CALM.resistance.numbers
SYSTEM = CALM.resistance.systems["tamarisk"]
LAST = SYSTEM.days


def begun(content: Content = CALM, seed: bytes = b"run", **options: str) -> State:
    """A run on day 0."""
    return ROAD.setup(content, options, Chance(seed)).state


def hub(place: str = HOME, **fields) -> State:
    """A run in a system that is all the Resistance's, where nothing is on offer and nothing threatens.

    `craft` are fields of the ship; `owners` says whose some planets are.
    """
    craft, owners = fields.pop("craft", {}), fields.pop("owners", {})
    planets = tuple(Planet(planet.slug, owners.get(planet.slug, "free")) for planet in SYSTEM.planets)
    state = replace(begun(), place=place, planets=planets, offers=(), threats=(), looming=None, shelves=())
    return replace(state, **fields, craft=replace(state.craft, **craft))


def offer(kind: str, planet: str = PORT, content: Content = CALM) -> Offer:
    """A mission of a kind at a planet: the first there is."""
    mission = content.resistance.of_kind(kind)[0]
    return Offer(kind, planet, mission.slug, mission.maps[0])


def threat(planet: str, deadline: int) -> Threat:
    """A threat."""
    return Threat(planet, deadline)


def at_mission(kind: str, planet: str = PORT, **fields) -> State:
    """A run at a planet where a mission of a kind is on offer, with all that this takes."""
    owner = {"strike": "held", "retake": "fallen"}.get(kind, "free")
    if kind == "defend":
        fields.setdefault("threats", (threat(planet, fields.get("day", 0) + 5),))
    fields.setdefault("offers", (offer(kind, planet),))
    return hub(planet, owners={planet: owner, **fields.pop("owners", {})}, **fields)


def flying(kind: str, planet: str = PORT, content: Content = CALM, **fields) -> State:
    """A run with a mission under way."""
    return do(at_mission(kind, planet, **fields), FlyMission(kind, planet), content=content)


def step(state: State, action, content: Content = CALM, seed: bytes = b"step"):
    """State and events of one action."""
    return ROAD.apply(content, state, 0, action, Chance(seed))


def do(state: State, *actions, content: Content = CALM, seed: bytes = b"step") -> State:
    """The state after some actions; whatever comes of them is a possible one."""
    for action in actions:
        state = step(state, action, content, seed).state
        assert ROAD.check(content, state) == []
    return state


def wait(state: State, days: int = 1, content: Content = CALM) -> State:
    """The state after some days of waiting."""
    for _ in range(days):
        state = do(state, Wait(), content=content, seed=b"wait-%d" % state.day)
    return state


def came_back(state: State, ending: str = "mission-won", *, downed: int = 0, pods: int = 0, **ship) -> BattleReport:
    """A report of the battle under way: the ship as it went, but for what is given."""
    craft = state.craft
    there = Ship(1, 0, 0, (3, 3), 0, 1, **{
        "health": craft.health, "max_health": craft.max_health, "max_speed": craft.max_speed, "armor": craft.armor,
        "earned": craft.earned, "rounds": craft.rounds, "draw": craft.deck, **ship,
    })  # fmt: skip
    lost = ending in ("mission-lost", "conceded")
    return BattleReport(state.sortie.number, ending, None if lost else there, ("drone",) * downed, pods, 9)


def reported(state: State, report: BattleReport | None = None, content: Content = CALM, seed: bytes = b"report"):
    """State and events after a report; a plain victory if none is given."""
    done = ROAD.report(content, state, report or came_back(state), Chance(seed))
    assert ROAD.check(content, done.state) == []
    return done


def flown(kind: str, ending: str = "mission-won", content: Content = CALM, planet: str = PORT, **fields) -> State:
    """The state after a whole mission; numbers of the report are given by `report`."""
    report = fields.pop("report", {})
    state = flying(kind, planet, content, **fields)
    return reported(state, came_back(state, ending, **report), content).state


def legal(state: State, content: Content = CALM) -> tuple:
    """What the pilot may do."""
    return ROAD.legal_actions(content, state, 0)


def of_kind(state: State, kind: type, content: Content = CALM) -> list:
    """The legal actions of one kind."""
    return [action for action in legal(state, content) if isinstance(action, kind)]


def trips(state: State, content: Content = CALM) -> dict[str, int]:
    """The days to every place that the ship can fly to."""
    return {action.to: trip(content, state, action.to) for action in of_kind(state, Travel, content)}


def choice_of(state: State, action, content: Content = CALM) -> Choice:
    """How an action is shown."""
    place = legal(state, content).index(action)
    return ROAD.scene(content, state, SEAT).choices[place]


def panels(state: State, kind: type, content: Content = CALM) -> list[Panel]:
    """The panels of a kind."""
    return [panel for panel in ROAD.scene(content, state, SEAT).panels if isinstance(panel, kind)]


def looming(planet: str, *others: str) -> Looming:
    """The next threat, drawn among some planets."""
    return Looming(planet, (planet, *others))


def made_up(state: State, luck: Chance) -> BattleReport:
    """Any report that the battle under way could end with."""
    ending = luck.pick(OUTCOMES, "ending")
    boss = state.sortie.offer.kind == "boss"
    if boss:
        ending = luck.pick(("mission-won", "mission-lost"), "boss")
    pods = luck.below(4, "pods") if state.sortie.offer.kind == "supply" and ending == "mission-won" else 0
    gained = luck.pick(((), ("null",), ("mass-driver",)), "card")
    return came_back(
        state,
        ending,
        downed=luck.below(4, "downed"),
        pods=pods,
        health=1 + luck.below(state.craft.max_health, "health"),
        armor=luck.below(state.craft.earned + 1, "armor"),
        draw=(*state.craft.deck, *gained),
    )
