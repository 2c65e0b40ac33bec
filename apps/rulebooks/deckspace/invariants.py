"""What must be true of every state, checked after each action of test games."""

from __future__ import annotations

from collections import Counter

from apps.rulebooks.core.geometry.hex import Hex
from apps.rulebooks.deckspace.content import Pulsing
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.fleet import DUEL, POOL
from apps.rulebooks.deckspace.state import State


def check(content: Content, state: State) -> list[str]:
    """The invariants that `state` breaks, in words: cards conserved, hexes, caps, phases."""
    return _cards(content, state) + _board(content, state) + _ships(content, state) + _course(content, state)


def _cards(content: Content, state: State) -> list[str]:
    """Every card is in one place; only NULLs come from nowhere (DS-69, DS-71, DS-A48)."""
    broken = []
    if state.objective is None:
        idle = {card.effect.card for card in content.cards.values() if isinstance(card.effect, Pulsing)}
        there = Counter(card for ship in state.everyone() for card in ship.cards) + Counter(state.pool)
        there += Counter(state.offer.cards if state.offer is not None else ())
        wanted = Counter(content.decks[POOL])
        for _ in state.everyone():
            wanted += Counter(content.decks[DUEL])
        for card in (there.keys() | wanted.keys()) - idle:
            if there[card] != wanted[card] and not card.startswith("PLANTED"):
                broken.append(f"there are {there[card]} {card} cards and not {wanted[card]}")
    for ship in state.ships:
        if len(ship.hand) > content.numbers.hand + 1:
            broken.append(f"ship {ship.number} holds {len(ship.hand)} cards")
        if ship.hand != tuple(sorted(ship.hand)) or ship.discard != tuple(sorted(ship.discard)):
            broken.append(f"hand or discard of ship {ship.number} is not sorted")
    if state.offer is not None and not 1 <= state.offer.keep <= len(state.offer.cards):
        broken.append(f"{state.offer.keep} of {len(state.offer.cards)} cards are to be kept")
    return broken


def _board(content: Content, state: State) -> list[str]:
    """Everything is on the board and alone in its hex; a ship may pass over another while it still flies (DS-A11)."""
    broken = []
    chart = content.chart(state.chart)
    flying = state.active if state.flight > 0 else 0
    places: list[Hex] = [ship.at for ship in state.ships if ship.number != flying]
    places += [piece.at for piece in state.ordnance] + [rock.at for rock in state.rocks] + list(state.solid)
    for at, count in Counter(places).items():
        if count > 1:
            broken.append(f"{count} things are in hex {at}")
    for at in (*places, *(ship.at for ship in state.ships)):
        if at not in chart.hexes:
            broken.append(f"something is off the board at {at}")
    return broken


def _ships(content: Content, state: State) -> list[str]:
    """Caps hold (DS-13, DS-22, DS-81); gone ships leave nothing behind (DS-A23)."""
    broken = []
    numbers = content.numbers
    for ship in state.ships:
        if not 0 < ship.health <= ship.max_health:
            broken.append(f"ship {ship.number} has health {ship.health} of {ship.max_health}")
        if not 0 <= ship.speed <= ship.max_speed or ship.max_speed > numbers.speed_cap:
            broken.append(f"ship {ship.number} has speed {ship.speed} of {ship.max_speed}")
        if not 0 <= ship.armor <= numbers.armor_cap:
            broken.append(f"ship {ship.number} has armor {ship.armor}")
        if state.objective is None and ship.max_health > numbers.health_cap:
            broken.append(f"ship {ship.number} has max health {ship.max_health}")
        if ship.station and ship.speed:
            broken.append(f"station {ship.number} moves")
    there = {ship.number for ship in state.ships}
    for piece in state.ordnance:
        kind = content.ordnance[piece.kind]
        if piece.owner not in there:
            broken.append(f"ordnance {piece.number} belongs to no ship in play")
        if not 0 <= piece.moves <= kind.moves or not 0 <= piece.fuel <= kind.fuel_die:
            broken.append(f"ordnance {piece.number} has {piece.moves} moves and {piece.fuel} fuel")
    if len({ship.number for ship in state.everyone()}) != len(state.everyone()):
        broken.append("a ship is in two places")
    return broken


def _course(content: Content, state: State) -> list[str]:
    """Phases fit what is pending; a battle that is over has ended somehow."""
    broken = []
    if (state.phase == "over") != (state.outcome is not None):
        broken.append("the game is over without an outcome, or goes on with one")
    if state.phase == "between" and state.last is None:
        broken.append("the next game waits although this one goes on")
    if (state.phase == "choosing") != (state.offer is not None):
        broken.append("cards are on offer in the wrong phase")
    if state.phase not in ("over", "between") and state.ship(state.active) is None:
        broken.append("it is the turn of a ship that is gone")
    if state.flight >= 0 and state.phase != "choosing":
        broken.append("a ship is left in the middle of its move")
    if state.card and state.uses < 1:
        broken.append("a card without uses is in use")
    if state.phase not in ("over", "between") and state.round > content.numbers.round_limit:
        broken.append(f"round {state.round} is beyond the limit")
    return broken
