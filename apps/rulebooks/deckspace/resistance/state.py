"""The state of a Resistance run: plain frozen data, stored after every action."""

from __future__ import annotations

from typing import Literal

import msgspec

from apps.rulebooks.deckspace.craft import Craft
from apps.rulebooks.deckspace.fleet import Orders

Kind = Literal["supply", "defend", "strike", "hunt", "retake", "boss"]
Owner = Literal["free", "held", "fallen"]
Phase = Literal["hub", "battle", "salvage", "event", "due", "over"]

SCRAP = ""  # supplies in place of a part (DS-154)


class Planet(msgspec.Struct, frozen=True, array_like=True):
    """Who has a planet: the Resistance, MERIDIAN from the start, or MERIDIAN since it fell (DS-119, N42)."""

    slug: str
    owner: Owner = "free"


class Threat(msgspec.Struct, frozen=True, array_like=True):
    """A planet that falls when `deadline` comes, unless it is saved before (DS-117, DS-118)."""

    planet: str
    deadline: int


class Looming(msgspec.Struct, frozen=True, array_like=True):
    """The planet that MERIDIAN threatens with its next move, and those it was drawn among (DS-A59).

    It is a secret until that move, or until it is heard early. `planet` is empty once it has been saved early.
    """

    planet: str
    among: tuple[str, ...]


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """A mission on offer at a planet: which entry of its kind, and where it will be flown (N41)."""

    kind: Kind
    planet: str
    mission: str
    map: str


class Shelf(msgspec.Struct, frozen=True, array_like=True):
    """The cards that a port has for sale, by their wares."""

    place: str
    wares: tuple[str, ...]


class Journey(msgspec.Struct, frozen=True, array_like=True):
    """A trip under way, with so many of its days left."""

    to: str
    days: int
    left: int


class Sortie(msgspec.Struct, frozen=True, array_like=True):
    """The battle that is being flown: its number among the outings, what it is, and its orders as given."""

    number: int
    offer: Offer
    orders: Orders


class Bulletin(msgspec.Struct, frozen=True, array_like=True):
    """A line of the news, when it came, and the planet it is about."""

    news: str
    day: int
    planet: str = ""


class Counts(msgspec.Struct, frozen=True):
    """What a run has come to: missions won by kind, those left, planets saved and lost, ships, pods, days spared."""

    supply: int = 0
    defend: int = 0
    strike: int = 0
    hunt: int = 0
    retake: int = 0
    left: int = 0
    escaped: int = 0
    fell: int = 0
    ships: int = 0
    pods: int = 0
    spared: int = 0


class Ending(msgspec.Struct, frozen=True, array_like=True):
    """How a run ended, and by what."""

    ending: Literal["system-free", "resistance-broken", "given-up"]
    cause: Literal["won", "ship", "anvil", "strength", "gave-up"]


class State(msgspec.Struct, frozen=True):
    """A whole run.

    `place` is where the ship is, or where it came from while there is a `journey`. `unlocked` was earned before this
    run, `known` is what it began with of that, and `earned` what it has earned itself. `busy` counts the days that a
    mission or waiting still takes. `salvage` are the parts to choose one from, `salvaged` the kinds of missions that
    have given some. `event` is the encounter that waits for an answer, `met` are those that have been, `lately` those
    of the last action. `due` says that the boss has come, `early` that the pilot went to it.
    """

    system: str
    craft: Craft
    place: str
    planets: tuple[Planet, ...]
    supplies: int
    strength: int
    fleet: int
    works: int
    network: int
    day: int = 0
    looming: Looming | None = None
    threats: tuple[Threat, ...] = ()
    offers: tuple[Offer, ...] = ()
    shelves: tuple[Shelf, ...] = ()
    journey: Journey | None = None
    busy: int = 0
    sortie: Sortie | None = None
    sorties: int = 0
    salvage: tuple[str, ...] = ()
    salvaged: tuple[str, ...] = ()
    event: str = ""
    met: tuple[str, ...] = ()
    lately: tuple[str, ...] = ()
    due: bool = False
    early: bool = False
    fittings: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    earned: tuple[str, ...] = ()
    news: tuple[Bulletin, ...] = ()
    counts: Counts = Counts()
    ending: Ending | None = None

    @property
    def phase(self) -> Phase:
        """What the run waits for."""
        if self.ending is not None:
            return "over"
        if self.sortie is not None:
            return "battle"
        if self.salvage:
            return "salvage"
        if self.event:
            return "event"
        return "due" if self.due else "hub"

    def planet(self, slug: str) -> Planet | None:
        """A planet by its slug; None for the home base and the Anvil."""
        for planet in self.planets:
            if planet.slug == slug:
                return planet
        return None

    def threat(self, planet: str) -> Threat | None:
        """The threat to a planet, if there is one."""
        return next((threat for threat in self.threats if threat.planet == planet), None)
