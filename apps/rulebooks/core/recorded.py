"""Chance that gives again what was rolled before, for ledgers whose secret stays where it is."""

from __future__ import annotations

from collections.abc import Sequence

from apps.rulebooks.core.chance import Chance, Roll


class RollsDiffer(Exception):
    """Something was rolled that the record does not have."""


class RecordedChance(Chance):
    """The rolls of a record, one after the other. Raises RollsDiffer when another one is asked for."""

    __slots__ = ("_left",)

    def __init__(self, rolls: Sequence[Roll], position: int = 0) -> None:
        super().__init__(b"recorded", position)
        self._left = list(rolls)

    def below(self, sides: int, purpose: str) -> int:
        """The next roll of the record, if it is for this purpose."""
        if not self._left or (self._left[0].purpose, self._left[0].sides) != (purpose, sides):
            raise RollsDiffer(f"nothing was rolled for {purpose} out of {sides}")
        roll = self._left.pop(0)
        if not 0 <= roll.value < sides:
            raise RollsDiffer(f"{roll.value} is not out of {sides}")
        self.rolls.append(roll)
        return roll.value

    def finish(self) -> None:
        """Raises RollsDiffer if the record has more."""
        if self._left:
            raise RollsDiffer(f"{len(self._left)} rolls of the record were not asked for")
