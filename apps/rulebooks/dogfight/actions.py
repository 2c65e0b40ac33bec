"""What a seat can do, one small action at a time. Cells are (column, row), ships are known by their number."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from apps.rulebooks.core.geometry.square import Cell


class BuildFleet(msgspec.Struct, frozen=True, tag="build-fleet"):
    """Commit a secret fleet: how many ships of each class, in the order of the content (DF-08)."""

    fleet: tuple[int, ...]


class PlaceShip(msgspec.Struct, frozen=True, tag="place-ship"):
    """Place the next ship, of this class, in the own start zone (DF-12)."""

    ship: str
    to: Cell


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Put one held counter back into the cup, before anything else in the turn (DF-18)."""

    counter: str


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Draw one counter from the cup (DF-16)."""


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Move a ship to a square in its reach (DF-24, DF-25)."""

    ship: int
    to: Cell


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """Attack an adjacent enemy ship (DF-29, DF-30)."""

    ship: int
    target: int


class FollowUp(msgspec.Struct, frozen=True, tag="follow-up"):
    """Attack the ship that has just survived once more, cheaply (DF-34)."""


class UseBlankAsAsteroid(msgspec.Struct, frozen=True, tag="use-blank-as-asteroid"):
    """Spend a Blank as a Move Asteroid counter (DF-40)."""


class Brace(msgspec.Struct, frozen=True, tag="brace"):
    """Use a held counter to raise the defence of the ship under attack by `bonus` (DF-36)."""

    counter: str
    bonus: int


class TakeIt(msgspec.Struct, frozen=True, tag="take-it"):
    """Roll the defence die without any counter (DF-33)."""


class EndTurn(msgspec.Struct, frozen=True, tag="end-turn"):
    """Hand the turn on (DF-22)."""


DogfightAction: TypeAlias = (
    BuildFleet | PlaceShip | Discard | Draw | Move | Attack | FollowUp | UseBlankAsAsteroid | Brace | TakeIt | EndTurn
)
