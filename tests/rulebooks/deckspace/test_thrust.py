"""Thrust: what cards allow, what each thrust move does, and High Thrust's Forward."""

import pytest

from apps.rulebooks.core.protocol import Audience, IllegalAction
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, PlayCard, Thrust
from apps.rulebooks.deckspace.state import UNLIMITED

from .helpers import CONTENT, SE, E, W, battle, do, duel, end, kinds, of_kind, ship, step, using, way, where

FORWARD, LEFT, RIGHT = Thrust("forward"), Thrust("left"), Thrust("right")
FASTER, SLOWER = Thrust("accelerate"), Thrust("decelerate")


def red(state):
    return state.ship(1)


def moves(state):
    return {action.move for action in of_kind(state, Thrust)}


@pytest.mark.rule("DS-12")
@pytest.mark.parametrize("facing", ["NE", "E", "SE", "SW", "W", "NW"])
def test_turning_changes_the_facing_by_one(facing):
    state = using(duel(f"e5 {facing} 1"), "thrust")
    left, right = do(state, LEFT), do(state, RIGHT)
    assert red(left).facing == (way(facing) - 1) % 6
    assert red(right).facing == (way(facing) + 1) % 6
    assert {red(s).at for s in (state, left, right)} == {red(state).at}
    assert red(left).speed == red(right).speed == 1


@pytest.mark.rule("DS-12")
def test_six_turns_lead_round_and_the_ship_flies_where_it_looks():
    state = duel("e5 E 1")
    for count, seen in enumerate(("f5", "f4", "e4", "d4", "d5", "e6"), start=1):
        facing = ["E", "SE", "SW", "W", "NW", "NE", "E"][count]
        assert where(end(duel(f"e5 {facing} 1")), 1) == seen
    assert red(state).facing == E


@pytest.mark.rule("DS-14", "DS-13")
def test_speed_goes_up_to_the_limit_and_down_to_nothing():
    assert CONTENT.numbers.max_speed == 3
    state = using(duel("e5 E 2"), "thrust")
    faster, slower = do(state, FASTER), do(state, SLOWER)
    assert (red(faster).speed, red(slower).speed) == (3, 1)
    assert "accelerate" not in moves(faster), "3 is the most"
    with pytest.raises(IllegalAction) as refused:
        do(faster, FASTER)
    assert refused.value.code == "not-allowed"
    assert "accelerate" in moves(slower)


@pytest.mark.rule("DS-13")
def test_a_marker_raises_the_limit():
    state = using(duel("e5 E 3", red={"max_speed": 4}), "thrust")
    assert red(do(state, FASTER)).speed == 4
    assert "accelerate" not in moves(do(state, FASTER))
    assert CONTENT.numbers.speed_cap == 5


@pytest.mark.rule("DS-15", "DS-A35")
@pytest.mark.parametrize("facing", ["NE", "E", "SE", "SW", "W", "NW"])
def test_braking_at_a_standstill_turns_about(facing):
    state = do(using(duel(f"e5 {facing} 0"), "thrust"), SLOWER)
    assert red(state).facing == (way(facing) + 3) % 6
    assert red(state).speed == 1
    assert where(state, 1) == "e5", "nothing has moved yet"


@pytest.mark.rule("DS-15")
def test_braking_from_speed_1_only_stops():
    state = do(using(duel("e5 E 1"), "thrust"), SLOWER)
    assert (red(state).facing, red(state).speed) == (E, 0)
    assert red(do(state, SLOWER)).facing == W


@pytest.mark.rule("DS-16", "DS-30")
def test_buttons_come_with_the_card_and_go_with_it():
    state = duel("e5 E 1", hand="thrust missile")
    assert kinds(state) == {"PlayCard", "EndTurn"}
    with pytest.raises(IllegalAction) as refused:
        do(state, FASTER)
    assert refused.value.code == "no-card"
    state = do(state, PlayCard("thrust"))
    assert kinds(state) == {"Thrust", "EndTurn"}
    state = do(state, LEFT, LEFT)
    assert kinds(state) == {"EndTurn"}


@pytest.mark.rule("DS-A40")
def test_a_thrust_card_gives_two_moves_in_any_mix():
    state = using(duel("e5 E 1"), "thrust")
    assert state.uses == 2
    assert moves(state) == {"accelerate", "decelerate", "left", "right"}
    for first in (FASTER, SLOWER, LEFT, RIGHT):
        for second in (FASTER, SLOWER, LEFT, RIGHT):
            after = do(state, first, second)
            assert kinds(after) == {"EndTurn"}, "spent after two"
    assert red(do(state, FASTER, FASTER)).speed == 3, "the same one again"


@pytest.mark.rule("DS-A40", "DS-A39")
@pytest.mark.parametrize("card", ["thrust", "high-thrust"])
def test_one_may_stop_early(card):
    state = do(using(duel("e5 E 1"), card), LEFT)
    assert EndTurn() in of_kind(state, EndTurn)
    ended = end(state)
    assert where(ended, 1) == "d5"
    assert (ended.card, ended.uses) == ("", 0), "what is left of the card is gone"


@pytest.mark.rule("DS-17", "DS-A39")
def test_high_thrust_gives_three_moves():
    state = using(duel("e5 E 1"), "high-thrust")
    assert state.uses == 3
    assert moves(state) == {"forward", "left", "right", "decelerate"}, "Forward is there in place of accelerating"
    for move in (FORWARD, FORWARD, FORWARD):
        assert move in of_kind(state, Thrust)
        state = do(state, move)
    assert of_kind(state, Thrust) == []
    assert where(state, 1) == "e8"


@pytest.mark.rule("DS-18")
def test_forward_flies_a_hex_at_once_and_adds_to_the_speed():
    state = do(using(duel("e5 E 0"), "high-thrust"), FORWARD)
    assert (where(state, 1), red(state).speed) == ("e6", 1)


@pytest.mark.rule("DS-18")
def test_at_the_limit_forward_still_flies():
    state = do(using(duel("e5 E 3"), "high-thrust"), FORWARD)
    assert (where(state, 1), red(state).speed) == ("e6", 3)


@pytest.mark.rule("DS-19")
def test_turning_and_braking_with_high_thrust_move_nothing():
    for move in (LEFT, RIGHT, SLOWER):
        assert where(do(using(duel("e5 E 2"), "high-thrust"), move), 1) == "e5"


@pytest.mark.rule("DS-19", "DS-18")
def test_forward_turn_forward_flies_round_a_corner():
    state = do(using(duel("e5 E 1"), "high-thrust"), FORWARD, RIGHT, FORWARD)
    assert (where(state, 1), red(state).facing, red(state).speed) == ("f6", SE, 3)
    assert where(end(state), 1) == "i8", "and then the move at the end, as fast as it is now"


@pytest.mark.rule("DS-A39", "DS-35")
def test_a_forward_off_the_board_is_asked_about_first():
    state = using(duel("e15 E 0"), "high-thrust")
    shown = {choice.verb: choice for choice in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices}
    assert str(shown["thrust-forward"].confirm)
    assert not str(shown["thrust-left"].confirm)
    assert red(do(state, FORWARD)) is None


@pytest.mark.rule("DS-A11")
def test_forward_into_a_ship_or_solid_rock_is_not_offered():
    for state in (
        using(duel("e5 E 0", "e6 W 0"), "high-thrust"),
        using(duel("e5 E 0", solid="e6"), "high-thrust"),
    ):
        assert moves(state) == {"left", "right", "decelerate"}
        with pytest.raises(IllegalAction) as refused:
            do(state, FORWARD)
        assert refused.value.code == "not-allowed"
    assert "forward" in moves(using(duel("e5 E 0", rocks="e6"), "high-thrust")), (
        "rocks and ordnance do not keep one off"
    )


@pytest.mark.rule("DS-A60")
def test_a_station_has_no_thrust():
    station = ship(1, "e5 E 0", station=True, rounds=UNLIMITED)
    state = using(battle(station, ship(2, "k15 W 0")), "thrust")
    assert moves(state) == set()
    assert where(end(state), 1) == "e5"


@pytest.mark.rule("DS-14")
def test_everybody_hears_of_it():
    done = step(using(duel("e5 E 1"), "thrust"), FASTER)
    (event,) = done.events
    assert (event.kind, event.rule, event.to) == ("thrust", "DS-14", None)
    assert str(event.text) == "Red accelerates to 2."
