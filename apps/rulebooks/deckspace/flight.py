"""Ships that fly: entering hexes, the move at the end of a turn, Forward, rock strikes (DS-31 to DS-45)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from apps.rulebooks.core.geometry.hex import Hex, moved, name
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.damage import explode_rock, hurt_all, lose, recall, strike
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.markers import collect
from apps.rulebooks.deckspace.state import Ship, State
from apps.rulebooks.deckspace.words import ship_name


def way(
    hexes: Collection[Hex], solid: Collection[Hex], ships: Iterable[Ship], ship: Ship, steps: int
) -> tuple[tuple[Hex, ...], bool]:
    """The hexes a ship flies through in so many steps, and whether it leaves the board at their end (DS-34).

    It stops before solid rock (DS-43), goes out at its gate (DS-113), passes through other ships, and if its
    last hex is taken stops in the last free one before it (DS-A11).
    """
    path: list[Hex] = []
    at = ship.at
    for _ in range(steps):
        at = moved(at, ship.facing)
        if at not in hexes:
            return tuple(path), True
        if at in solid:
            break
        path.append(at)
        if at in ship.exits:
            return tuple(path), False
    taken = {other.at for other in ships if other.number != ship.number}
    while path and path[-1] in taken:
        path.pop()
    return tuple(path), False


def way_of(content: Content, state: State, ship: Ship) -> tuple[tuple[Hex, ...], bool]:
    """The way that a ship will fly if its turn ends now, as far as anyone can tell, and whether off the board."""
    return way(content.chart(state.chart).hexes, state.solid, state.ships, ship, ship.speed)


def fly(battle: Battle) -> None:
    """One hex of the move at the end of a turn; `flight` is 0 when the move is over."""
    ship = battle.ships[battle.active]
    path, off = way(battle.chart.hexes, battle.solid, battle.ships.values(), ship, battle.flight)
    if not path and not off:
        battle.flight = 0
        return
    battle.flight -= 1
    if not path:
        _leave_board(battle, ship)
        return
    enter(battle, ship, path[0])


def forward(battle: Battle, ship: Ship) -> None:
    """High Thrust's Forward: one hex at once, and the speed goes up unless it is at its maximum (DS-18)."""
    to = moved(ship.at, ship.facing)
    ship = battle.change(ship, speed=min(ship.speed + 1, ship.max_speed))
    battle.mark("thrust", ship.at, ship.seat)
    if not battle.on_board(to):
        _leave_board(battle, ship)
        return
    enter(battle, ship, to)
    if ship.number in battle.ships:
        battle.mark("to", to, ship.seat)


def enter(battle: Battle, ship: Ship, to: Hex) -> None:
    """A ship comes into a hex: gate, rock, ordnance, drop, marker, in this order (DS-A41). It may be destroyed."""
    if to in ship.exits:
        depart(battle, ship, to)
        return
    battle.change(ship, at=to)
    arrive(battle, ship.number)


def arrive(battle: Battle, number: int) -> None:
    """What a ship meets in the hex where it is now, however it came there (DS-38, DS-39, DS-52, DS-80, DS-112)."""
    at = battle.ships[number].at
    if at in battle.rocks:
        explode_rock(battle, at)
    piece = battle.ordnance_at(at) if number in battle.ships else None
    if piece is not None:
        del battle.ordnance[piece.number]
        strike(battle, piece, battle.ships[number])
    ship = battle.ships.get(number)
    if ship is None:
        return
    if at == battle.chart.drop and battle.before.objective is not None:
        _drop(battle, ship)
    marker = battle.chart.markers.get(at)
    if marker is not None and not ship.station:
        collect(battle, battle.ships[number], marker)


def depart(battle: Battle, ship: Ship, gate: Hex) -> None:
    """A ship that enters its gate is out at once; the rest of its move is not flown (DS-113)."""
    battle.departed.append(battle.ships.pop(ship.number))
    words = say("{ship} leaves by the gate at {at}.", ship=ship_name(ship), at=name(gate))
    battle.tell("departed", words, "DS-113", ship.seat)
    battle.mark("to", gate, ship.seat)
    recall(battle, ship.number)


def strike_risk(battle: Battle) -> None:
    """A turn that ends in a field risks a rock strike (DS-37)."""
    ship = battle.ships[battle.active]
    numbers = battle.numbers
    if ship.station or not battle.chart.in_field(ship.at, battle.drifted):
        return
    roll = battle.chance.die(100, "strike")
    if roll > numbers.strike_chance:
        return
    battle.mark("strike", ship.at, ship.seat)
    words = say("A rock strikes {ship} in the field at {at}.", ship=ship_name(ship), at=name(ship.at))
    battle.tell("strike", words, "DS-37", ship.seat)
    hurt_all(battle, (ship,), numbers.strike_damage)


def _drop(battle: Battle, ship: Ship) -> None:
    """Pass over the drop: from now on no pod can be lost (DS-112, DS-115)."""
    if ship.dropped or battle.before.objective is None or battle.before.objective.ship != ship.number:
        return
    battle.change(ship, dropped=True)
    words = say("{ship} drops {pods} pods at {at}.", ship=ship_name(ship), pods=ship.pods, at=name(ship.at))
    battle.tell("dropped", words, "DS-112", ship.seat)


def _leave_board(battle: Battle, ship: Ship) -> None:
    """Beyond the edge a ship is lost (DS-34)."""
    battle.flight = 0 if battle.flight >= 0 else battle.flight
    battle.mark("lost", ship.at, ship.seat)
    lose(battle, ship.number, say("{ship} flies off the board and is lost.", ship=ship_name(ship)), "DS-34", "lost")
