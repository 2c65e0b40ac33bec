"""MERIDIAN between battles: what it builds, how soon its threats fall, how many ships it sends (DS-132 to DS-135)."""

from __future__ import annotations

from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import missions, owned, port, threats
from apps.rulebooks.deckspace.resistance.numbers import RunNumbers
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import State


def built(numbers: RunNumbers, works: int) -> int:
    """How many ships the works build in a move: none, 1 or 2 (DS-134, N12)."""
    return (works >= numbers.works_one) + (works >= numbers.works_two)


def respite(content: Content, state: State) -> int:
    """How many days after a move its threat falls: the bigger the network, the sooner (DS-135, N13)."""
    numbers = content.resistance.numbers
    return max(numbers.deadline_least, numbers.deadline - state.network) + owned.delay(content, state)


def battle_size(numbers: RunNumbers, fleet: int, kind: str) -> int:
    """How many ships MERIDIAN brings, beside a station or a runner (DS-132, N14)."""
    size = min(numbers.size_most, numbers.size_base + fleet // numbers.size_per)
    return max(1, size - 1) if kind in ("strike", "retake", "hunt") else size


def escorts(numbers: RunNumbers, fleet: int, strength: int) -> int:
    """How many escorts the Warden has: by three tiers of the fleet, one fewer against strength (DS-138, DS-140)."""
    second, third = numbers.escort_fleet
    count = numbers.escorts[(fleet >= second) + (fleet >= third)]
    if strength >= numbers.escort_strength:
        count = min(count, max(numbers.escort_least, count - 1))
    return count


def more_hull(numbers: RunNumbers, fleet: int) -> int:
    """How much more hull every ship at the Anvil has (DS-139, N20)."""
    return numbers.hull_more if fleet >= numbers.hull_fleet else 0


def destroyed(run: Run, ships: int) -> None:
    """Enemies destroyed: every so many of them take the fleet down by 1 (DS-133, N11)."""
    before, per = run.state.counts.ships, run.numbers.kills
    run.count(ships=ships)
    fewer = (before + ships) // per - before // per
    if fewer:
        run.weaken(fleet=-fewer)
        run.tell("fleet-shrank", say("MERIDIAN's fleet is down to {fleet}.", fleet=run.state.fleet), "DS-133")


def move(run: Run) -> None:
    """A move of MERIDIAN: it builds, threatens a planet, and the comms have new missions (DS-117, DS-A53).

    On the last day it only builds: whatever it threatened then would hold until the Warden comes anyway.
    """
    run.tell("meridian-moved", say("Day {day}: MERIDIAN moves.", day=run.state.day), "DS-117")
    before = run.state.fleet
    run.weaken(fleet=built(run.numbers, run.state.works))
    if run.state.fleet > before:
        words = say("Its works send {count} more. Its fleet is {fleet} now.", count=run.state.fleet - before,
                    fleet=run.state.fleet)  # fmt: skip
        run.tell("built", words, "DS-134")
        run.report("built", rule="DS-134")
    if run.state.day >= run.system.days:
        return
    threats.announce(run, run.state.day + respite(run.content, run.state))
    threats.draw(run)
    missions.renew(run)
    port.restock(run)
