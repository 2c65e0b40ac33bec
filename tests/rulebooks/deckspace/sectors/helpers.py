"""Runs made to measure: battles that are reported without having been fought."""

from __future__ import annotations

import functools

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.deckspace.craft import BattleReport
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors.actions import Launch, TakeUpgrade
from apps.rulebooks.deckspace.sectors.road import ROAD
from apps.rulebooks.deckspace.sectors.state import RunState
from apps.rulebooks.deckspace.state import Ship

from ..helpers import CONTENT

ROAD_AUDIENCE = Audience.of(0)


def begun(content: Content = CONTENT, seed: bytes = b"run", **options: str) -> RunState:
    """A run before its first sector."""
    return ROAD.setup(content, options, Chance(seed)).state


def do(state: RunState, *actions, content: Content = CONTENT, seed: bytes = b"do") -> RunState:
    """The state after some decisions of the pilot."""
    for action in actions:
        state = step(state, action, content=content, seed=seed).state
    return state


def step(state: RunState, action, content: Content = CONTENT, seed: bytes = b"do"):
    """State and events of one decision."""
    return ROAD.apply(content, state, 0, action, Chance(seed))


def flying(content: Content = CONTENT, **changes) -> RunState:
    """A run in the middle of the battle of its first sector; changes go to the state, or with `craft` to the ship."""
    craft = changes.pop("craft", {})
    state = replace(begun(content), **changes)
    return do(replace(state, craft=replace(state.craft, **craft)), Launch(), content=content)


def won(state: RunState, *, gained: tuple[str, ...] = (), downed: int = 0, length: int = 12, **ship) -> BattleReport:
    """The battle under way is won: the ship comes back as it went, unless told otherwise."""
    craft = state.craft
    made = {
        "number": 1, "seat": 0, "side": 0, "at": (3, 3), "facing": 0, "speed": 1, "health": craft.health,
        "max_health": craft.max_health, "max_speed": craft.max_speed, "armor": craft.armor,
        "draw": (*craft.deck, *gained),
    }  # fmt: skip
    return BattleReport(state.outing, "mission-won", Ship(**{**made, **ship}), ("drone",) * downed, 0, length)


def lost(state: RunState, ending: str = "mission-lost", ship: Ship | None = None) -> BattleReport:
    """The battle under way is lost."""
    return BattleReport(state.outing, ending, ship, (), 0, 9)


def reported(state: RunState, report: BattleReport, content: Content = CONTENT, seed: bytes = b"report"):
    """State and events after a report."""
    return ROAD.report(content, state, report, Chance(seed))


def cleared(state: RunState, content: Content = CONTENT, **how) -> RunState:
    """The state after the sector has been cleared; launched first where it was not."""
    if state.phase == "briefing":
        state = do(state, Launch(), content=content)
    return reported(state, won(state, **how), content).state


@functools.cache
def at_sector(number: int) -> RunState:
    """A run before a sector, with the same plain rewards on the way."""
    state = begun()
    for _ in range(number - 1):
        state = cleared(state)
        upgrade = next(action for action in legal(state) if isinstance(action, TakeUpgrade))
        state = do(state, upgrade)
    return state


def legal(state: RunState, content: Content = CONTENT) -> tuple:
    """What the pilot may decide."""
    return ROAD.legal_actions(content, state, 0)


def of_kind(state: RunState, kind: type, content: Content = CONTENT) -> list:
    """The decisions of one kind."""
    return [action for action in legal(state, content) if isinstance(action, kind)]


def told(done) -> list[str]:
    """The kinds of the events of a step."""
    return [event.kind for event in done.events]
