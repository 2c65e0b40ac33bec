"""What a pilot earns on a run for later ones, and what it changes there (DS-93, DS-105)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apps.rulebooks.core.protocol import Event
from apps.rulebooks.core.roads import EARNED, Unlock
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.craft import Craft
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors.content import (
    Cleared,
    Condition,
    Downed,
    Effect,
    ExtraMap,
    KnownCard,
    LeanVictory,
    MoreHull,
    Removed,
    SpareRemovals,
    SwapCard,
    Swift,
    Unhurt,
)
from apps.rulebooks.deckspace.sectors.state import CLEARED, RunState

LEGACY = "legacy"  # the option that says whether what was earned before is used
FRESH, KEPT = "fresh", "kept"


def unlocks(content: Content) -> tuple[Unlock, ...]:
    """Everything that can be earned, in the words of the edition (DS-105)."""
    return tuple(
        Unlock(
            entry.slug,
            say("{name}", name=entry.name),
            say("{text}", text=entry.text),
            say("{text}", text=entry.how),
            entry.symbol,
        )
        for entry in content.sectors.unlocks.values()
    )


def unlocked(content: Content, options: Mapping[str, str]) -> tuple[str, ...]:
    """What was earned before this run and still exists, in the order of the edition."""
    named = options.get(EARNED, "").split(",")
    return tuple(slug for slug in content.sectors.unlocks if slug in named)


def effects(content: Content, active: Iterable[str]) -> list[Effect]:
    """What the unlocks that are used change."""
    return [content.sectors.unlocks[slug].effect for slug in active if slug in content.sectors.unlocks]


def first_craft(content: Content, active: Iterable[str]) -> Craft:
    """The ship at the start of a run (DS-94, N43)."""
    deck = list(content.decks[content.sectors.numbers.deck])
    health = content.numbers.health
    for effect in effects(content, active):
        if isinstance(effect, SwapCard) and effect.out in deck:
            deck[deck.index(effect.out)] = effect.into
        elif isinstance(effect, MoreHull):
            health = min(health + effect.health, content.numbers.health_cap)
    return Craft(health, health, content.numbers.max_speed, tuple(sorted(deck)))


def first_known(content: Content, active: Iterable[str]) -> tuple[str, ...]:
    """The cards known at the start: those of the plain starting deck, and what an unlock adds (DS-94)."""
    known = set(content.decks[content.sectors.numbers.deck])
    known |= {effect.card for effect in effects(content, active) if isinstance(effect, KnownCard)}
    return tuple(sorted(known))


def spare_removals(content: Content, active: Iterable[str]) -> int:
    """How often a card may be removed beside the reward (DS-A68)."""
    return sum(effect.count for effect in effects(content, active) if isinstance(effect, SpareRemovals))


def more_maps(content: Content, active: Iterable[str], sector: str) -> tuple[str, ...]:
    """Maps that unlocks add to a sector."""
    found = [effect for effect in effects(content, active) if isinstance(effect, ExtraMap)]
    return tuple(effect.map for effect in found if effect.sector == sector)


def _is_met(condition: Condition, state: RunState) -> bool:
    tally = state.tally
    if isinstance(condition, Cleared):
        return tally.cleared >= condition.sectors
    if isinstance(condition, Unhurt):
        return tally.unhurt >= condition.sectors
    if isinstance(condition, Swift):
        return any(rounds <= condition.rounds for rounds in tally.rounds[condition.sector - 1 : condition.sector])
    if isinstance(condition, Removed):
        return tally.removed >= condition.cards
    if isinstance(condition, Downed):
        return tally.downed >= condition.enemies
    assert isinstance(condition, LeanVictory)
    return state.ending == CLEARED and len(state.craft.deck) <= condition.cards


def newly_earned(content: Content, state: RunState) -> tuple[str, ...]:
    """The unlocks whose conditions this run meets now and did not before (DS-105)."""
    return tuple(
        slug
        for slug, entry in content.sectors.unlocks.items()
        if slug not in state.earned and _is_met(entry.condition, state)
    )


def announcements(content: Content, state: RunState, earned: Iterable[str]) -> list[Event]:
    """One line for each unlock that the pilot did not have before (DS-93, DS-105)."""
    entries = [content.sectors.unlocks[slug] for slug in earned if slug not in state.unlocked]
    return [
        Event(
            "unlock-earned", say("Unlocked for later runs: {name}. {text}", name=entry.name, text=entry.text),
            rule="DS-105", seat=0,
        )
        for entry in entries
    ]  # fmt: skip
