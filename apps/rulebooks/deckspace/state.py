"""The state of a series of battles: plain frozen data, small enough to be stored after every action."""

from __future__ import annotations

from typing import Literal

import msgspec

from apps.rulebooks.core.geometry.hex import Hex

Phase = Literal["ready", "prompt", "acting", "flying", "choosing", "keeping", "between", "over"]

UNLIMITED = -1  # PDC rounds outside Resistance runs (DS-78)


class ChartKey(msgspec.Struct, frozen=True, array_like=True):
    """Which map is flown: its slug, the seed it was drawn from, and how many of its markers lie out, in percent."""

    map: str
    seed: int = 0
    markers: int = 100


class Rules(msgspec.Struct, frozen=True, array_like=True):
    """What the table chose: the number of games in the series, whether each has a map of its own (DS-02 to DS-05)."""

    games: int = 1
    new_maps: bool = False


class Ship(msgspec.Struct, frozen=True, array_like=True):
    """A ship or station in play.

    `number` counts the ships of a battle in turn order. `seat` decides for it, `side` is whom it fights for.
    `profile` names how it flies where several kinds fly for one seat. The tuples of cards are its secrets,
    `hand` and `discard` sorted, `draw` from the top. `pods` are lost with the hull until they are dropped.
    `exits` are the gates that it may leave by. `name` is what it is called where content names it, and `earned` is the
    armor that markers have given it for the whole run (DS-144).
    """

    number: int
    seat: int
    side: int
    at: Hex
    facing: int
    speed: int
    health: int
    max_health: int
    max_speed: int
    armor: int = 0
    pdc: bool = False
    rounds: int = UNLIMITED
    stunned: bool = False
    station: bool = False
    profile: str = ""
    draw: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    pods: int = 0
    dropped: bool = False
    exits: tuple[Hex, ...] = ()
    name: str = ""
    earned: int = 0

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards of its deck, wherever they lie."""
        return (*self.draw, *self.hand, *self.discard)


class Ordnance(msgspec.Struct, frozen=True, array_like=True):
    """A missile or nuke in flight; `moves` and `turns` are left this turn, `fuel` is its reserve (DS-55)."""

    number: int
    owner: int
    kind: str
    at: Hex
    facing: int
    moves: int
    turns: int
    fuel: int = 0


class Rock(msgspec.Struct, frozen=True, array_like=True):
    """An asteroid. `field` is the drifting field that carries it, -1 for none."""

    at: Hex
    field: int = -1


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """Cards drawn from the shared pool, of which so many are still to be kept (DS-83, DS-88)."""

    cards: tuple[str, ...]
    keep: int


class Objective(msgspec.Struct, frozen=True, array_like=True):
    """What a mission is about, and the ship that flies it; a free battle has none (DS-A55).

    `hull` counts the hull that this ship has lost, also what it has got back since (DS-105).
    """

    kind: Literal["destroy", "supply", "station", "runner"]
    ship: int
    hull: int = 0


class Terms(msgspec.Struct, frozen=True, array_like=True):
    """What a campaign or a run makes of one of its battles; a free battle has none.

    `title` and `text` say what it is about. `skills` are cards that nobody has explained yet, explained when they are
    first played (DS-95). `counted` says that armor and PDC rounds are counted for the run (DS-144, DS-149): an A
    marker then adds `armor`, a P marker `rounds`, up to `most_rounds` (N23, N28, N29). `leave` is the strength that
    it costs to leave the mission undone, and `breaks` says that this is all there is (DS-122, DS-110).
    """

    title: str = ""
    text: str = ""
    skills: tuple[str, ...] = ()
    counted: bool = False
    armor: int = 1
    rounds: int = 0
    most_rounds: int = 0
    leave: int = 0
    breaks: bool = False


class Series(msgspec.Struct, frozen=True, array_like=True):
    """How a series stands: which game this is, from 1, games won by each seat, and the seat that began it (DS-A46)."""

    game: int = 1
    wins: tuple[int, ...] = ()
    first: int = 0


class Trace(msgspec.Struct, frozen=True, array_like=True):
    """Something the last action did to the board, in order; `to` ends a line, `reach` is a radius in hexes."""

    kind: Literal["from", "to", "thrust", "launch", "steer", "explosion", "blast", "beam", "emp", "strike", "duel",
                  "jump", "wreck", "lost", "marker"]  # fmt: skip
    at: Hex
    seat: int = -1
    to: Hex | None = None
    reach: int = 0


class Throw(msgspec.Struct, frozen=True, array_like=True):
    """A die as it landed, and for whom."""

    what: Literal["pdc", "pdc-defence", "fuel", "emp"]
    ship: int
    value: int
    sides: int


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """How a battle or a series ended: the winning seats, none for a draw, and who gave up if somebody did."""

    ending: str
    winners: tuple[int, ...] = ()
    by: int = -1


class State(msgspec.Struct, frozen=True):
    """A whole series.

    `sides` gives the side of each seat. `order` are the ships of this battle in turn order, lost ones too, and
    `active` is the one whose turn it is. `card` is the card being used with `uses` left, `played` counts cards of
    this turn, `fired` says that PDC did. `flight` are the hexes left of the move at the end of a turn, -1 before it.
    `drifted` counts how often the fields have drifted. `taught` are the skills of `terms` that have been played.
    `last` is how the battle ended, while the next one waits.
    """

    rules: Rules
    chart: ChartKey
    sides: tuple[int, ...]
    series: Series
    ships: tuple[Ship, ...] = ()
    ordnance: tuple[Ordnance, ...] = ()
    launched: int = 0
    rocks: tuple[Rock, ...] = ()
    solid: tuple[Hex, ...] = ()
    drifted: int = 0
    pool: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    active: int = 0
    round: int = 1
    phase: Phase = "ready"
    card: str = ""
    uses: int = 0
    played: int = 0
    fired: bool = False
    flight: int = -1
    offer: Offer | None = None
    objective: Objective | None = None
    terms: Terms | None = None
    taught: tuple[str, ...] = ()
    lost: tuple[Ship, ...] = ()
    departed: tuple[Ship, ...] = ()
    retired: tuple[int, ...] = ()
    trace: tuple[Trace, ...] = ()
    dice: tuple[Throw, ...] = ()
    last: Outcome | None = None
    outcome: Outcome | None = None

    def ship(self, number: int) -> Ship | None:
        """The ship in play with this number."""
        for ship in self.ships:
            if ship.number == number:
                return ship
        return None

    def ship_at(self, at: Hex) -> Ship | None:
        """The ship or station in a hex."""
        for ship in self.ships:
            if ship.at == at:
                return ship
        return None

    def everyone(self) -> tuple[Ship, ...]:
        """The ships of this battle, lost and departed ones too."""
        return (*self.ships, *self.lost, *self.departed)
