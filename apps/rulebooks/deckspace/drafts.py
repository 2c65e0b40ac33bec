"""Other entries as an editor has them now, for the preview of one: what its slugs stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from apps.rulebooks.core.entries import by_slug
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.core.scene import Card
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.content import CardType, Deck

Entry = TypeVar("Entry", bound=msgspec.Struct)


def known(drafts: RawContent, kind: str, wanted: type[Entry]) -> dict[str, Entry]:
    """The entries of a kind that hold together, by slug."""
    return by_slug(kind, drafts, wanted, [])


def called(drafts: RawContent, kind: str, slug: str, field: str = "name") -> Text:
    """What players call an entry; of one that does not exist its slug, and that it is missing."""
    for entry in drafts.get(kind, []):
        if entry.get("slug") == slug:
            return say("{name}", name=str(entry.get(field, slug)))
    return say("{slug} (missing)", slug=slug)


def listed(parts: Iterable[Text]) -> Text:
    """Several things in one line, with commas."""
    told = list(parts)
    line = told[0] if told else say("nothing")
    for part in told[1:]:
        line = say("{some}, {more}", some=line, more=part)
    return line


def counted(drafts: RawContent, kind: str, slugs: Iterable[str]) -> Text:
    """Entries by name, each with how many of it there are: "2 Drone, 1 Hunter"."""
    counts = Counter(slugs)
    return listed(say("{count} {name}", count=counts[slug], name=called(drafts, kind, slug)) for slug in counts)


def card_face(card: CardType, count: int = 1) -> Card:
    """A card as it lies in a deck."""
    return Card(card.slug, card.symbol, say("{name}", name=card.name), say("{text}", text=card.text), count)


def faces(drafts: RawContent, counts: Iterable[tuple[str, int]]) -> tuple[Card, ...]:
    """Cards by their slugs; those that do not exist are left out."""
    cards = known(drafts, "card", CardType)
    return tuple(card_face(cards[slug], count) for slug, count in counts if slug in cards)


def deck_faces(drafts: RawContent, slug: str) -> tuple[Card, ...]:
    """What a deck holds."""
    deck = known(drafts, "deck", Deck).get(slug)
    return faces(drafts, ((pile.card, pile.count) for pile in deck.cards)) if deck else ()
