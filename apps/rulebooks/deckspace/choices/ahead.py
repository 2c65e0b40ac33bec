"""What the end of a turn and a Forward will do: they are flown ahead on a copy, as far as anyone can tell."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import Hex, moved, name
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace import ending, turns
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.flight import fly, forward, way
from apps.rulebooks.deckspace.state import Ship, State
from apps.rulebooks.deckspace.words import marker_name, ordnance_name, ship_name

_UNKNOWN = b"nothing that is shown depends on it"


class Flight(msgspec.Struct, frozen=True):
    """How a turn or a Forward will end: the last hex, what is met on the way, what it costs, and what stops the ship.

    `off` says that it leaves the board, `away` that it is out by a gate, `lost` that it is destroyed.
    """

    at: Hex
    met: tuple[Text, ...] = ()
    hull: int = 0
    steps: int = 0
    blocked: Text = NOTHING
    off: bool = False
    away: bool = False
    lost: bool = False
    in_field: bool = False


class _Ahead(Battle):
    """A battle that counts what one of its ships loses."""

    def __init__(self, content: Content, state: State, number: int) -> None:
        super().__init__(content, state, Chance(_UNKNOWN))
        self.number, self.hull, self.armor, self.pods = number, 0, 0, 0

    def change(self, ship: Ship, **values: Any) -> Ship:
        after = super().change(ship, **values)
        if ship.number == self.number:
            self.hull += max(0, ship.health - after.health)
            self.armor += max(0, ship.armor - after.armor)
            self.pods += max(0, ship.pods - after.pods)
        return after


def flown(content: Content, state: State, ship: Ship) -> Flight:
    """The flight of a ship if its turn ends now (DS-31 to DS-43).

    Nothing hidden and no chance has a part in it but the strike in a field, which is only named.
    """
    battle = _Ahead(content, state, ship.number)
    turns.end_turn(battle)
    met: list[Text] = []
    steps, at = 0, ship.at
    while battle.flight > 0 and ship.number in battle.ships and not ending.settled(battle):
        there = battle.ships[ship.number]
        path, _off = way(battle.chart.hexes, battle.solid, battle.ships.values(), there, battle.flight)
        found = _waiting(battle, path[0]) if path else NOTHING
        before = (battle.hull, battle.armor, battle.pods)
        fly(battle)
        if path:
            steps, at = steps + 1, path[0]
        if found != NOTHING:
            met.append(_told(found, battle, before))
    left = battle.ships.get(ship.number)
    off = any(trace.kind == "lost" for trace in battle.trace)
    return Flight(
        at=at,
        met=tuple(met),
        hull=battle.hull,
        steps=steps,
        blocked=_blocked(battle, left) if left is not None and steps < ship.speed and battle.last is None else NOTHING,
        off=off,
        away=any(other.number == ship.number for other in battle.departed),
        lost=not off and any(other.number == ship.number for other in battle.lost),
        in_field=left is not None and not left.station and battle.chart.in_field(left.at, battle.drifted),
    )


def forwarded(content: Content, state: State, ship: Ship) -> Flight:
    """The one hex that High Thrust's Forward flies at once (DS-18, DS-A39); a field has no part in it yet (DS-37)."""
    battle, to = _Ahead(content, state, ship.number), moved(ship.at, ship.facing)
    found = _waiting(battle, to) if battle.on_board(to) else NOTHING
    forward(battle, ship)
    off = any(trace.kind == "lost" for trace in battle.trace)
    return Flight(
        at=to,
        met=(_told(found, battle, (0, 0, 0)),) if found != NOTHING else (),
        hull=battle.hull,
        steps=1,
        off=off,
        away=any(other.number == ship.number for other in battle.departed),
        lost=not off and any(other.number == ship.number for other in battle.lost),
    )


def _waiting(battle: _Ahead, at: Hex) -> Text:
    """What a ship will meet in a hex (DS-A41)."""
    ship = battle.ships[battle.number]
    if at in ship.exits:
        return NOTHING
    things: list[Text] = []
    if at in battle.rocks:
        things.append(say("the rock at {at}", at=name(at)))
    piece = battle.ordnance_at(at)
    if piece is not None:
        what = ordnance_name(battle.content, piece.kind)
        owner = next(other for other in battle.before.everyone() if other.number == piece.owner)
        if piece.owner == ship.number:
            things.append(say("your own {what} at {at}", what=what, at=name(at)))
        else:
            things.append(say("{what} of {ship} at {at}", what=what, ship=ship_name(owner), at=name(at)))
    if at == battle.chart.drop and battle.before.objective is not None and not ship.dropped:
        things.append(say("the drop at {at}", at=name(at)))
    marker = battle.chart.markers.get(at)
    if marker is not None:
        things.append(say("the marker {marker} at {at}", marker=marker_name(battle.content, marker), at=name(at)))
    return joined(things)


def _told(found: Text, battle: _Ahead, before: tuple[int, int, int]) -> Text:
    """What was met, with what it cost."""
    hull, armor, pods = battle.hull - before[0], battle.armor - before[1], battle.pods - before[2]
    costs: list[Text] = []
    if hull or armor:
        costs.append(say("{damage} damage", damage=hull + armor))
    if pods:
        costs.append(say("1 pod lost") if pods == 1 else say("{pods} pods lost", pods=pods))
    return say("{found} ({costs})", found=found, costs=joined(costs)) if costs else found


def _blocked(battle: _Ahead, ship: Ship) -> Text:
    """What stops a ship before its speed is flown (DS-43, DS-A11)."""
    at = moved(ship.at, ship.facing)
    if at in battle.solid:
        return say("Blocked by the solid rock at {at}.", at=name(at))
    other = battle.ship_at(at)
    if other is not None:
        return say("Blocked by {ship} at {at}.", ship=ship_name(other), at=name(at))
    return NOTHING


def joined(parts: list[Text]) -> Text:
    """Several things in a row, with commas; nothing where there are none."""
    if not parts:
        return NOTHING
    line = parts[0]
    for part in parts[1:]:
        line = say("{some}, {more}", some=line, more=part)
    return line
