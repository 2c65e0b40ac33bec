"""What an editor can change in Deckspace."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Slug = Annotated[
    str,
    Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40, description="Small letters, digits and single hyphens."),
]
Words = Annotated[str, Meta(min_length=1, max_length=120)]
Sentence = Annotated[str, Meta(min_length=1, max_length=240, extra={"lines": 2})]
Facing = Literal["NE", "E", "SE", "SW", "W", "NW"]
Percent = Annotated[int, Meta(ge=0, le=100, extra={"unit": "%"})]
Hexes = Annotated[int, Meta(ge=0, le=40, extra={"unit": "hexes"})]

# --- Cards ------------------------------------------------------------------------------------


class Thrusting(msgspec.Struct, frozen=True, tag="thrust"):
    """Thrust moves; with `forward` the ship also flies at once, and Forward takes the place of accelerating."""

    moves: Annotated[int, Meta(ge=1, le=9, description="How many thrust moves one card allows.")]
    forward: Annotated[bool, Meta(description="Whether Forward moves the ship at once.")] = False


class Launching(msgspec.Struct, frozen=True, tag="launch"):
    """Launches one missile or nuke."""

    ordnance: Annotated[Slug, Meta(description="The missile or nuke, by its slug.")]


class Beaming(msgspec.Struct, frozen=True, tag="beam"):
    """A beam of lanes that runs to the edge of the map."""

    damage: Annotated[int, Meta(ge=1, le=20, description="What a ship in a lane takes.")]
    lanes: Literal[1, 3] = 3


class Pulsing(msgspec.Struct, frozen=True, tag="pulse"):
    """Everything in reach loses its turn or is destroyed; ships get a card that does nothing."""

    die: Annotated[int, Meta(ge=1, le=20, description="The sides of the die that decides the reach.")]
    plus: Annotated[int, Meta(ge=0, le=20, description="What is added to the die.")]
    card: Annotated[Slug, Meta(description="The card that every ship in reach gets into its deck.")]


class Jumping(msgspec.Struct, frozen=True, tag="jump"):
    """Lands the ship on a random free hex near the one that is chosen."""

    scatter: Hexes


class Idle(msgspec.Struct, frozen=True, tag="nothing"):
    """Does nothing."""


Effect: TypeAlias = Thrusting | Launching | Beaming | Pulsing | Jumping | Idle


class CardType(msgspec.Struct, frozen=True):
    """A card: what it is called and what it does (DS-16, DS-30)."""

    slug: Slug
    name: Annotated[Words, Meta(description="What players call the card.")]
    text: Annotated[Sentence, Meta(description="What it does, as printed on the card.")]
    effect: Effect
    symbol: Annotated[Slug, Meta(description="Its drawing.", extra={"drawing": "card-"})]
    most: Annotated[
        int, Meta(ge=0, le=20, title="Most in a deck", description="C markers offer no more than this; 0 for no limit.")
    ] = 0
    lesson: Annotated[
        str,
        Meta(
            max_length=400,
            description="What a pilot is told when an enemy plays this card for the first time.",
            extra={"lines": 4},
        ),
    ] = ""


class OrdnanceType(msgspec.Struct, frozen=True):
    """A missile or nuke (DS-54 to DS-62, DS-A06)."""

    slug: Slug
    name: Annotated[Words, Meta(description="What players call it.")]
    moves: Annotated[int, Meta(ge=1, le=20, title="Movement", description="Movement each turn.")]
    turns: Annotated[
        int, Meta(ge=-1, le=20, title="Turns", description="How often it may turn each turn; -1 for no limit.")
    ]
    damage: Annotated[int, Meta(ge=1, le=20, description="What a ship that it hits takes.")]
    radius: Annotated[
        int, Meta(ge=0, le=6, description="How far its blast reaches; 0 for a missile.", extra={"unit": "hexes"})
    ]
    must_move: Annotated[bool, Meta(description="Whether all its movement must be used every turn.")]
    fuel_die: Annotated[
        int, Meta(ge=0, le=20, description="The sides of the die for its fuel reserve; 0 for no fuel.")
    ] = 0
    symbol: Annotated[Slug, Meta(description="Its drawing.", extra={"drawing": "ordnance-"})] = "ordnance-missile"


class MarkerType(msgspec.Struct, frozen=True):
    """A power-up: what a ship gains each time it moves onto it (DS-80 to DS-91)."""

    slug: Slug
    sign: Annotated[
        str, Meta(pattern="^[A-Za-z]$", description="Its letter in drawings of maps; small for a powered one.")
    ]
    letter: Annotated[str, Meta(min_length=1, max_length=2, description="What stands on it.")]
    name: Annotated[Words, Meta(description="What players call it.")]
    symbol: Annotated[Slug, Meta(description="Its drawing.", extra={"drawing": "marker-"})]
    powered: bool = False
    pdc: Annotated[bool, Meta(title="Fits PDC")] = False
    offer: Annotated[int, Meta(ge=0, le=9, description="Cards drawn from the pool.", extra={"unit": "cards"})] = 0
    keep: Annotated[int, Meta(ge=0, le=9, description="Cards kept of these.", extra={"unit": "cards"})] = 0
    armor: Annotated[int, Meta(ge=0, le=9, description="Armor gained; 9 fills it.")] = 0
    max_speed: Annotated[int, Meta(ge=0, le=9, title="Speed limit")] = 0
    speed: Annotated[int, Meta(ge=0, le=9, description="Speed gained at once.")] = 0
    max_health: Annotated[int, Meta(ge=0, le=9, title="Hull limit")] = 0
    heal: Annotated[int, Meta(ge=0, le=20, description="Health healed; 20 heals it all.")] = 0


class Pile(msgspec.Struct, frozen=True):
    """So many copies of a card."""

    card: Annotated[Slug, Meta(description="The card, by its slug.")]
    count: Annotated[int, Meta(ge=1, le=20, extra={"unit": "cards"})]


class Deck(msgspec.Struct, frozen=True):
    """A deck of cards: `duel` is what free battles begin with, `pool` what C markers offer (DS-A48, N37)."""

    slug: Slug
    name: Words
    cards: tuple[Pile, ...]


# --- Maps -------------------------------------------------------------------------------------


class EnemyType(msgspec.Struct, frozen=True):
    """A ship, station or runner that a campaign or a run sends into battle (DS-101 to DS-103, N43, N44)."""

    slug: Slug
    name: Annotated[Words, Meta(description="What players call it.")]
    text: Annotated[Sentence, Meta(description="What it is like to meet it.")]
    profile: Annotated[Slug, Meta(title="Pilot", description="Who flies it, by the slug of the pilot.")]
    health: Annotated[int, Meta(ge=1, le=20, title="Hull")]
    cards: Annotated[tuple[Pile, ...], Meta(min_length=1, title="Deck")]
    max_speed: Annotated[int, Meta(ge=0, le=9, title="Speed limit")] = 3
    armor: Annotated[int, Meta(ge=0, le=9)] = 0
    pdc: Annotated[bool, Meta(title="Has PDC")] = False


Drawing = Annotated[str, Meta(min_length=1, max_length=8000, extra={"lines": 24, "grid": True})]


class Drift(msgspec.Struct, frozen=True):
    """A field that drifts one hex every round, rocks and all, over and over the same way (DS-46, DS-A45)."""

    drawing: Annotated[Drawing, Meta(description="Laid over the map: : for the field, O for its rocks, . elsewhere.")]
    cycle: Annotated[
        tuple[Facing, ...], Meta(min_length=1, max_length=24, description="Where it goes, round by round.")
    ]


class MapType(msgspec.Struct, frozen=True):
    """A map, drawn in letters as it lies: odd rows stand half a hex to the right (DS-02, DS-36).

    `.` open space, `:` asteroid field, `o` rock, `O` rock in a field, `#` solid rock, digits where ships
    start, the signs of markers, and for missions `G` gates, `D` drop, `X` station and `R` runner.
    """

    slug: Slug
    name: Annotated[Words, Meta(description="What players call the map.")]
    blurb: Annotated[Sentence, Meta(description="Its idea, in one sentence.")]
    drawing: Annotated[
        Drawing,
        Meta(
            description=". space, : field, o rock, O rock in a field, # solid rock, 1 to 8 starts, the signs of "
            "markers; in missions G gates, D drop, X station, R runner."
        ),
    ]
    facing: Annotated[tuple[Facing, ...], Meta(description="Where each ship looks at the start, ship 1 first.")]
    drifts: tuple[Drift, ...] = ()
    speed: Annotated[int, Meta(ge=0, le=9, description="How fast ships are at the start.")] = 1
    free: Annotated[bool, Meta(title="For free battles", description="Off for maps of missions only.")] = True


class Generator(msgspec.Struct, frozen=True):
    """How a random map is drawn: a hexagon of hexes, turned into itself so that every start is alike."""

    slug: Slug
    name: Words
    blurb: Sentence
    ships: Annotated[int, Meta(ge=2, le=4, extra={"unit": "ships"})]
    radius: Annotated[int, Meta(ge=6, le=24, description="From the middle to a corner.", extra={"unit": "hexes"})]
    ring: Annotated[int, Meta(ge=1, le=4, description="How deep the asteroid field at the edge is.")]
    start: Annotated[
        int, Meta(ge=4, le=22, description="How far from the middle ships start.", extra={"unit": "hexes"})
    ]
    rocks: Annotated[int, Meta(ge=0, le=80, description="Rocks for each start.")]
    solid: Annotated[int, Meta(ge=0, le=40, description="Solid rocks for each start.")]
    fields: Annotated[int, Meta(ge=0, le=12, description="Asteroid fields for each start.")]
    markers: Annotated[str, Meta(max_length=20, description="The signs of the markers for each start.")]
    speed: Annotated[int, Meta(ge=0, le=9)] = 1


# --- Numbers ----------------------------------------------------------------------------------

Small = Annotated[int, Meta(ge=0, le=20)]


class Numbers(msgspec.Struct, frozen=True):
    """The numbers of the rules."""

    slug: Slug
    health: Annotated[Small, Meta(title="Hull", description="Of a ship at the start.")]
    max_speed: Annotated[Small, Meta(title="Speed limit", description="Of a ship at the start.")]
    health_cap: Annotated[Small, Meta(title="Highest hull limit", description="Whatever markers add.")]
    speed_cap: Annotated[Small, Meta(title="Highest max speed", description="Whatever markers add.")]
    armor_cap: Annotated[Small, Meta(title="Most armor")]
    about_turn_speed: Annotated[Small, Meta(description="Speed after turning about from a standstill.")]
    hand: Annotated[int, Meta(ge=1, le=9, description="Cards drawn up to at the start of a turn.")]
    keep: Annotated[int, Meta(ge=0, le=1, description="Unplayed cards that may be kept at the end of a turn.")]
    plays: Annotated[int, Meta(ge=1, le=9, description="Cards that may be played each turn.")]
    strike_chance: Annotated[Percent, Meta(description="Of a rock strike for a turn that ends in a field.")]
    strike_damage: Small
    rock_damage: Annotated[Small, Meta(description="What an exploding rock does.")]
    rock_radius: Annotated[Small, Meta(description="How far it reaches.", extra={"unit": "hexes"})]
    pdc_range: Hexes
    pdc_die: Annotated[int, Meta(ge=1, le=20, title="PDC die", extra={"unit": "sides"})]
    round_limit: Annotated[int, Meta(ge=5, le=500, description="A game ends after so many.", extra={"unit": "rounds"})]
    round_warning: Annotated[int, Meta(ge=1, le=500, description="From here on the table counts.")]
    marker_steps: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=400)], ...],
        Meta(min_length=5, max_length=5, description="How many markers lie out, from Scarce to Plenty, in percent."),
    ]


Weight = Annotated[float, Meta(ge=-1000, le=1000)]


class BotWeights(msgspec.Struct, frozen=True):
    """What one kind of pilot cares about; one point of health is worth 10."""

    slug: Slug
    distance: Annotated[Hexes, Meta(description="How far it likes to be from its enemy.")]
    distance_weight: Annotated[Weight, Meta(description="What each hex nearer or farther than that costs.")]
    damage: Annotated[Weight, Meta(description="What a point of damage to an enemy is worth.")]
    harm: Annotated[Weight, Meta(description="What a point of damage to itself costs.")]
    edge: Annotated[Weight, Meta(description="What being about to leave the board costs.")]
    hazard: Annotated[
        Weight, Meta(description="What rocks and fields ahead cost; at 6 exactly the damage they may do.")
    ]
    marker: Annotated[Weight, Meta(description="How much markers count; at 1 exactly what they give.")]
    lead: Annotated[bool, Meta(description="Whether it aims where its enemy will be.")]
    careful: Annotated[
        bool, Meta(description="Whether it plans its turn; if not, only distance, edge and hazard count.")
    ]
    kill: Annotated[Weight, Meta(description="What destroying an enemy is worth, beside the damage.")] = 40.0
    life: Annotated[Weight, Meta(description="What being destroyed costs, beside the damage.")] = 40.0
    exit: Annotated[Weight, Meta(description="What each hex nearer to its gate is worth.")] = 0.0
    positions: Annotated[
        int, Meta(ge=50, le=100_000, description="How many courses it looks at for each second of thought.")
    ] = 1000
