"""Numbers as they are sent."""

from __future__ import annotations

MOST_DIGITS = 9


def whole(sent: str | None) -> int:
    """A whole number from an address or a form; 0 for anything else."""
    good = bool(sent) and sent.isascii() and sent.isdecimal() and len(sent) <= MOST_DIGITS  # type: ignore[union-attr]
    return int(sent) if good and sent else 0
