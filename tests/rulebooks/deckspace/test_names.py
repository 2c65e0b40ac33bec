"""Whom a battle speaks of: colours where people meet, the ship and its enemies where a campaign has ordered it."""

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, Audience
from apps.rulebooks.core.scene import HandPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, KeepNothing
from apps.rulebooks.deckspace.play import concede, legal_actions, waiting_on

from .helpers import CONTENT, duel
from .resistance import helpers as resistance
from .sectors import helpers as sectors

COLOURS = ("Red", "Blue", "Gold", "Green")


def sortie(road):
    """The first battle of a campaign: its options."""
    if road == "sectors":
        return sectors.ROAD.outing(CONTENT, sectors.flying()).options
    return resistance.ROAD.outing(resistance.CALM, resistance.flying("supply", fleet=6)).options


def said(road):
    """Every text of a battle that is flown for some turns and given up."""
    options = sortie(road)
    step = RULEBOOK.setup(CONTENT, options, Chance(b"names"))
    texts, state = [], step.state
    for number in range(40):
        texts += [str(event.text) for event in step.events]
        for audience in (PUBLIC, Audience.of(0), Audience.of(1)):
            scene = RULEBOOK.scene(CONTENT, state, audience)
            texts += [str(scene.status.headline), *(str(piece.label) for piece in scene.board.pieces)]
            texts += [str(mark.label) for mark in scene.board.marks]
            texts += [str(panel.title) for panel in scene.panels if isinstance(panel, HandPanel)]
        if state.outcome is not None or not waiting_on(state):
            break
        seat = min(waiting_on(state))
        legal = legal_actions(CONTENT, state, seat)
        ends = [action for action in legal if isinstance(action, EndTurn | KeepNothing)]
        action = ends[0] if ends else Chance(b"names", number).pick(legal, "any")
        step = RULEBOOK.apply(CONTENT, state, seat, action, Chance(b"names", number))
        state = step.state
    if state.outcome is None:
        step = concede(CONTENT, state, 0)
        texts += [str(event.text) for event in step.events]
        texts.append(str(RULEBOOK.result(CONTENT, step.state).text))
    return texts


@pytest.mark.parametrize(("road", "ship"), [("sectors", "Petrel"), ("resistance", "Ferret")])
def test_no_battle_of_a_campaign_speaks_of_colours(road, ship):
    texts = said(road)
    assert f"{ship}'s turn." in texts
    assert f"{ship}'s turn" in texts, "as others read it"
    assert not [text for text in texts for colour in COLOURS if colour in text]
    assert "{" not in "".join(texts)


@pytest.mark.parametrize(
    ("road", "names"), [("sectors", ["Petrel", "The garrison"]), ("resistance", ["Ferret", "MERIDIAN"])]
)
def test_its_seats_are_called_the_same_for_everybody(road, names):
    assert [str(seat.name) for seat in RULEBOOK.seats(CONTENT, sortie(road))] == names


@pytest.mark.rule("DS-A65")
@pytest.mark.parametrize(("road", "ship"), [("sectors", "Petrel"), ("resistance", "Ferret")])
def test_a_battle_of_a_campaign_is_given_up_without_a_winner_named(road, ship):
    state = RULEBOOK.setup(CONTENT, sortie(road), Chance(b"names")).state
    done = concede(CONTENT, state, 0)
    assert f"{ship} gives up." in [str(event.text) for event in done.events]
    assert str(RULEBOOK.result(CONTENT, done.state).text) == "The battle was given up."
    assert str(RULEBOOK.scene(CONTENT, done.state, PUBLIC).status.headline) == "The battle was given up."


@pytest.mark.rule("DS-A65")
def test_a_battle_for_its_own_sake_keeps_its_colours():
    state = duel("e5 E 1")
    assert str(RULEBOOK.scene(CONTENT, state, PUBLIC).status.headline) == "Red's turn"
    done = concede(CONTENT, state, 0)
    assert str(RULEBOOK.result(CONTENT, done.state).text) == "Red gives up. Blue wins."
    assert [str(seat.name) for seat in RULEBOOK.seats(CONTENT, {"map": "cold-harbour"})][:2] == ["Red", "Blue"]
