"""What the pilot has, and what that makes of the numbers: fittings, parts, and unlocks from earlier runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.content import (
    Comms,
    Delay,
    Gain,
    Hull,
    Mending,
    Pay,
    Pods,
    Racks,
    Routes,
    Speed,
)
from apps.rulebooks.deckspace.resistance.state import State


def gains(content: Content, state: State) -> Iterator[Gain]:
    """What everything that the pilot has does."""
    edition = content.resistance
    for slug in state.fittings:
        yield from edition.fittings[slug].gains
    for slug in state.parts:
        yield from edition.parts[slug].gains
    for slug in state.known:
        yield from edition.unlocks[slug].gains


def at_limit(content: Content, state: State, gains: Iterable[Gain]) -> bool:
    """Whether one of these gains raises what is at its limit already, and so does nothing (DS-81, DS-154, DS-158)."""
    numbers, craft = content.numbers, state.craft
    full = {Hull: craft.max_health >= numbers.health_cap, Speed: craft.max_speed >= numbers.speed_cap}
    return any(full.get(type(gain), False) for gain in gains)


def comms(content: Content, state: State) -> bool:
    """Whether threats are heard a move early (DS-120)."""
    return any(isinstance(gain, Comms) for gain in gains(content, state))


def mending(content: Content, state: State) -> int:
    """How much hull mends after a battle (DS-147, N25)."""
    more = sum(gain.points for gain in gains(content, state) if isinstance(gain, Mending))
    return content.resistance.numbers.mend + more


def most_rounds(content: Content, state: State) -> int:
    """How many PDC rounds the ship carries at most (DS-152, N29)."""
    more = sum(gain.rounds for gain in gains(content, state) if isinstance(gain, Racks))
    return content.resistance.numbers.rounds_most + more


def delay(content: Content, state: State) -> int:
    """By how many days planets under threat hold out longer."""
    return sum(gain.days for gain in gains(content, state) if isinstance(gain, Delay))


def routes(content: Content, state: State) -> int:
    """By how many days trips are shorter."""
    return sum(gain.days for gain in gains(content, state) if isinstance(gain, Routes))


def pods(content: Content, state: State) -> int:
    """How many pods a Supply run carries (N04)."""
    more = sum(gain.count for gain in gains(content, state) if isinstance(gain, Pods))
    return content.resistance.numbers.pods + more


def pay(content: Content, state: State) -> int:
    """Supplies for a pod that is delivered (DS-116, N05)."""
    more = sum(gain.supplies for gain in gains(content, state) if isinstance(gain, Pay))
    return content.resistance.numbers.pod_supplies + more
