"""Moving ships: what a ship can reach, by which way, and what it costs."""

from __future__ import annotations

from collections.abc import Set

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.square import Cell, name
from apps.rulebooks.core.protocol import Event, Step
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.actions import Move
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.ending import settle
from apps.rulebooks.dogfight.hand import bill, pay, purse
from apps.rulebooks.dogfight.state import Ship, State, Trace, in_base
from apps.rulebooks.dogfight.words import colour, price, ship_name


def reach(content: Content, occupied: Set[Cell], ship: Ship) -> dict[Cell, Cell]:
    """Every square a ship can end its move on, each with the square it is entered from.

    1 to MOV steps, each forward or sideways, only through free squares of the board (DF-25, DF-27,
    DF-28, DF-A07). Following the entries back to the ship's own square gives a shortest way.
    """
    steps = content.steps[ship.side]
    entered = {ship.cell: ship.cell}
    edge = [ship.cell]
    for _ in range(content.by_slug[ship.kind].mov):
        further: list[Cell] = []
        for cell in edge:
            for neighbour in steps[cell]:
                if neighbour not in entered and neighbour not in occupied:
                    entered[neighbour] = cell
                    further.append(neighbour)
        edge = further
    del entered[ship.cell]
    return entered


def route(entered: dict[Cell, Cell], to: Cell) -> tuple[Cell, ...]:
    """The squares of a shortest way to `to`, the start included, out of what `reach` found."""
    way = [to]
    while way[-1] in entered:
        way.append(entered[way[-1]])
    return tuple(reversed(way))


def moves_of(content: Content, occupied: Set[Cell], ship: Ship) -> list[Move]:
    """Every move of one ship, whatever its side can pay."""
    number = ship.number
    return [Move(number, cell) for cell in reach(content, occupied, ship)]


def can_pay_move(content: Content, state: State, seat: int) -> bool:
    """Whether a seat can pay for a move (DF-24)."""
    return purse(state, state.sides[seat]) >= content.numbers.move_cost


def move(content: Content, state: State, seat: int, action: Move, chance: Chance) -> Step[State]:
    """Move a ship for AP; a move into the base may end the game (DF-24, DF-26, DF-48)."""
    ship = state.ship(action.ship)
    assert ship is not None
    moved = replace(ship, cell=action.to)
    forward = moved.cell[1] != ship.cell[1]  # no move goes backward
    cost = content.numbers.move_cost
    paid = bill(state.sides[seat], cost)
    state = replace(
        pay(state, seat, cost),
        phase="spending",
        follow=None,
        ships=tuple(moved if other is ship else other for other in state.ships),
        progress=state.progress or forward,
        trace=Trace(seat, ship.cell, moved.cell),
        dice=None,
    )
    words = say(
        "{ship} moves from {came} to {went} for {price}.",
        ship=ship_name(content, ship),
        came=name(ship.cell),
        went=name(moved.cell),
        price=price(*paid),
    )
    events = [Event("ship-moved", words, rule="DF-24", seat=seat)]
    if in_base(content, moved) and not in_base(content, ship):
        points = content.by_slug[ship.kind].points
        home = say("{points} points home for {side}.", points=points, side=colour(seat))
        events.append(Event("ship-home", home, rule="DF-49", seat=seat))
    state = settle(content, state, events)
    return Step(state, tuple(events))
