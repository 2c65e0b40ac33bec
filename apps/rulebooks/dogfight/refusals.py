"""Why an action is not allowed, in words that tell a player what to do instead."""

from __future__ import annotations

from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.protocol import Action, IllegalAction
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.actions import Attack, BuildFleet, Discard, Draw, FollowUp, Move, PlaceShip
from apps.rulebooks.dogfight.state import State
from apps.rulebooks.dogfight.words import colour


def refusal(state: State, seat: int, action: Action, waiting: frozenset[int]) -> IllegalAction:
    """The error for an action that is not among the legal ones."""
    if state.phase == "over":
        return IllegalAction("over", say("The game is over."))
    if seat not in waiting:
        if state.phase == "fleets":
            return IllegalAction("not-your-turn", say("Your fleet is committed. Wait for the other one."))
        other = colour(next(iter(waiting)))
        return IllegalAction("not-your-turn", say("It is not your turn: the game waits for {side}.", side=other))
    if isinstance(action, BuildFleet) and state.phase == "fleets":
        return IllegalAction("fleet", say("Choose one of the fleets on offer: the points must come out exactly."))
    if isinstance(action, PlaceShip) and state.phase == "placing":
        return IllegalAction("place", say("Place one of your waiting ships on a free square of your own start zone."))
    if state.phase == "reacting":
        return IllegalAction("reaction", say("You are under attack: brace with a counter you hold, or take it."))
    if isinstance(action, Discard):
        return IllegalAction("discard", say("Only counters you hold can be put back, and only at the start of a turn."))
    if isinstance(action, Draw):
        return IllegalAction("draw", say("You cannot draw: your hand is full or you have begun to spend."))
    if state.phase == "drawing":
        return IllegalAction("drawing", say("You have begun to draw: draw on or end your turn."))
    if isinstance(action, Move):
        to = name(action.to)
        words = say("That move to {to} is not possible: the square is out of reach, or you lack AP.", to=to)
        return IllegalAction("move", words)
    if isinstance(action, Attack):
        return IllegalAction("attack", say("To attack you need an adjacent enemy and the AP to pay for it."))
    if isinstance(action, FollowUp):
        return IllegalAction("follow-up", say("A follow-up comes right after an attack that the target survived."))
    return IllegalAction("not-now", say("That is not possible now."))
