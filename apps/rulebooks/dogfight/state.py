"""The state of a game: plain frozen data, small enough to be stored after every action."""

from __future__ import annotations

from typing import Literal

import msgspec

from apps.rulebooks.core.geometry.square import Cell
from apps.rulebooks.dogfight.content import Content

Phase = Literal["fleets", "placing", "discarding", "drawing", "spending", "reacting", "over"]


class Variant(msgspec.Struct, frozen=True, array_like=True):
    """The table's choice of options (DF-A06, DF-A16, DF-A17)."""

    draw_on_tie: bool = False
    blank_is_dead: bool = False
    safe_in_base: bool = False


class Side(msgspec.Struct, frozen=True, array_like=True):
    """One side's secrets: counters held and ships not yet placed, both sorted.

    `dry` is public: this side has paid with a Blank since it last drew, so it can hold no AP.
    """

    hand: tuple[str, ...] = ()
    unplaced: tuple[str, ...] = ()
    built: bool = False
    dry: bool = False


class Ship(msgspec.Struct, frozen=True, array_like=True):
    """A ship in play. `number` counts ships in the order of placing, over both sides."""

    number: int
    side: int
    kind: str
    cell: Cell


class Assault(msgspec.Struct, frozen=True, array_like=True):
    """An attack that the defender must answer: who attacks whom, by number."""

    attacker: int
    target: int


class Trace(msgspec.Struct, frozen=True, array_like=True):
    """Where the last thing happened: a ship's or asteroid's way, a ship that was shot at, a wreck."""

    seat: int
    came: Cell | None = None
    went: Cell | None = None
    struck: Cell | None = None
    wreck: Cell | None = None


class Throw(msgspec.Struct, frozen=True, array_like=True):
    """One die as it landed. `needs` is the highest result that succeeds, 0 where there is no success."""

    what: Literal["attack", "defence", "asteroid", "direction", "spot"]
    seat: int
    value: int
    needs: int = 0
    again: bool = False  # the rules had this die rolled once more


class Dice(msgspec.Struct, frozen=True, array_like=True):
    """The dice of the last thing that was rolled for, with the class names of the ships concerned."""

    throws: tuple[Throw, ...]
    outcome: Literal["spots", "hit", "miss", "dodged", "destroyed", "drifted", "crushed", "held"]
    seat: int
    actor: str = ""
    target: str = ""


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """How the game ended; no winner is a draw. `by` is the seat that conceded."""

    ending: str
    winner: int | None = None
    by: int | None = None


class State(msgspec.Struct, frozen=True):
    """A whole game.

    `active` is the seat whose turn it is, `first` the seat that placed first. `room` is how many
    counters may still be drawn. `follow` is the attack that may be repeated cheaply. `quiet` counts
    turns without a forward move, an attack or a lost ship; `progress` tells whether this one had any.
    `first_home` is the side whose whole fleet was in the enemy base first, -1 while there is none.
    """

    variant: Variant
    phase: Phase = "fleets"
    sides: tuple[Side, Side] = (Side(), Side())
    active: int = 0
    first: int = 0
    turn: int = 0
    ships: tuple[Ship, ...] = ()
    lost: tuple[Ship, ...] = ()
    asteroids: tuple[Cell, ...] = ()
    room: int = 0
    assault: Assault | None = None
    follow: Assault | None = None
    quiet: int = 0
    progress: bool = False
    first_home: int = -1
    trace: Trace | None = None
    dice: Dice | None = None
    outcome: Outcome | None = None

    def ship(self, number: int) -> Ship | None:
        """The ship in play with this number."""
        for ship in self.ships:
            if ship.number == number:
                return ship
        return None

    def fleet(self, side: int) -> list[Ship]:
        """The ships a side has in play."""
        return [ship for ship in self.ships if ship.side == side]

    def occupied(self) -> set[Cell]:
        """Squares that hold a ship or an asteroid (DF-28)."""
        filled = {ship.cell for ship in self.ships}
        filled.update(self.asteroids)
        return filled

    def with_side(self, seat: int, side: Side) -> tuple[Side, Side]:
        """Both sides, with one replaced."""
        return (side, self.sides[1]) if seat == 0 else (self.sides[0], side)


def in_base(content: Content, ship: Ship) -> bool:
    """Whether a ship stands in the enemy base (DF-48, DF-A02)."""
    return ship.cell in content.zones[1 - ship.side]


def points_home(content: Content, state: State, side: int) -> int:
    """Points of a side's ships in the enemy base (DF-49)."""
    return sum(content.by_slug[s.kind].points for s in state.ships if s.side == side and in_base(content, s))


def ship_of(state: State, number: int) -> Ship:
    """The ship in play with this number. Raises KeyError when it was lost."""
    ship = state.ship(number)
    if ship is None:
        raise KeyError(number)
    return ship
