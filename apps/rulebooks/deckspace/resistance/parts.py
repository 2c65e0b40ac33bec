"""Salvaged parts: the first Strike and the first Hunt won each leave a choice of them (DS-153 to DS-155)."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import owned
from apps.rulebooks.deckspace.resistance.actions import TakePart, TakeScrap
from apps.rulebooks.deckspace.resistance.content import Part
from apps.rulebooks.deckspace.resistance.effects import give
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import SCRAP, State

SALVAGE = {"strike": "strike", "retake": "strike", "hunt": "hunt"}  # a Retake is a Strike (DS-A58)


def salvage(run: Run, kind: str) -> None:
    """After the first Strike and the first Hunt won: draw parts to choose from, scrap where too few are left."""
    source = SALVAGE.get(kind, "")
    if not source or source in run.state.salvaged:
        return
    run.change(salvaged=tuple(sorted((*run.state.salvaged, source))))
    fit = tuple(part.slug for part in run.edition.parts.values() if fits(run.content, run.state, part))
    drawn = sorted(run.chance.shuffled(fit, "parts")[: run.numbers.parts_offered])
    run.change(salvage=(*drawn, *[SCRAP] * (run.numbers.parts_offered - len(drawn))))
    run.tell("salvage", say("There is something to salvage from the wreck."), "DS-153")


def fits(content: Content, state: State, part: Part) -> bool:
    """Whether a part is not at its most: neither its number nor what it raises (DS-154)."""
    return state.parts.count(part.slug) < part.most and not owned.at_limit(content, state, part.gains)


def picks(state: State) -> tuple[Action, ...]:
    """The parts to choose from, and scrap (DS-153, DS-154)."""
    parts = tuple(TakePart(part) for part in state.salvage if part != SCRAP)
    return (*parts, TakeScrap()) if SCRAP in state.salvage else parts


def take(run: Run, slug: str) -> None:
    """Keep a part for the run."""
    part = run.edition.parts[slug]
    run.change(salvage=(), parts=tuple(sorted((*run.state.parts, slug))))
    run.tell("part-taken", say("Salvaged: {name}.", name=part.name), "DS-153")
    give(run, part.gains)


def scrap(run: Run) -> None:
    """Supplies in place of a part (DS-154, N31)."""
    run.change(salvage=())
    run.supply(run.numbers.scrap)
    run.tell("scrapped", say("Scrap for {count} supplies.", count=run.numbers.scrap), "DS-154")
