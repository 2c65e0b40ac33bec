"""Names of sides, ships and counters as texts, shared by the log and the screens."""

from __future__ import annotations

from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.state import Ship

_COLOURS = (say("Red"), say("Blue"))
_COUNTERS = {
    "ap": say("AP"),
    "defense-1": say("Defense +1"),
    "defense-2": say("Defense +2"),
    "asteroid": say("Move Asteroid"),
    "blank": say("Blank"),
}
_COUNTER_USES = {
    "ap": say("Moves a ship, or pays towards an attack."),
    "defense-1": say("Raises the defence of a ship under attack by 1, once."),
    "defense-2": say("Raises the defence of a ship under attack by 2, once."),
    "asteroid": say("Resolved the moment it is drawn: dice move an asteroid by one square."),
    "blank": say("Stands for any other counter."),
}
_WAYS = (say("north"), say("east"), say("south"), say("west"))


def colour(seat: int) -> Text:
    """The name of a side."""
    return _COLOURS[seat]


def counter_name(kind: str) -> Text:
    """The name of a kind of counter."""
    return _COUNTERS[kind]


def counter_use(kind: str) -> Text:
    """What a kind of counter is for, in one sentence."""
    return _COUNTER_USES[kind]


def class_name(content: Content, kind: str) -> str:
    """The name of a ship class."""
    return content.by_slug[kind].name


def ship_name(content: Content, ship: Ship) -> Text:
    """A ship by colour and class: "Red Wasp"."""
    return say("{side} {ship}", side=colour(ship.side), ship=class_name(content, ship.kind))


def price(ap: int, blanks: int) -> Text:
    """What was paid, by kinds of counters (DF-A23)."""
    if not blanks:
        return say("{ap} AP", ap=ap)
    if not ap:
        return say("{blanks} Blank", blanks=blanks)
    return say("{ap} AP and {blanks} Blank", ap=ap, blanks=blanks)


def way_of(number: int) -> Text:
    """The compass point that a direction die shows, 0 for north, then clockwise."""
    return _WAYS[number]
