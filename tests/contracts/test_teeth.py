"""The contract suite itself: rulebooks that cheat in one way each are caught."""

import functools
import itertools
import re

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.contracts import ContractBroken, play_checked
from apps.rulebooks.core.protocol import IllegalAction, Result, Step
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.actions import Discard, Draw, EndTurn
from apps.rulebooks.dogfight.rulebook import DogfightRulebook
from apps.rulebooks.dogfight.state import Trace


@functools.cache
def content():
    return DogfightRulebook().read_content(DogfightRulebook().base_pack())


class ShowsHands(DogfightRulebook):
    def scene(self, content, state, audience):
        scene = super().scene(content, state, audience)
        detail = say("{hands}", hands=str([side.hand for side in state.sides]))
        return replace(scene, status=replace(scene.status, detail=detail))


class ShowsFleets(DogfightRulebook):
    def scene(self, content, state, audience):
        scene = super().scene(content, state, audience)
        detail = say("{count}", count=len(state.sides[0].unplaced))
        return replace(scene, status=replace(scene.status, detail=detail))


class GuessesNothing(DogfightRulebook):
    def determinize(self, content, state, audience, chance):
        return state


class GuessesTheImpossible(DogfightRulebook):
    def determinize(self, content, state, audience, chance):
        guess = super().determinize(content, state, audience, chance)
        return replace(guess, sides=tuple(replace(s, hand=tuple(sorted(s.hand))[::-1]) for s in guess.sides))


class TellsDraws(DogfightRulebook):
    def apply(self, content, state, seat, action, chance):
        step = super().apply(content, state, seat, action, chance)
        if isinstance(action, Draw):
            return replace(step, events=tuple(replace(event, to=None) for event in step.events))
        return step


class TellsDiscards(DogfightRulebook):
    def apply(self, content, state, seat, action, chance):
        step = super().apply(content, state, seat, action, chance)
        if isinstance(action, Discard):
            return replace(step, events=tuple(replace(event, to=None) for event in step.events))
        return step


class OffersTooMuch(DogfightRulebook):
    def legal_actions(self, content, state, seat):
        return super().legal_actions(content, state, seat) or (EndTurn(),)


class ForgetsToRefuse(DogfightRulebook):
    def apply(self, content, state, seat, action, chance):
        try:
            return super().apply(content, state, seat, action, chance)
        except IllegalAction:
            return Step(state)


class ThrowsItsOwnDice(DogfightRulebook):
    def __init__(self):
        self.count = itertools.count()

    def apply(self, content, state, seat, action, chance):
        step = super().apply(content, state, seat, action, chance)
        return replace(step, state=replace(step.state, trace=Trace(next(self.count))))


class LosesCounters(DogfightRulebook):
    def apply(self, content, state, seat, action, chance):
        step = super().apply(content, state, seat, action, chance)
        sides = tuple(replace(side, hand=(*side.hand, "ap")) for side in step.state.sides)
        return replace(step, state=replace(step.state, sides=sides))


class EndsSomehow(DogfightRulebook):
    def result(self, content, state):
        result = super().result(content, state)
        return result and Result("somehow", result.winners, result.scores, result.text)


CHEATS = {
    ShowsHands: "tells a secret|shows what was planted",
    ShowsFleets: "tells a secret",
    GuessesNothing: "never shown another",
    GuessesTheImpossible: "no possible state",
    TellsDraws: "more than the screen",
    TellsDiscards: "more than the screen",
    OffersTooMuch: "not waited on and could do",
    ForgetsToRefuse: "not in its legal list",
    ThrowsItsOwnDice: "another state",
    LosesCounters: "more ap counters than exist|holds 6 counters|becomes|paid with a Blank",
    EndsSomehow: "not on the list of endings",
}


def some_games(book):
    for seed in range(4):
        play_checked(book, content(), {}, f"teeth-{seed}", sample_every=3)


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_rulebook_that_cheats_is_caught_with_its_seed(cheat):
    with pytest.raises(ContractBroken) as broken:
        some_games(cheat())
    assert re.search(CHEATS[cheat], str(broken.value))
    assert "seed 'teeth-" in str(broken.value)


def test_the_honest_one_is_not():
    played = play_checked(DogfightRulebook(), content(), {}, "teeth-0", sample_every=3)
    assert played.actions > 0
