"""Numbers as browsers send them: in addresses and forms, where anything may stand."""

from __future__ import annotations


def number_of(value: str | None, digits: int = 9) -> int | None:
    """The whole number that a text is, from nought and of so many digits at most; None for anything else.

    `str.isdigit` alone is not enough: it lets through signs that `int` refuses, such as raised digits.
    """
    if value is None or not (value.isascii() and value.isdigit() and len(value) <= digits):
        return None
    return int(value)


def signed_number_of(value: str | None, digits: int = 9) -> int | None:
    """The same for a number that may lie below nought."""
    found = number_of((value or "").removeprefix("-"), digits)
    return found if found is None or not value or value[0] != "-" else -found
