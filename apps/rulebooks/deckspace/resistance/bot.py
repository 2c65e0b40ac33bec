"""Who decides on a run in a pilot's place."""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Bot, BotLevel, Decision
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import orbits
from apps.rulebooks.deckspace.resistance.actions import FaceTheBoss, FlyMission, RepairHull, Travel, Wait
from apps.rulebooks.deckspace.resistance.play import legal_actions
from apps.rulebooks.deckspace.resistance.state import State
from apps.rulebooks.deckspace.resistance.strategist import Strategist

LEVELS = (
    BotLevel("courier", say("Courier"), say("Flies whatever is nearest, and hopes.")),
    BotLevel("strategist", say("Strategist"), say("Keeps an eye on every deadline, and on the hull.")),
)


class Courier:
    """Repairs when it can, flies what is here, and else goes where the nearest mission is."""

    def decide(self, content: Content, state: State, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the legal actions, without much thought."""
        legal = legal_actions(content, state, seat)
        for kind, why in ((RepairHull, say("Patch it up.")), (FlyMission, say("Off we go.")),
                          (FaceTheBoss, say("No way around it."))):  # fmt: skip
            found = [action for action in legal if isinstance(action, kind)]
            if found:
                return Decision(found[0], why)
        return _towards(content, state, legal)


def _towards(content: Content, state: State, legal: tuple[Action, ...]) -> Decision:
    """To the nearest place with a mission; what else is asked gets the first answer there is."""
    trips = [action for action in legal if isinstance(action, Travel)]
    if not trips:
        return Decision(legal[0], say("One thing is as good as another."))
    wanted = {offer.planet for offer in state.offers}
    bound = [trip for trip in trips if trip.to in wanted]
    if not bound:
        return Decision(Wait(), say("Nothing to do but wait."))
    nearest = min(bound, key=lambda trip: (orbits.trip(content, state, trip.to), trip.to))
    return Decision(nearest, say("That is where work is."))


_BOTS: dict[str, Bot] = {"courier": Courier(), "strategist": Strategist()}


def bot(level: str) -> Bot:
    """The bot of a level; raises KeyError for an unknown one."""
    return _BOTS[level]
