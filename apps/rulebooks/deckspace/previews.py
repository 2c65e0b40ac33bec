"""How an entry of Deckspace looks in play, for its editors."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.rulebooks.core.editing import Preview
from apps.rulebooks.core.geometry.hex import degrees, name
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.core.scene import Badge, Board, Card, Mark, Piece
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.chart import WHOLE_TURN, Chart, chart_of, symmetry_of
from apps.rulebooks.deckspace.content import (
    CardType,
    Deck,
    EnemyType,
    Generator,
    MapType,
    MarkerType,
    OrdnanceType,
)
from apps.rulebooks.deckspace.drafts import called, card_face, faces, known
from apps.rulebooks.deckspace.generator import drawn
from apps.rulebooks.deckspace.resistance import previews as resistance
from apps.rulebooks.deckspace.resistance.content import Mission
from apps.rulebooks.deckspace.sectors import previews as sectors
from apps.rulebooks.deckspace.sectors.content import SectorType
from apps.rulebooks.deckspace.state import ChartKey


def preview(kind: str, entry: Any, drafts: RawContent) -> Preview | None:
    """A map with its markers and rocks, a card, what a deck holds, what a marker does, or who comes to a battle."""
    if isinstance(entry, MapType):
        return _map(entry, drafts)
    if isinstance(entry, Generator):
        return _map(drawn(entry, _markers(drafts), 1), drafts)
    if isinstance(entry, CardType):
        return Preview((card_face(entry),))
    if isinstance(entry, Deck):
        return _deck(entry, drafts)
    if isinstance(entry, MarkerType):
        return Preview((_marker(entry),))
    if isinstance(entry, OrdnanceType):
        return Preview((_ordnance(entry),))
    if isinstance(entry, EnemyType):
        return _enemy(entry, drafts)
    if isinstance(entry, Mission | SectorType):  # and the first of their maps
        seen = sectors.preview(entry, drafts) or resistance.preview(entry, drafts)
        drawn_maps = known(drafts, "map", MapType)
        shown = next((drawn_maps[slug] for slug in entry.maps if slug in drawn_maps), None)
        drawing = _map(shown, drafts) if shown is not None else None
        return msgspec.structs.replace(seen, board=drawing.board) if seen and drawing else seen
    return sectors.preview(entry, drafts) or resistance.preview(entry, drafts)


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
    return known(drafts, "marker", MarkerType)


def _deck(deck: Deck, drafts: RawContent) -> Preview:
    shown = faces(drafts, ((pile.card, pile.count) for pile in deck.cards))
    return Preview(shown, facts=(say("{count} cards", count=sum(pile.count for pile in deck.cards)),))


def _enemy(enemy: EnemyType, drafts: RawContent) -> Preview:
    """The ship, and the deck that it flies with."""
    badges = [
        Badge("stat-health", str(enemy.health), say("Hull")),
        Badge("stat-armor", str(enemy.armor), say("Armor")),
        Badge("stat-speed", str(enemy.max_speed), say("Speed limit")),
    ]
    if enemy.pdc:
        badges.append(Badge("stat-pdc", "✓", say("PDC mount")))
    ship = Card(enemy.slug, "cruiser-2", say("{name}", name=enemy.name), say("{text}", text=enemy.text),
                badges=tuple(badges))  # fmt: skip
    deck = faces(drafts, ((pile.card, pile.count) for pile in enemy.cards))
    facts = (
        say("{count} cards", count=sum(pile.count for pile in enemy.cards)),
        say("Flown by: {pilot}.", pilot=called(drafts, "bot", enemy.profile)),
    )
    return Preview((ship, *deck), facts=facts)


def _marker(marker: MarkerType) -> Card:
    gains = (
        ("stat-armor", marker.armor, say("Armor")),
        ("stat-health", marker.max_health, say("Hull limit")),
        ("stat-speed", marker.max_speed, say("Speed limit")),
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
