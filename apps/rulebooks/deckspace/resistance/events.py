"""What happens to a ship while days pass (DS-146, DS-A53)."""

from __future__ import annotations

from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.content import Answer, Damage, Encounter, Stores, Turn
from apps.rulebooks.deckspace.resistance.effects import give
from apps.rulebooks.deckspace.resistance.outcome import with_outcome
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import State

PERCENT = 100


def meet(run: Run) -> None:
    """Perhaps something happens today: each encounter once, until all have been, wherever they happen (DS-A74)."""
    if run.chance.below(PERCENT, "event") >= run.numbers.event_chance:
        return
    where = "trip" if run.state.journey is not None else "port"
    fitting = [event for event in run.edition.events.values() if event.when in (where, "any")]
    if run.edition.events.keys() <= set(run.state.met):
        run.change(met=())
    fresh = [event for event in fitting if event.slug not in run.state.met]
    if not fresh:
        return
    event = run.chance.pick(fresh, "encounter")
    run.change(met=(*run.state.met, event.slug), lately=(*run.state.lately, event.slug))
    _undergo(run, event)


def _undergo(run: Run, event: Encounter) -> None:
    before = run.state
    give(run, event.effects)
    words = say("{title}: {text}", title=event.title, text=event.text)
    run.tell("encounter", with_outcome(words, run.content, before, run.state), _rule(event.effects, "DS-A53"))
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
    before = run.state
    give(run, answer.effects)
    words = say("{label}: {text}", label=answer.label, text=answer.text)
    run.tell("answered", with_outcome(words, run.content, before, run.state), _rule(answer.effects, "DS-A53"))


def _rule(effects: tuple[Turn, ...], other: str) -> str:
    """The rule that a line of the log follows: damage has one of its own (DS-146)."""
    return "DS-146" if any(isinstance(effect, Damage) for effect in effects) else other


def strength_lost(answer: Answer) -> int:
    """The strength that an answer costs on the whole."""
    return max(0, -sum(effect.strength for effect in answer.effects if isinstance(effect, Stores)))
