"""The pilot's own ship between battles: how it and its enemies go into one, and what comes back (DS-92, DS-106)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.deckspace.chart import Start
from apps.rulebooks.deckspace.content import EnemyType
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.fleet import Arrival
from apps.rulebooks.deckspace.state import UNLIMITED, Ship, State

PILOT, ENEMY = 0, 1  # the seats of a battle that a road orders, and their sides
HERO = 1  # the number of the pilot's ship in such a battle


class Craft(msgspec.Struct, frozen=True):
    """A ship as it stands in the ledger. `earned` is the armor that markers have given it, `rounds` its PDC rounds."""

    health: int
    max_health: int
    max_speed: int
    deck: tuple[str, ...]  # sorted
    armor: int = 0
    earned: int = 0
    pdc: bool = False
    rounds: int = UNLIMITED


class BattleReport(msgspec.Struct, frozen=True):
    """What a finished battle hands back: which outing it was, how it ended, and the own ship, None if it is lost.

    `downed` are the enemies destroyed, by the slug of their pilots; `pods` those delivered; `length` counts rounds.
    `hull` is what the own ship has lost of it on the whole, and `taught` are the skills that were explained.
    """

    outing: int
    ending: str
    ship: Ship | None
    downed: tuple[str, ...] = ()
    pods: int = 0
    length: int = 0
    hull: int = 0
    taught: tuple[str, ...] = ()


def hero_of(craft: Craft, start: Start, **more: Any) -> Arrival:
    """The pilot's ship as it goes into battle; the rest of its `Arrival` by name."""
    return Arrival(
        seat=PILOT,
        side=PILOT,
        start=start,
        deck=craft.deck,
        health=craft.health,
        max_health=craft.max_health,
        max_speed=craft.max_speed,
        armor=craft.armor,
        earned=craft.earned,
        pdc=craft.pdc,
        rounds=craft.rounds,
        **more,
    )


def enemy_of(entry: EnemyType, start: Start, more_health: int = 0, **more: Any) -> Arrival:
    """An enemy as it goes into battle; a station stands still whatever its start says (DS-125, DS-139)."""
    health = entry.health + more_health
    return Arrival(
        seat=ENEMY,
        side=ENEMY,
        start=start,
        deck=tuple(sorted(pile.card for pile in entry.cards for _ in range(pile.count))),
        profile=entry.profile,
        name=entry.name,
        health=health,
        max_health=health,
        max_speed=entry.max_speed,
        armor=entry.armor,
        pdc=entry.pdc,
        station=entry.profile == "station",
        **more,
    )


def enemies_of(
    content: Content, slugs: Sequence[str], starts: Sequence[Start], chance: Chance, more_health: int = 0
) -> tuple[Arrival, ...]:
    """Enemies at starts drawn from those given; there must be one for each."""
    places = chance.shuffled(tuple(starts), "starts")
    return tuple(
        enemy_of(content.enemies[slug], place, more_health) for slug, place in zip(slugs, places, strict=False)
    )


def report_of(outing: int, state: State) -> BattleReport:
    """What a finished battle hands back to the road that ordered it."""
    assert state.outcome is not None
    there = next((ship for ship in (*state.ships, *state.departed) if ship.number == HERO), None)
    gave_up = state.outcome.ending == "conceded"
    return BattleReport(
        outing=outing,
        ending=state.outcome.ending,
        ship=None if gave_up else there,
        downed=tuple(ship.profile for ship in state.lost if ship.side == ENEMY),
        pods=there.pods if there is not None and there.dropped else 0,
        length=state.round,
        hull=state.objective.hull if state.objective is not None else 0,
        taught=state.taught,
    )
