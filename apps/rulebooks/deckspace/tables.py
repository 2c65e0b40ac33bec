"""The numbers of an edition as RULES.md quotes them: cards, ordnance, markers, decks, limits and chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from apps.rulebooks.core.teaching import NumberTable, Row
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.content import (
    Beaming,
    CardType,
    Jumping,
    MarkerType,
    OrdnanceType,
    Pulsing,
    Thrusting,
)
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import tables as resistance_tables
from apps.rulebooks.deckspace.sectors import tables as sectors_tables
from apps.rulebooks.deckspace.words import card_name

FILLS = 9  # armor of a marker that fills it, whatever the cap
HEALS_ALL = 20

Quote = tuple[str, Text, int]  # the key by which a sentence asks for a number, what it is, and the number


def tables(content: Content) -> tuple[NumberTable, ...]:
    """Every table, in the order of RULES.md."""
    return (
        _ordnance(content), _markers(content), _decks(content), _cards(content), _keys(), _numbers(content),
        *sectors_tables.tables(content),
        *resistance_tables.tables(content),
    )  # fmt: skip


def _ordnance(content: Content) -> NumberTable:
    """Missiles and nukes (DS-54 to DS-60, DS-A06)."""
    head = (say("Ordnance"), say("Movement"), say("Turns"), say("Damage"), say("Reach"), say("Fuel"))
    rows = tuple(
        Row(
            (
                say("{name}", name=kind.name),
                _number(kind.moves),
                say("any") if kind.turns < 0 else _number(kind.turns),
                _number(kind.damage),
                _number(kind.radius) if kind.radius else say("what it hits"),
                say("1 to {most}", most=kind.fuel_die) if kind.fuel_die else say("none"),
            ),
            symbol=kind.symbol,
        )
        for kind in content.ordnance.values()
    )
    return NumberTable("ordnance", say("Missiles and nukes"), head, rows)


def _markers(content: Content) -> NumberTable:
    """What each marker does (DS-82 to DS-91)."""
    rows = tuple(
        Row((say("{letter} {name}", letter=marker.letter, name=marker.name), _gains(marker)), symbol=marker.symbol)
        for marker in content.markers.values()
    )
    return NumberTable("markers", say("What markers do"), (say("Marker"), say("What it does")), rows)


def _gains(marker: MarkerType) -> Text:
    """Everything a marker does, in a few words."""
    gains: list[Text] = []
    if marker.pdc:
        gains.append(say("PDC fitted"))
    if marker.offer:
        gains.append(say("draw {draw}, keep {keep}", draw=marker.offer, keep=marker.keep))
    if marker.armor:
        gains.append(say("armor full") if marker.armor >= FILLS else say("armor +{n}", n=marker.armor))
    if marker.max_speed:
        gains.append(say("speed limit +{n}", n=marker.max_speed))
    if marker.speed:
        gains.append(say("speed +{n}", n=marker.speed))
    if marker.max_health:
        gains.append(say("hull limit +{n}", n=marker.max_health))
    if marker.heal:
        gains.append(say("healed") if marker.heal >= HEALS_ALL else say("heals {n}", n=marker.heal))
    told = gains[0] if gains else say("nothing")
    for gain in gains[1:]:
        told = say("{some}, {more}", some=told, more=gain)
    return told


def _decks(content: Content) -> NumberTable:
    """How many of each card there are in the decks of free battles (DS-A48, DS-A49)."""
    decks = [(slug, Counter(content.decks[slug])) for slug in ("duel", "pool")]
    rows = tuple(
        Row((card_name(content, slug), *(_number(counts[slug]) for _, counts in decks)), symbol=card.symbol)
        for slug, card in content.cards.items()
        if any(counts[slug] for _, counts in decks)
    )
    return NumberTable("decks", say("The decks"), (say("Card"), say("Your deck"), say("Shared pool")), rows)


def _cards(content: Content) -> NumberTable:
    """Every card as it is printed (DS-16)."""
    rows = tuple(
        Row((say("{name}", name=card.name), say("{text}", text=card.text)), symbol=card.symbol)
        for card in content.cards.values()
    )
    return NumberTable("cards", say("The cards"), (say("Card"), say("What it does")), rows)


def _keys() -> NumberTable:
    """The keys for own ordnance (DS-23)."""
    rows = (
        Row((say("W"), say("one hex ahead"))),
        Row((say("A"), say("turn left"))),
        Row((say("D"), say("turn right"))),
        Row((say("H"), say("hold"))),
        Row((say("X"), say("set off a nuke"))),
    )
    return NumberTable("keys", say("Keys for missiles and nukes"), (say("Key"), say("What it does")), rows)


def _numbers(content: Content) -> NumberTable:
    """Limits and chances, and all else that a sentence quotes."""
    numbers = content.numbers
    quotes: list[Quote] = [
        ("health", say("Hull at the start"), numbers.health),
        ("health-cap", say("Highest hull limit"), numbers.health_cap),
        ("max-speed", say("Speed limit at the start"), numbers.max_speed),
        ("speed-cap", say("Highest speed limit"), numbers.speed_cap),
        ("armor-cap", say("Most armor"), numbers.armor_cap),
        ("about-turn", say("Speed after turning about"), numbers.about_turn_speed),
        ("hand", say("Cards drawn up to"), numbers.hand),
        ("plays", say("Cards played in a turn"), numbers.plays),
        ("keep", say("Cards kept at the end of a turn"), numbers.keep),
        ("strike-chance", say("Rock strikes, in percent"), numbers.strike_chance),
        ("strike-damage", say("Damage of a rock strike"), numbers.strike_damage),
        ("rock-damage", say("Damage of an exploding rock"), numbers.rock_damage),
        ("rock-radius", say("Reach of an exploding rock"), numbers.rock_radius),
        ("pdc-range", say("Range of PDC"), numbers.pdc_range),
        ("pdc-die", say("Sides of the PDC die"), numbers.pdc_die),
        ("round-limit", say("Rounds at most"), numbers.round_limit),
        ("round-warning", say("Countdown from round"), numbers.round_warning),
        *_of_cards(content),
        *(quote for kind in content.ordnance.values() for quote in _of_ordnance(kind)),
        *(quote for marker in content.markers.values() for quote in _of_marker(marker)),
        *sectors_tables.quotes(content),
        *resistance_tables.quotes(content),
    ]
    rows = tuple(Row((words, _as_is(str(value))), key=key) for key, words, value in quotes)
    return NumberTable("numbers", say("Limits and chances"), (say("What"), say("How much")), rows)


def _of_cards(content: Content) -> Iterator[Quote]:
    """What the first card of each kind does."""
    told: set[str] = set()
    for card in content.cards.values():
        for quote in _of_card(card):
            if quote[0] not in told:
                told.add(quote[0])
                yield quote


def _of_card(card: CardType) -> Iterator[Quote]:
    effect = card.effect
    if isinstance(effect, Thrusting):
        key = "high-thrust-moves" if effect.forward else "thrust-moves"
        yield key, say("{card}: thrust moves", card=card.name), effect.moves
    elif isinstance(effect, Beaming):
        yield "beam-damage", say("{card}: damage", card=card.name), effect.damage
        yield "beam-lanes", say("{card}: lanes", card=card.name), effect.lanes
    elif isinstance(effect, Pulsing):
        yield "emp-die", say("{card}: sides of the die", card=card.name), effect.die
        yield "emp-plus", say("{card}: added to it", card=card.name), effect.plus
    elif isinstance(effect, Jumping):
        yield "jump-scatter", say("{card}: how far it can miss", card=card.name), effect.scatter


def _of_ordnance(kind: OrdnanceType) -> Iterator[Quote]:
    yield f"{kind.slug}-damage", say("{name}: damage", name=kind.name), kind.damage
    yield f"{kind.slug}-moves", say("{name}: movement", name=kind.name), kind.moves
    if kind.turns >= 0:
        yield f"{kind.slug}-turns", say("{name}: turns", name=kind.name), kind.turns
    if kind.radius:
        yield f"{kind.slug}-radius", say("{name}: reach", name=kind.name), kind.radius
    if kind.fuel_die:
        yield f"{kind.slug}-fuel", say("{name}: sides of the fuel die", name=kind.name), kind.fuel_die


def _of_marker(marker: MarkerType) -> Iterator[Quote]:
    name = f"{marker.letter} {marker.name}"
    gains = (
        ("offer", say("{name}: cards drawn", name=name), marker.offer),
        ("keep", say("{name}: cards kept", name=name), marker.keep),
        ("armor", say("{name}: armor", name=name), 0 if marker.armor >= FILLS else marker.armor),
        ("max", say("{name}: added to the limit", name=name), marker.max_speed or marker.max_health),
        ("speed", say("{name}: speed at once", name=name), marker.speed),
        ("heal", say("{name}: healed", name=name), 0 if marker.heal >= HEALS_ALL else marker.heal),
    )
    for key, words, value in gains:
        if value:
            yield f"{marker.slug}-{key}", words, value


def _number(value: int) -> Text:
    return say("{n}", n=value)


def _as_is(words: str) -> Text:
    """Words of the edition, which are not translated here."""
    return say("{words}", words=words)
