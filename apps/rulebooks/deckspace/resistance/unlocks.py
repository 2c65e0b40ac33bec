"""What is earned in a run and kept for later ones (DS-156, N32)."""

from __future__ import annotations

from collections.abc import Mapping

from apps.rulebooks.core.roads import EARNED, Unlock
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.content import Ended, RunUnlock
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import State

LEGACY = "legacy"  # the option that says whether what was earned before comes along
KEPT, FRESH = "kept", "fresh"


def unlocked(content: Content, options: Mapping[str, str]) -> tuple[str, ...]:
    """What the player has earned before this run and there still is, in the order of the edition."""
    earned = {slug.strip() for slug in options.get(EARNED, "").split(",")}
    return tuple(slug for slug in content.resistance.unlocks if slug in earned)


def known(content: Content, options: Mapping[str, str]) -> tuple[str, ...]:
    """The unlocks that a run begins with: all that its player has earned, unless it is flown without them."""
    return () if options.get(LEGACY) == FRESH else unlocked(content, options)


def notice(run: Run) -> None:
    """Write down what has just been earned, but for what the player has had before (DS-143, DS-156)."""
    for unlock in run.edition.unlocks.values():
        state = run.state
        if unlock.slug in (*state.unlocked, *state.known, *state.earned) or not fulfilled(state, unlock):
            continue
        run.change(earned=(*state.earned, unlock.slug))
        run.tell("unlocked", say("Unlocked for later runs: {name}.", name=unlock.name), "DS-156")


def fulfilled(state: State, unlock: RunUnlock) -> bool:
    """Whether what earns an unlock has come true."""
    wanted = unlock.earned
    if isinstance(wanted, Ended):
        return state.ending is not None and state.ending.ending == wanted.ending
    found: int = getattr(state.counts, wanted.what)
    if wanted.what == "strike":
        found += state.counts.retake  # a Retake counts as a Strike (DS-A58)
    return found >= wanted.least


def unlocks(content: Content) -> tuple[Unlock, ...]:
    """Everything that can be earned."""
    return tuple(
        Unlock(
            unlock.slug,
            say("{name}", name=unlock.name),
            say("{text}", text=unlock.text),
            say("{how}", how=unlock.how),
            unlock.symbol,
        )
        for unlock in content.resistance.unlocks.values()
    )


def earned(content: Content, state: State) -> tuple[str, ...]:
    """What this run has earned so far, of what there still is."""
    return tuple(slug for slug in state.earned if slug in content.resistance.unlocks)
