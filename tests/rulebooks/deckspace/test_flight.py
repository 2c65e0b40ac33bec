"""The move at the end of a turn: how far, through what, and off the board."""

import pytest

from apps.rulebooks.core.geometry.hex import moved
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn

from .helpers import (
    CONTENT,
    anyone,
    at,
    battle,
    board,
    do,
    duel,
    end,
    flying,
    given,
    legal,
    rocks_of,
    ship,
    shot,
    solid_of,
    step,
    told,
    where,
)


@pytest.mark.rule("DS-31")
@pytest.mark.parametrize(("speed", "to"), [(0, "e5"), (1, "e6"), (2, "e7"), (3, "e8"), (5, "e10")])
def test_a_ship_flies_its_speed_along_its_facing(speed, to):
    state = end(duel(f"e5 E {speed}", red={"max_speed": 5}))
    assert where(state, 1) == to
    assert state.ship(1).speed == speed, "and keeps it"
    assert state.active == 2


@pytest.mark.rule("DS-34")
def test_a_ship_that_flies_off_the_board_is_lost():
    done = step(duel("e14 E 2"), EndTurn())
    assert done.state.ship(1) is None
    assert [one.number for one in done.state.lost] == [1]
    assert done.state.outcome.winners == (1,)
    assert "off the board" in str(next(event for event in done.events if event.kind == "lost").text)


@pytest.mark.rule("DS-34")
def test_the_last_hex_of_the_board_is_still_on_it():
    assert where(end(duel("e14 E 1")), 1) == "e15"


@pytest.mark.rule("DS-34")
def test_no_health_helps_out_there():
    state = end(duel("e15 E 1", red={"health": 6, "max_health": 6, "armor": 2}))
    assert state.ship(1) is None
    assert anyone(state, 1).health == 6


@pytest.mark.rule("DS-35")
@pytest.mark.parametrize(
    ("red", "asked"), [("e14 E 2", True), ("e15 E 1", True), ("e14 E 1", False), ("e15 E 0", False)]
)
def test_ending_the_turn_off_the_board_is_asked_about_first(red, asked):
    shown = RULEBOOK.scene(CONTENT, duel(red), Audience.of(0)).choices
    (choice,) = [choice for choice in shown if choice.verb == "end-turn"]
    assert bool(str(choice.confirm)) == asked


@pytest.mark.rule("DS-35", "DS-43")
def test_nothing_is_asked_where_solid_rock_stops_the_ship():
    shown = RULEBOOK.scene(CONTENT, duel("e13 E 3", solid="e15"), Audience.of(0)).choices
    (choice,) = [choice for choice in shown if choice.verb == "end-turn"]
    assert not str(choice.confirm)
    assert choice.path == ("e14",)


@pytest.mark.rule("DS-43", "DS-A10")
@pytest.mark.parametrize(("speed", "to"), [(1, "e6"), (2, "e7"), (3, "e7")])
def test_solid_rock_stops_a_ship_in_the_hex_before_it(speed, to):
    state = end(duel(f"e5 E {speed}", solid="e8"))
    assert where(state, 1) == to
    assert (state.ship(1).speed, state.ship(1).health) == (speed, 4), "nothing but the move stops"
    assert solid_of(state) == {"e8"}


@pytest.mark.rule("DS-43")
def test_a_ship_in_front_of_solid_rock_stays_there():
    assert where(end(duel("e7 E 3", solid="e8")), 1) == "e7"


@pytest.mark.rule("DS-A11")
def test_ships_fly_through_each_other_unhurt():
    state = end(duel("e5 E 2", "e6 W 0"))
    assert (where(state, 1), where(state, 2)) == ("e7", "e6")
    assert state.ship(1).health == state.ship(2).health == 4


@pytest.mark.rule("DS-A11")
@pytest.mark.parametrize(
    ("taken", "to"),
    [("e8", "e7"), ("e7 e8", "e6"), ("e6 e7 e8", "e5"), ("e6 e8", "e7"), ("e6", "e8"), ("e7", "e8")],
)
def test_a_ship_whose_last_hex_is_taken_stops_in_the_last_free_one(taken, to):
    others = [ship(number, f"{hex_} W 0") for number, hex_ in enumerate(taken.split(), start=2)]
    state = end(battle(ship(1, "e5 E 3"), *others))
    assert where(state, 1) == to
    assert state.ship(1).speed == 3


@pytest.mark.rule("DS-A11", "DS-43")
def test_before_solid_rock_the_last_free_hex_counts_too():
    state = end(duel("e5 E 3", "e6 W 0", solid="e7"))
    assert where(state, 1) == "e5"


@pytest.mark.rule("DS-A11", "DS-34")
def test_nobody_at_the_edge_keeps_a_ship_on_the_board():
    assert end(duel("e14 E 2", "e15 W 0")).ship(1) is None


@pytest.mark.rule("DS-A11", "DS-39")
def test_a_hex_that_an_explosion_frees_in_mid_move_is_free():
    """Red explodes the rock in front of Blue, whose last health that costs, and flies on into its hex."""
    state = end(battle(ship(1, "e5 E 2"), ship(2, "e7 W 0", health=1), ship(3, "k15 W 0"), rocks="e6"))
    assert state.ship(2) is None
    assert where(state, 1) == "e7"
    assert state.ship(1).health == 3


@pytest.mark.rule("DS-53", "DS-A41")
def test_a_ship_destroyed_in_mid_move_stops_there():
    state = end(battle(ship(1, "e5 E 3", health=1), ship(2, "k15 W 0"), ship(3, "a1 E 0"), rocks="e6"))
    assert state.ship(1) is None
    assert anyone(state, 1).at == at("e6")
    assert state.active == 2
    assert rocks_of(state) == set()


@pytest.mark.rule("DS-53", "DS-52")
def test_a_ship_destroyed_by_the_first_missile_leaves_the_second_alone():
    missiles = (shot(1, 2, "e6 W"), shot(2, 2, "e8 W"))
    state = end(battle(ship(1, "e5 E 3", health=1), ship(2, "k15 W 0"), ship(3, "a1 E 0"), ordnance=missiles))
    assert flying(state) == {2: "e8"}
    assert anyone(state, 1).at == at("e6")


@pytest.mark.rule("DS-36")
@pytest.mark.parametrize("slug", sorted(entry.slug for entry in CONTENT.maps.values() if entry.free))
def test_every_board_is_ringed_by_asteroid_field(slug):
    from apps.rulebooks.deckspace.state import ChartKey

    chart = CONTENT.chart(ChartKey(slug))
    edge = {at_ for at_ in chart.hexes if any(moved(at_, way) not in chart.hexes for way in range(6))}
    assert edge <= chart.field | set(chart.solid)


@pytest.mark.rule("DS-36")
@pytest.mark.parametrize("slug", sorted(CONTENT.generators))
def test_random_boards_are_ringed_too(slug):
    from apps.rulebooks.deckspace.state import ChartKey

    for seed in range(5):
        chart = CONTENT.chart(ChartKey(slug, seed))
        edge = {at_ for at_ in chart.hexes if any(moved(at_, way) not in chart.hexes for way in range(6))}
        assert edge <= chart.field | set(chart.solid) | {rock.at for rock in chart.rocks}


@pytest.mark.rule("DS-31")
def test_everybody_sees_beforehand_where_a_ship_will_fly():
    for audience in (Audience.of(0), Audience.of(1), Audience("public")):
        marks = RULEBOOK.scene(CONTENT, duel("e5 E 2"), audience).board.marks
        assert [(mark.at, mark.kind) for mark in marks] == [("e6", "course"), ("e7", "course-end")]


@pytest.mark.rule("DS-31")
def test_the_last_move_stays_marked():
    done = step(duel("e5 E 2"), EndTurn())
    kinds = {(mark.kind, mark.at) for mark in RULEBOOK.scene(CONTENT, done.state, Audience.of(1)).board.marks}
    assert {("from", "e5"), ("to", "e7")} <= kinds
    assert "turn-began" in told(done)


@pytest.mark.rule("DS-31")
def test_a_board_is_flown_on_in_every_direction():
    for facing, to in (("NE", "d5"), ("E", "e6"), ("SE", "f5"), ("SW", "f4"), ("W", "e4"), ("NW", "d4")):
        state = given(duel("e5 E 1"), 1, facing=["NE", "E", "SE", "SW", "W", "NW"].index(facing))
        assert where(do(state, EndTurn()), 1) == to


def test_the_turn_of_a_lost_ship_goes_to_the_next_one():
    state = end(battle(ship(1, "e15 E 1"), ship(2, "a1 E 0"), ship(3, "k1 E 0"), chart=board()))
    assert state.active == 2
    assert legal(state, 0) == ()
