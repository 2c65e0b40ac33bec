"""The games of the house."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Rulebook
from apps.rulebooks.core.roads import HasRoads, Road
from apps.rulebooks.deckspace import RULEBOOK as DECKSPACE
from apps.rulebooks.dogfight import RULEBOOK as DOGFIGHT

_BOOKS: tuple[Rulebook, ...] = (DOGFIGHT, DECKSPACE)
RULEBOOKS: dict[str, Rulebook] = {book.slug: book for book in _BOOKS}


def rulebook(slug: str) -> Rulebook:
    """The rulebook of a game; raises KeyError for an unknown one."""
    return RULEBOOKS[slug]


def roads_of(game: str) -> dict[str, Road]:
    """The campaigns that a game has, by slug."""
    book = RULEBOOKS[game]
    return dict(book.roads) if isinstance(book, HasRoads) else {}


def book_of(game: str, road: str = "") -> Rulebook:
    """What a table is played by: the rulebook of its game, or the road that it is the ledger of."""
    return roads_of(game)[road] if road else RULEBOOKS[game]
