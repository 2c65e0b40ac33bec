"""Letters that count: a to z, then aa, ab and so on, for the references of a chart."""

from __future__ import annotations


def letters(number: int) -> str:
    """The letters of a column or row, counted from 1."""
    written = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        written = chr(ord("a") + rest) + written
    return written
