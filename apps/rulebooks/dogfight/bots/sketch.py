"""A position as a bot thinks about it: where the hulls and rocks are, in bit masks, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from apps.rulebooks.dogfight.bots.grid import Grid, grid_of
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.state import Ship, State


class Hull(NamedTuple):
    """A ship: the mask of its square, the place of its class in the content, and its number."""

    at: int
    kind: int
    number: int


Fleet = tuple[Hull, ...]


class Sketch(NamedTuple):
    """Both fleets, red first, and the squares of the asteroids."""

    fleets: tuple[Fleet, Fleet]
    rocks: int

    def occupied(self) -> int:
        """Squares that cannot be entered (DF-28)."""
        mask = self.rocks
        for fleet in self.fleets:
            for hull in fleet:
                mask |= hull.at
        return mask

    def hull(self, side: int, number: int) -> Hull:
        """The ship of `side` with this number."""
        return next(hull for hull in self.fleets[side] if hull.number == number)

    def moved(self, side: int, hull: Hull, at: int) -> Sketch:
        """The position after one ship has moved to `at`."""
        fleet = tuple(Hull(at, hull.kind, hull.number) if other is hull else other for other in self.fleets[side])
        return self._with(side, fleet)

    def without(self, side: int, number: int) -> Sketch:
        """The position after one ship of `side` is lost."""
        return self._with(side, tuple(hull for hull in self.fleets[side] if hull.number != number))

    def _with(self, side: int, fleet: Fleet) -> Sketch:
        return Sketch((fleet, self.fleets[1]) if side == 0 else (self.fleets[0], fleet), self.rocks)


class Hulls:
    """The numbers of the ship classes as lists by their place in the content, and the board they fly on."""

    def __init__(self, content: Content) -> None:
        self.grid: Grid = grid_of(content.board)
        self.mov = [ship.mov for ship in content.ships]
        self.att = [ship.att for ship in content.ships]
        self.dif = [ship.dif for ship in content.ships]
        self.points = [ship.points for ship in content.ships]
        self.place = {ship.slug: place for place, ship in enumerate(content.ships)}

    def sketch(self, state: State) -> Sketch:
        """The position of a state."""
        return Sketch((self._fleet(state, 0), self._fleet(state, 1)), self.grid.bits(state.asteroids))

    def hull(self, ship: Ship) -> Hull:
        """A ship as a hull."""
        return Hull(self.grid.bit(ship.cell), self.place[ship.kind], ship.number)

    def _fleet(self, state: State, side: int) -> Fleet:
        return tuple(self.hull(ship) for ship in state.fleet(side))

    def worth(self, fleet: Fleet) -> int:
        """The points of a fleet."""
        return sum(self.points[hull.kind] for hull in fleet)

    def moves_home(self, side: int, hull: Hull) -> int:
        """How many moves a ship needs to the enemy base if nothing is in its way."""
        return -(-self.grid.rows_to_base(side, hull.at) // self.mov[hull.kind])
