"""Who decides between battles where no person does."""

from __future__ import annotations

from collections.abc import Callable

from apps.rulebooks.core.bots import lean
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, BotLevel, Decision
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors.actions import (
    Launch,
    RemoveCard,
    RestartSector,
    TakeCard,
    TakeUpgrade,
    TrimCard,
)
from apps.rulebooks.deckspace.sectors.battle import is_dead_weight
from apps.rulebooks.deckspace.sectors.play import legal_actions
from apps.rulebooks.deckspace.sectors.rewards import upgrades
from apps.rulebooks.deckspace.sectors.state import RunState

LEVELS = (
    BotLevel("wanderer", say("Wanderer"), say("Takes whatever comes to hand, and flies on.")),
    BotLevel("navigator", say("Navigator"), say("Weighs what ship and deck need, with a taste for all of it.")),
)
_FLYING_ON = say("Flying on.")
_WAITING = say("The battle decides.")

Chooser = Callable[[Content, RunState, list[Action], Chance], tuple[Action, Text]]


class Traveller:
    """A bot for a run: flies on where there is nothing to choose, and never begins a sector again."""

    def __init__(self, choose: Chooser) -> None:
        self._choose = choose

    def decide(self, content: Content, state: RunState, seat: int, chance: Chance, seconds: float) -> Decision:
        """One of the legal actions; thinking takes no time worth counting."""
        legal = list(legal_actions(content, state, seat))
        if legal[0] == Launch():
            return Decision(legal[0], _FLYING_ON)
        if legal[0] == RestartSector():
            return Decision(legal[0], _WAITING)
        action, why = self._choose(content, state, legal, chance)
        return Decision(action, why)


def _wander(content: Content, state: RunState, legal: list[Action], chance: Chance) -> tuple[Action, Text]:
    """Any kind of reward, and any of that kind; a spare removal is used like the others."""
    kinds = sorted({type(action).__name__ for action in legal})
    kind = chance.pick(kinds, "kind")
    return chance.pick([action for action in legal if type(action).__name__ == kind], "reward"), say(
        "This one will do."
    )


def _navigate(content: Content, state: RunState, legal: list[Action], chance: Chance) -> tuple[Action, Text]:
    """The reward that is worth most; dead weight goes first where that costs nothing."""
    dead = [action for action in legal if isinstance(action, TrimCard) and is_dead_weight(content, action.card)]
    if dead:
        return dead[0], say("Out with the dead weight.")
    best = _taste(content, state, legal, chance)
    if isinstance(best, TakeUpgrade):
        return best, say("The ship comes first.")
    if isinstance(best, RemoveCard):
        return best, say("A leaner deck.")
    return best, say("That will be of use.")


TASTE = 20.0  # tenths of a point of hull: of two rewards that far apart, the better is e times as likely
# What a card is worth in a deck, in tenths of a point of hull.
_CARDS = {
    "mass-driver": 9,
    "emp": 8,
    "medium-nuke": 10,
    "large-nuke": 7,
    "missile": 6,
    "small-nuke": 5,
    "high-thrust": 4,
}


def _taste(content: Content, state: RunState, legal: list[Action], chance: Chance) -> Action:
    """One of the rewards, the better the likelier: a pilot that always took the same would leave the rest untried.

    Of all removals only the best is weighed, so that a large deck does not make them likelier.
    """
    removals = [action for action in legal if isinstance(action, RemoveCard)]
    others: list[Action] = [action for action in legal if isinstance(action, TakeCard | TakeUpgrade)]
    if removals:
        others.append(max(removals, key=lambda action: _worth(content, state, action)))
    return lean([(_worth(content, state, action)[0], action) for action in others], TASTE, chance, "taste")


def _worth(content: Content, state: RunState, action: Action) -> tuple[int, str]:
    """How good a reward is, in tenths of a point of hull; ties go by name so that the choice is always the same."""
    if isinstance(action, TakeCard):
        share = state.craft.deck.count(action.card)
        return _CARDS.get(action.card, 3) - 2 * share, action.card
    if isinstance(action, RemoveCard):
        return (7 if is_dead_weight(content, action.card) else 0), action.card
    assert isinstance(action, TakeUpgrade)
    after = dict(upgrades(content, state.craft))[action.reward]
    before = state.craft
    gain = 9 * (after.armor - before.armor) + 8 * (after.max_health - before.max_health)
    return gain + 3 * (after.max_speed - before.max_speed), action.reward


_BOTS = {"wanderer": Traveller(_wander), "navigator": Traveller(_navigate)}


def bot(level: str) -> Traveller:
    """The bot of a level; raises KeyError for an unknown one."""
    return _BOTS[level]
