"""What lasts between games: a road leads from one table to the next, and is played like a game itself.

A road has a state, legal actions and a Scene as a rulebook has; the ledger of a campaign is its journal. Besides,
it asks for tables of its game (an `Outing`), and takes what a finished one reports.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from apps.rulebooks.core.protocol import Fault, Rulebook, Step
from apps.rulebooks.core.text import Text

ORDERS = "orders"  # the option of a table by which its road says what is played there
EARNED = "earned"  # the option of a road that names what its players have unlocked before, with commas between


class Outing(msgspec.Struct, frozen=True):
    """A table that a road asks for. `number` counts the outings of the road from 1; each is played once.

    `seats` says for each seat of the table who sits there: the number of a seat of the road, or the level of a bot.
    """

    number: int
    title: Text
    options: Mapping[str, str]
    seats: tuple[int | str, ...]


class Unlock(msgspec.Struct, frozen=True):
    """Something that a player can earn on a road and keeps for later ones."""

    slug: str
    name: Text
    text: Text  # what it does
    how: Text  # how it is earned
    symbol: str = ""


class Correctable(msgspec.Struct, frozen=True):
    """A number of the ledger that its owner may set right, between two bounds."""

    slug: str
    name: Text
    value: int
    least: int
    most: int


class Unfit(Exception):
    """A ledger that cannot go on under other content, with every reason."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(fault.message for fault in faults))
        self.faults = faults


class Road(Rulebook, Protocol):
    """The rules of a campaign: a rulebook of its own that plays its game's tables.

    While an outing is under way `waiting_on` may be empty although there is no result yet.
    """

    game: str  # the slug of the game whose tables it asks for, and whose content it reads
    report_type: Any

    def ready(self, content: Any) -> bool:
        """Whether this content has what the road needs: editions from before it have not."""
        ...

    def outing(self, content: Any, state: Any) -> Outing | None:
        """The table that is to be played now, or None."""
        ...

    def reported(self, content: Any, outing: Outing, table: Any) -> msgspec.Struct:
        """What a finished table (its last state) hands back to the road."""
        ...

    def report(self, content: Any, state: Any, report: Any, chance: Any) -> Step[Any]:
        """Go on from what a table has reported; raises IllegalAction unless the outing is the one under way."""
        ...

    def unlocks(self, content: Any) -> tuple[Unlock, ...]:
        """Everything that can be earned on this road."""
        ...

    def earned(self, content: Any, state: Any) -> tuple[str, ...]:
        """The unlocks, by slug, that this road has earned so far."""
        ...

    def correctable(self, content: Any, state: Any) -> tuple[Correctable, ...]:
        """What the owner of the ledger may set right now."""
        ...

    def correct(self, content: Any, state: Any, slug: str, value: int) -> Step[Any]:
        """Set a number right; raises IllegalAction for what is not correctable or out of bounds."""
        ...

    def refit(self, content: Any, state: Any) -> Any:
        """The state as it goes on under other content; raises Unfit naming what is missing there."""
        ...


@runtime_checkable
class HasRoads(Protocol):
    """A rulebook with campaigns: its roads by slug."""

    roads: Mapping[str, Road]
