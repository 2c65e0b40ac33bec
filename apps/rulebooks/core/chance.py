"""Randomness that is decided by a secret and a place in the game, and by nothing else.

Every random result of an action comes from `Chance(secret, position)`, where `position` is the
number of the action in the played line. Playing the same line again gives the same results, so
taking an action back never buys another roll.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

import msgspec

Item = TypeVar("Item")

_WORD = 8  # bytes per number drawn from a stream


class Roll(msgspec.Struct, frozen=True, array_like=True):
    """One resolved random number: what it was for, out of how many, and the result (counted from 0)."""

    purpose: str
    sides: int
    value: int


class Chance:
    """The random numbers of one action.

    Streams are separate by purpose: asking for one more die of one kind never changes a result of
    another. `rolls` lists all results in the order they were asked for, for the journal.
    """

    __slots__ = ("_counts", "_secret", "position", "rolls")

    def __init__(self, secret: bytes, position: int = 0) -> None:
        self._secret = secret
        self._counts: dict[str, int] = {}
        self.position = position
        self.rolls: list[Roll] = []

    def below(self, sides: int, purpose: str) -> int:
        """A number from 0 to `sides` - 1, each equally likely."""
        if sides < 1:
            raise ValueError(f"cannot draw out of {sides}")
        span = 1 << (8 * _WORD)
        limit = span - span % sides  # numbers from here on would favour the low results
        while True:
            number = self._next(purpose)
            if number < limit:
                break
        roll = Roll(purpose, sides, number % sides)
        self.rolls.append(roll)
        return roll.value

    def die(self, sides: int, purpose: str) -> int:
        """A die with the faces 1 to `sides`."""
        return self.below(sides, purpose) + 1

    def pick(self, items: Sequence[Item], purpose: str) -> Item:
        """One of `items`, each equally likely."""
        return items[self.below(len(items), purpose)]

    def shuffled(self, items: Sequence[Item], purpose: str) -> tuple[Item, ...]:
        """`items` in a random order, each order equally likely."""
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1, purpose)
            left[last], left[other] = left[other], left[last]
        return tuple(left)

    def fork(self, purpose: str) -> Chance:
        """An independent source, for a bot's or a sampler's own use; its rolls are not recorded here."""
        return Chance(hmac.digest(self._secret, f"fork|{self.position}|{purpose}".encode(), "sha256"))

    def _next(self, purpose: str) -> int:
        count = self._counts.get(purpose, 0)
        self._counts[purpose] = count + 1
        label = f"{self.position}|{purpose}|{count}".encode()
        # A keyed blake2b is a pseudo-random function like HMAC at a third of the cost.
        word = hashlib.blake2b(label, key=self._secret[:64], digest_size=_WORD)
        return int.from_bytes(word.digest(), "big")
