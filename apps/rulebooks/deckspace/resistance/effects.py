"""What gains and events do at once; what lasts is worked out by `owned` from what the pilot has."""

from __future__ import annotations

from collections.abc import Iterable

from apps.rulebooks.deckspace.resistance import owned
from apps.rulebooks.deckspace.resistance.content import (
    Cards,
    Damage,
    Gain,
    Hull,
    Mount,
    Repair,
    Sabotage,
    Speed,
    Stores,
    Turn,
)
from apps.rulebooks.deckspace.resistance.run import Run


def give(run: Run, effects: Iterable[Gain | Turn]) -> None:
    """Everything that some effects do at once."""
    for effect in effects:
        _give(run, effect)


def _give(run: Run, effect: Gain | Turn) -> None:
    craft, numbers = run.state.craft, run.content.numbers
    if isinstance(effect, Hull):
        most = min(numbers.health_cap, craft.max_health + effect.most)
        run.refit(max_health=most, health=craft.health + most - craft.max_health)
    elif isinstance(effect, Speed):
        run.refit(max_speed=min(numbers.speed_cap, craft.max_speed + effect.most))
    elif isinstance(effect, Cards):
        add_cards(run, effect.card, effect.count)
    elif isinstance(effect, Stores):
        run.supply(effect.supplies)
        load(run, effect.rounds)
        run.strengthen(effect.strength)
    elif isinstance(effect, Mount):
        run.refit(pdc=True)
    elif isinstance(effect, Repair):
        run.refit(health=min(craft.max_health, craft.health + effect.points))
    elif isinstance(effect, Damage):
        hurt(run, effect.points)
    elif isinstance(effect, Sabotage):
        run.weaken(effect.fleet, effect.works, effect.network)


def hurt(run: Run, points: int) -> None:
    """Damage outside battle: armor first, and the last point of hull holds (DS-146, DS-A70)."""
    craft = run.state.craft
    armor = min(craft.armor, points)
    run.refit(armor=craft.armor - armor, health=max(1, craft.health - (points - armor)))


def load(run: Run, rounds: int) -> None:
    """Take PDC rounds aboard, up to the most that the ship carries, or lose some (DS-152)."""
    held = run.state.craft.rounds
    most = max(held, owned.most_rounds(run.content, run.state))
    run.refit(rounds=max(0, min(most, held + rounds)))


def add_cards(run: Run, card: str, count: int = 1) -> None:
    """Cards for the deck of the run, as many of each as a deck may hold (DS-111, DS-A49)."""
    deck, most = run.state.craft.deck, run.content.cards[card].most
    if most:
        count = max(0, min(count, most - deck.count(card)))
    run.refit(deck=tuple(sorted((*deck, *[card] * count))))
