"""Why a decision is not possible, in words that tell the pilot what to do instead."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Action, IllegalAction
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors.actions import RemoveCard, TakeCard, TakeUpgrade, TrimCard
from apps.rulebooks.deckspace.sectors.state import RunState


def refusal(content: Content, state: RunState, seat: int, action: Action) -> IllegalAction:
    """The error for an action that is not among the legal ones."""
    if state.phase == "over":
        return IllegalAction("over", say("The run is over."))
    if seat != 0:
        return IllegalAction("seat", say("Only the pilot decides on this run."))
    if state.phase == "fighting":
        return IllegalAction("fighting", say("A battle is under way: fly it, or begin the sector again."))
    if state.phase == "briefing":
        return IllegalAction("briefing", say("The sector lies ahead: launch when you are ready."))
    if isinstance(action, TakeCard):
        return IllegalAction("offer", say("That card is not on offer."))
    if isinstance(action, TakeUpgrade):
        return IllegalAction("upgrade", say("That would not make your ship any better."))
    if isinstance(action, TrimCard) and not state.spare:
        return IllegalAction("spare", say("You cannot remove a card beside the reward."))
    if isinstance(action, RemoveCard | TrimCard):
        floor = content.sectors.numbers.floor
        words = say("You do not have that card, or your deck has only {floor} cards left.", floor=floor)
        return IllegalAction("removal", words)
    return IllegalAction("reward", say("Choose your reward first."))
