"""The home base: research, upgrades, the PDC mount, and a deck made smaller (DS-120, DS-148, DS-158, DS-A15)."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import owned, port, threats
from apps.rulebooks.deckspace.resistance.actions import Fit, Purge
from apps.rulebooks.deckspace.resistance.content import Comms, Fitting, Mount
from apps.rulebooks.deckspace.resistance.effects import give
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.state import State
from apps.rulebooks.deckspace.resistance.words import supplies_words


def on_offer(content: Content, state: State) -> tuple[Fitting, ...]:
    """What is still to be researched or built in: nothing that the ship has already, or that would do nothing."""
    return tuple(
        fitting
        for fitting in content.resistance.fittings.values()
        if fitting.slug not in state.fittings
        and not _has(content, state, fitting)
        and not owned.at_limit(content, state, fitting.gains)
    )


def _has(content: Content, state: State, fitting: Fitting) -> bool:
    """Whether what a fitting is about is there already, from an earlier run for instance."""
    return any(
        (isinstance(gain, Mount) and state.craft.pdc) or (isinstance(gain, Comms) and owned.comms(content, state))
        for gain in fitting.gains
    )


def services(content: Content, state: State) -> tuple[Action, ...]:
    """What can be had at the home base here and now (DS-158)."""
    if not port.at_home(content, state):
        return ()
    numbers, deck = content.resistance.numbers, state.craft.deck
    found: list[Action] = [Fit(one.slug) for one in on_offer(content, state) if one.price <= state.supplies]
    if state.supplies >= numbers.purge_price and len(deck) > numbers.deck_least:
        found += [Purge(card) for card in sorted(set(deck))]
    return tuple(found)


def fit(run: Run, slug: str) -> None:
    """Have something researched or built in (DS-148, DS-158)."""
    fitting = run.edition.fittings[slug]
    heard = owned.comms(run.content, run.state)
    run.supply(-fitting.price)
    run.change(fittings=(*run.state.fittings, slug))
    cost = supplies_words(-fitting.price)
    words = say("Researched: {name}. {cost}.", name=fitting.name, cost=cost)
    if fitting.kind == "upgrade":
        words = say("Built in: {name}. {cost}.", name=fitting.name, cost=cost)
    run.tell("fitted", words, "DS-158")
    give(run, fitting.gains)
    if not heard:
        threats.listen(run)


def purge(run: Run, card: str) -> None:
    """Take a card out of the deck; a NULL goes like any other (DS-A15)."""
    deck = list(run.state.craft.deck)
    deck.remove(card)
    run.supply(-run.numbers.purge_price)
    run.refit(deck=tuple(deck))
    words = say("{card} is taken out of the deck. {cost}.", card=run.content.cards[card].name,
                cost=supplies_words(-run.numbers.purge_price))  # fmt: skip
    run.tell("purged", words, "DS-A15")
