"""What describing all of a seat's choices needs again and again."""

from __future__ import annotations

from apps.rulebooks.core.geometry.square import Cell
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.hand import bill, purse
from apps.rulebooks.dogfight.movement import reach
from apps.rulebooks.dogfight.state import State

FLEETS = say("Fleets")
TURN = say("Your turn")
REACTION = say("Under attack")


class Table:
    """A state as one seat looks at it before choosing."""

    def __init__(self, content: Content, state: State, seat: int) -> None:
        self.content = content
        self.state = state
        self.seat = seat
        self.side = state.sides[seat]
        self.purse = purse(state, self.side)
        self.occupied = state.occupied()
        self._reach: dict[int, dict[Cell, Cell]] = {}

    def reach(self, number: int) -> dict[Cell, Cell]:
        """Where a ship can go, each square with the one before it on the way."""
        if number not in self._reach:
            ship = self.state.ship(number)
            assert ship is not None
            self._reach[number] = reach(self.content, self.occupied, ship)
        return self._reach[number]

    def cost(self, amount: int) -> Text:
        """What the hand pays for something that costs `amount` AP, by kinds of counters."""
        ap, blanks = bill(self.side, amount)
        if not blanks:
            return say("{ap} AP", ap=ap)
        if not ap:
            return say("{blanks} Blank", blanks=blanks)
        return say("{ap} AP + {blanks} Blank", ap=ap, blanks=blanks)

    def left(self, amount: int) -> Text:
        """What the hand can still pay afterwards."""
        return say("Leaves you {left} AP.", left=self.purse - amount)
