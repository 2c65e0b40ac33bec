"""Names of ships, cards and ordnance as texts, shared by the log and the screens."""

from __future__ import annotations

from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import Ship, State, Terms

_COLOURS = (say("Red"), say("Blue"), say("Gold"), say("Green"))
_PROFILES = {
    "drone": say("Drone"),
    "hunter": say("Hunter"),
    "warden": say("Warden"),
    "station": say("Station"),
    "runner": say("Runner"),
}
_WAYS = (
    say("north-east"), say("east"), say("south-east"), say("south-west"), say("west"), say("north-west"),
)  # fmt: skip


def colour(seat: int) -> Text:
    """The name of a seat, and of the one ship that flies for it."""
    return _COLOURS[seat]


def side_name(state: State, seat: int) -> Text:
    """Whom a seat flies for: its colour, or in a battle that a road has ordered the pilot's ship and its enemies."""
    if state.objective is None:
        return colour(seat)
    hero = next(ship for ship in state.everyone() if ship.number == state.objective.ship)
    return ship_name(hero) if seat == hero.seat else foes_name(state.terms)


def foes_name(terms: Terms | None) -> Text:
    """What the other side of a campaign's battle is called."""
    return say("MERIDIAN") if terms is None or terms.counted else say("The garrison")


def ship_name(ship: Ship) -> Text:
    """What a ship is called: by its own name, by its colour, or by what it is where several fly for one seat."""
    if not ship.profile:
        return say("{name}", name=ship.name) if ship.name else _COLOURS[ship.seat]
    kind = say("{name}", name=ship.name) if ship.name else _PROFILES[ship.profile]
    return say("{kind} {number}", kind=kind, number=ship.number)


def card_name(content: Content, card: str) -> Text:
    """The name of a card."""
    return say("{name}", name=content.cards[card].name) if card in content.cards else say("{name}", name=card)


def ordnance_name(content: Content, kind: str) -> Text:
    """The name of a kind of missile or nuke."""
    return say("{name}", name=content.ordnance[kind].name)


def marker_name(content: Content, marker: str) -> Text:
    """The name of a marker."""
    return say("{name}", name=content.markers[marker].name)


def way_name(direction: int) -> Text:
    """A direction as a point of the compass."""
    return _WAYS[direction]
