"""A whole edition of the game: typed, checked, and with its maps worked out as they are asked for."""

from __future__ import annotations

from collections.abc import Mapping

from apps.rulebooks.core.entries import by_slug, only_entry, read_entries
from apps.rulebooks.core.pack import read_pack
from apps.rulebooks.core.protocol import ContentError, Fault, RawContent
from apps.rulebooks.deckspace import audit, generator
from apps.rulebooks.deckspace.chart import Chart, chart_of
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
from apps.rulebooks.deckspace.resistance import audit as resistance_audit
from apps.rulebooks.deckspace.resistance import edition as resistance_edition
from apps.rulebooks.deckspace.resistance.edition import ResistanceEdition
from apps.rulebooks.deckspace.sectors import audit as sectors_audit
from apps.rulebooks.deckspace.sectors import edition as sectors_edition
from apps.rulebooks.deckspace.sectors.edition import SectorEdition
from apps.rulebooks.deckspace.state import ChartKey
from apps.rulebooks.deckspace.studio import KINDS

_CHARTS_KEPT = 64


class Content:
    """Everything that an editor can change, by slug. Charts are worked out once and kept."""

    def __init__(
        self,
        cards: Mapping[str, CardType],
        ordnance: Mapping[str, OrdnanceType],
        markers: Mapping[str, MarkerType],
        decks: Mapping[str, tuple[str, ...]],
        maps: Mapping[str, MapType],
        generators: Mapping[str, Generator],
        numbers: Numbers,
        bots: Mapping[str, BotWeights],
        enemies: Mapping[str, EnemyType],
        sectors: SectorEdition,
        resistance: ResistanceEdition | None = None,
    ) -> None:
        self.cards, self.ordnance, self.markers, self.decks = cards, ordnance, markers, decks
        self.maps, self.generators, self.numbers, self.bots = maps, generators, numbers, bots
        self.enemies = enemies
        self.sectors = sectors
        self._resistance = resistance
        self._charts: dict[ChartKey, Chart] = {}

    def chart(self, key: ChartKey) -> Chart:
        """The map of a battle: one of the maps, or what a generator draws from the seed."""
        chart = self._charts.get(key)
        if chart is None:
            entry = self.maps.get(key.map)
            if entry is None:
                entry = generator.drawn(self.generators[key.map], self.markers, key.seed)
            chart = chart_of(entry, self.markers, key)
            if len(self._charts) >= _CHARTS_KEPT:
                self._charts.clear()
            self._charts[key] = chart
        return chart

    @property
    def has_resistance(self) -> bool:
        """Whether this edition has a Resistance run."""
        return self._resistance is not None

    @property
    def resistance(self) -> ResistanceEdition:
        """What the Resistance run is made of; raises ContentError for an edition from before there was one."""
        if self._resistance is None:
            raise ContentError([Fault("run", "", "", "this edition has no Resistance run")])
        return self._resistance

    def ships_on(self, slug: str) -> int:
        """How many ships a map, or a kind of random map, is for."""
        entry = self.generators.get(slug)
        return entry.ships if entry is not None else len(self.maps[slug].facing)


def read_content(raw: RawContent) -> Content:
    """Checked content from entries by kind; raises ContentError with every fault found."""
    faults: list[Fault] = [
        Fault(kind, "", "", "this game has no content of this kind") for kind in raw if kind not in KINDS
    ]
    cards = by_slug("card", raw, CardType, faults)
    ordnance = by_slug("ordnance", raw, OrdnanceType, faults)
    markers = by_slug("marker", raw, MarkerType, faults)
    decks = by_slug("deck", raw, Deck, faults)
    maps = by_slug("map", raw, MapType, faults)
    generators = by_slug("generator", raw, Generator, faults)
    bots = by_slug("bot", raw, BotWeights, faults)
    enemies = by_slug("enemy", raw, EnemyType, faults)
    sectors = sectors_edition.read(raw, faults)
    found = read_entries("rules", raw.get("rules", []), Numbers, faults)
    numbers = only_entry("rules", found, len(raw.get("rules", [])), faults)
    resistance = resistance_edition.read(raw, faults)
    if not faults and numbers is not None:
        faults += audit.card_faults(cards, ordnance) + audit.deck_faults(decks, cards, numbers)
        faults += audit.marker_faults(markers) + audit.map_faults(maps, markers)
        faults += audit.generator_faults(generators, maps, markers) + audit.bot_faults(bots)
        faults += audit.enemy_faults(enemies, cards, bots, numbers)
        faults += sectors_audit.faults(sectors, cards, decks, maps, enemies, numbers)
        if resistance is not None:
            faults += resistance_audit.faults(resistance, cards, decks, maps, enemies)
    if faults or numbers is None:
        raise ContentError(faults)
    piles = {
        deck.slug: tuple(sorted(pile.card for pile in deck.cards for _ in range(pile.count))) for deck in decks.values()
    }
    return Content(cards, ordnance, markers, piles, maps, generators, numbers, bots, enemies, sectors, resistance)


def base_content() -> Content:
    """The content that comes with the game."""
    return read_content(read_pack("apps.rulebooks.deckspace"))
