"""What a seat can do, one small action at a time. Directions count clockwise from the upper right, 0 to 5."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from apps.rulebooks.core.geometry.hex import Hex


class PlayCard(msgspec.Struct, frozen=True, tag="play-card"):
    """Play a card from the hand; its buttons appear (DS-30)."""

    card: str


class Thrust(msgspec.Struct, frozen=True, tag="thrust"):
    """One thrust move of the card in use (DS-14, DS-17 to DS-20)."""

    move: Literal["accelerate", "forward", "left", "right", "decelerate"]


class Launch(msgspec.Struct, frozen=True, tag="launch"):
    """Launch the missile or nuke of the card in use into an adjacent hex (DS-47)."""

    direction: int


class Steer(msgspec.Struct, frozen=True, tag="steer"):
    """Move own ordnance on by one hex, or turn it (DS-23)."""

    ordnance: int
    way: Literal["forward", "left", "right"]


class Hold(msgspec.Struct, frozen=True, tag="hold"):
    """Use up on the spot what movement a missile still owes (DS-A07)."""

    ordnance: int


class Detonate(msgspec.Struct, frozen=True, tag="detonate"):
    """Set off an own nuke where it is (DS-61)."""

    ordnance: int


class FireBeam(msgspec.Struct, frozen=True, tag="fire-beam"):
    """Fire the Mass Driver in a direction (DS-64)."""

    direction: int


class Pulse(msgspec.Struct, frozen=True, tag="pulse"):
    """Set off the EMP (DS-68)."""


class Jump(msgspec.Struct, frozen=True, tag="jump"):
    """Open the wormhole at a hex (DS-79)."""

    to: Hex


class FirePdc(msgspec.Struct, frozen=True, tag="fire-pdc"):
    """Fire the point defence cannons at a ship in range, by its number (DS-72)."""

    target: int


class SkipPdc(msgspec.Struct, frozen=True, tag="skip-pdc"):
    """Do not fire at the start of the turn (DS-77)."""


class TakeCard(msgspec.Struct, frozen=True, tag="take-card"):
    """Keep one of the cards on offer (DS-83)."""

    card: str


class EndTurn(msgspec.Struct, frozen=True, tag="end-turn"):
    """End the turn: the ship flies its speed (DS-31)."""


class KeepCard(msgspec.Struct, frozen=True, tag="keep-card"):
    """Keep an unplayed card for the next turn; the others are discarded (DS-A02)."""

    card: str


class KeepNothing(msgspec.Struct, frozen=True, tag="keep-nothing"):
    """Discard the whole hand (DS-A02)."""


class BeginTurn(msgspec.Struct, frozen=True, tag="begin-turn"):
    """Begin the turn after somebody has given up in theirs; all other turns begin by themselves."""


class NextGame(msgspec.Struct, frozen=True, tag="next-game"):
    """Begin the next game of the series."""


DeckspaceAction: TypeAlias = (
    PlayCard | Thrust | Launch | Steer | Hold | Detonate | FireBeam | Pulse | Jump | FirePdc | SkipPdc | TakeCard
    | EndTurn | KeepCard | KeepNothing | BeginTurn | NextGame
)  # fmt: skip
