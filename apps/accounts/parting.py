"""Before a person is deleted: whoever keeps something that others need passes it on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

on_parting: list[Callable[[Any], None]] = []
"""Functions of a person, called in the transaction that deletes them."""


def part_from(person: Any) -> None:
    """Have everything passed on that must not go with this person."""
    for pass_on in on_parting:
        pass_on(person)
