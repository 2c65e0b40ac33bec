"""How games end."""

import msgspec
import pytest

from apps.rulebooks.core.protocol import PUBLIC, IllegalAction
from apps.rulebooks.core.scene import TrackPanel
from apps.rulebooks.dogfight import RULEBOOK
from apps.rulebooks.dogfight.actions import Attack, Discard, Draw, EndTurn, Move, TakeIt
from apps.rulebooks.dogfight.ending import ground_gained
from apps.rulebooks.dogfight.play import agree_draw, concede, waiting_on
from apps.rulebooks.dogfight.state import Variant, points_home

from .helpers import BLUE, CONTENT, RED, battle, cell, dice, do, draws, legal, step

AWAY = ((1, 5), (2, 5), (3, 5))


def result(state):
    return RULEBOOK.result(CONTENT, state)


def ended(state, ending, *winners):
    found = result(state)
    assert found is not None, "the game goes on"
    assert (found.ending, found.winners) == (ending, winners)
    assert waiting_on(state) == frozenset()
    assert legal(state, RED) == legal(state, BLUE) == ()
    assert str(found.text)
    return found


@pytest.mark.rule("DF-47", "DF-52", "DF-48")
def test_the_last_ship_shot_is_the_end():
    state = battle("Dd5", "Ad6", hands=(("ap",) * 2, ()), asteroids=((1, 8), (2, 8), (3, 8)))
    state = do(state, Attack(0, 1), chance=dice(attack=[1]))
    state = do(state, TakeIt(), chance=dice(defence=[6]))
    ended(state, "eliminated", RED)
    with pytest.raises(IllegalAction) as refused:
        do(state, EndTurn(), seat=RED)
    assert refused.value.code == "over"


@pytest.mark.rule("DF-47")
def test_one_ship_left_is_not_the_end():
    state = battle("Dd5", "Ad6 Ah10", hands=(("ap",) * 2, ()), asteroids=((1, 8), (2, 8), (3, 8)))
    state = do(state, Attack(0, 1), chance=dice(attack=[1]))
    state = do(state, TakeIt(), chance=dice(defence=[6]))
    assert result(state) is None


@pytest.mark.rule("DF-52", "DF-A20", "DF-44")
@pytest.mark.parametrize(("red", "blue", "winner"), [("Ab6", "Ah10", BLUE), ("Ah1", "Ab6", RED)])
def test_an_asteroid_can_take_the_last_ship_of_either_side(red, blue, winner):
    state = battle(red, blue, asteroids=((2, 5), (4, 5), (6, 5)))
    state = do(state, Draw(), chance=draws("asteroid", asteroid=[1], direction=[1]))
    ended(state, "eliminated", winner)


@pytest.mark.rule("DF-48", "DF-49", "DF-07")
def test_both_fleets_home_and_most_points_win():
    state = battle("Cd8 Ba10", "Ad1 Be2", hands=(("ap",), ()), asteroids=AWAY)
    state = do(state, Move(0, cell("d9")))
    assert ended(state, "home", RED).scores == (35, 25)
    state = battle("Ad8", "Ad1 Be2", hands=(("ap",), ()), asteroids=AWAY)
    state = do(state, Move(0, cell("d9")))
    assert ended(state, "home", BLUE).scores == (10, 25)


@pytest.mark.rule("DF-49")
def test_only_ships_in_the_enemy_base_count():
    state = battle("Aa9 Bb10 Cc8 Da1 Ae5", "Ah1 Dh2 Ch3")
    assert points_home(CONTENT, state, RED) == 25
    assert points_home(CONTENT, state, BLUE) == 35


@pytest.mark.rule("DF-48", "DF-A15")
def test_a_fleet_that_is_home_alone_plays_on():
    state = battle("Dd8", "Ad9 Ah1", hands=(("ap",) * 4, ()), asteroids=AWAY)
    state = do(state, Move(0, cell("c9")))
    assert result(state) is None
    assert state.first_home == RED
    assert Attack(0, 1) in legal(state)
    state = do(state, EndTurn(), EndTurn(), Draw(), chance=draws("ap", hands=(("ap",) * 3, ())))
    assert result(state) is None


@pytest.mark.rule("DF-A15")
def test_no_ship_leaves_the_base():
    state = battle("Dd9", "Ah5", hands=(("ap",), ()), asteroids=AWAY)
    moves = [a for a in legal(state) if isinstance(a, Move)]
    assert moves
    assert all(move.to in CONTENT.zones[BLUE] for move in moves)


@pytest.mark.rule("DF-A15", "DF-52", "DF-48")
def test_a_loss_can_bring_the_rest_home():
    state = battle("Da9 Ab6", "Ah1", asteroids=((2, 5), (4, 5), (6, 5)))
    state = do(state, Draw(), chance=draws("asteroid", asteroid=[1], direction=[1]))
    ended(state, "home", RED)


@pytest.mark.rule("DF-A16")
def test_level_at_home_the_first_one_there_wins():
    state = battle("Ad8", "Ad3", hands=(("ap",), ("ap",)), asteroids=AWAY)
    state = do(state, Move(0, cell("d9")), EndTurn(), Move(1, cell("d2")))
    assert ended(state, "home-first", RED).scores == (10, 10)


@pytest.mark.rule("DF-A16")
def test_level_at_home_is_a_draw_where_the_table_says_so():
    variant = Variant(draw_on_tie=True)
    state = battle("Ad8", "Ad3", hands=(("ap",), ("ap",)), asteroids=AWAY, variant=variant)
    state = do(state, Move(0, cell("d9")), EndTurn(), Move(1, cell("d2")))
    ended(state, "drawn")


@pytest.mark.rule("DF-A16")
def test_twenty_quiet_turns_stall_the_game():
    state = battle("Ad9 Aa1", "Ah10")
    for _ in range(19):
        state = do(state, EndTurn())
    assert result(state) is None
    assert state.quiet == 19
    ended(do(state, EndTurn()), "stalled", RED)


@pytest.mark.rule("DF-A16", "DF-18")
def test_drawing_putting_back_and_sideways_moves_are_quiet():
    state = battle("Ad5", "Ah10", hands=(("ap", "ap"), ()), quiet=5)
    state = do(state, Discard("ap"), Move(0, cell("e5")), EndTurn())
    assert state.quiet == 6
    state = do(state, Draw(), chance=draws("ap"))
    assert do(state, EndTurn()).quiet == 7


@pytest.mark.rule("DF-A16")
def test_a_forward_move_an_attack_or_a_loss_breaks_the_quiet():
    forward = battle("Ad5", "Ah10", hands=(("ap",), ()), quiet=19)
    assert do(forward, Move(0, cell("d6")), EndTurn()).quiet == 0
    attack = battle("Ad6", "Ad7 Ah10", hands=(("ap",) * 2, ()), quiet=19)
    assert do(attack, Attack(0, 1), EndTurn(), chance=dice(attack=[6])).quiet == 0
    loss = battle("Ab6 Aa1", "Ah10", asteroids=((2, 5), (4, 5), (6, 5)), quiet=19)
    loss = do(loss, Draw(), chance=draws("asteroid", asteroid=[1], direction=[1]))
    assert do(loss, EndTurn()).quiet == 0


@pytest.mark.rule("DF-A16")
def test_three_hundred_turns_are_enough():
    state = battle("Ad8", "Ah1 Ah10", turn=299, progress=True)
    state = do(state, EndTurn())
    assert (state.turn, result(state)) == (300, None)
    ended(do(state, EndTurn()), "turn-limit", BLUE)


@pytest.mark.rule("DF-A16", "DF-A29")
def test_out_of_time_ground_gained_breaks_a_tie_and_else_it_is_a_draw():
    # No points home: red 10 x 5 rows + 25 x 0, blue 20 x 2 rows.
    state = battle("Ad6 Da1", "Cd8", quiet=19)
    assert (ground_gained(CONTENT, state, RED), ground_gained(CONTENT, state, BLUE)) == (50, 40)
    ended(do(state, EndTurn()), "stalled", RED)
    level = battle("Ad5", "Cd8", quiet=19)
    ended(do(level, EndTurn()), "stalled")
    ended(do(battle("Ad5", "Cd8", turn=300), EndTurn()), "turn-limit")


@pytest.mark.rule("DF-A16")
def test_points_in_the_base_come_before_ground_gained():
    state = battle("Ad9 Aa1", "Dd3 Dh3 Ce3", quiet=19)
    ended(do(state, EndTurn()), "stalled", RED)


@pytest.mark.rule("DF-A16")
def test_the_countdown_shows_when_it_is_near():
    def tracks(state):
        return [p.value for p in RULEBOOK.scene(CONTENT, state, PUBLIC).panels if isinstance(p, TrackPanel)]

    assert tracks(battle("Ad5", "Ad8", quiet=10)) == []
    assert tracks(battle("Ad5", "Ad8", quiet=17)) == [3]
    assert tracks(battle("Ad5", "Ad8", quiet=17, progress=True)) == []
    assert tracks(battle("Ad5", "Ad8", turn=299)) == [2]


@pytest.mark.rule("DF-A16")
@pytest.mark.parametrize("seat", [RED, BLUE])
def test_giving_up_and_agreeing_on_a_draw(seat):
    state = battle("Ad5", "Ad8")
    ended(concede(CONTENT, state, seat).state, "conceded", 1 - seat)
    drawn = agree_draw(CONTENT, state).state
    ended(drawn, "agreed")
    for again in (lambda: concede(CONTENT, drawn, seat), lambda: agree_draw(CONTENT, drawn)):
        with pytest.raises(IllegalAction):
            again()


@pytest.mark.rule("DF-22", "DF-48")
def test_the_end_is_announced():
    state = battle("Cd8 Ba10", "Ad1 Be2", hands=(("ap",), ()), asteroids=AWAY)
    state = msgspec.structs.replace(state, first_home=BLUE)
    events = step(state, Move(0, cell("d9"))).events
    assert [event.kind for event in events] == ["ship-moved", "ship-home", "game-ended"]
