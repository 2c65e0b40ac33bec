"""What each audience cannot know, and other states that look the same to it (DF-09, DF-23, DF-A23)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, Zone
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.fleet import ships_of
from apps.rulebooks.dogfight.hand import AP, ASTEROID, unheld
from apps.rulebooks.dogfight.state import State


def determinize(content: Content, state: State, audience: Audience, chance: Chance) -> State:
    """`state` with every hand and every waiting ship that `audience` cannot see drawn anew.

    A hand is drawn from the counters that the audience does not hold itself: never a Move Asteroid,
    and no AP for a side that has just paid with a Blank (DF-A27). Waiting ships complete a legal fleet
    with the ships that were placed.
    """
    hidden = [seat for seat in (0, 1) if not audience.sees(seat)]
    known = tuple(state.sides[seat].hand for seat in (0, 1) if seat not in hidden)
    pool = _pool(content, known)
    # A side without AP has fewer counters to choose from, so it chooses first.
    for seat in sorted(hidden, key=lambda seat: not state.sides[seat].dry):
        side = state.sides[seat]
        if side.hand:
            drawn = []
            for _ in side.hand:
                kind = _draw(pool, side.dry, chance, f"hand-{seat}")
                pool[kind] -= 1
                drawn.append(kind)
            side = replace(side, hand=tuple(sorted(drawn)))
        if side.unplaced:
            side = replace(side, unplaced=chance.pick(_possible_fleets(content, state, seat), f"fleet-{seat}"))
        if side is not state.sides[seat]:
            state = replace(state, sides=state.with_side(seat, side))
    return state


def hidden_zones(content: Content, state: State, audience: Audience) -> tuple[Zone, ...]:
    """The hands and the waiting ships of every seat that `audience` is not."""
    zones: list[Zone] = []
    for seat in (0, 1):
        if audience.sees(seat):
            continue
        if state.sides[seat].hand:
            differs = partial(_hand_could_differ, content, audience, seat)
            zones.append(Zone(f"hand-{seat}", partial(_hand, seat), differs, partial(_plant_in_hand, seat)))
        if state.sides[seat].unplaced:
            could: Callable[[State], bool] = partial(_fleet_could_differ, content, seat)
            zones.append(Zone(f"fleet-{seat}", partial(_unplaced, seat), could, partial(_plant_in_fleet, seat)))
    return tuple(zones)


def _pool(content: Content, known: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    pool = unheld(content, known)
    del pool[ASTEROID]  # resolved when drawn, so never in a hand (DF-41)
    return pool


def _draw(pool: dict[str, int], dry: bool, chance: Chance, purpose: str) -> str:
    kinds = [kind for kind in pool if not (dry and kind == AP)]
    place = chance.below(sum(pool[kind] for kind in kinds), purpose)
    for kind in kinds:
        place -= pool[kind]
        if place < 0:
            return kind
    raise AssertionError("the counters were counted wrongly")


def _possible_fleets(content: Content, state: State, seat: int) -> list[tuple[str, ...]]:
    """The ships that may still wait, one entry for each legal fleet that fits what was placed."""
    placed = [ship.kind for ship in (*state.ships, *state.lost) if ship.side == seat]
    counts = [placed.count(ship.slug) for ship in content.ships]
    found = []
    for fleet in content.fleets:
        left = tuple(all_ - gone for all_, gone in zip(fleet, counts, strict=True))
        if min(left) >= 0:
            found.append(ships_of(content, left))
    return found


def _hand(seat: int, state: State) -> object:
    return state.sides[seat].hand


def _unplaced(seat: int, state: State) -> object:
    return state.sides[seat].unplaced


def _hand_could_differ(content: Content, audience: Audience, seat: int, state: State) -> bool:
    known = tuple(state.sides[other].hand for other in (0, 1) if audience.sees(other))
    pool = _pool(content, known)
    if state.sides[seat].dry:
        del pool[AP]
    return sum(1 for count in pool.values() if count) > 1 and sum(pool.values()) > len(state.sides[seat].hand)


def _fleet_could_differ(content: Content, seat: int, state: State) -> bool:
    return len(_possible_fleets(content, state, seat)) > 1


def _plant_in_hand(seat: int, state: State, marker: str) -> State:
    side = state.sides[seat]
    return replace(state, sides=state.with_side(seat, replace(side, hand=(*side.hand[:-1], marker))))


def _plant_in_fleet(seat: int, state: State, marker: str) -> State:
    side = state.sides[seat]
    return replace(state, sides=state.with_side(seat, replace(side, unplaced=(*side.unplaced[:-1], marker))))
