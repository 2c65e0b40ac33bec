"""Why something is not possible in a run, in words that tell a player what to do instead."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action, IllegalAction
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import port
from apps.rulebooks.deckspace.resistance.actions import (
    BuyCard,
    BuyRounds,
    FaceTheBoss,
    Fit,
    FlyMission,
    Purge,
    RepairArmor,
    RepairHull,
    StrikeEarly,
    Travel,
    Wait,
)
from apps.rulebooks.deckspace.resistance.run import PILOT
from apps.rulebooks.deckspace.resistance.state import State


def refusal(content: Content, state: State, seat: int, action: Action) -> IllegalAction:
    """The error for an action that is not among the legal ones."""
    if seat != PILOT:
        return IllegalAction("not-yours", say("This is another pilot's run."))
    if state.phase == "over":
        return IllegalAction("over", say("The run is over."))
    if state.phase == "battle":
        return IllegalAction("battle", say("Fly the battle first."))
    if state.phase == "salvage":
        return IllegalAction("salvage", say("Choose a part first."))
    if state.phase == "event":
        return IllegalAction("event", say("Answer first: something has happened."))
    if isinstance(action, FlyMission | Travel | Wait | StrikeEarly) and state.phase == "due":
        return IllegalAction("due", say("The days have run out: only the Anvil is left."))
    return _at_the_hub(content, state, action)


def _at_the_hub(content: Content, state: State, action: Action) -> IllegalAction:
    if isinstance(action, FlyMission):
        return IllegalAction("mission", say("That mission is not on offer here, or there is no time left for it."))
    if isinstance(action, Travel):
        return IllegalAction("travel", say("You cannot fly there."))
    if isinstance(action, FaceTheBoss):
        return IllegalAction("boss", say("The Warden has not come yet. From the home base you can strike early."))
    if isinstance(action, Fit | Purge | StrikeEarly) and not port.at_home(content, state):
        return IllegalAction("home", say("That is to be had at the home base only."))
    if isinstance(action, BuyCard | BuyRounds | RepairHull | RepairArmor) and not port.here(content, state):
        return IllegalAction("port", say("There is no port here."))
    if isinstance(action, BuyCard | BuyRounds | RepairHull | RepairArmor | Fit | Purge):
        return IllegalAction("supplies", say("There is no need for that, or you lack the supplies."))
    return IllegalAction("not-now", say("That is not possible now."))
