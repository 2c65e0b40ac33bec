"""The state of a run through the sectors: the ledger of the campaign, as plain frozen data."""

from __future__ import annotations

from typing import Literal

import msgspec

from apps.rulebooks.deckspace.craft import Craft

Phase = Literal["briefing", "fighting", "reward", "over"]

CLEARED, LOST, GIVEN_UP = "cleared", "lost", "given-up"
ENDINGS = (CLEARED, LOST, GIVEN_UP)


class Plan(msgspec.Struct, frozen=True, array_like=True):
    """What a sector has drawn: the map, the enemies by slug, and the seed of the places they start from."""

    map: str
    enemies: tuple[str, ...]
    seed: int


class Tally(msgspec.Struct, frozen=True, array_like=True):
    """What a run counts, for its record and for the unlocks: `rounds` are those of each battle won."""

    cleared: int = 0
    downed: int = 0
    removed: int = 0
    unhurt: int = 0
    rounds: tuple[int, ...] = ()
    restarts: int = 0


class RunState(msgspec.Struct, frozen=True):
    """A whole run.

    `sector` counts from 1. `craft` is the ship as it stands between battles: while one is under way, as it went into
    it (DS-104). `known` are the cards that C markers and rewards may offer (DS-97). `outing` is the number of the
    last battle begun. `offers` are the cards on offer, and `spare` the removals that cost no reward. `unlocked` was
    earned before this run, `active` of that is used in it, and `earned` is what this run has met the conditions of.
    `overtime` says that the run was lost because time was up. `explained` are the skills that have been explained
    (DS-95).
    """

    phase: Phase
    sector: int
    craft: Craft
    known: tuple[str, ...]
    plan: Plan
    outing: int = 0
    offers: tuple[str, ...] = ()
    spare: int = 0
    tally: Tally = Tally()
    unlocked: tuple[str, ...] = ()
    active: tuple[str, ...] = ()
    earned: tuple[str, ...] = ()
    ending: str = ""
    overtime: bool = False
    explained: tuple[str, ...] = ()
