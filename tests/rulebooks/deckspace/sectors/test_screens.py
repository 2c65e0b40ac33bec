"""What is shown between battles: the road, the briefing, the ship, and what every reward will do."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.protocol import PUBLIC
from apps.rulebooks.core.scene import DeckPanel, ObjectivePanel, SeatPanel, StoryPanel, TallyPanel, TrackPanel
from apps.rulebooks.deckspace.sectors.actions import RestartSector, TakeUpgrade
from apps.rulebooks.deckspace.sectors.road import ROAD
from apps.rulebooks.deckspace.sectors.state import Tally

from ..helpers import CONTENT
from .helpers import ROAD_AUDIENCE, at_sector, begun, cleared, do, flying, legal, lost, reported


@pytest.mark.rule("DS-92")
def test_the_road_is_shown_with_what_is_cleared_and_where_the_ship_is():
    board = ROAD.scene(CONTENT, at_sector(3), ROAD_AUDIENCE).board
    assert board.geometry == "plane"
    assert [tile.kind for tile in board.tiles] == ["sector-cleared"] * 2 + ["sector-here"] + ["sector"] * 2
    assert [mark.kind for mark in board.marks] == ["road"] * 2 + ["course"] * 2
    (ship,) = board.pieces
    assert (ship.at, ship.seat) == ("sector-3", 0)
    assert len(board.marks) == 4
    places = [(tile.col, tile.row) for tile in board.tiles]
    assert all(abs(a - b) + abs(c - d) >= 150 for (a, c), (b, d) in pairwise(places))


def panels_of(state):
    return ROAD.scene(CONTENT, state, ROAD_AUDIENCE).panels


@pytest.mark.rule("DS-95")
def test_the_briefing_tells_the_story_the_enemies_and_the_new_skill():
    state = at_sector(2)
    (story,) = [panel for panel in panels_of(state) if isinstance(panel, StoryPanel)]
    assert str(story.text) == CONTENT.sectors.order[1].story
    (aim,) = [panel for panel in panels_of(state) if isinstance(panel, ObjectivePanel) and panel.id == "sector"]
    assert "Small Nuke" in str(aim.text)
    for slug in state.plan.enemies:
        assert CONTENT.enemies[slug].name in str(aim.text)
    assert CONTENT.maps[state.plan.map].name in str(aim.text)
    for enemies, words in ((state.plan.enemies[:1], "It brings"), (state.plan.enemies[:1] * 2, "They bring")):
        some = replace(state, plan=replace(state.plan, enemies=enemies))
        (aim,) = [panel for panel in panels_of(some) if isinstance(panel, ObjectivePanel) and panel.id == "sector"]
        assert f"{words} Small Nuke." in str(aim.text)


def test_the_ship_its_deck_and_the_way_are_shown():
    state = at_sector(4)
    panels = panels_of(state)
    (seat,) = [panel for panel in panels if isinstance(panel, SeatPanel)]
    assert {stat.symbol: stat.value for stat in seat.stats} == {
        "stat-health": str(state.craft.health), "stat-armor": str(state.craft.armor),
        "stat-speed": str(state.craft.max_speed), "stat-deck": str(len(state.craft.deck)),
    }  # fmt: skip
    (deck,) = [panel for panel in panels if isinstance(panel, DeckPanel)]
    assert sum(card.count for card in deck.cards) == deck.count == len(state.craft.deck)
    (track,) = [panel for panel in panels if isinstance(panel, TrackPanel)]
    assert (track.value, track.maximum) == (3, 5)


@pytest.mark.rule("DS-98", "DS-100")
def test_every_reward_says_what_it_will_do():
    state = cleared(begun())
    state = replace(state, craft=replace(state.craft, health=1))
    choices = ROAD.scene(CONTENT, state, ROAD_AUDIENCE).choices
    assert {str(choice.group) for choice in choices} == {"Take a card", "Upgrade the ship", "Remove a card"}
    for action, choice in zip(legal(state), choices, strict=True):
        after = do(state, action).craft
        assert f"After repairs hull {after.health} of {after.max_health}." in str(choice.preview)
        assert choice.final
    upgrades = [f"upgrade-{action.reward}" for action in legal(state) if isinstance(action, TakeUpgrade)]
    assert upgrades
    for audience in (ROAD_AUDIENCE, PUBLIC):
        panels = ROAD.scene(CONTENT, state, audience).panels
        (offered,) = [panel for panel in panels if isinstance(panel, DeckPanel) and panel.offered]
        assert [card.id for card in offered.cards] == [f"offer-{card}" for card in state.offers] + upgrades
        assert "Every sector begins with 1 armor." in [str(card.text) for card in offered.cards]
        assert offered.count == len(offered.cards)
    assert set(upgrades) == {choice.card for choice in choices if str(choice.group) == "Upgrade the ship"}


@pytest.mark.rule("DS-93")
def test_a_run_that_is_over_is_counted():
    assert not [panel for panel in panels_of(begun()) if isinstance(panel, TallyPanel)]
    state = reported(flying(tally=Tally(2, 7, 1, 1, (9, 12), 3)), lost(flying())).state
    (counted,) = [panel for panel in panels_of(state) if isinstance(panel, TallyPanel)]
    assert [(str(stat.label), stat.value) for stat in counted.stats] == [
        ("Sectors cleared", "2"), ("Of them without losing hull", "1"), ("Enemies destroyed", "7"),
        ("Rounds in sectors cleared", "21"), ("Cards removed", "1"), ("Sectors begun again", "3"),
    ]  # fmt: skip
    assert str(ROAD.result(CONTENT, state).text).startswith("The ship is lost in sector 3:")


def test_restarts_are_shown():
    state = do(flying(), RestartSector())
    (seat,) = [panel for panel in panels_of(state) if isinstance(panel, SeatPanel)]
    assert "1" in str(seat.note)
