"""What an editor can change in Space Dogfight, and the tables worked out from it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from apps.rulebooks.core.geometry.square import NORTH, SOUTH, Cell
from apps.rulebooks.core.scene import Tile

Slug = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
Few = Annotated[int, msgspec.Meta(ge=0, le=12)]
Cost = Annotated[int, msgspec.Meta(ge=1, le=5)]

RED, BLUE = 0, 1
FORWARD = (NORTH, SOUTH)  # of red and of blue (DF-26)


class ShipClass(msgspec.Struct, frozen=True):
    """A ship class: how far it moves, the highest results that hit and dodge, and its worth (DF-03 to DF-07)."""

    slug: Slug
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=2)]
    name: Words
    mov: Annotated[int, msgspec.Meta(ge=1, le=9)]
    att: Annotated[int, msgspec.Meta(ge=0, le=6)]
    dif: Annotated[int, msgspec.Meta(ge=0, le=6)]
    points: Annotated[int, msgspec.Meta(ge=1, le=200)]
    counters: Annotated[int, msgspec.Meta(ge=0, le=8)]
    symbol: Slug
    character: Annotated[str, msgspec.Meta(max_length=120)] = ""


class FleetRules(msgspec.Struct, frozen=True):
    """What a fleet must be worth, exactly (DF-08)."""

    slug: Slug
    budget: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class BoardRules(msgspec.Struct, frozen=True):
    """The size of the board in squares, the depth of both start zones in rows, and the asteroid spots."""

    slug: Slug
    columns: Annotated[int, msgspec.Meta(ge=3, le=20)]
    rows: Annotated[int, msgspec.Meta(ge=4, le=24)]
    zone_depth: Annotated[int, msgspec.Meta(ge=1, le=6)]
    spots: tuple[tuple[int, int], ...]
    asteroids: Annotated[int, msgspec.Meta(ge=1, le=6)]


class Cup(msgspec.Struct, frozen=True):
    """How many counters of each kind there are, in the cup and in both hands together (DF-39, DF-A05)."""

    slug: Slug
    ap: Annotated[int, msgspec.Meta(ge=0, le=60)]
    defense_1: Few
    defense_2: Few
    asteroid: Few
    blank: Few


class Numbers(msgspec.Struct, frozen=True):
    """The other numbers of the rules. Costs are in AP, `stall_turns` and `turn_limit` in turns of either side."""

    slug: Slug
    hand_limit: Annotated[int, msgspec.Meta(ge=1, le=12)]
    draw: Annotated[int, msgspec.Meta(ge=1, le=12)]
    move_cost: Cost
    attack_cost: Cost
    follow_up_cost: Cost
    support_bonus: Annotated[int, msgspec.Meta(ge=0, le=3)]
    stall_turns: Annotated[int, msgspec.Meta(ge=2, le=100)]
    stall_warning: Annotated[int, msgspec.Meta(ge=0, le=100)]
    turn_limit: Annotated[int, msgspec.Meta(ge=10, le=2000)]


Weight = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class BotWeights(msgspec.Struct, frozen=True):
    """What one level of bot cares about. Worths are in points of ships unless another unit is named.

    Building and placing: `fleets` are favourites, as counts per class in the order of the content;
    `back` is the worth of each row between a ship and the front when placing, `together` of a friend close by.

    Fighting: `strike_odds` and `follow_odds` are the lowest chances at which an attack is begun and
    repeated; `threat` is the share of what the enemy can shoot down next that counts as lost, `promise` the share of
    what the own ships can shoot down next that counts as won; `rock` is the share of a ship's points that is at risk
    beside an asteroid.

    Counters: `ap`, `defense_1` and `defense_2` are the worths of counters held; `hoard` is the AP a level
    likes to hold before it comes forward.

    The race home: worths of being one AP ahead of the enemy in it, while the fleets are `level`, while `ahead`
    and while `behind` in points; `held` is the share that AP in hand counts for in it; `decided` is the worth of having the better points when nobody can be
    shot at any more, `stall` is lost by who is not the leader when a game is about to stall.

    Thinking: `scale` is the lead in points at which a game is as good as won; `positions` is how many
    positions are looked at for each second of time; `width` how many moves are followed up at first.
    """

    slug: Slug
    fleets: tuple[tuple[int, ...], ...] = ()
    back: Weight = 0.0
    together: Weight = 0.0
    strike_odds: Share = 0.5
    follow_odds: Share = 0.0
    threat: Weight = 0.0
    promise: Weight = 0.0
    rock: Weight = 0.0
    ap: Weight = 0.0
    defense_1: Weight = 0.0
    defense_2: Weight = 0.0
    hoard: Few = 3
    level: Weight = 1.0
    ahead: Weight = 1.0
    behind: Weight = 1.0
    held: Share = 0.6
    decided: Weight = 50.0
    stall: Weight = 0.0
    scale: Annotated[float, msgspec.Meta(gt=0, le=1000)] = 40.0
    positions: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    width: Annotated[int, msgspec.Meta(ge=1, le=40)] = 6


class Content(msgspec.Struct, frozen=True):
    """A whole edition of the game, checked, with the tables that play would otherwise work out again and again.

    `fleets` are the legal fleets as counts per class in the order of `ships`; `squares` all cells;
    `zones[side]` is a side's start zone, and so the base that the other side wants to reach;
    `steps[side][cell]` lists the cells one step away that a ship of that side may go to;
    `tiles` is the board as screens show it.
    """

    ships: tuple[ShipClass, ...]
    fleet: FleetRules
    board: BoardRules
    cup: dict[str, int]
    numbers: Numbers
    bots: dict[str, BotWeights]
    by_slug: dict[str, ShipClass]
    fleets: tuple[tuple[int, ...], ...]
    squares: frozenset[Cell]
    zones: tuple[frozenset[Cell], frozenset[Cell]]
    steps: tuple[dict[Cell, tuple[Cell, ...]], dict[Cell, tuple[Cell, ...]]]
    tiles: tuple[Tile, ...]


def legal_fleets(ships: tuple[ShipClass, ...], budget: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of ships, as counts per class, that is worth exactly `budget` points (DF-08)."""
    found: list[tuple[int, ...]] = []

    def choose(start: tuple[int, ...], left: int) -> None:
        if len(start) == len(ships):
            if left == 0:
                found.append(start)
            return
        ship = ships[len(start)]
        for count in range(min(ship.counters, left // ship.points) + 1):
            choose((*start, count), left - count * ship.points)

    choose((), budget)
    return tuple(found)
