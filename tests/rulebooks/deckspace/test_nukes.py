"""Nukes: rotation limits, setting off, blasts, and that nothing sets off anything else."""

import pytest

from apps.rulebooks.core.geometry.hex import distance, moved, name, within
from apps.rulebooks.core.protocol import Audience, IllegalAction
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import Detonate, EndTurn, Launch, Steer

from .helpers import (
    CONTENT,
    E,
    at,
    battle,
    board,
    do,
    duel,
    end,
    flying,
    given,
    of_kind,
    rocks_of,
    ship,
    shot,
    solid_of,
    step,
    told,
    using,
)

TURNS = {"small-nuke": 2, "medium-nuke": 1, "large-nuke": 1}
SIZES = {"small-nuke": (2, 1, 7), "medium-nuke": (2, 2, 19), "large-nuke": (3, 3, 37)}
BY_SIZE = [pytest.param(kind, *size, id=kind) for kind, size in SIZES.items()]


@pytest.mark.rule("DS-24", "DS-A04", "DS-58", "DS-59", "DS-60")
@pytest.mark.parametrize(("kind", "turns"), TURNS.items())
def test_a_nuke_turns_only_so_often_each_turn(kind, turns):
    state = duel("a1 E 0", ordnance=[shot(1, 1, "e5 E", kind)])
    for _ in range(turns):
        state = do(state, Steer(1, "left"))
    assert {action.way for action in of_kind(state, Steer)} == {"forward"}
    for turn in ("left", "right"):
        with pytest.raises(IllegalAction) as refused:
            do(state, Steer(1, turn))
        assert refused.value.code == "steer"
    again = end(end(state))
    assert {action.way for action in of_kind(again, Steer)} == {"forward", "left", "right"}, "and again next turn"


@pytest.mark.rule("DS-58", "DS-59", "DS-60", "DS-62")
@pytest.mark.parametrize(("kind", "damage", "radius", "hexes"), BY_SIZE)
def test_the_blast_hits_every_ship_in_its_reach(kind, damage, radius, hexes):
    hit = 0
    for place in within(at("f8"), radius + 1):
        if place == at("f8"):
            continue
        state = duel("a1 E 0", ordnance=[shot(1, 1, "f8 E", kind)])
        state = do(given(state, 2, at=place), Detonate(1))
        assert state.ship(2).health == (4 - damage if distance(place, at("f8")) <= radius else 4)
        hit += state.ship(2).health < 4
    assert hit + 1 == hexes, "the middle one too"


@pytest.mark.rule("DS-61")
@pytest.mark.parametrize("kind", SIZES)
def test_a_nuke_can_be_set_off_where_it_is(kind):
    state = duel("a1 E 0", ordnance=[shot(1, 1, "e5 E", kind)])
    done = step(state, Detonate(1))
    assert flying(done.state) == {}
    (mark,) = [mark for mark in done.state.trace if mark.kind == "blast"]
    assert (name(mark.at), mark.reach) == ("e5", SIZES[kind][1])


@pytest.mark.rule("DS-61", "DS-A06")
def test_without_a_card_at_any_moment_of_the_turn():
    fresh = duel("a1 E 0", hand="thrust", ordnance=[shot(1, 1, "e5 E", "small-nuke")])
    moved_on = do(fresh, Steer(1, "forward"), Steer(1, "left"))
    spent = do(fresh, *[Steer(1, "forward")] * 5)
    launch = do(using(duel("a1 E 0"), "small-nuke"), Launch(E))
    for state in (fresh, moved_on, spent, launch):
        assert of_kind(state, Detonate) == [Detonate(1)]
    assert flying(do(spent, Detonate(1))) == {}


@pytest.mark.rule("DS-61", "DS-54")
def test_a_missile_cannot_be_set_off():
    state = duel("a1 E 0", ordnance=[shot(1, 1, "e5 E")])
    assert of_kind(state, Detonate) == []
    with pytest.raises(IllegalAction):
        do(state, Detonate(1))


@pytest.mark.rule("DS-A06", "DS-33")
@pytest.mark.parametrize("kind", SIZES)
def test_a_nuke_may_hold_still(kind):
    state = duel("a1 E 0", ordnance=[shot(1, 1, "e5 E", kind)])
    assert EndTurn() in of_kind(state, EndTurn)
    assert flying(end(end(state))) == {1: "e5"}


@pytest.mark.rule("DS-A06", "DS-62")
@pytest.mark.parametrize("kind", SIZES)
def test_flown_straight_out_it_just_clears_its_launcher(kind):
    state = do(using(duel("f5 E 0"), kind), Launch(E))
    entry = CONTENT.ordnance[kind]
    early = do(state, *[Steer(1, "forward")] * (entry.radius - 1), Detonate(1))
    assert early.ship(1).health == 4 - entry.damage
    late = do(state, *[Steer(1, "forward")] * entry.moves, Detonate(1))
    assert late.ship(1).health == 4


@pytest.mark.rule("DS-62", "DS-50")
def test_the_blast_does_not_ask_whose_ship_it_is():
    allies = (ship(2, "e6 E 0", side=1), ship(3, "e8 E 0", side=1))
    state = battle(*allies, ship(1, "k15 W 0"), ordnance=[shot(1, 2, "e7 E", "small-nuke")])
    state = do(state, Detonate(1))
    assert (state.ship(2).health, state.ship(3).health, state.ship(1).health) == (2, 2, 4)


@pytest.mark.rule("DS-160", "DS-63")
@pytest.mark.parametrize(("kind", "damage", "radius", "hexes"), BY_SIZE)
def test_other_ordnance_in_reach_is_destroyed_and_does_not_go_off(kind, damage, radius, hexes):
    others = [shot(2, 2, name(moved(at("f8"), E, radius)) + " W", "large-nuke"), shot(3, 1, "f7 E")]
    beyond = shot(4, 2, name(moved(at("f8"), E, radius + 1)) + " W")
    state = duel("a1 E 0", "a15 W 0", ordnance=[shot(1, 1, "f8 E", kind), *others, beyond])
    done = step(state, Detonate(1))
    assert set(flying(done.state)) == {4}
    assert told(done).count("blast") == 1
    assert told(done).count("ordnance-destroyed") == 2


@pytest.mark.rule("DS-A42", "DS-45", "DS-63")
def test_a_blast_sets_off_no_rock_and_no_marker():
    chart = board({"f9": "H"})
    state = duel("a1 E 0", chart=chart, rocks="f7", solid="e8", ordnance=[shot(1, 1, "f8 E", "large-nuke")])
    done = step(state, Detonate(1))
    assert rocks_of(done.state) == {"f7"}
    assert solid_of(done.state) == {"e8"}
    assert told(done) == ["blast"]


@pytest.mark.rule("DS-61")
def test_what_it_would_reach_is_shown_first():
    state = duel("a1 E 0", "f9 W 0", ordnance=[shot(1, 1, "f8 E", "small-nuke")])
    shown = {choice.verb: choice for choice in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices}
    assert set(shown["detonate"].area) == {name(place) for place in within(at("f8"), 1)}
    assert "1 of them now" in str(shown["detonate"].preview)


@pytest.mark.rule("DS-A42", "DS-A23")
def test_everything_in_reach_is_fixed_first_then_damaged_at_once():
    """The owner dies of its own blast together with the last enemy: the others' ordnance outside stays."""
    state = battle(
        ship(1, "f7 E 0", health=2), ship(2, "f9 E 0", health=2), ship(3, "a1 E 0"), ship(4, "k15 W 0"),
        ordnance=[shot(1, 1, "f8 E", "small-nuke"), shot(2, 1, "k1 E"), shot(3, 3, "k3 E")],
    )  # fmt: skip
    done = step(state, Detonate(1))
    assert done.state.ship(1) is None
    assert done.state.ship(2) is None
    assert flying(done.state) == {3: "k3"}, "what a lost ship launched is gone with it"
    assert done.state.active == 3
    assert told(done).index("hurt") < told(done).index("destroyed")
    assert [kind for kind in told(done) if kind in ("hurt", "destroyed")] == ["hurt", "hurt", "destroyed", "destroyed"]
