"""Missiles and nukes: launching, steering, holding, setting off (DS-23, DS-24, DS-33, DS-47 to DS-63)."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.geometry.hex import Hex, moved, name
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.actions import Detonate, Hold, Launch, Steer
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.content import Launching
from apps.rulebooks.deckspace.damage import blast, clear, explode_rock, seat_of, strike
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import Ordnance, Ship, State
from apps.rulebooks.deckspace.words import ordnance_name, ship_name


def launches(content: Content, state: State, ship: Ship) -> list[Launch]:
    """The directions into which the card in use can launch: any hex beside the ship that is on the board (DS-47)."""
    hexes = content.chart(state.chart).hexes
    return [Launch(direction) for direction in range(6) if moved(ship.at, direction) in hexes]


def orders(content: Content, state: State, ship: Ship) -> list[Steer | Hold | Detonate]:
    """Everything that can be done with the ordnance of a ship now."""
    found: list[Steer | Hold | Detonate] = []
    for piece in state.ordnance:
        if piece.owner != ship.number:
            continue
        kind = content.ordnance[piece.kind]
        if piece.moves or piece.fuel:
            found.append(Steer(piece.number, "forward"))
            if piece.turns:
                found += [Steer(piece.number, "left"), Steer(piece.number, "right")]
        if kind.must_move and piece.moves:
            found.append(Hold(piece.number))
        if kind.radius:
            found.append(Detonate(piece.number))
    return found


def owing(content: Content, state: State, ship: Ship) -> list[Ordnance]:
    """Missiles that must be moved before the turn can end (DS-33, DS-56)."""
    return [
        piece
        for piece in state.ordnance
        if piece.owner == ship.number and piece.moves and content.ordnance[piece.kind].must_move
    ]


def refresh(battle: Battle, owner: int) -> None:
    """A new turn of its ship gives ordnance its movement and turns again; spent fuel stays spent (DS-54, DS-A08)."""
    for piece in list(battle.ordnance.values()):
        if piece.owner == owner:
            kind = battle.content.ordnance[piece.kind]
            battle.ordnance[piece.number] = replace(piece, moves=kind.moves, turns=kind.turns)


def launch(battle: Battle, ship: Ship, action: Launch) -> None:
    """Put a missile or nuke beside the ship, looking away from it (DS-47, DS-55, DS-A43).

    What is there is hit (DS-48).
    """
    effect = battle.content.cards[battle.card].effect
    assert isinstance(effect, Launching)
    kind = battle.content.ordnance[effect.ordnance]
    fuel = battle.throw("fuel", ship.number, kind.fuel_die, "fuel") if kind.fuel_die else 0
    battle.launched += 1
    at = moved(ship.at, action.direction)
    piece = Ordnance(battle.launched, ship.number, kind.slug, ship.at, action.direction, kind.moves, kind.turns, fuel)
    words = say(
        "{ship} launches a {what} to {at}.",
        ship=ship_name(ship),
        what=ordnance_name(battle.content, kind.slug),
        at=name(at),
    )
    battle.tell("launched", words, "DS-47", ship.seat)
    battle.mark("launch", ship.at, ship.seat, to=at)
    _enter(battle, piece, at)


def steer(battle: Battle, action: Steer) -> None:
    """Move or turn a missile or nuke for one point of movement, or of fuel when that is used up (DS-23, DS-57)."""
    piece = battle.ordnance[action.ordnance]
    piece = replace(piece, moves=piece.moves - 1) if piece.moves else replace(piece, fuel=piece.fuel - 1)
    if action.way != "forward":
        turn = -1 if action.way == "left" else 1
        turns = piece.turns - 1 if piece.turns > 0 else piece.turns
        battle.ordnance[piece.number] = replace(piece, facing=(piece.facing + turn) % 6, turns=turns)
        return
    to = moved(piece.at, piece.facing)
    battle.mark("steer", piece.at, seat_of(battle, piece), to=to if battle.on_board(to) else None)
    _enter(battle, piece, to)


def hold(battle: Battle, action: Hold) -> None:
    """Turn on the spot until nothing is owed (DS-A07)."""
    piece = battle.ordnance[action.ordnance]
    battle.ordnance[piece.number] = replace(piece, moves=0)


def detonate(battle: Battle, action: Detonate) -> None:
    """Set off a nuke where it is (DS-61)."""
    piece = battle.ordnance.pop(action.ordnance)
    blast(battle, battle.content.ordnance[piece.kind], piece.at, seat_of(battle, piece))


def _enter(battle: Battle, piece: Ordnance, to: Hex) -> None:
    """Bring a missile or nuke into a hex; what is there is hit (DS-38, DS-45, DS-49, DS-161, DS-A26)."""
    battle.ordnance.pop(piece.number, None)
    if not battle.on_board(to):
        words = say("A {what} flies off the board.", what=ordnance_name(battle.content, piece.kind))
        battle.tell("ordnance-lost", words, "DS-A26", seat_of(battle, piece))
        return
    target = battle.ship_at(to)
    if target is not None:
        strike(battle, piece, target)
    elif to in battle.rocks or to in battle.solid:
        hit_rock(battle, piece, to)
    elif (other := battle.ordnance_at(to)) is not None:
        _hit_ordnance(battle, piece, other)
    else:
        battle.ordnance[piece.number] = replace(piece, at=to)


def hit_rock(battle: Battle, piece: Ordnance, at: Hex) -> None:
    """A missile makes the rock explode; a nuke bursts on it with its own blast instead (DS-38, DS-41, DS-45)."""
    kind = battle.content.ordnance[piece.kind]
    battle.ordnance.pop(piece.number, None)
    if not kind.radius:
        explode_rock(battle, at)
        return
    clear(battle, at)
    blast(battle, kind, at, seat_of(battle, piece))


def _hit_ordnance(battle: Battle, piece: Ordnance, other: Ordnance) -> None:
    """Both are gone; the one that was hit does not go off, a nuke that hit bursts there (DS-161)."""
    kind = battle.content.ordnance[piece.kind]
    del battle.ordnance[other.number]
    words = say(
        "A {what} hits a {other} at {at}.",
        what=ordnance_name(battle.content, piece.kind),
        other=ordnance_name(battle.content, other.kind),
        at=name(other.at),
    )
    battle.tell("ordnance-hit", words, "DS-161")
    if kind.radius:
        blast(battle, kind, other.at, seat_of(battle, piece))
    else:
        battle.mark("explosion", other.at, seat_of(battle, piece))
