"""What comes first when several things happen in one hex, or at one moment."""

import pytest

from apps.rulebooks.deckspace.actions import Detonate, EndTurn, Steer, Thrust
from apps.rulebooks.deckspace.state import Objective

from .helpers import (
    all_of,
    anyone,
    at,
    battle,
    board,
    do,
    duel,
    end,
    flying,
    rocks_of,
    ship,
    shot,
    step,
    told,
    using,
    where,
)

ORDER = ("rock-exploded", "hit", "blast", "dropped", "marker")


def kinds(done):
    return [kind for kind in told(done) if kind in ORDER]


@pytest.mark.rule("DS-A41", "DS-63", "DS-160")
def test_a_nuke_beside_a_rock_beside_a_missile():
    """Flown into, the nuke bursts; the missile beside it is destroyed, the rock stays, and nothing else goes off."""
    pieces = [shot(1, 2, "e6 W", "small-nuke"), shot(2, 2, "d6 W"), shot(3, 2, "e8 W")]
    done = step(duel("e5 E 1", "a15 W 0", rocks="e7", ordnance=pieces), EndTurn())
    assert kinds(done) == ["blast"]
    assert flying(done.state) == {3: "e8"}
    assert rocks_of(done.state) == {"e7"}
    assert done.state.ship(1).health == 2


@pytest.mark.rule("DS-A41", "DS-52", "DS-38")
def test_each_hex_of_a_move_is_settled_before_the_next():
    """The rock in the first hex destroys the missile in the second before the ship comes there."""
    done = step(duel("e5 E 3", rocks="e6", ordnance=[shot(1, 2, "e7 W"), shot(2, 2, "e8 W")]), EndTurn())
    assert kinds(done) == ["rock-exploded", "hit"]
    assert (done.state.ship(1).health, flying(done.state)) == (2, {})


@pytest.mark.rule("DS-A41", "DS-112")
def test_damage_then_the_marker():
    chart = board({"e6": "h"})
    done = step(duel("e5 E 1", chart=chart, ordnance=[shot(1, 2, "e6 W")], red={"health": 2}), EndTurn())
    assert kinds(done) == ["hit", "marker"]
    assert (done.state.ship(1).health, done.state.ship(1).max_health) == (5, 5), "healed after the hit"


@pytest.mark.rule("DS-A41")
def test_the_edge_comes_before_everything():
    done = step(duel("e15 E 1", rocks="d15", ordnance=[shot(1, 2, "f15 W", "large-nuke")]), EndTurn())
    assert kinds(done) == []
    assert done.state.ship(1) is None


@pytest.mark.rule("DS-A41", "DS-113")
def test_a_gate_comes_before_rocks_ordnance_and_drop():
    state = battle(
        ship(1, "e5 E 2", exits=all_of("e6"), pods=2), ship(2, "k15 W 0"), chart=board({"e6": "G", "e7": "D"}),
        rocks="e7", objective=Objective("supply", 1), ordnance=[shot(1, 2, "e6 W", "large-nuke")],
    )  # fmt: skip
    done = step(state, EndTurn())
    assert kinds(done) == []
    assert (anyone(done.state, 1).health, anyone(done.state, 1).pods) == (4, 2)


@pytest.mark.rule("DS-A41", "DS-43")
def test_solid_rock_is_not_entered_so_nothing_there_happens():
    done = step(duel("e5 E 2", solid="e6", ordnance=[shot(1, 2, "e7 W")]), EndTurn())
    assert kinds(done) == []
    assert where(done.state, 1) == "e5"


@pytest.mark.rule("DS-A41", "DS-53", "DS-A39")
def test_forward_settles_its_hex_at_once_and_may_end_it_all():
    state = battle(ship(1, "e5 E 0", health=1), ship(2, "k15 W 0"), ship(3, "a15 W 0"), chart=board({"e6": "h"}),
                   ordnance=[shot(1, 1, "e6 E", moves=0)])  # fmt: skip
    done = step(using(state, "high-thrust"), Thrust("forward"))
    assert kinds(done) == ["hit"]
    assert (done.state.active, done.state.card, done.state.uses) == (2, "", 0)


@pytest.mark.rule("DS-A42")
def test_all_in_reach_are_damaged_at_the_same_moment():
    """Both are lost, although the first of them launched what would have saved nobody."""
    state = battle(
        ship(1, "e5 E 0", health=2), ship(2, "e7 W 0", health=2), ship(3, "k15 W 0"),
        ordnance=[shot(1, 1, "e6 E", "small-nuke")],
    )  # fmt: skip
    done = step(state, Detonate(1))
    assert {one.number for one in done.state.lost} == {1, 2}
    assert (done.state.outcome.ending, done.state.outcome.winners) == ("last-ship", (2,))


@pytest.mark.rule("DS-A42", "DS-63")
def test_an_explosion_sets_off_no_ordnance():
    pieces = [shot(1, 1, "e10 W"), shot(2, 1, "d8 W", "large-nuke"), shot(3, 2, "f8 W", "large-nuke")]
    done = step(duel("a1 E 0", "e7 W 0", rocks="e8", ordnance=pieces), Steer(1, "forward"))
    done = step(done.state, Steer(1, "forward"))
    assert kinds(done) == ["rock-exploded"]
    assert flying(done.state) == {}
    assert done.state.ship(2).health == 3


@pytest.mark.rule("DS-A42", "DS-A23")
def test_a_side_is_looked_for_after_each_hex_and_not_before_all_are_hit():
    """Red flies into a nuke and takes Blue along; the hexes behind are never reached."""
    state = duel("e5 E 3", "e7 W 0", red={"health": 3}, blue={"health": 3}, rocks="e8",
                 ordnance=[shot(1, 2, "e6 W", "large-nuke")])  # fmt: skip
    done = step(state, EndTurn())
    assert (done.state.outcome.ending, done.state.outcome.winners) == ("all-lost", ())
    assert rocks_of(done.state) == {"e8"}
    assert anyone(done.state, 1).at == at("e6")


@pytest.mark.rule("DS-A42", "DS-A45", "DS-37")
def test_a_strike_can_take_the_last_ship_but_one():
    from .helpers import dice

    chart = board({"e6": ":"})
    state = battle(ship(1, "e5 E 1", health=1), ship(2, "k15 W 0"), ship(3, "a15 W 0"), chart=chart)
    state = end(state, chance=dice(strike=[1]))
    assert (state.active, state.phase, state.flight) == (2, "acting", -1)


@pytest.mark.rule("DS-A23")
def test_the_wreck_leaves_no_half_used_card_behind():
    state = do(using(duel("e5 E 0", rocks="e6", red={"health": 1}), "high-thrust"), Thrust("forward"))
    assert (state.outcome.winners, state.card, state.uses) == ((1,), "", 0)
