"""What happens to a ship while days pass (DS-146, DS-A53)."""

from __future__ import annotations

from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.content import Answer, Encounter, Stores
from apps.rulebooks.deckspace.resistance.effects import give
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import State

PERCENT = 100


def meet(run: Run) -> None:
    """Perhaps something happens today: each encounter once, until all have been."""
    if run.chance.below(PERCENT, "event") >= run.numbers.event_chance:
        return
    where = "trip" if run.state.journey is not None else "port"
    fitting = [event for event in run.edition.events.values() if event.when in (where, "any")]
    fresh = [event for event in fitting if event.slug not in run.state.met]
    if not fitting:
        return
    if not fresh:
        again = {event.slug for event in fitting}
        run.change(met=tuple(slug for slug in run.state.met if slug not in again))
    event = run.chance.pick(fresh or fitting, "encounter")
    run.change(met=(*run.state.met, event.slug), lately=(*run.state.lately, event.slug))
    run.tell("encounter", say("{title}: {text}", title=event.title, text=event.text), "DS-A53")
    _undergo(run, event)


def _undergo(run: Run, event: Encounter) -> None:
    before = run.state.craft
    give(run, event.effects)
    lost = before.health + before.armor - run.state.craft.health - run.state.craft.armor
    if lost > 0:
        words = say("The ship takes {damage} damage, armor first: hull {hull}, armor {armor}.", damage=lost,
                    hull=run.state.craft.health, armor=run.state.craft.armor)  # fmt: skip
        run.tell("damaged", words, "DS-146")
    if event.answers and run.state.ending is None:
        run.change(event=event.slug)


def answers(content: Content, state: State) -> tuple[int, ...]:
    """The answers that the pilot can afford; of every encounter at least one costs nothing (DS-A71)."""
    event = content.resistance.events[state.event]
    return tuple(number for number, answer in enumerate(event.answers) if affordable(state, answer))


def affordable(state: State, answer: Answer) -> bool:
    """Whether there are the supplies and rounds that an answer costs."""
    cost = sum(effect.supplies for effect in answer.effects if isinstance(effect, Stores))
    rounds = sum(effect.rounds for effect in answer.effects if isinstance(effect, Stores))
    return state.supplies + min(0, cost) >= 0 and state.craft.rounds + min(0, rounds) >= 0


def reply(run: Run, number: int) -> None:
    """Answer the encounter that waits."""
    answer = run.edition.events[run.state.event].answers[number]
    run.change(event="")
    run.tell("answered", say("{label}: {text}", label=answer.label, text=answer.text), "DS-A53")
    give(run, answer.effects)
