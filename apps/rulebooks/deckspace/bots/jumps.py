"""Where to open a wormhole: a few places are tried, each with some of the hexes where it may let the ship out."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import Hex, distance, within
from apps.rulebooks.deckspace.bots.courses import Course
from apps.rulebooks.deckspace.bots.judge import Judge
from apps.rulebooks.deckspace.content import Jumping

_TRIED, _LANDINGS = 6, 6  # places, and landings for each
_LOST = 2.0  # times the weight of the edge for coming out where the ship is lost at once


def best_jump(judge: Judge, effect: Jumping, chance: Chance, value_of: Callable[[Course], float]) -> tuple[float, Hex]:
    """What the best jump is worth on average, and the hex to choose (DS-79, DS-A22)."""
    sight = judge.sight
    taken = {ship.at for ship in sight.state.ships} | sight.pieces.keys() | sight.rocks | sight.solid
    taken |= set(sight.chart.gates)
    best = -1e9, sight.ship.at
    for to in places(judge):
        free = [at for at in within(to, effect.scatter) if at in sight.hexes and at not in taken]
        if not free:
            continue
        safe = [course for at in free if not judge.fatal(course := _landing(judge, at))]
        step = max(1, len(safe) // _LANDINGS)
        landings = safe[step // 2 :: step]
        lost = 1 - len(safe) / len(free)
        value = -lost * _LOST * judge.weights.edge
        if landings:
            value += (1 - lost) * sum(value_of(course) for course in landings) / len(landings)
        if value > best[0]:
            best = value, to
    return best


def places(judge: Judge) -> list[Hex]:
    """Hexes worth jumping to: the middle of the map, the best marker, and some at the right distance from the enemy."""
    sight = judge.sight
    found: list[Hex] = []
    gifts = [(judge.gift(slug, sight.ship), at) for at, slug in sorted(sight.chart.markers.items())]
    found += [at for gift, at in sorted(gifts, reverse=True)[:2] if gift > 0]
    found += list(judge.errand.goals[:1])
    foe = sight.foe
    inner = [at for at in sight.chart.places if not sight.strikes_at(at)]
    if foe is not None and inner:
        for wanted in (2, judge.weights.distance, 12):
            ring = [at for at in inner if distance(at, foe.at) == wanted]
            found += ring[:: max(1, len(ring) // 2)][:2]
    return list(dict.fromkeys(found))[: _TRIED + 2]


def _landing(judge: Judge, at: Hex) -> Course:
    """To come out in a hex and fly on from there."""
    sight = judge.sight
    pose = sight.pose._replace(at=at)
    path, off = sight.flown(replace(sight.ship, at=at), pose)
    return Course((), pose, (at,), path, off)
