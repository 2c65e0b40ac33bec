"""Why an action is not allowed, in words that tell a player what to do instead."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action, IllegalAction
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.actions import (
    Detonate,
    EndTurn,
    FireBeam,
    FirePdc,
    Hold,
    Jump,
    Launch,
    PlayCard,
    Pulse,
    Steer,
    Thrust,
)
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import State
from apps.rulebooks.deckspace.words import card_name, ship_name


def refusal(content: Content, state: State, seat: int, action: Action) -> IllegalAction:
    """The error for an action that is not among the legal ones."""
    if state.phase == "over":
        return IllegalAction("over", say("The game is over."))
    ship = state.ship(state.active)
    if state.phase == "between":
        return IllegalAction("between", say("This battle is over: begin the next game of the series."))
    if ship is None or ship.seat != seat:
        who = ship_name(ship) if ship is not None else say("another ship")
        return IllegalAction("not-your-turn", say("It is not your turn: the game waits for {ship}.", ship=who))
    if state.phase == "prompt":
        return IllegalAction("prompt", say("An enemy is in range: fire PDC or skip it first."))
    if state.phase == "ready":
        return IllegalAction("ready", say("Begin your turn first."))
    if state.phase == "choosing":
        return IllegalAction("choosing", say("Choose one of the cards on offer."))
    if state.phase == "keeping":
        return IllegalAction("keeping", say("Your turn is ending: choose a card to keep, or none."))
    return _in_turn(content, state, action)


def _in_turn(content: Content, state: State, action: Action) -> IllegalAction:
    """Why something is not possible in the middle of a turn."""
    if isinstance(action, EndTurn):
        return IllegalAction("missiles", say("Move all your missiles first, or let them hold."))
    if isinstance(action, PlayCard):
        if state.played >= content.numbers.plays:
            return IllegalAction("played", say("You have played your card for this turn."))
        return IllegalAction("card", say("You do not hold that card."))
    if isinstance(action, Thrust | Launch | FireBeam | Pulse | Jump):
        if not state.card:
            return IllegalAction("no-card", say("That needs a card that allows it: play one first."))
        words = say("{card} does not allow that here.", card=card_name(content, state.card))
        return IllegalAction("not-allowed", words)
    if isinstance(action, Steer | Hold | Detonate):
        return IllegalAction("steer", say("It cannot do that any more this turn, or it is not yours."))
    if isinstance(action, FirePdc):
        words = say(
            "PDC fires once a turn, after your card, at an enemy within {range} hexes.", range=content.numbers.pdc_range
        )
        return IllegalAction("pdc", words)
    return IllegalAction("not-now", say("That is not possible now."))
