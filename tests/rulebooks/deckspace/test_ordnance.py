"""Launching and steering missiles and nukes, and what they do to what they meet."""

import pytest

from apps.rulebooks.core.geometry.hex import distance, moved, name
from apps.rulebooks.core.protocol import Audience, IllegalAction
from apps.rulebooks.core.scene import DicePanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import Detonate, EndTurn, Hold, Launch, Steer

from .helpers import (
    CONTENT,
    NE,
    SE,
    SW,
    E,
    W,
    at,
    battle,
    dice,
    do,
    duel,
    end,
    flying,
    kinds,
    of_kind,
    rocks_of,
    ship,
    shot,
    step,
    told,
    using,
    way,
    where,
)

NUKES = ("small-nuke", "medium-nuke", "large-nuke")
AHEAD, LEFT, RIGHT = Steer(1, "forward"), Steer(1, "left"), Steer(1, "right")


def launched(direction=E, card="missile", fuel=3, **more):
    chance = dice(fuel=[fuel]) if card == "missile" else None
    return do(using(duel(**more), card), Launch(direction), chance=chance)


def piece(state, number=1):
    return next(one for one in state.ordnance if one.number == number)


# --- Launching --------------------------------------------------------------------------------


@pytest.mark.rule("DS-47", "DS-A43")
@pytest.mark.parametrize("card", ["missile", *NUKES])
@pytest.mark.parametrize("facing", ["E", "SW"])
def test_one_launches_into_any_of_six_hexes_whichever_way_one_looks(card, facing):
    state = using(duel(f"e5 {facing} 0"), card)
    assert of_kind(state, Launch) == [Launch(direction) for direction in range(6)]
    seen = set()
    for direction in range(6):
        after = do(state, Launch(direction), chance=dice(fuel=[1]) if card == "missile" else None)
        assert piece(after).at == moved(at("e5"), direction)
        assert piece(after).facing == direction, "it looks the way it was launched"
        seen.add(piece(after).at)
    assert len(seen) == 6


@pytest.mark.rule("DS-47")
def test_the_arrows_lie_round_the_ship():
    shown = RULEBOOK.scene(CONTENT, using(duel("e5 E 0"), "missile"), Audience.of(0)).choices
    arrows = [choice for choice in shown if choice.verb == "launch"]
    assert {choice.tile for choice in arrows} == {"d4", "d5", "e4", "e6", "f4", "f5"}


@pytest.mark.rule("DS-A26")
def test_nobody_launches_off_the_board():
    assert {action.direction for action in of_kind(using(duel("a1 E 0"), "missile"), Launch)} == {E, SE}
    with pytest.raises(IllegalAction):
        do(using(duel("a1 E 0"), "missile"), Launch(W))


@pytest.mark.rule("DS-48", "DS-49")
def test_launching_straight_into_a_ship_hits_it():
    state = launched(two="e6 W 0")
    assert state.ship(2).health == 3
    assert flying(state) == {}


@pytest.mark.rule("DS-48", "DS-49", "DS-62")
def test_launching_a_nuke_straight_into_a_ship_bursts_there():
    state = launched(card="large-nuke", two="e6 W 0")
    assert (state.ship(1).health, state.ship(2).health) == (1, 1)
    assert flying(state) == {}


@pytest.mark.rule("DS-48")
def test_launching_straight_into_a_rock_explodes_it():
    state = launched(rocks="e6")
    assert (rocks_of(state), flying(state), state.ship(1).health) == (set(), {}, 3)


@pytest.mark.rule("DS-48", "DS-161")
def test_launching_straight_into_ordnance_hits_it():
    state = launched(ordnance=[shot(7, 2, "e6 W", "large-nuke")])
    assert flying(state) == {}
    assert state.ship(1).health == 4, "what was hit does not go off"


# --- Steering ---------------------------------------------------------------------------------


@pytest.mark.rule("DS-23", "DS-54")
def test_forward_and_turns_cost_one_movement_each():
    state = launched()
    assert piece(state).moves == 6, "the launch costs none"
    state = do(state, AHEAD)
    assert (flying(state), piece(state).moves, piece(state).facing) == ({1: "e7"}, 5, E)
    state = do(state, LEFT)
    assert (flying(state), piece(state).moves, piece(state).facing) == ({1: "e7"}, 4, NE)
    state = do(state, RIGHT, RIGHT)
    assert (flying(state), piece(state).moves, piece(state).facing) == ({1: "e7"}, 2, SE)
    state = do(state, AHEAD)
    assert flying(state) == {1: "f7"}


@pytest.mark.rule("DS-54", "DS-24", "DS-A05")
def test_a_missile_turns_as_often_as_it_has_movement():
    state = launched()
    for _ in range(6):
        state = do(state, LEFT)
    assert (piece(state).facing, piece(state).moves) == (E, 0)
    assert piece(state).turns == -1


@pytest.mark.rule("DS-54")
def test_a_missile_does_one_damage():
    state = do(duel("a1 E 0", "e8 W 0", ordnance=[shot(1, 1, "e7 E")]), AHEAD)
    assert (state.ship(2).health, flying(state)) == (3, {})


@pytest.mark.rule("DS-A38", "DS-22")
def test_armor_stops_missiles_like_everything_else():
    state = do(duel("a1 E 0", "e8 W 0", ordnance=[shot(1, 1, "e7 E")], blue={"armor": 2}), AHEAD)
    assert (state.ship(2).armor, state.ship(2).health) == (1, 4)


@pytest.mark.rule("DS-22")
@pytest.mark.parametrize(("armor", "left", "health"), [(0, 0, 2), (1, 0, 3), (2, 0, 4)])
def test_damage_beyond_the_armor_goes_to_the_hull(armor, left, health):
    state = duel("a1 E 0", "e8 W 0", ordnance=[shot(1, 1, "e7 E", "small-nuke")], blue={"armor": armor})
    state = do(state, Detonate(1))
    assert (state.ship(2).armor, state.ship(2).health) == (left, health)


@pytest.mark.rule("DS-55")
@pytest.mark.parametrize("fuel", range(1, 7))
def test_each_missile_gets_its_fuel_from_a_die(fuel):
    state = launched(fuel=fuel)
    assert piece(state).fuel == fuel
    (throw,) = state.dice
    assert (throw.what, throw.value, throw.sides) == ("fuel", fuel, 6)
    for seat in (0, 1):
        panels = RULEBOOK.scene(CONTENT, state, Audience.of(seat)).panels
        (panel,) = [panel for panel in panels if isinstance(panel, DicePanel)]
        assert [die.value for die in panel.dice] == [fuel]


@pytest.mark.rule("DS-55", "DS-A06")
@pytest.mark.parametrize("card", NUKES)
def test_nukes_have_no_fuel(card):
    assert piece(launched(card=card)).fuel == 0  # no die is expected


@pytest.mark.rule("DS-56", "DS-33", "DS-A07")
def test_all_movement_must_be_used_in_the_turn_of_the_launch_too():
    state = launched()
    for left in range(6, 0, -1):
        assert piece(state).moves == left
        assert of_kind(state, EndTurn) == []
        with pytest.raises(IllegalAction) as refused:
            do(state, EndTurn())
        assert refused.value.code == "missiles"
        state = do(state, AHEAD)
    assert of_kind(state, EndTurn) == [EndTurn()]


@pytest.mark.rule("DS-33")
def test_every_one_of_them_must_be_moved():
    state = duel("a1 E 0", ordnance=[shot(1, 1, "e5 E"), shot(2, 1, "g5 E"), shot(3, 2, "i5 E")])
    state = do(state, Hold(1))
    assert of_kind(state, EndTurn) == []
    state = do(state, Hold(2))
    assert of_kind(state, EndTurn) == [EndTurn()], "the enemy's need not"


@pytest.mark.rule("DS-A07", "DS-56")
def test_turning_on_the_spot_counts_and_hold_does_it_at_once():
    spun = launched()
    for _ in range(6):
        spun = do(spun, RIGHT)
    held = do(launched(), Hold(1))
    assert piece(spun) == piece(held)
    assert of_kind(held, Hold) == []
    assert flying(held) == {1: "e6"}


@pytest.mark.rule("DS-A07")
def test_hold_uses_up_what_is_still_owed():
    state = do(launched(), AHEAD, LEFT, Hold(1))
    assert (flying(state), piece(state).facing, piece(state).moves) == ({1: "e7"}, NE, 0)
    assert EndTurn() in of_kind(state, EndTurn)


@pytest.mark.rule("DS-57")
def test_fuel_buys_more_movement_and_need_not_be_used():
    state = do(launched(fuel=2), *[AHEAD] * 6)
    assert of_kind(state, EndTurn) == [EndTurn()], "fuel is not owed"
    state = do(state, AHEAD)
    assert (flying(state), piece(state).fuel) == ({1: "e13"}, 1)
    state = do(state, RIGHT)
    assert (piece(state).facing, piece(state).fuel) == (SE, 0)
    assert of_kind(state, Steer) == []
    with pytest.raises(IllegalAction) as refused:
        do(state, AHEAD)
    assert refused.value.code == "steer"


@pytest.mark.rule("DS-57", "DS-56")
def test_fuel_is_burnt_only_after_the_movement():
    state = do(launched(fuel=6), *[AHEAD] * 5)
    assert (piece(state).moves, piece(state).fuel) == (1, 6)


@pytest.mark.rule("DS-A08", "DS-54")
def test_movement_comes_back_each_turn_and_fuel_does_not():
    state = do(launched(fuel=2), *[AHEAD] * 6, LEFT)
    state = end(end(state))
    assert state.active == 1
    assert (piece(state).moves, piece(state).fuel) == (6, 1)


@pytest.mark.rule("DS-A05")
def test_missiles_fly_for_ever():
    state = do(launched(fuel=1), Hold(1))
    for _ in range(20):
        state = end(end(state))
    assert flying(state) == {1: "e6"}
    assert piece(state).moves == 6


@pytest.mark.rule("DS-54", "DS-30")
def test_steering_needs_no_card():
    state = duel("a1 E 0", hand="missile", ordnance=[shot(1, 1, "e5 E")])
    assert {AHEAD, LEFT, RIGHT, Hold(1)} <= set(of_kind(state, Steer) + of_kind(state, Hold))
    assert "PlayCard" in kinds(do(state, AHEAD))


@pytest.mark.rule("DS-23")
def test_nobody_steers_what_is_not_their_own():
    state = duel("a1 E 0", ordnance=[shot(1, 2, "e5 E", "small-nuke")])
    assert kinds(state) == {"EndTurn"}
    for action in (AHEAD, Detonate(1)):
        with pytest.raises(IllegalAction) as refused:
            do(state, action)
        assert refused.value.code == "steer"


@pytest.mark.rule("DS-A26")
@pytest.mark.parametrize("kind", ["missile", *NUKES])
def test_ordnance_that_flies_off_the_board_is_lost_without_effect(kind):
    state = duel("a1 E 0", "e14 W 0", ordnance=[shot(1, 1, "e15 E", kind)])
    done = step(state, AHEAD)
    assert flying(done.state) == {}
    assert told(done) == ["ordnance-lost"]
    assert done.state.ship(2).health == 4


# --- What is hit ------------------------------------------------------------------------------


@pytest.mark.rule("DS-49")
@pytest.mark.parametrize("kind", NUKES)
def test_a_nuke_that_hits_a_ship_bursts_on_it(kind):
    entry = CONTENT.ordnance[kind]
    for away in range(1, 5):
        state = battle(
            ship(1, "k15 W 0"), ship(2, "e7 W 0"), ship(3, f"e{7 + away} W 0"), ordnance=[shot(1, 1, "e6 E", kind)]
        )
        state = do(state, AHEAD)
        assert state.ship(2).health == 4 - entry.damage
        assert state.ship(3).health == (4 - entry.damage if away <= entry.radius else 4), "counted from the ship hit"


@pytest.mark.rule("DS-50")
def test_an_own_missile_hurts():
    state = do(duel("e7 E 0", ordnance=[shot(1, 1, "e6 E")]), AHEAD)
    assert (state.ship(1).health, flying(state)) == (3, {})


@pytest.mark.rule("DS-50", "DS-52")
def test_flying_into_an_own_missile_hurts():
    state = end(duel("e5 E 2", ordnance=[shot(1, 1, "e6 E", moves=0)]))
    assert (where(state, 1), state.ship(1).health, flying(state)) == ("e7", 3, {})


@pytest.mark.rule("DS-50", "DS-62")
def test_an_own_nuke_hurts():
    state = do(duel("e7 E 0", ordnance=[shot(1, 1, "e8 E", "small-nuke")]), Detonate(1))
    assert state.ship(1).health == 2


@pytest.mark.rule("DS-50")
def test_a_rock_that_one_shoots_beside_oneself_hurts():
    state = do(duel("e7 E 0", ordnance=[shot(1, 1, "e10 W")], rocks="e8"), AHEAD, AHEAD)
    assert (state.ship(1).health, rocks_of(state)) == (3, set())


@pytest.mark.rule("DS-52")
@pytest.mark.parametrize(("owner", "kind", "health"), [(1, "missile", 3), (2, "missile", 3), (2, "small-nuke", 2),
                                                       (1, "medium-nuke", 2), (2, "large-nuke", 1)])  # fmt: skip
def test_a_ship_that_flies_into_ordnance_takes_its_hit_and_flies_on(owner, kind, health):
    state = duel("e5 E 3", "a15 W 0", ordnance=[shot(1, owner, "e6 E", kind, moves=0)])
    state = end(state)
    assert (where(state, 1), state.ship(1).health, flying(state)) == ("e8", health, {})


@pytest.mark.rule("DS-52", "DS-49", "DS-62")
def test_a_nuke_flown_into_has_its_full_blast():
    state = duel("e5 E 1", "e8 W 0", ordnance=[shot(1, 1, "e6 E", "medium-nuke")])
    assert end(state).ship(2).health == 2, "two hexes from where it was flown into"


@pytest.mark.rule("DS-52")
def test_one_move_can_meet_several():
    state = duel("e5 E 3", ordnance=[shot(1, 2, "e6 E"), shot(2, 2, "e7 E"), shot(3, 2, "e8 E")])
    state = end(state)
    assert (where(state, 1), state.ship(1).health, flying(state)) == ("e8", 1, {})


# --- Ordnance into ordnance -------------------------------------------------------------------


@pytest.mark.rule("DS-161", "DS-63")
@pytest.mark.parametrize("owner", [1, 2])
@pytest.mark.parametrize("target", ["missile", *NUKES])
def test_a_missile_into_ordnance_destroys_both_and_nothing_goes_off(owner, target):
    state = duel("a1 E 0", "e9 W 0", ordnance=[shot(1, 1, "e7 E"), shot(2, owner, "e8 W", target)])
    done = step(state, AHEAD)
    assert flying(done.state) == {}
    assert done.state.ship(2).health == 4
    assert "blast" not in told(done)


@pytest.mark.rule("DS-161", "DS-63")
@pytest.mark.parametrize("kind", NUKES)
@pytest.mark.parametrize("target", ["missile", "large-nuke"])
def test_a_nuke_that_hits_ordnance_bursts_there_and_only_it(kind, target):
    entry = CONTENT.ordnance[kind]
    state = duel("a1 E 0", "e9 W 0", ordnance=[shot(1, 1, "e7 E", kind), shot(2, 2, "e8 W", target)])
    done = step(state, AHEAD)
    assert flying(done.state) == {}
    assert told(done).count("blast") == 1
    assert done.state.ship(2).health == 4 - entry.damage


@pytest.mark.rule("DS-A06", "DS-23")
@pytest.mark.parametrize(("kind", "moves"), [("missile", 6), ("small-nuke", 5), ("medium-nuke", 4), ("large-nuke", 3)])
def test_how_far_each_flies_in_a_turn(kind, moves):
    state = duel("a1 E 0", ordnance=[shot(1, 1, "e2 E", kind)])
    state = do(state, *[AHEAD] * moves)
    assert distance(piece(state).at, at("e2")) == moves
    with pytest.raises(IllegalAction):
        do(state, AHEAD)


@pytest.mark.rule("DS-23", "DS-27")
def test_the_keys_for_own_ordnance():
    state = duel("a1 E 0", hand="missile", ordnance=[shot(1, 1, "e5 E")])
    shown = {choice.verb: choice for choice in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices}
    assert [shown[f"steer-{way_}"].key for way_ in ("forward", "left", "right")] == ["w", "a", "d"]
    assert shown["play"].key == "f"
    assert str(shown["steer-forward"].cost) == "1 movement, 6 left"


@pytest.mark.rule("DS-54")
def test_what_it_can_reach_is_shown_before_it_is_steered():
    state = duel("a1 E 0", "e8 W 0", ordnance=[shot(1, 1, "e5 E", moves=3)], rocks="f5")
    shown = {choice.verb: choice for choice in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices}
    area = set(shown["steer-forward"].area)
    assert {"e6", "e7", "e8", "f5", "d5"} <= area
    assert "e9" not in area, "a ship is in the way"
    assert name(moved(at("e5"), SW, 3)) not in area
    assert "h4" not in area
    assert way("SW") == SW
