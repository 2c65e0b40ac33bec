"""The order of a turn and of a round."""

import pytest

from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.deckspace.actions import EndTurn, KeepNothing, Launch, PlayCard, Steer, Thrust
from apps.rulebooks.deckspace.play import waiting_on

from .helpers import E, battle, board, dice, do, drift, duel, end, given, kinds, legal, ship, shot, step, told, where


@pytest.mark.rule("DS-30", "DS-31", "DS-32", "DS-A03")
def test_a_whole_turn():
    """Question, hand, card and its actions, ordnance, end, flight, strike, keeping; then the next ship."""
    field = board({"e7": ":"})
    state = battle(
        ship(1, "e5 E 1", draw="thrust missile emp"), ship(2, "k15 W 0", draw="thrust"), chart=field, active=2,
        ordnance=[shot(1, 1, "h5 E")],
    )  # fmt: skip
    state = end(state)
    assert (state.active, state.phase, len(state.ship(1).hand)) == (1, "acting", 3)
    assert kinds(state) == {"PlayCard", "Steer", "Hold"}
    state = do(state, Steer(1, "forward"), PlayCard("thrust"), Thrust("accelerate"), Steer(1, "left"), Thrust("left"))
    state = do(state, *[Steer(1, "left")] * 4)
    assert where(state, 1) == "e5", "the ship itself has not moved"
    state = given(state, 1, facing=E)
    done = step(state, EndTurn(), chance=dice(strike=[1]))
    assert where(done.state, 1) == "e7"
    assert done.state.ship(1).health == 3
    assert done.state.phase == "keeping"
    assert done.state.active == 1
    state = do(done.state, KeepNothing())
    assert (state.active, state.phase, state.round) == (2, "acting", 2)


@pytest.mark.rule("DS-A03", "DS-75")
def test_card_ordnance_and_thrust_in_any_order():
    state = duel("e5 E 0", hand="missile", ordnance=[shot(1, 1, "h5 E", "small-nuke")])
    after = do(state, Steer(1, "forward"), PlayCard("missile"), Steer(1, "left"), Launch(E), chance=dice(fuel=[1]))
    assert {1, 2} == {piece.number for piece in after.ordnance}
    assert {"Steer", "Detonate", "Hold"} <= kinds(after)


@pytest.mark.rule("DS-32", "DS-31")
def test_one_shoots_from_where_the_last_move_ended():
    state = end(duel("e5 E 2"))
    state = end(state)
    assert state.active == 1
    state = do(given(state, 1, hand=("missile",)), PlayCard("missile"), Launch(E), chance=dice(fuel=[1]))
    assert [where(state, 1), state.ordnance[0].at] == ["e7", (5, 4)]


@pytest.mark.rule("DS-30")
def test_only_the_ship_whose_turn_it_is_acts():
    state = duel("e5 E 0", hand="thrust", blue={"hand": "thrust"})
    assert waiting_on(state) == {0}
    assert legal(state, 1) == ()
    with pytest.raises(IllegalAction) as refused:
        do(state, PlayCard("thrust"), seat=1)
    assert refused.value.code == "not-your-turn"


@pytest.mark.rule("DS-A46")
def test_turns_go_round_in_order_and_a_round_is_one_of_each():
    state = battle(ship(1, "a1 E 0"), ship(2, "c1 E 0"), ship(3, "e1 E 0"), order=(2, 3, 1), active=2)
    seen = []
    for _ in range(7):
        seen.append((state.active, state.round))
        state = end(state)
    assert seen == [(2, 1), (3, 1), (1, 1), (2, 2), (3, 2), (1, 2), (2, 3)]


@pytest.mark.rule("DS-A46", "DS-A23")
def test_lost_ships_are_passed_over():
    lost = ship(2, "c1 E 0")
    state = battle(ship(1, "a1 E 0"), ship(3, "e1 E 0"), order=(1, 2, 3), active=1, lost=(lost,), sides=(0, 1, 2))
    state = end(state)
    assert (state.active, state.round) == (3, 1)
    state = end(state)
    assert (state.active, state.round) == (1, 2)


@pytest.mark.rule("DS-A03", "DS-46")
def test_fields_drift_after_the_last_seat_of_a_round_even_if_it_is_lost():
    chart = board(drifts=(drift("i5", "E", "W"),))
    state = battle(ship(1, "a1 E 0"), ship(2, "c15 E 1"), ship(3, "e1 E 0"), order=(1, 3, 2), active=1, chart=chart)
    state = end(end(state))
    assert (state.active, state.drifted) == (2, 0)
    done = step(state, EndTurn())
    assert done.state.ship(2) is None
    assert (done.state.drifted, done.state.round, done.state.active) == (1, 2, 1)
    assert told(done).index("lost") < told(done).index("drifted")


@pytest.mark.rule("DS-33")
def test_a_turn_can_always_be_ended_somehow():
    """Missiles can hold, so that nobody is ever stuck."""
    state = duel("a1 E 0", ordnance=[shot(1, 1, "e15 E")], solid="e14")
    assert "Hold" in kinds(state)
    assert end(state).active == 2
