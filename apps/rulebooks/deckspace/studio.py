"""Deckspace for its editors: the kinds of content, and how an entry looks in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.rulebooks.core.editing import ContentKind, Preview
from apps.rulebooks.core.entries import read_entries
from apps.rulebooks.core.geometry.hex import degrees, name
from apps.rulebooks.core.protocol import Fault, RawContent
from apps.rulebooks.core.scene import Badge, Board, Card, Mark, Piece
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.chart import WHOLE_TURN, Chart, chart_of, symmetry_of
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
from apps.rulebooks.deckspace.generator import drawn
from apps.rulebooks.deckspace.resistance.studio import KINDS as RESISTANCE_KINDS
from apps.rulebooks.deckspace.sectors.studio import SECTOR_KINDS
from apps.rulebooks.deckspace.state import ChartKey

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


def preview(kind: str, entry: Any, drafts: RawContent) -> Preview | None:
    """A map with its markers and rocks, a card, what a deck holds, or what a marker does."""
    if isinstance(entry, MapType):
        return _map(entry, drafts)
    if isinstance(entry, Generator):
        return _map(drawn(entry, _markers(drafts), 1), drafts)
    if isinstance(entry, CardType):
        return Preview((_card(entry, 1),))
    if isinstance(entry, Deck):
        return _deck(entry, drafts)
    if isinstance(entry, MarkerType):
        return Preview((_marker(entry),))
    if isinstance(entry, OrdnanceType):
        return Preview((_ordnance(entry),))
    return None


def board_of(chart: Chart) -> Board:
    """A map as it lies before anybody moves: rocks, drifting fields, and ships in their places."""
    pieces = [
        Piece(f"rock-{name(rock.at)}", name(rock.at), "rock", say("Rock at {at}", at=name(rock.at)))
        for rock in chart.rocks
    ]
    pieces += [
        Piece(f"solid-{name(at)}", name(at), "solid-rock", say("Solid rock at {at}", at=name(at)), state=("large",))
        for at in chart.solid
    ]
    for seat, start in enumerate(chart.starts):
        label = say("Start {number} at {at}", number=seat + 1, at=name(start.at))
        pieces.append(
            Piece(f"start-{seat}", name(start.at), f"cruiser-{seat + 1}", label, seat, turn=degrees(start.facing))
        )
    marks = [
        Mark(name(at), "drifting-field", say("Drifting field at {at}", at=name(at)))
        for drift in chart.drifts
        for at in sorted(drift.hexes)
    ]
    return Board("hex", chart.tiles, tuple(pieces), tuple(marks), chart.edges)


def _map(entry: MapType, drafts: RawContent) -> Preview | None:
    try:
        chart = chart_of(entry, _markers(drafts), ChartKey(entry.slug))
    except ValueError:  # the fault is told at its field
        return None
    facts = [
        say("{hexes} hexes, {ships} ships", hexes=len(chart.hexes), ships=len(chart.starts)),
        say("{markers} markers, {rocks} rocks, {solid} solid rocks", markers=len(chart.markers), rocks=len(chart.rocks),
            solid=len(chart.solid)),
    ]  # fmt: skip
    if symmetry_of(chart)[0] == WHOLE_TURN and entry.free:
        facts.append(say("No turn carries this map into itself: look whether every start is as good."))
    return Preview(board=board_of(chart), facts=tuple(facts))


def _markers(drafts: RawContent) -> dict[str, MarkerType]:
    faults: list[Fault] = []
    return {entry.slug: entry for entry in read_entries("marker", drafts.get("marker", []), MarkerType, faults)}


def _card(card: CardType, count: int) -> Card:
    return Card(card.slug, card.symbol, say("{name}", name=card.name), say("{text}", text=card.text), count)


def _deck(deck: Deck, drafts: RawContent) -> Preview:
    faults: list[Fault] = []
    cards = {card.slug: card for card in read_entries("card", drafts.get("card", []), CardType, faults)}
    shown = tuple(_card(cards[pile.card], pile.count) for pile in deck.cards if pile.card in cards)
    return Preview(shown, facts=(say("{count} cards", count=sum(pile.count for pile in deck.cards)),))


def _marker(marker: MarkerType) -> Card:
    gains = (
        ("stat-armor", marker.armor, say("Armor")),
        ("stat-health", marker.max_health, say("Max health")),
        ("stat-speed", marker.max_speed, say("Max speed")),
        ("stat-draw", marker.offer, say("Cards drawn")),
        ("stat-hand", marker.keep, say("Cards kept")),
    )
    badges = tuple(Badge(symbol, str(value), label) for symbol, value, label in gains if value)
    return Card(marker.slug, marker.symbol, say("{name}", name=marker.name), badges=badges)


def _ordnance(kind: OrdnanceType) -> Card:
    badges = (
        Badge("stat-moves", str(kind.moves), say("Movement")),
        Badge("stat-attack", str(kind.damage), say("Damage")),
    )
    text = say("Blast: {radius} hexes.", radius=kind.radius) if kind.radius else say("It hits one ship.")
    return Card(kind.slug, kind.symbol, say("{name}", name=kind.name), text, badges=badges)
