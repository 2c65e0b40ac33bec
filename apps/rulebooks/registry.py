"""The games of the house."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Rulebook
from apps.rulebooks.deckspace import RULEBOOK as DECKSPACE
from apps.rulebooks.dogfight import RULEBOOK as DOGFIGHT

_BOOKS: tuple[Rulebook, ...] = (DOGFIGHT, DECKSPACE)
RULEBOOKS: dict[str, Rulebook] = {book.slug: book for book in _BOOKS}


def rulebook(slug: str) -> Rulebook:
    """The rulebook of a game; raises KeyError for an unknown one."""
    return RULEBOOKS[slug]
