"""What an editor can change in Space Dogfight, and the tables worked out from it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from apps.rulebooks.core.geometry.square import NORTH, SOUTH, Cell
from apps.rulebooks.core.scene import Tile

Slug = Annotated[
    str,
    Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40, description="Small letters, digits and single hyphens."),
]
Words = Annotated[str, Meta(min_length=1, max_length=120)]
Few = Annotated[int, Meta(ge=0, le=12)]
Cost = Annotated[int, Meta(ge=1, le=5, extra={"unit": "AP"})]
Drawing = Annotated[Slug, Meta(description="Its drawing.", extra={"drawing": "ship-"})]

RED, BLUE = 0, 1
FORWARD = (NORTH, SOUTH)  # of red and of blue (DF-26)


class ShipClass(msgspec.Struct, frozen=True):
    """A ship class: how far it moves, the highest results that hit and dodge, and its worth (DF-03 to DF-07)."""

    slug: Slug
    letter: Annotated[str, Meta(min_length=1, max_length=2, description="Shown on the ship: one or two letters.")]
    name: Annotated[Words, Meta(description="What players call the class.")]
    mov: Annotated[
        int, Meta(ge=1, le=9, title="Move", description="How far one move goes at most.", extra={"unit": "squares"})
    ]
    att: Annotated[
        int,
        Meta(ge=0, le=6, title="Attack", description="The highest roll of a die that hits.", extra={"unit": "of 6"}),
    ]
    dif: Annotated[
        int,
        Meta(ge=0, le=6, title="Defence", description="The highest roll of a die that dodges.", extra={"unit": "of 6"}),
    ]
    points: Annotated[int, Meta(ge=1, le=200, description="What it counts in a fleet and at home.")]
    counters: Annotated[
        int, Meta(ge=0, le=8, description="How many one side may have at most.", extra={"unit": "ships"})
    ]
    symbol: Drawing
    character: Annotated[str, Meta(max_length=120, description="One line of character for the ship card.")] = ""


class FleetRules(msgspec.Struct, frozen=True):
    """What a fleet must be worth, exactly (DF-08)."""

    slug: Slug
    budget: Annotated[int, Meta(ge=1, le=1000, description="What a fleet is worth exactly.", extra={"unit": "points"})]


class BoardRules(msgspec.Struct, frozen=True):
    """The size of the board in squares, the depth of both start zones in rows, and the asteroid spots."""

    slug: Slug
    columns: Annotated[int, Meta(ge=3, le=20, description="The width of the board.", extra={"unit": "squares"})]
    rows: Annotated[int, Meta(ge=4, le=24, description="The length of the board.", extra={"unit": "squares"})]
    zone_depth: Annotated[
        int,
        Meta(ge=1, le=6, title="Depth of the start zones", description="The same for both.", extra={"unit": "rows"}),
    ]
    spots: Annotated[
        tuple[tuple[int, int], ...],
        Meta(
            title="Asteroid spots",
            description="Six squares that a die chooses from: column and row, counted from 1 in Red's left corner.",
            extra={"columns": ("Column", "Row")},
        ),
    ]
    asteroids: Annotated[int, Meta(ge=1, le=6, description="How many asteroids there are: 1, 2, 3 or 6.")]


class Cup(msgspec.Struct, frozen=True):
    """How many counters of each kind there are, in the cup and in both hands together (DF-39, DF-A05)."""

    slug: Slug
    ap: Annotated[int, Meta(ge=0, le=60, title="AP", extra={"unit": "counters"})]
    defense_1: Annotated[Few, Meta(title="Defense +1", extra={"unit": "counters"})]
    defense_2: Annotated[Few, Meta(title="Defense +2", extra={"unit": "counters"})]
    asteroid: Annotated[Few, Meta(title="Move Asteroid", extra={"unit": "counters"})]
    blank: Annotated[Few, Meta(title="Blank", extra={"unit": "counters"})]


class Numbers(msgspec.Struct, frozen=True):
    """The other numbers of the rules."""

    slug: Slug
    hand_limit: Annotated[
        int, Meta(ge=1, le=12, description="How many counters a side can hold.", extra={"unit": "counters"})
    ]
    draw: Annotated[int, Meta(ge=1, le=12, description="How many counters a turn draws.", extra={"unit": "counters"})]
    move_cost: Annotated[Cost, Meta(description="What moving one ship costs.")]
    attack_cost: Annotated[Cost, Meta(description="What an attack costs.")]
    follow_up_cost: Annotated[Cost, Meta(description="What attacking again at once costs.")]
    support_bonus: Annotated[
        int, Meta(ge=0, le=3, description="What a friend beside the target adds to an attack, once.")
    ]
    stall_turns: Annotated[
        int,
        Meta(
            ge=2,
            le=100,
            description="A game that gets nowhere ends after so many turns of either side.",
            extra={"unit": "turns"},
        ),
    ]
    stall_warning: Annotated[
        int,
        Meta(
            ge=0, le=100, description="How long before that the table starts to count aloud.", extra={"unit": "turns"}
        ),
    ]
    turn_limit: Annotated[
        int,
        Meta(
            ge=10, le=2000, description="Every game ends after so many turns of either side.", extra={"unit": "turns"}
        ),
    ]


Weight = Annotated[float, Meta(ge=-1000, le=1000)]
Share = Annotated[float, Meta(ge=0, le=1)]
POINTS = {"unit": "points"}  # of ships: the currency of a bot's thoughts


class BotWeights(msgspec.Struct, frozen=True):
    """What one level of bot cares about: building and placing, fighting, counters, the race home, thinking."""

    slug: Annotated[Slug, Meta(title="Level")]
    fleets: Annotated[
        tuple[tuple[int, ...], ...],
        Meta(description="Favourites, as counts per ship class in the order of the classes."),
    ] = ()
    back: Annotated[
        Weight, Meta(description="Worth of each row between a ship and the front when placing.", extra=POINTS)
    ] = 0.0
    together: Annotated[Weight, Meta(description="Worth of a friend close by when placing.", extra=POINTS)] = 0.0
    strike_odds: Annotated[Share, Meta(description="The lowest chance at which an attack is begun.")] = 0.5
    follow_odds: Annotated[Share, Meta(description="The lowest chance at which an attack is repeated.")] = 0.0
    threat: Annotated[
        Weight, Meta(description="How much the chance of the enemy's best strike in its next turn counts.")
    ] = 0.0
    promise: Annotated[
        Weight, Meta(description="How much the chance of the own best strike in the turn after counts.")
    ] = 0.0
    rock: Annotated[Weight, Meta(description="The share of a ship's points at risk beside an asteroid.")] = 0.0
    ap: Annotated[Weight, Meta(title="AP", description="Worth of an AP counter in hand.", extra=POINTS)] = 0.0
    defense_1: Annotated[
        Weight, Meta(title="Defense +1", description="Worth of such a counter in hand.", extra=POINTS)
    ] = 0.0
    defense_2: Annotated[
        Weight, Meta(title="Defense +2", description="Worth of such a counter in hand.", extra=POINTS)
    ] = 0.0
    blank: Annotated[Weight, Meta(description="Worth of a Blank in hand beyond its AP.", extra=POINTS)] = 0.0
    hoard: Annotated[
        Few, Meta(description="What this level likes to hold before it comes forward.", extra={"unit": "AP"})
    ] = 3
    level: Annotated[
        Weight, Meta(description="Worth of being one AP ahead in the race home while fleets are level.", extra=POINTS)
    ] = 1.0
    ahead: Annotated[Weight, Meta(description="The same while ahead in points.", extra=POINTS)] = 1.0
    behind: Annotated[Weight, Meta(description="The same while behind in points.", extra=POINTS)] = 1.0
    held: Annotated[Share, Meta(description="The share that AP in hand counts for in the race home.")] = 0.6
    decided: Annotated[
        Weight,
        Meta(description="Worth of having the better points when nobody can be shot at any more.", extra=POINTS),
    ] = 50.0
    stall: Annotated[
        Weight, Meta(description="What the one who is not leading loses when a game is about to stall.", extra=POINTS)
    ] = 0.0
    scale: Annotated[
        float, Meta(gt=0, le=1000, description="The lead at which a game is as good as won.", extra=POINTS)
    ] = 40.0
    positions: Annotated[
        int,
        Meta(ge=0, le=100_000, description="How many positions are looked at for each second of time; 0: no search."),
    ] = 0
    width: Annotated[int, Meta(ge=1, le=40, description="How many moves are followed up at first.")] = 6


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
