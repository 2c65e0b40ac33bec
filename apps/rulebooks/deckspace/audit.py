"""What must hold between the entries of an edition; every fault names its entry and field."""

from __future__ import annotations

from collections.abc import Mapping

from apps.rulebooks.core.geometry.hex import COMPASS, Hex, distance, moved, name
from apps.rulebooks.core.protocol import Fault
from apps.rulebooks.deckspace import drawing as signs
from apps.rulebooks.deckspace.content import (
    BotWeights,
    CardType,
    Deck,
    Drift,
    EnemyType,
    Generator,
    Launching,
    MapType,
    MarkerType,
    Numbers,
    OrdnanceType,
    Pulsing,
)
from apps.rulebooks.deckspace.generator import connected
from apps.rulebooks.deckspace.lanes import under_fire

BOTS = ("drone", "hunter")
DECKS = ("duel", "pool")
NEAREST_STARTS = 8  # hexes; nearer starts leave no room for a first turn


def card_faults(cards: Mapping[str, CardType], ordnance: Mapping[str, OrdnanceType]) -> list[Fault]:
    """Cards name ordnance and cards that exist (DS-16)."""
    faults = []
    for card in cards.values():
        effect = card.effect
        if isinstance(effect, Launching) and effect.ordnance not in ordnance:
            faults.append(Fault("card", card.slug, "effect", f"there is no missile or nuke {effect.ordnance!r}"))
        if isinstance(effect, Pulsing) and effect.card not in cards:
            faults.append(Fault("card", card.slug, "effect", f"there is no card {effect.card!r}"))
    return faults


def deck_faults(decks: Mapping[str, Deck], cards: Mapping[str, CardType], numbers: Numbers) -> list[Fault]:
    """The decks that battles need are there, of cards that exist, and large enough for a hand."""
    faults = [Fault("deck", slug, "", "this deck must be there") for slug in DECKS if slug not in decks]
    for deck in decks.values():
        for row, pile in enumerate(deck.cards):
            if pile.card not in cards:
                faults.append(Fault("deck", deck.slug, f"cards.{row}.card", f"there is no card {pile.card!r}"))
        if deck.slug != "pool" and sum(pile.count for pile in deck.cards) <= numbers.hand:
            faults.append(Fault("deck", deck.slug, "cards", f"a deck needs more than {numbers.hand} cards"))
    return faults


def marker_faults(markers: Mapping[str, MarkerType]) -> list[Fault]:
    """Every marker has a sign of its own, and keeps no more cards than it draws."""
    faults, taken = [], set(signs.PLAIN)
    for marker in markers.values():
        if marker.sign in taken:
            faults.append(Fault("marker", marker.slug, "sign", f"{marker.sign!r} means something else in drawings"))
        taken.add(marker.sign)
        if marker.keep > marker.offer or (marker.offer and not marker.keep):
            faults.append(
                Fault("marker", marker.slug, "keep", "of the cards drawn, at least one and at most all are kept")
            )
    return faults


def bot_faults(bots: Mapping[str, BotWeights]) -> list[Fault]:
    """The pilots that can take a seat are there."""
    return [Fault("bot", slug, "", "this pilot must be there") for slug in BOTS if slug not in bots]


def enemy_faults(
    enemies: Mapping[str, EnemyType],
    cards: Mapping[str, CardType],
    bots: Mapping[str, BotWeights],
    numbers: Numbers,
) -> list[Fault]:
    """Every enemy has a pilot that exists, and a deck of cards that exist; only a station needs less than a hand."""
    faults = []
    for enemy in enemies.values():
        if enemy.profile not in bots:
            faults.append(Fault("enemy", enemy.slug, "profile", f"there is no pilot {enemy.profile!r}"))
        for row, pile in enumerate(enemy.cards):
            if pile.card not in cards:
                faults.append(Fault("enemy", enemy.slug, f"cards.{row}.card", f"there is no card {pile.card!r}"))
        if sum(pile.count for pile in enemy.cards) <= numbers.hand and enemy.profile != "station":
            faults.append(Fault("enemy", enemy.slug, "cards", f"a deck needs more than {numbers.hand} cards"))
    return faults


def map_faults(maps: Mapping[str, MapType], markers: Mapping[str, MarkerType]) -> list[Fault]:
    """Every map can be read and flown; there is at least one for free battles."""
    faults = [fault for entry in maps.values() for fault in _map_faults(entry, markers)]
    if not any(entry.free for entry in maps.values()):
        faults.append(Fault("map", "", "", "at least one map must be for free battles"))
    return faults


def generator_faults(
    generators: Mapping[str, Generator], maps: Mapping[str, MapType], markers: Mapping[str, MarkerType]
) -> list[Fault]:
    """A random map for every number of ships that a free map is for, with room for what it holds (DS-03)."""
    faults = []
    known = {marker.sign for marker in markers.values()}
    for entry in generators.values():
        if entry.slug in maps:
            faults.append(Fault("generator", entry.slug, "slug", "a map has this slug already"))
        for sign in entry.markers:
            if sign not in known:
                faults.append(Fault("generator", entry.slug, "markers", f"no marker has the sign {sign!r}"))
        if entry.start > entry.radius - entry.ring:
            faults.append(Fault("generator", entry.slug, "start", "ships must start inside the ring of asteroids"))
    for ships in {len(entry.facing) for entry in maps.values() if entry.free} - {g.ships for g in generators.values()}:
        faults.append(Fault("generator", "", "ships", f"there must be a random map for {ships} ships"))
    return faults


def _map_faults(entry: MapType, markers: Mapping[str, MarkerType]) -> list[Fault]:
    def fault(field: str, message: str) -> Fault:
        return Fault("map", entry.slug, field, message)

    try:
        drawn = signs.read(entry.drawing)
    except signs.DrawingFault as wrong:
        return [fault("drawing", str(wrong))]
    faults = []
    known = signs.PLAIN | {marker.sign for marker in markers.values()}
    for sign in sorted(set(drawn.values()) - known):
        at = next(at for at, found in drawn.items() if found == sign)
        faults.append(fault("drawing", f"{sign!r} at {name(at)} is the sign of nothing"))
    starts = {sign: [at for at, found in drawn.items() if found == sign] for sign in signs.STARTS}
    wanted = signs.STARTS[: len(entry.facing)]
    for sign in signs.STARTS:
        if len(starts[sign]) != (sign in wanted):
            number = "exactly one" if sign in wanted else "no"
            faults.append(fault("drawing", f"there must be {number} start {sign}: facing names {len(wanted)} ships"))
    if entry.free and not 2 <= len(wanted) <= 4:
        faults.append(fault("facing", "free battles are for 2 to 4 ships"))
    if faults:
        return faults
    places = [starts[sign][0] for sign in wanted]
    return faults + _course_faults(entry, drawn, places) + _drift_faults(entry, drawn)


def _course_faults(entry: MapType, drawn: dict[Hex, str], starts: list[Hex]) -> list[Fault]:
    faults = []
    edge = [at for at in drawn if any(moved(at, way) not in drawn for way in range(6))]
    bare = [at for at in edge if drawn[at] not in (signs.FIELD, signs.FIELD_ROCK, signs.SOLID, signs.GATE)]
    if bare:
        where = name(bare[0])
        faults.append(Fault("map", entry.slug, "drawing", f"{where} is at the edge, which must be asteroid field (:)"))
    if not connected(at for at, sign in drawn.items() if sign != signs.SOLID):
        faults.append(Fault("map", entry.slug, "drawing", "solid rock cuts the map in two"))
    if not entry.free:
        return faults
    stops = {at for at, sign in drawn.items() if sign in (signs.ROCK, signs.FIELD_ROCK, signs.SOLID)}
    for shooter, target in under_fire(drawn.keys(), stops, starts):
        words = f"start {target + 1} lies in a lane of start {shooter + 1}: a beam could hit it before it has moved"
        faults.append(Fault("map", entry.slug, "drawing", words))
    for one, start in enumerate(starts):
        for other in starts[:one]:
            if distance(start, other) < NEAREST_STARTS:
                words = f"starts must be {NEAREST_STARTS} hexes apart at least"
                faults.append(Fault("map", entry.slug, "drawing", words))
    return faults


def _drift_faults(entry: MapType, drawn: dict[Hex, str]) -> list[Fault]:
    """A drifting field comes back to where it began and meets no edge, solid rock, gate, or other rock (DS-A45)."""
    faults: list[Fault] = []
    fixed = {at for at, sign in drawn.items() if sign in (signs.ROCK, signs.FIELD_ROCK, signs.SOLID, signs.GATE)}
    swept: set[Hex] = set()
    for number, drift in enumerate(entry.drifts):
        words = _sweep(drift, drawn, fixed, swept)
        if words:
            faults.append(Fault("map", entry.slug, f"drifts.{number}.drawing", words))
    return faults


def _sweep(drift: Drift, drawn: dict[Hex, str], fixed: set[Hex], swept: set[Hex]) -> str:
    try:
        layer = signs.read_layer(drift.drawing)
    except signs.DrawingFault as wrong:
        return str(wrong)
    if set(layer.values()) - {signs.FIELD, signs.FIELD_ROCK}:
        return "only : for the field, O for its rocks and . elsewhere stand here"
    shift: Hex = (0, 0)
    rocks = {at for at, sign in layer.items() if sign == signs.FIELD_ROCK}
    own: set[Hex] = set()
    for way in ("", *drift.cycle):
        shift = moved(shift, COMPASS.index(way)) if way else shift
        for at in layer:
            if (at[0] + shift[0], at[1] + shift[1]) not in drawn:
                return "the field drifts over the edge of the map"
        carried = {(at[0] + shift[0], at[1] + shift[1]) for at in rocks}
        if carried & fixed:
            return "a drifting rock meets a rock, solid rock or gate"
        own |= carried
    if shift != (0, 0):
        return "after its cycle the field must be where it began"
    if own & swept:
        return "its rocks cross the way of another drifting field's rocks"
    swept |= own
    return ""
