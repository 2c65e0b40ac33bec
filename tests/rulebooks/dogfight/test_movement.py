"""Moving ships."""

import pytest

from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.dogfight.actions import Move
from apps.rulebooks.dogfight.choices import choices

from .helpers import BLUE, CONTENT, RED, at, battle, cell, do, legal


def reach_of(state, number=0):
    return {name(a.to) for a in legal(state) if isinstance(a, Move) and a.ship == number}


@pytest.mark.rule("DF-24")
def test_a_move_costs_one_ap():
    state = battle("Dd5", "Ah8", hands=(("ap", "ap"), ()))
    state = do(state, Move(0, cell("d8")))
    assert state.sides[RED].hand == ("ap",)
    assert at(state, "d8").kind == "dreadnought"
    assert at(state, "d5") is None
    assert reach_of(battle("Dd5", "Ah8")) == set()


@pytest.mark.rule("DF-25", "DF-A07", "DF-26", "DF-04")
@pytest.mark.parametrize(("letter", "mov"), [("A", 3), ("B", 2), ("C", 3), ("D", 3)])
def test_reach_forward_and_sideways_in_any_mixture(letter, mov):
    asteroids = ((1, 1), (2, 1), (3, 1))
    state = battle(f"{letter}d4", "Ah10", hands=(("ap",), ()), asteroids=asteroids)
    squares = {
        name((4 + side, 4 + ahead))
        for ahead in range(mov + 1)
        for side in range(-mov, mov + 1)
        if 1 <= ahead + abs(side) <= mov
    }
    assert reach_of(state) == squares


@pytest.mark.rule("DF-26", "DF-25")
def test_forward_is_south_for_blue():
    state = battle("Ah1", "Bd6", hands=((), ("ap",)), active=BLUE, asteroids=((1, 1), (2, 1), (3, 1)))
    assert reach_of(state, 1) == {"b6", "c6", "e6", "f6", "c5", "d5", "e5", "d4"}


@pytest.mark.rule("DF-25")
@pytest.mark.parametrize("to", ["d4", "d5", "h5", "d9", "e8"])
def test_no_backward_no_standing_still_no_overreach(to):
    state = battle("Dd5", "Ah10", hands=(("ap",), ()))
    with pytest.raises(IllegalAction):
        do(state, Move(0, cell(to)))


@pytest.mark.rule("DF-25")
def test_a_diagonal_neighbour_is_two_steps_away():
    walled = battle("Bd5", "Ad6 Ae5 Ac5 Ah10", hands=(("ap",), ()))
    assert reach_of(walled) == set()
    state = battle("Bd5", "Ad6 Ac5 Ah10", hands=(("ap",), ()))
    assert "e6" in reach_of(state)


@pytest.mark.rule("DF-27")
def test_the_edge_is_the_end():
    state = battle("Aa10 Bh9", "Ad1", hands=(("ap",), ()))
    assert reach_of(state) == {"b10", "c10", "d10"}
    assert reach_of(state, 1) == {"h10", "g10", "g9", "f9"}
    for to in ((0, 10), (1, 11), (9, 9)):
        with pytest.raises(IllegalAction):
            do(state, Move(0, to))


@pytest.mark.rule("DF-28", "DF-11", "DF-02", "DF-A07")
def test_ships_and_asteroids_block():
    # Friend ahead, asteroid to the left, enemy to the right beyond one square.
    state = battle("Ad4 Ad5", "Af4 Ah10", hands=(("ap",), ()), asteroids=((3, 4), (1, 8), (2, 8)))
    assert reach_of(state) == {"e4", "e5", "e6", "f5"}  # d6 would take four steps round the friend
    for to in ("d5", "c4", "f4", "d6", "b4"):
        with pytest.raises(IllegalAction):
            do(state, Move(0, cell(to)))


@pytest.mark.rule("DF-A07", "DF-50")
def test_previews_show_a_way_of_free_squares():
    state = battle("Ad4 Ad5", "Af4 Ah10", hands=(("ap",), ()), asteroids=((3, 4), (1, 8), (2, 8)))
    shown = {choice.tile: choice for choice in choices(CONTENT, state, RED) if choice.piece == "ship-0"}
    assert shown["f5"].path == ("d4", "e4", "e5", "f5")
    assert shown["e4"].path == ("d4", "e4")
    assert str(shown["e4"].cost) == "1 AP"


@pytest.mark.rule("DF-24")
def test_only_ones_own_ships_move():
    state = battle("Dd5", "Ah8", hands=(("ap",), ("ap",)))
    for number in (1, 7):
        with pytest.raises(IllegalAction):
            do(state, Move(number, cell("h7")))
