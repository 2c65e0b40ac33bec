"""What each audience cannot know: other hands and decks, and the order of its own (DS-A61)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, Zone
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import Ship, State


def determinize(content: Content, state: State, audience: Audience, chance: Chance) -> State:
    """`state` with the piles that `audience` cannot see dealt anew from the same cards, as many in each.

    What a deck is made of is known: the deck it began with, cards taken from the pool openly (DS-A63), NULLs.
    """
    if audience.role == "revealed":
        return state
    ships = tuple(_dealt(ship, audience, chance) for ship in state.ships)
    lost = tuple(_dealt(ship, audience, chance) for ship in state.lost)
    departed = tuple(_dealt(ship, audience, chance) for ship in state.departed)
    return replace(state, ships=ships, lost=lost, departed=departed)


def _dealt(ship: Ship, audience: Audience, chance: Chance) -> Ship:
    purpose = f"cards-{ship.number}"
    if audience.sees(ship.seat):
        if len(set(ship.draw)) < 2:
            return ship
        return replace(ship, draw=chance.shuffled(ship.draw, purpose))
    if len(set(ship.cards)) < 2:
        return ship
    cards = chance.shuffled(sorted(ship.cards), purpose)
    first, second = len(ship.draw), len(ship.draw) + len(ship.hand)
    hand, discard = tuple(sorted(cards[first:second])), tuple(sorted(cards[second:]))
    return replace(ship, draw=cards[:first], hand=hand, discard=discard)


def hidden_zones(content: Content, state: State, audience: Audience) -> tuple[Zone, ...]:
    """The order of every draw pile, and the hands and discards of other seats' ships."""
    if audience.role == "revealed":
        return ()
    zones: list[Zone] = []
    for ship in state.everyone():
        own = audience.sees(ship.seat)
        for pile in ("draw",) if own else ("draw", "hand", "discard"):
            if getattr(ship, pile):
                zones.append(
                    Zone(
                        f"{pile}-{ship.number}",
                        partial(_read, ship.number, pile),
                        partial(_could_differ, ship.number, pile, own),
                        None if own else partial(_plant, ship.number, pile),
                    )
                )
    return tuple(zones)


def _ship(state: State, number: int) -> Ship:
    return next(ship for ship in state.everyone() if ship.number == number)


def _read(number: int, pile: str, state: State) -> object:
    return getattr(_ship(state, number), pile)


def _could_differ(number: int, pile: str, own: bool, state: State) -> bool:
    """Other cards could lie there, or the same ones in another order."""
    ship = _ship(state, number)
    cards = getattr(ship, pile)
    if own:
        return len(set(cards)) > 1
    elsewhere = list(ship.cards)
    for card in cards:
        elsewhere.remove(card)
    if pile == "draw" and len(set(cards)) > 1:
        return True
    return bool(elsewhere) and len(set(ship.cards)) > 1


def _plant(number: int, pile: str, state: State, marker: str) -> State:
    ship = _ship(state, number)
    planted = (*getattr(ship, pile)[:-1], marker)
    changed = replace(ship, **{pile: planted})

    def swapped(ships: tuple[Ship, ...]) -> tuple[Ship, ...]:
        return tuple(changed if other.number == number else other for other in ships)

    return replace(state, ships=swapped(state.ships), lost=swapped(state.lost), departed=swapped(state.departed))
