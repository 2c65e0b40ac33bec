"""Who is told what to do: the pilot alone. Everybody else reads who decides."""

import pytest

from apps.rulebooks.core.protocol import PUBLIC
from apps.rulebooks.deckspace.resistance.actions import Wait
from apps.rulebooks.deckspace.resistance.content import Answer, Encounter
from apps.rulebooks.deckspace.resistance.road import ROAD

from .helpers import CALM, FAR, LAST, NUMBERS, SEAT, changed, flown, flying, hub, numbered, step


def line(state, audience, content=CALM):
    """Headline and detail."""
    status = ROAD.scene(content, state, audience).status
    return str(status.headline), str(status.detail)


@pytest.mark.rule("DS-106")
def test_between_battles_others_read_where_the_ship_is_and_who_decides():
    assert line(hub("mirk"), SEAT) == ("You are at Mirk", "MERIDIAN moves on day 4.")
    assert line(hub("mirk"), PUBLIC) == (
        "Ferret is at Mirk", "The pilot decides where to go. MERIDIAN moves on day 4.",
    )  # fmt: skip


@pytest.mark.rule("DS-153", "DS-A71", "DS-108")
def test_nobody_else_is_told_to_decide():
    salvage = flown("strike")
    assert line(salvage, SEAT)[0] == "Salvage: keep one part"
    assert line(salvage, PUBLIC)[0] == "Salvage: the pilot keeps one part"
    content = changed(
        numbered(event_chance=100),
        events={"test": Encounter("test", "A test", "It happens.", (), (Answer("Well", "Well."),), "any")},
    )
    asked = step(hub(), Wait(), content).state
    assert line(asked, SEAT, content) == ("A test: what do you do?", "It happens.")
    assert line(asked, PUBLIC, content) == ("A test: the pilot decides", "It happens.")
    due = hub(FAR, day=LAST, due=True, owners={FAR: "held"})
    assert line(due, SEAT)[0] == "The Warden has come, and you are far from any port"
    assert line(due, PUBLIC)[0] == "The Warden has come, and Ferret is far from any port"


def test_no_line_for_others_speaks_to_them():
    for state in (hub(), hub(FAR), hub(day=LAST, due=True), flying("supply"), flown("hunt")):
        scene = ROAD.scene(CALM, state, PUBLIC)
        for text in (scene.status.headline, scene.status.detail):
            assert "you" not in str(text).lower().replace("young", "")
        assert str(ROAD.seats(CALM, {})[0].name) == NUMBERS.ship == "Ferret"
