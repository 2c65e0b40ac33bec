"""Damage and explosions: one at a time, everything in reach fixed first, then all of it at once (DS-A42)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from apps.rulebooks.core.geometry.hex import Hex, distance, name
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.content import OrdnanceType
from apps.rulebooks.deckspace.state import Ordnance, Ship
from apps.rulebooks.deckspace.words import ordnance_name, ship_name


def hurt(battle: Battle, ship: Ship, amount: int) -> Ship:
    """Take damage from armor, then from health (DS-22); cargo is lost with the hull until it is dropped (DS-115)."""
    soaked = min(ship.armor, amount)
    hull = min(ship.health, amount - soaked)
    pods = ship.pods if ship.dropped else max(0, ship.pods - hull)
    name_ = ship_name(ship)
    if amount:
        if not hull:
            battle.tell("hurt", say("{ship}'s armor takes {amount}.", ship=name_, amount=soaked), "DS-22", ship.seat)
        elif soaked:
            words = say("{ship} takes {hull}, its armor {soaked}.", ship=name_, hull=hull, soaked=soaked)
            battle.tell("hurt", words, "DS-22", ship.seat)
        else:
            battle.tell("hurt", say("{ship} takes {hull}.", ship=name_, hull=hull), "DS-22", ship.seat)
    if pods < ship.pods:
        battle.tell(
            "pods-lost", say("{ship} loses {pods} pods.", ship=name_, pods=ship.pods - pods), "DS-115", ship.seat
        )
    objective = battle.objective
    if objective is not None and objective.ship == ship.number:
        battle.objective = replace(objective, hull=objective.hull + hull)
    return battle.change(ship, armor=ship.armor - soaked, health=ship.health - hull, pods=pods)


def hurt_all(battle: Battle, ships: Iterable[Ship], amount: int) -> None:
    """Damage ships at the same moment, then remove those that are destroyed (DS-21, DS-A42)."""
    ships = tuple(ships)
    for ship in ships:
        hurt(battle, battle.ships[ship.number], amount)
    for ship in ships:
        if battle.ships[ship.number].health <= 0:
            lose(battle, ship.number, say("{ship} is destroyed.", ship=ship_name(ship)), "DS-21")


def lose(battle: Battle, number: int, words: Text, rule: str, kind: str = "destroyed") -> None:
    """Take a ship off the board, and all its ordnance with it (DS-A23)."""
    ship = battle.ships.pop(number)
    battle.lost.append(ship)
    battle.tell(kind, words, rule, ship.seat)
    if battle.on_board(ship.at):
        battle.mark("wreck", ship.at, ship.seat)
    recall(battle, number)


def recall(battle: Battle, owner: int) -> None:
    """Remove the ordnance of a ship that is gone."""
    for piece in [piece for piece in battle.ordnance.values() if piece.owner == owner]:
        del battle.ordnance[piece.number]


def explode(battle: Battle, centre: Hex, radius: int, amount: int) -> None:
    """Damage every ship and destroy every missile and nuke within `radius` of a hex (DS-39, DS-40, DS-62, DS-160).

    Nothing that is destroyed goes off itself, and no rock is set off (DS-63, DS-A42).
    """
    ships = [ship for ship in battle.ships.values() if distance(ship.at, centre) <= radius]
    caught = [piece for piece in battle.ordnance.values() if distance(piece.at, centre) <= radius]
    for piece in caught:
        del battle.ordnance[piece.number]
        words = say("A {what} at {at} is destroyed.", what=ordnance_name(battle.content, piece.kind), at=name(piece.at))
        battle.tell("ordnance-destroyed", words, "DS-63")
    hurt_all(battle, ships, amount)


def explode_rock(battle: Battle, at: Hex) -> None:
    """A rock or solid rock that was hit explodes and is gone (DS-38 to DS-40, DS-45, DS-164)."""
    numbers = battle.numbers
    clear(battle, at)
    battle.mark("explosion", at, reach=numbers.rock_radius)
    battle.tell("rock-exploded", say("The rock at {at} explodes.", at=name(at)), "DS-38")
    explode(battle, at, numbers.rock_radius, numbers.rock_damage)


def blast(battle: Battle, kind: OrdnanceType, centre: Hex, seat: int) -> None:
    """A nuke goes off: its blast is centred on a hex and hits every ship in reach (DS-49, DS-62)."""
    battle.mark("blast", centre, seat, reach=kind.radius)
    words = say("A {nuke} goes off at {at}.", nuke=ordnance_name(battle.content, kind.slug), at=name(centre))
    battle.tell("blast", words, "DS-62")
    explode(battle, centre, kind.radius, kind.damage)


def clear(battle: Battle, at: Hex) -> None:
    """Remove the rock or solid rock of a hex, which is open from now on (DS-45, DS-164)."""
    battle.rocks.pop(at, None)
    battle.solid.discard(at)


def strike(battle: Battle, piece: Ordnance, target: Ship) -> None:
    """A missile or nuke that is off the board already hits a ship (DS-49, DS-50, DS-52)."""
    kind = battle.content.ordnance[piece.kind]
    seat = seat_of(battle, piece)
    if kind.radius:
        blast(battle, kind, target.at, seat)
        return
    battle.mark("explosion", target.at, seat)
    words = say("A {what} hits {ship}.", what=ordnance_name(battle.content, piece.kind), ship=ship_name(target))
    battle.tell("hit", words, "DS-49", target.seat)
    hurt_all(battle, (target,), kind.damage)


def seat_of(battle: Battle, piece: Ordnance) -> int:
    """The seat whose ship launched a missile or nuke; -1 when that ship is gone."""
    owner = battle.ships.get(piece.owner)
    return owner.seat if owner is not None else -1
