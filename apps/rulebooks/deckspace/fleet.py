"""Who fights: sides, decks and the ships of a battle at its start (DS-06 to DS-09, DS-12 to DS-22, DS-A46)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import Hex
from apps.rulebooks.core.protocol import BOTS
from apps.rulebooks.core.roads import ORDERS
from apps.rulebooks.deckspace.chart import Start
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import UNLIMITED, ChartKey, Objective, Ship, State, Terms

DUEL, POOL = "duel", "pool"  # the decks that free battles need
RANDOM_SEEDS = 1 << 40
MARKER_STEPS = ("scarce", "few", "standard", "many", "plenty")  # the power-ups slider (DS-04)


class Arrival(msgspec.Struct, frozen=True):
    """A ship as it comes into a battle: what a run or a campaign hands over, and what it gets back in its place.

    Numbers of None are those of a new ship; `rounds` counts PDC rounds where they are counted (DS-149).
    """

    seat: int
    side: int
    start: Start
    deck: tuple[str, ...]
    profile: str = ""
    health: int | None = None
    max_health: int | None = None
    max_speed: int | None = None
    armor: int = 0
    pdc: bool = False
    rounds: int = UNLIMITED
    station: bool = False
    pods: int = 0
    exits: tuple[Hex, ...] = ()
    name: str = ""
    earned: int = 0


class Orders(msgspec.Struct, frozen=True):
    """Everything that makes one battle: the map, who comes, the cards on offer, and what it is about."""

    chart: ChartKey
    arrivals: tuple[Arrival, ...]
    pool: tuple[str, ...]
    first: int = 0  # the place among the arrivals of the ship that moves first
    objective: Objective | None = None
    terms: Terms | None = None


def written(orders: Orders) -> str:
    """Orders as a table carries them among its options."""
    return msgspec.json.encode(orders).decode()


def read(options: Mapping[str, str]) -> Orders | None:
    """The orders that a table carries, if a road has given it any. Raises msgspec.ValidationError for others."""
    given = options.get(ORDERS)
    return None if given is None else msgspec.json.decode(given, type=Orders)


def sides_under(orders: Orders) -> tuple[int, ...]:
    """The side of each seat under orders."""
    sides = {arrival.seat: arrival.side for arrival in orders.arrivals}
    return tuple(sides[seat] for seat in sorted(sides))


def sides_of(seats: int, options: Mapping[str, str]) -> tuple[int, ...]:
    """The side of each seat: humans fight alone, bots together; where only bots play, each alone (DS-08, DS-A64)."""
    bots = [int(seat) for seat in options.get(BOTS, "").split(",") if seat]
    if not bots or len(bots) >= seats:
        return tuple(range(seats))
    return tuple(min(bots) if seat in bots else seat for seat in range(seats))


def chart_key(content: Content, options: Mapping[str, str], chance: Chance) -> ChartKey:
    """The map that the table chose, drawn anew if it is a random one (DS-02, DS-04)."""
    slug = options.get("map") or next(iter(content.maps))
    step = MARKER_STEPS.index(options.get("markers", "standard"))
    percent = content.numbers.marker_steps[step]
    return fresh_chart(content, slug, percent, chance)


def fresh_chart(content: Content, slug: str, percent: int, chance: Chance) -> ChartKey:
    """A key for a map; what chance decides of it is decided by its seed."""
    seeded = slug in content.generators or percent != 100
    return ChartKey(slug, chance.below(RANDOM_SEEDS, "map") if seeded else 0, percent)


def free_battle(
    content: Content, chart: ChartKey, sides: tuple[int, ...], retired: tuple[int, ...], first: int
) -> Orders:
    """The orders of a battle for its own sake: a new ship for every seat that still plays."""
    starts = content.chart(chart).starts
    flying = [seat for seat in range(len(sides)) if seat not in retired]
    arrivals = tuple(Arrival(seat, sides[seat], starts[seat], content.decks[DUEL]) for seat in flying)
    turn = next((place for place, seat in enumerate(flying) if seat >= first), 0)
    return Orders(chart, arrivals, content.decks[POOL], turn)


def begin(content: Content, state: State, orders: Orders, chance: Chance) -> State:
    """The state at the start of a battle: ships in their places, decks shuffled, every rock back (DS-05, DS-12)."""
    chart = content.chart(orders.chart)
    ships = tuple(_ship(content, number, arrival, chance) for number, arrival in enumerate(orders.arrivals, 1))
    order = tuple(ship.number for ship in ships[orders.first :] + ships[: orders.first])
    return State(
        rules=state.rules,
        chart=orders.chart,
        sides=state.sides,
        series=state.series,
        ships=ships,
        rocks=chart.rocks,
        solid=chart.solid,
        pool=orders.pool,
        order=order,
        active=order[0],
        objective=orders.objective,
        terms=orders.terms,
        retired=state.retired,
    )


def _ship(content: Content, number: int, arrival: Arrival, chance: Chance) -> Ship:
    numbers = content.numbers
    max_health = numbers.health if arrival.max_health is None else arrival.max_health
    max_speed = numbers.max_speed if arrival.max_speed is None else arrival.max_speed
    return Ship(
        number=number,
        seat=arrival.seat,
        side=arrival.side,
        at=arrival.start.at,
        facing=arrival.start.facing,
        speed=0 if arrival.station else min(arrival.start.speed, max_speed),
        health=max_health if arrival.health is None else arrival.health,
        max_health=max_health,
        max_speed=max_speed,
        armor=arrival.armor,
        pdc=arrival.pdc,
        rounds=arrival.rounds,
        station=arrival.station,
        profile=arrival.profile,
        draw=chance.shuffled(arrival.deck, f"deck-{number}"),
        pods=arrival.pods,
        exits=arrival.exits,
        name=arrival.name,
        earned=arrival.earned,
    )
