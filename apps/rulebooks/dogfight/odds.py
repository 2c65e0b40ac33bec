"""Exact chances of combat, as fractions: no rounding before they are shown."""

from __future__ import annotations

from fractions import Fraction

_DIE = 6


def chance_at_most(number: int) -> Fraction:
    """The chance that a die shows `number` or less; there is no natural hit or miss (DF-A09)."""
    return Fraction(max(0, min(_DIE, number)), _DIE)


def kill_chance(att: int, dif: int) -> Fraction:
    """The chance that one attack destroys its target: hit, then no dodge (DF-31, DF-33)."""
    return chance_at_most(att) * (1 - chance_at_most(dif))


def percent(chance: Fraction) -> str:
    """A chance to the nearest whole per cent, such as "42 %"."""
    return f"{round(chance * 100)} %"
