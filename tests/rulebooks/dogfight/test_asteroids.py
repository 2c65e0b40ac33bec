"""Counters of the cup, and the asteroids that some of them move."""

import pytest

from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.dogfight.actions import Draw, EndTurn, Move, UseBlankAsAsteroid
from apps.rulebooks.dogfight.hand import KINDS, cup
from apps.rulebooks.dogfight.state import Variant

from .helpers import CONTENT, RED, at, battle, cell, dice, do, draws, legal, step

ROCKS = (cell("b5"), cell("d4"), cell("g6"))


def sky(red="Aa1 Ah1", blue="Aa10 Ah10", **more):
    more.setdefault("asteroids", ROCKS)
    return battle(red, blue, **more)


def drift(state, asteroid, *direction):
    return do(state, Draw(), chance=draws("asteroid", asteroid=[asteroid], direction=direction))


@pytest.mark.rule("DF-39", "DF-35", "DF-A05")
def test_the_cup_holds_thirty_counters_of_four_kinds():
    assert CONTENT.cup == {"ap": 18, "defense-1": 4, "defense-2": 2, "asteroid": 4, "blank": 2}
    assert tuple(CONTENT.cup) == KINDS
    assert sum(CONTENT.cup.values()) == 30


@pytest.mark.rule("DF-41", "DF-45", "DF-39")
def test_a_drawn_move_asteroid_is_resolved_at_once_and_goes_back():
    state = drift(sky(), 1, 1)
    assert state.asteroids == (cell("b6"), *ROCKS[1:])
    assert state.sides[RED].hand == ()
    assert cup(CONTENT, state)["asteroid"] == 4


@pytest.mark.rule("DF-42", "DF-A14")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_chooses_the_asteroid(face):
    state = drift(sky(), face, 1)
    moved = [i for i in range(3) if state.asteroids[i] != ROCKS[i]]
    assert moved == [(face - 1) // 2]


@pytest.mark.rule("DF-42", "DF-43", "DF-A14")
@pytest.mark.parametrize(("face", "to"), [(1, "d5"), (2, "e4"), (3, "d3"), (4, "c4")])
def test_a_die_chooses_the_direction_and_it_moves_one_square(face, to):
    assert drift(sky(), 3, face).asteroids[1] == cell(to)


@pytest.mark.rule("DF-A14")
def test_five_and_six_are_rolled_again():
    state = drift(sky(), 3, 5, 6, 5, 2)
    assert state.asteroids[1] == cell("e4")
    assert [throw.again for throw in state.dice.throws] == [False, True, True, True, False]


@pytest.mark.rule("DF-43", "DF-A14")
def test_no_asteroid_moves_onto_another_or_off_the_board():
    state = sky(asteroids=(cell("d4"), cell("d5"), cell("h6")))
    assert drift(state, 1, 1).asteroids == state.asteroids
    held = drift(state, 5, 2)
    assert held.asteroids == state.asteroids
    assert held.dice.outcome == "held"


@pytest.mark.rule("DF-44", "DF-11")
@pytest.mark.parametrize(("red", "blue"), [("Ad5 Ah1", "Aa10"), ("Ah1", "Cd5 Aa10")])
def test_a_ship_of_either_side_in_its_way_is_lost(red, blue):
    state = drift(sky(red, blue), 3, 1)
    assert at(state, "d5") is None
    assert [ship.cell for ship in state.lost] == [cell("d5")]
    assert state.asteroids[1] == cell("d5")


@pytest.mark.rule("DF-A14")
def test_asteroids_enter_start_zones_and_stay_three():
    state = sky(asteroids=(cell("b3"), cell("d4"), cell("g8")))
    state = drift(state, 1, 3)
    assert state.asteroids[0] == cell("b2")
    assert len(set(state.asteroids)) == 3


@pytest.mark.rule("DF-46")
def test_nothing_else_moves_an_asteroid():
    state = sky(hands=(("ap", "ap"), ()))
    state = do(state, Move(0, cell("a2")), EndTurn(), Draw(), chance=draws("ap", hands=(("ap",), ())))
    assert state.asteroids == ROCKS
    with pytest.raises(IllegalAction):
        do(sky(hands=(("ap",), ())), Move(0, cell("b5")))


@pytest.mark.rule("DF-40", "DF-A06", "DF-45")
def test_a_blank_moves_an_asteroid_without_ap():
    state = sky(hands=(("blank",), ()))
    assert UseBlankAsAsteroid() in legal(state)
    state = do(state, UseBlankAsAsteroid(), chance=dice(asteroid=[1], direction=[1]))
    assert state.asteroids[0] == cell("b6")
    assert state.sides[RED].hand == ()
    assert cup(CONTENT, state)["blank"] == 2
    assert Draw() not in legal(state)  # it was spending, not drawing
    assert UseBlankAsAsteroid() not in legal(sky(hands=(("ap",), ())))


@pytest.mark.rule("DF-A06", "DF-40")
def test_a_blank_is_one_ap_or_nothing_at_all_where_it_is_dead():
    state = do(sky(hands=(("blank",), ())), Move(0, cell("a3")))
    assert at(state, "a3") is not None
    assert state.sides[RED].hand == ()
    dead = sky(hands=(("blank",), ()), variant=Variant(blank_is_dead=True))
    for action in (Move(0, cell("a3")), UseBlankAsAsteroid()):
        with pytest.raises(IllegalAction):
            do(dead, action)


@pytest.mark.rule("DF-41", "DF-A23")
def test_everyone_is_told_of_an_asteroid():
    happened = step(sky(), Draw(), chance=draws("asteroid", asteroid=[1], direction=[2]))
    assert all(event.to is None for event in happened.events)
    assert [event.kind for event in happened.events] == ["drew-asteroid", "asteroid-moved"]
