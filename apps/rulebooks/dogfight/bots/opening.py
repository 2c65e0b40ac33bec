"""Choosing a fleet and placing it."""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Decision
from apps.rulebooks.dogfight.actions import BuildFleet, PlaceShip
from apps.rulebooks.dogfight.bots import why
from apps.rulebooks.dogfight.bots.sketch import Hulls
from apps.rulebooks.dogfight.content import BotWeights, Content
from apps.rulebooks.dogfight.fleet import fleets_to_build, placements
from apps.rulebooks.dogfight.state import State

_CLOSE = 2  # columns within which a friend counts as close by


def choose_fleet(content: Content, state: State, seat: int, weights: BotWeights, chance: Chance) -> Decision:
    """One of the favourite fleets that are legal, or any legal one; drawn, so that nobody can foresee it."""
    legal = fleets_to_build(content, state, seat)
    liked = [build for build in map(BuildFleet, weights.fleets) if build in legal]
    return Decision(chance.pick(liked or legal, "fleet"), why.FLEET)


def choose_place(content: Content, state: State, seat: int, weights: BotWeights, chance: Chance) -> Decision:
    """A square with a short way home, at the wanted distance from the front and near friends."""
    hulls = Hulls(content)
    grid = hulls.grid
    rocks = grid.bits(state.asteroids)
    friends = [ship.cell for ship in state.fleet(seat)]

    def worth(place: PlaceShip) -> float:
        at = grid.bit(place.to)
        beside = sum(1.0 for cell in friends if abs(cell[0] - place.to[0]) <= _CLOSE)
        rows_back = grid.zone_depth - 1 - grid.advanced(seat, at)
        way = moves_around(hulls, seat, hulls.place[place.ship], at, rocks)
        danger = (grid.around[at.bit_length() - 1] & rocks).bit_count()
        return weights.back * rows_back + weights.together * beside - way - danger

    options = chance.shuffled(placements(content, state, seat), "places")
    return Decision(max(options, key=worth), why.PLACING)


def moves_around(hulls: Hulls, seat: int, kind: int, at: int, rocks: int) -> int:
    """How many moves a ship needs to the enemy base if only the asteroids are in its way."""
    grid = hulls.grid
    reached, moves = at, 0
    while not reached & grid.zones[1 - seat] and moves < grid.rows:
        reached = grid.flood(seat, reached, grid.board & ~rocks, hulls.mov[kind])
        moves += 1
    return moves
