"""Deckspace for its editors: the kinds of content, and how an entry looks in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.rulebooks.core.editing import ContentKind, Preview
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.content import (
    BotWeights,
    CardType,
    Deck,
    Generator,
    MapType,
    MarkerType,
    Numbers,
    OrdnanceType,
)

KINDS: Mapping[str, ContentKind] = {
    "map": ContentKind(
        MapType,
        say("Map"),
        say("Maps"),
        say("Drawn in letters, as they lie. The first is the one that tables begin with."),
        note="Maps, drawn in letters; MapType in content.py explains them.",
    ),
    "generator": ContentKind(
        Generator,
        say("Random map"),
        say("Random maps"),
        say("How maps are drawn by chance, one for each number of ships."),
    ),
    "card": ContentKind(CardType, say("Card"), say("Cards"), say("Every card, and what it does.")),
    "deck": ContentKind(
        Deck, say("Deck"), say("Decks"), say("What free battles begin with, and the pool that C markers draw from.")
    ),
    "ordnance": ContentKind(OrdnanceType, say("Ordnance"), say("Ordnance"), say("Missiles and nukes.")),
    "marker": ContentKind(MarkerType, say("Marker"), say("Markers"), say("Power-ups that lie on maps.")),
    "rules": ContentKind(
        Numbers,
        say("Numbers of the rules"),
        say("Numbers of the rules"),
        say("Limits, damage and chances."),
        single=True,
    ),
    "bot": ContentKind(BotWeights, say("Pilot"), say("Pilots"), say("What each kind of pilot cares about.")),
}


def preview(kind: str, entry: Any, drafts: RawContent) -> Preview | None:
    """A map with its markers and rocks, a card, or what stands on a marker."""
    return None
