"""Who is told what to do: the pilot alone. Everybody else reads who decides."""

import pytest

from apps.rulebooks.core.protocol import PUBLIC, Audience
from apps.rulebooks.core.scene import DeckPanel
from apps.rulebooks.deckspace.sectors.actions import Launch
from apps.rulebooks.deckspace.sectors.road import ROAD

from ..helpers import CONTENT
from .helpers import ROAD_AUDIENCE, at_sector, begun, cleared, do

OTHERS = (PUBLIC, Audience.of(3))


def line(state, audience):
    """Headline and detail."""
    status = ROAD.scene(CONTENT, state, audience).status
    return str(status.headline), str(status.detail)


@pytest.mark.rule("DS-98", "DS-100")
def test_only_the_pilot_is_told_to_choose_a_reward():
    state = cleared(begun())
    assert line(state, ROAD_AUDIENCE) == ("Sector cleared: choose one reward", "Then your hull is repaired by 2.")
    for audience in OTHERS:
        assert line(state, audience) == (
            "Sector cleared: the pilot chooses a reward", "Then the hull is repaired by 2.",
        )  # fmt: skip


@pytest.mark.rule("DS-92")
def test_a_sector_ahead_is_named_without_a_verb_that_might_not_fit():
    state = at_sector(4)
    assert line(state, ROAD_AUDIENCE) == ("Next: The Breakers", "Read the briefing, then fly in.")
    assert line(state, PUBLIC) == ("Next: The Breakers", "The pilot reads the briefing.")
    assert line(do(state, Launch()), PUBLIC) == line(do(state, Launch()), ROAD_AUDIENCE)


def test_the_ship_has_a_name_of_its_own_for_all():
    (seat,) = ROAD.seats(CONTENT, {})
    assert str(seat.name) == CONTENT.sectors.numbers.ship == "Petrel"
    for state in (begun(), cleared(begun())):
        for audience in OTHERS:
            scene = ROAD.scene(CONTENT, state, audience)
            assert "our" not in "".join(str(panel.title) for panel in scene.panels if isinstance(panel, DeckPanel))
            assert str(scene.board.pieces[0].label).startswith("Petrel in ")
    titles = {str(p.title) for p in ROAD.scene(CONTENT, begun(), ROAD_AUDIENCE).panels if isinstance(p, DeckPanel)}
    assert titles == {"Your deck"}
