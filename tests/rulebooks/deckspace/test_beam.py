"""The Mass Driver: three lanes, what ends them, and in what order they take effect."""

import pytest

from apps.rulebooks.core.geometry.hex import moved
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import FireBeam
from apps.rulebooks.deckspace.lanes import beam_hexes

from .helpers import (
    CONTENT,
    SE,
    E,
    at,
    battle,
    board,
    do,
    duel,
    flying,
    given,
    kinds,
    of_kind,
    rocks_of,
    ship,
    shot,
    solid_of,
    step,
    told,
    using,
)


def fire(state, direction=E):
    return step(using(state, "mass-driver"), FireBeam(direction))


@pytest.mark.rule("DS-64")
def test_any_of_six_directions():
    state = using(duel("e5 SW 0"), "mass-driver")
    assert of_kind(state, FireBeam) == [FireBeam(direction) for direction in range(6)]
    for direction in range(6):
        hit = do(given(state, 2, at=moved(at("e5"), direction, 3)), FireBeam(direction))
        assert hit.ship(2).health == 1
        assert kinds(hit) == {"EndTurn"}


@pytest.mark.rule("DS-64", "DS-A13")
def test_three_lanes_to_the_edge_of_the_map():
    hexes = CONTENT.chart(board()).hexes
    middle, left, right = beam_hexes(hexes, (), at("e5"), E, 3)
    assert middle == [moved(at("e6"), E, step) for step in range(10)]
    assert left == [moved(at("d5"), E, step) for step in range(11)]
    assert right == [moved(at("f5"), E, step) for step in range(11)]


@pytest.mark.rule("DS-A13", "DS-64")
@pytest.mark.parametrize("blue", ["e6", "e15", "d5", "d15", "f5", "f15"])
def test_every_hex_of_the_three_lanes_is_hit(blue):
    assert fire(duel("e5 E 0", f"{blue} W 0")).state.ship(2).health == 1


@pytest.mark.rule("DS-A13", "DS-64")
@pytest.mark.parametrize("blue", ["e4", "d4", "f4", "c6", "g6", "c15"])
def test_nothing_beside_or_behind_them_is(blue):
    assert fire(duel("e5 E 0", f"{blue} W 0")).state.ship(2).health == 4


@pytest.mark.rule("DS-66", "DS-22")
def test_a_ship_takes_three():
    state = fire(duel("e5 E 0", "e9 W 0", blue={"armor": 2})).state
    assert (state.ship(2).armor, state.ship(2).health) == (0, 3)


@pytest.mark.rule("DS-65")
def test_each_lane_ends_at_its_first_object_and_the_others_go_on():
    state = battle(ship(1, "e5 E 0"), ship(2, "e9 W 0"), ship(3, "e12 W 0"), ship(4, "d12 W 0"), rocks="f7 f12")
    done = fire(state).state
    assert [done.ship(number).health for number in (1, 2, 3, 4)] == [4, 1, 4, 1]
    assert rocks_of(done) == {"f12"}


@pytest.mark.rule("DS-66", "DS-63")
@pytest.mark.parametrize("owner", [1, 2])
@pytest.mark.parametrize("kind", ["missile", "small-nuke", "large-nuke"])
def test_ordnance_is_destroyed_own_included_and_does_not_go_off(owner, kind):
    done = fire(duel("e5 E 0", "e10 W 0", ordnance=[shot(1, owner, "e9 W", kind)]))
    assert flying(done.state) == {}
    assert done.state.ship(2).health == 4, "the missile was in the way"
    assert "blast" not in told(done)


@pytest.mark.rule("DS-66", "DS-39")
def test_a_rock_explodes():
    done = fire(duel("e5 E 0", "e10 W 0", rocks="e9"))
    assert rocks_of(done.state) == set()
    assert done.state.ship(2).health == 3


@pytest.mark.rule("DS-67", "DS-45")
def test_solid_rock_explodes_and_its_hex_is_open():
    done = fire(duel("e5 E 0", "e10 W 0", solid="e9"))
    assert solid_of(done.state) == set()
    assert done.state.ship(2).health == 3


@pytest.mark.rule("DS-51", "DS-A12")
def test_the_beam_spares_its_shooter_but_a_rock_next_to_it_does_not():
    assert fire(duel("e5 E 0", rocks="e9")).state.ship(1).health == 4
    assert fire(duel("e5 E 0", rocks="e6")).state.ship(1).health == 3
    assert fire(duel("e5 E 0", rocks="e6 d5 f5")).state.ship(1).health == 1, "three rocks, three explosions"


@pytest.mark.rule("DS-A12", "DS-01")
def test_one_can_shoot_oneself_with_a_rock():
    state = fire(duel("e5 E 0", rocks="e6", red={"health": 1})).state
    assert (state.outcome.ending, state.outcome.winners) == ("last-ship", (1,))


@pytest.mark.rule("DS-A44")
def test_lanes_are_fixed_before_any_takes_effect():
    """The rock of the middle lane destroys the missile that ends the left one: the ship behind it is not hit."""
    state = duel("e5 E 0", "d12 W 0", rocks="e8", ordnance=[shot(1, 2, "d8 W")])
    done = fire(state).state
    assert flying(done) == {}
    assert done.ship(2).health == 4
    assert rocks_of(done) == set()


@pytest.mark.rule("DS-A44")
def test_a_ship_that_an_earlier_lane_destroys_is_not_hit_again():
    state = battle(ship(1, "e5 E 0"), ship(2, "d8 W 0", health=1), ship(3, "k15 W 0"), rocks="e8")
    done = fire(state)
    assert done.state.ship(2) is None
    assert told(done).count("destroyed") == 1


@pytest.mark.rule("DS-A44")
def test_the_order_is_middle_left_right():
    state = battle(ship(1, "e5 E 0"), ship(2, "e9 W 0"), ship(3, "d9 W 0"), ship(4, "f9 W 0"))
    hurt = [event.seat for event in fire(state).events if event.kind == "hurt"]
    assert hurt == [1, 2, 3]


@pytest.mark.rule("DS-A44")
@pytest.mark.parametrize("sign", ["C", "H", "G", "D", ":"])
def test_markers_gates_drops_and_fields_stop_no_lane(sign):
    state = duel("e5 E 0", "e10 W 0", chart=board({"e8": sign}))
    assert fire(state).state.ship(2).health == 1


@pytest.mark.rule("DS-A44", "DS-A23")
def test_a_shot_that_takes_both_is_a_draw():
    state = fire(duel("e5 E 0", "e9 W 0", rocks="d5", red={"health": 1}, blue={"health": 3})).state
    assert (state.outcome.ending, state.outcome.winners) == ("all-lost", ())


@pytest.mark.rule("DS-64")
def test_firing_off_the_board_hits_nothing():
    done = fire(duel("e15 E 0"))
    assert told(done) == ["beam"]


@pytest.mark.rule("DS-28", "DS-64")
def test_the_key_and_the_lanes_before_the_shot():
    state = duel("e5 E 0", "e9 W 0", hand="mass-driver", rocks="d8")
    shown = {choice.verb: choice for choice in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices}
    assert shown["play"].key == "g"
    aiming = RULEBOOK.scene(CONTENT, using(state, "mass-driver"), Audience.of(0))
    east = next(choice for choice in aiming.choices if choice.verb == "beam" and choice.tile == "e6")
    assert {"e6", "e9", "d8", "f15"} <= set(east.area)
    assert not {"e10", "d9"} & set(east.area)
    assert "Blue takes 3" in str(east.preview)
    assert "rock at d8" in str(east.preview)
    assert aiming.status.aiming
    assert SE in {action.direction for action in of_kind(using(state, "mass-driver"), FireBeam)}
