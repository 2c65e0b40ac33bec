"""EMP and NULL: reach, lost turns, dead cards, and what is destroyed."""

import collections

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import distance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import SeatPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, FirePdc, PlayCard, Pulse, SkipPdc, TakeCard
from apps.rulebooks.deckspace.markers import offer_cards
from apps.rulebooks.deckspace.state import Offer

from .helpers import (
    CONTENT,
    at,
    battle,
    board,
    dice,
    do,
    duel,
    end,
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
    where,
)


def pulse(state, roll=1):
    """Red plays its EMP and sets it off; its reach is the roll plus 4."""
    return step(using(state, "emp"), Pulse(), chance=dice(emp=[roll]))


@pytest.mark.rule("DS-68", "DS-69")
@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_the_reach_is_a_die_of_four_and_four(roll):
    for away in (4 + roll, 5 + roll):
        done = pulse(duel("e1 E 0", f"e{1 + away} W 0"), roll).state
        assert distance(done.ship(2).at, done.ship(1).at) == away
        assert done.ship(2).stunned == (away == 4 + roll)
    (throw,) = done.dice
    assert (throw.what, throw.value, throw.sides) == ("emp", roll, 4)


@pytest.mark.rule("DS-68")
def test_the_card_is_played_first_and_the_die_rolled_on_use():
    state = using(duel("e1 E 0"), "emp")
    assert kinds(state) == {"Pulse", "EndTurn"}
    (choice,) = [c for c in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices if c.verb == "pulse"]
    assert "5 to 8" in str(choice.preview)
    rolls = collections.Counter(do(state, Pulse(), chance=Chance(b"emp%d" % n)).dice[0].value for n in range(200))
    assert set(rolls) == {1, 2, 3, 4}


@pytest.mark.rule("DS-69", "DS-70")
def test_every_other_ship_in_reach_gets_a_null_and_no_damage():
    state = battle(
        ship(1, "e5 E 0", draw="thrust"), ship(2, "e7 W 0", draw="thrust missile"), ship(3, "k15 W 0", draw="thrust")
    )
    done = pulse(state).state
    assert [done.ship(number).stunned for number in (1, 2, 3)] == [False, True, False]
    assert [done.ship(number).cards.count("null") for number in (1, 2, 3)] == [0, 1, 0]
    assert sorted(done.ship(2).draw) == ["missile", "null", "thrust"]
    assert [done.ship(number).health for number in (1, 2, 3)] == [4, 4, 4]


@pytest.mark.rule("DS-69")
def test_the_null_can_be_anywhere_in_the_draw_pile():
    state = using(duel("e5 E 0", "e7 W 0", blue={"draw": "thrust thrust thrust"}), "emp")
    places = {do(state, Pulse(), chance=Chance(b"null%d" % n)).ship(2).draw.index("null") for n in range(80)}
    assert places == {0, 1, 2, 3}


@pytest.mark.rule("DS-162")
def test_ships_of_ones_own_side_are_not_spared():
    state = battle(ship(1, "e5 E 0", side=0), ship(2, "e7 W 0", side=0), ship(3, "k15 W 0", side=1))
    done = pulse(state).state
    assert done.ship(2).stunned
    assert not done.ship(1).stunned


@pytest.mark.rule("DS-70", "DS-63")
def test_ordnance_in_reach_is_gone_own_included():
    pieces = [shot(1, 1, "e6 E", moves=0), shot(2, 2, "e7 W", "large-nuke"), shot(3, 2, "e10 W"), shot(4, 2, "e11 W")]
    done = pulse(duel("e5 E 0", "e8 W 0", ordnance=pieces))
    assert flying(done.state) == {4: "e11"}
    assert done.state.ship(2).health == 4
    assert "blast" not in told(done)


@pytest.mark.rule("DS-70")
def test_rocks_mind_no_emp():
    done = pulse(duel("e5 E 0", rocks="e6", solid="e7")).state
    assert (rocks_of(done), solid_of(done), done.ship(1).health) == ({"e6"}, {"e7"}, 4)


# --- The lost turn ----------------------------------------------------------------------------


def stunned(two="e8 W 2", **more):
    """Blue is stunned, and Red has ended its turn."""
    return end(pulse(duel("e5 E 0", two, **more)).state)


@pytest.mark.rule("DS-69", "DS-A14")
def test_a_lost_turn_is_skipped_whole():
    done = step(pulse(duel("e5 E 0", "e8 W 2", blue={"draw": "thrust thrust"})).state, EndTurn())
    state = done.state
    assert state.active == 1, "it is Red's turn again"
    assert state.round == 2
    assert "turn-lost" in told(done)
    assert where(state, 2) == "e8", "it does not drift"
    assert state.ship(2).hand == (), "and draws nothing"
    assert not state.ship(2).stunned


@pytest.mark.rule("DS-A14", "DS-34")
def test_nobody_flies_off_the_board_for_an_emp():
    state = stunned("e15 E 3", red={"at": at("e10")})
    assert where(state, 2) == "e15"
    assert state.active == 1


@pytest.mark.rule("DS-A14", "DS-37")
def test_a_lost_turn_risks_no_strike():
    assert stunned("e8 W 0", chart=board({"e8": ":"})).ship(2).health == 4  # no die is expected


@pytest.mark.rule("DS-A14")
def test_missiles_of_a_ship_that_loses_its_turn_stay_where_they_are():
    far = shot(1, 2, "k1 E", moves=0)
    state = stunned("e8 W 0", ordnance=[far])
    assert flying(state) == {1: "k1"}
    assert state.active == 1, "nobody had to move it"
    assert [piece.moves for piece in state.ordnance] == [0]
    state = end(state)
    assert state.active == 2
    assert [piece.moves for piece in state.ordnance] == [6]


@pytest.mark.rule("DS-A14", "DS-77")
def test_no_question_about_pdc_in_a_lost_turn():
    state = stunned("e7 W 0", blue={"pdc": True})
    assert (state.active, state.phase) == (1, "acting")


@pytest.mark.rule("DS-A14", "DS-74")
def test_a_stunned_ship_still_fires_back():
    state = pulse(duel("e5 E 0", "e7 W 0", red={"pdc": True}, blue={"pdc": True})).state
    assert state.ship(2).stunned
    state = do(state, FirePdc(2), chance=dice(pdc=[1], pdc_defence=[5]))
    assert state.ship(1) is None, "a difference of 4"
    assert state.ship(2).health == 4


@pytest.mark.rule("DS-A14")
def test_two_emps_cost_one_turn_and_two_nulls():
    both = battle(ship(1, "e5 E 0"), ship(2, "e7 W 0"), ship(3, "e9 W 0"))
    assert end(pulse(both).state).active == 1, "both lost their turns"
    twice = battle(ship(1, "e5 E 0"), ship(3, "e9 W 0", draw="thrust"))
    twice = pulse(twice)
    twice = pulse(replace(twice.state, played=0))
    assert twice.state.ship(3).cards.count("null") == 2
    after = end(twice.state)
    assert (after.active, after.round) == (1, 2)
    assert end(after).active == 3, "the next turn is its own again"


@pytest.mark.rule("DS-69")
def test_everybody_sees_who_loses_a_turn():
    state = pulse(duel("e5 E 0", "e8 W 0")).state
    seats = [panel for panel in RULEBOOK.scene(CONTENT, state, Audience.of(0)).panels if isinstance(panel, SeatPanel)]
    assert [str(panel.note) for panel in seats if panel.seat == 1] == ["Loses its next turn"]
    (piece,) = [p for p in RULEBOOK.scene(CONTENT, state, Audience.of(0)).board.pieces if p.id == "ship-2"]
    assert "stunned" in piece.state


# --- NULL -------------------------------------------------------------------------------------


@pytest.mark.rule("DS-71")
def test_null_does_nothing_but_is_the_card_of_the_turn():
    state = duel("e5 E 1", hand="null thrust", red={"pdc": True}, two="e7 W 0")
    after = do(state, PlayCard("null"))
    assert kinds(after) == {"FirePdc", "EndTurn"}, "PDC may follow any card"
    assert (after.ship(1).speed, after.ship(1).health) == (1, 4)
    assert after.ship(1).discard == ("null",)


@pytest.mark.rule("DS-71", "DS-A15")
def test_null_comes_back_with_every_shuffle():
    state = duel("e5 E 0", hand="null")
    seen = 0
    for _ in range(6):
        seen += state.ship(1).hand == ("null",)
        state = end(end(do(state, PlayCard("null"))))
        assert state.ship(1).cards == ("null",)
    assert seen == 6


@pytest.mark.rule("DS-71")
def test_only_emps_hand_out_null():
    for deck in CONTENT.decks.values():
        assert "null" not in deck


@pytest.mark.rule("DS-A15")
def test_a_new_game_of_a_series_begins_without_it():
    from apps.rulebooks.deckspace.actions import NextGame

    from .helpers import LoadedChance
    from .test_series import series, won

    state = won(given(series(), 2, discard=("null",)), 0)
    assert all("null" not in one.cards for one in do(state, NextGame(), chance=LoadedChance()).ships)


# --- One for each deck ------------------------------------------------------------------------


@pytest.mark.rule("DS-A49")
def test_the_pool_has_one_emp_and_nobody_is_offered_a_second():
    from apps.rulebooks.deckspace.battle import Battle

    assert CONTENT.decks["pool"].count("emp") == 1
    assert CONTENT.cards["emp"].most == 1
    for pile in ("hand", "draw", "discard"):
        for seed in range(20):
            state = given(duel("e5 E 0", pool=("emp", "emp", "thrust", "missile")), 1, **{pile: ("emp",)})
            there = Battle(CONTENT, state, Chance(b"offer%d" % seed))
            offer_cards(there, 3, 1)
            assert there.offer == Offer(("missile", "thrust"), 1)


@pytest.mark.rule("DS-A49", "DS-88")
def test_nor_can_two_be_taken_from_one_offer():
    state = duel("e5 E 0", phase="choosing", offer=Offer(("emp", "emp", "missile", "thrust"), 2))
    state = do(state, TakeCard("emp"))
    assert of_kind(state, TakeCard) == [TakeCard("missile"), TakeCard("thrust")]
    state = do(state, TakeCard("missile"))
    assert state.pool == ("emp", "thrust")
    assert of_kind(state, SkipPdc) == []
