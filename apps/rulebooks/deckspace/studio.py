"""Deckspace for its editors: the kinds of content."""

from __future__ import annotations

from collections.abc import Mapping

from apps.rulebooks.core.editing import ContentKind
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.content import (
    BotWeights,
    CardType,
    Deck,
    EnemyType,
    Generator,
    MapType,
    MarkerType,
    Numbers,
    OrdnanceType,
)
from apps.rulebooks.deckspace.resistance.studio import KINDS as RESISTANCE_KINDS
from apps.rulebooks.deckspace.sectors.studio import SECTOR_KINDS

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
    "enemy": ContentKind(
        EnemyType, say("Enemy"), say("Enemies"), say("Whom campaigns and runs send into battle: hull, deck and pilot.")
    ),
    "bot": ContentKind(BotWeights, say("Pilot"), say("Pilots"), say("What each kind of pilot cares about.")),
    **SECTOR_KINDS,
    **RESISTANCE_KINDS,
}
