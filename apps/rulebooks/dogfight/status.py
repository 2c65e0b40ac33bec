"""The line above the board: whose turn it is and what is asked, spoken to one audience."""

from __future__ import annotations

from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Status
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.dogfight.combat import follow_ups
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.ending import result
from apps.rulebooks.dogfight.hand import purse
from apps.rulebooks.dogfight.play import waiting_on
from apps.rulebooks.dogfight.state import State
from apps.rulebooks.dogfight.words import class_name, colour


def status(content: Content, state: State, audience: Audience) -> Status:
    """Headline, detail and whom the game waits for."""
    ended = result(content, state)
    if ended is not None:
        red, blue = ended.scores
        detail = say("Points in the enemy base: Red {red}, Blue {blue}.", red=red, blue=blue)
        return Status(ended.text, detail, phase=say("Game over"), over=True)
    waiting = tuple(sorted(waiting_on(state)))
    mine = audience.role == "seat" and audience.seat in waiting
    if state.phase == "fleets":
        headline, detail = _fleets(content, state, audience, mine)
        return Status(headline, detail, waiting, say("Building fleets"))
    if state.phase == "placing":
        headline = say("Place your next ship") if mine else say("{side} places a ship", side=colour(waiting[0]))
        detail = say("In your own start zone, on any free square.") if mine else NOTHING
        return Status(headline, detail, waiting, say("Placing fleets"))
    headline, detail = _yours(content, state, waiting[0]) if mine else _theirs(content, state, waiting[0])
    return Status(headline, detail, waiting, say("Turn {turn}", turn=state.turn))


def _fleets(content: Content, state: State, audience: Audience, mine: bool) -> tuple[Text, Text]:
    if mine:
        detail = say("Nobody sees it before the ships are placed.")
        return say("Build your fleet: exactly {budget} points", budget=content.fleet.budget), detail
    open_ = [seat for seat in (0, 1) if not state.sides[seat].built]
    if len(open_) == 2:
        return say("Both sides build their fleets in secret"), NOTHING
    if audience.role == "seat":
        return say("Your fleet is ready. {side} is still building", side=colour(open_[0])), NOTHING
    return say("{side} is still building its fleet", side=colour(open_[0])), NOTHING


def _yours(content: Content, state: State, seat: int) -> tuple[Text, Text]:
    if state.phase == "reacting":
        assert state.assault is not None
        target = state.ship(state.assault.target)
        assert target is not None
        headline = say(
            "Your {ship} at {at} is about to be hit: brace or take it",
            ship=class_name(content, target.kind),
            at=name(target.cell),
        )
        return headline, say("One counter at most; then the defence die decides.")
    if state.phase == "drawing":
        return say("Your turn: draw on, or end it"), say("Room for {room} more.", room=state.room)
    if state.phase == "spending":
        if follow_ups(content, state, seat):
            detail = say("The cheap shot is gone once you do anything else.")
            return say("Your turn: follow up, spend on, or end it"), detail
        if purse(state, state.sides[seat]) == 0:
            return say("Your turn: nothing left to spend, end it"), NOTHING
        return say("Your turn: spend on, or end it"), NOTHING
    detail = say("Once you draw you cannot spend, and the other way round.")
    return say("Your turn: discard, then draw or spend"), detail


def _theirs(content: Content, state: State, seat: int) -> tuple[Text, Text]:
    side = colour(seat)
    if state.phase == "reacting":
        return say("{side} decides how to meet the attack", side=side), NOTHING
    if state.phase == "drawing":
        return say("{side} is drawing counters", side=side), NOTHING
    if state.phase == "spending":
        return say("{side} is spending", side=side), NOTHING
    return say("{side}'s turn", side=side), NOTHING
