"""How battles end, and giving up in the middle of anything."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, Audience, IllegalAction
from apps.rulebooks.core.scene import ObjectivePanel, TrackPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import BeginTurn, Detonate, EndTurn, Steer
from apps.rulebooks.deckspace.ending import ENDINGS, MISSION_ENDINGS
from apps.rulebooks.deckspace.play import agree_draw, concede, waiting_on

from .helpers import (
    CONTENT,
    battle,
    board,
    dice,
    do,
    drift,
    duel,
    end,
    flying,
    given,
    legal,
    ship,
    shot,
    step,
    told,
)


def result(state):
    return RULEBOOK.result(CONTENT, state)


def ended(state, ending, *winners):
    found = result(state)
    assert found is not None, "the game goes on"
    assert (found.ending, found.winners) == (ending, winners)
    assert waiting_on(state) == frozenset()
    assert all(legal(state, seat) == () for seat in range(len(state.sides)))
    assert str(found.text)
    assert RULEBOOK.scene(CONTENT, state, PUBLIC).status.over
    return found


def crowd(**kwargs):
    """Four ships far from each other; Red has the turn."""
    ships = (ship(1, "a1 E 0"), ship(2, "a15 W 0"), ship(3, "k1 E 0"), ship(4, "k15 W 0"))
    return battle(*ships, **kwargs)


@pytest.mark.rule("DS-01", "DS-21")
def test_the_last_ship_flying_wins():
    state = do(duel("a1 E 0", "e8 W 0", ordnance=[shot(1, 1, "e7 E")], blue={"health": 1}), Steer(1, "forward"))
    ended(state, "last-ship", 0)
    with pytest.raises(IllegalAction) as refused:
        do(state, EndTurn(), seat=0)
    assert refused.value.code == "over"


@pytest.mark.rule("DS-21")
def test_one_health_left_is_enough():
    state = do(duel("a1 E 0", "e8 W 0", ordnance=[shot(1, 1, "e7 E")], blue={"health": 2}), Steer(1, "forward"))
    assert result(state) is None
    assert state.ship(2).health == 1


@pytest.mark.rule("DS-01", "DS-A23")
def test_with_three_the_battle_goes_on_until_one_is_left():
    state = end(battle(ship(1, "e15 E 1"), ship(2, "a1 E 0"), ship(3, "k1 E 0")))
    assert result(state) is None
    assert waiting_on(state) == {1}
    state = end(given(state, 2, at=(12, 4), speed=3))
    ended(state, "last-ship", 2)


@pytest.mark.rule("DS-A23")
def test_a_lost_ship_takes_its_ordnance_with_it():
    pieces = [shot(1, 1, "c5 E", "small-nuke"), shot(2, 2, "c7 E"), shot(3, 1, "c9 E", "large-nuke")]
    state = battle(ship(1, "e15 E 1"), ship(2, "a1 E 0"), ship(3, "k1 E 0"), ordnance=pieces)
    done = step(state, EndTurn())
    assert flying(done.state) == {2: "c7"}
    assert "blast" not in told(done)


@pytest.mark.rule("DS-A23", "DS-08")
def test_bots_are_one_side_to_the_end():
    ships = (ship(1, "a1 E 0", health=1), ship(2, "e8 W 0", side=1), ship(3, "k15 W 0", side=1))
    state = battle(*ships, sides=(0, 1, 1), active=2, ordnance=[shot(1, 2, "a2 W")])
    state = do(state, Steer(1, "forward"))
    ended(state, "last-ship", 1, 2)


@pytest.mark.rule("DS-A23", "DS-08")
def test_while_a_person_flies_against_another_the_bots_losses_do_not_end_it():
    ships = (ship(1, "a1 E 0"), ship(2, "e8 W 0"), ship(3, "e15 E 1", side=2))
    state = end(battle(*ships, sides=(0, 1, 2), active=3))
    assert result(state) is None


@pytest.mark.rule("DS-A23", "DS-01")
def test_the_last_sides_lost_together_are_a_draw():
    state = duel("e6 E 0", "e8 W 0", ordnance=[shot(1, 1, "e7 E", "large-nuke")], red={"health": 3}, blue={"health": 3})
    ended(do(state, Detonate(1)), "all-lost")


@pytest.mark.rule("DS-A23")
def test_the_draw_is_of_the_last_sides_only():
    ships = (ship(1, "e6 E 0", health=3), ship(2, "e8 W 0", health=3), ship(3, "k15 W 0"))
    state = do(battle(*ships, ordnance=[shot(1, 1, "e7 E", "large-nuke")]), Detonate(1))
    ended(state, "last-ship", 2)


@pytest.mark.rule("DS-A47")
def test_after_the_last_round_it_is_a_draw():
    limit = CONTENT.numbers.round_limit
    assert limit == 60
    state = end(duel("e5 E 0", round=limit))
    assert result(state) is None, "the round is not over yet"
    ended(end(state), "rounds")


@pytest.mark.rule("DS-A47", "DS-A23")
def test_a_loss_in_the_last_round_still_decides_it():
    state = end(duel("e5 E 0", "a1 W 1", round=CONTENT.numbers.round_limit))
    ended(end(state), "last-ship", 0)


@pytest.mark.rule("DS-A47")
@pytest.mark.parametrize(("number", "left"), [(49, None), (50, 11), (59, 2), (60, 1)])
def test_the_table_counts_down(number, left):
    panels = RULEBOOK.scene(CONTENT, duel(round=number), Audience.of(0)).panels
    assert [panel.value for panel in panels if isinstance(panel, TrackPanel)] == ([left] if left else [])


@pytest.mark.rule("DS-01")
def test_everybody_is_told_what_it_is_about():
    panels = RULEBOOK.scene(CONTENT, duel(), Audience.of(0)).panels
    assert [str(panel.title) for panel in panels if isinstance(panel, ObjectivePanel)] == ["Be the last one flying"]


# --- Giving up --------------------------------------------------------------------------------


@pytest.mark.rule("DS-A65")
def test_giving_up_a_duel_ends_it():
    for seat in (0, 1):
        state = concede(CONTENT, duel(), seat).state
        found = ended(state, "conceded", 1 - seat)
        assert str(found.text) == ("Red gives up. Blue wins." if seat == 0 else "Blue gives up. Red wins.")
        with pytest.raises(IllegalAction):
            concede(CONTENT, state, 1 - seat)


@pytest.mark.rule("DS-A65", "DS-A23")
def test_in_a_crowd_a_ship_leaves_with_its_ordnance_and_the_others_fly_on():
    pieces = [shot(1, 2, "e5 E", "large-nuke"), shot(2, 3, "e9 E", "large-nuke")]
    done = concede(CONTENT, crowd(ordnance=pieces), 1)
    state = done.state
    assert {one.number for one in state.ships} == {1, 3, 4}
    assert flying(state) == {2: "e9"}
    assert "blast" not in told(done)
    assert (state.active, state.phase) == (1, "acting"), "Red's turn goes on"
    with pytest.raises(IllegalAction) as refused:
        concede(CONTENT, state, 1)
    assert refused.value.code == "retired"


@pytest.mark.rule("DS-A65")
def test_giving_up_in_ones_own_turn_passes_it_on():
    state = crowd(ordnance=[shot(1, 1, "e5 E")], card="thrust", uses=1, played=1)
    state = concede(CONTENT, state, 0).state
    assert (state.active, state.phase, state.card, state.played) == (2, "ready", "", 0)
    assert legal(state) == (BeginTurn(),)
    state = do(given(state, 2, draw=("emp",)), BeginTurn())
    assert (state.phase, state.ship(2).hand) == ("acting", ("emp",))


@pytest.mark.rule("DS-A65", "DS-A14")
def test_a_stunned_ship_that_is_next_loses_its_turn_all_the_same():
    state = given(concede(CONTENT, crowd(), 0).state, 2, stunned=True)
    assert do(state, BeginTurn()).active == 3


@pytest.mark.rule("DS-A65", "DS-A48")
def test_giving_up_while_choosing_gives_the_cards_back():
    chart = board({"a2": "C"})
    pool = ("emp", "thrust", "wormhole")
    for ships, outcome in (
        ((ship(1, "a1 E 2"), ship(2, "k15 W 0"), ship(3, "k1 W 0")), False),
        ((ship(1, "a1 E 2"), ship(2, "k15 W 0")), True),
    ):
        state = step(battle(*ships, chart=chart, pool=pool), EndTurn(), chance=Chance(b"x")).state
        assert state.phase == "choosing"
        state = concede(CONTENT, state, 0).state
        assert (state.offer, state.pool, state.flight) == (None, pool, -1)
        assert (state.outcome is not None) == outcome
        assert not [fault for fault in RULEBOOK.check(CONTENT, state) if "cards and not" not in fault]


@pytest.mark.rule("DS-A65", "DS-A48")
def test_the_choice_of_another_is_not_touched():
    chart = board({"a2": "C"})
    state = battle(ship(1, "a1 E 2"), ship(2, "k15 W 0"), ship(3, "k1 W 0"), chart=chart, pool=("emp",))
    state = step(state, EndTurn(), chance=Chance(b"x")).state
    state = concede(CONTENT, state, 2).state
    assert (state.phase, state.offer.cards) == ("choosing", ("emp",))


@pytest.mark.rule("DS-A65", "DS-A48")
def test_giving_up_that_ends_the_battle_for_others_gives_the_cards_back():
    """Gold was shot down before, but has not given up: the battle is Red's, the table ends with it."""
    chart = board({"a2": "C"})
    state = battle(
        ship(1, "k15 W 0"), ship(2, "a1 E 2"), sides=(0, 1, 2), lost=(ship(3, "k1 W 0"),), chart=chart, pool=("emp",),
        active=2,
    )  # fmt: skip
    state = step(state, EndTurn(), chance=Chance(b"x"), seat=1).state
    state = replace(state, series=replace(state.series, wins=(0, 0, 0)))
    state = concede(CONTENT, state, 1).state
    ended(state, "last-ship", 0)
    assert (state.offer, state.pool) == (None, ("emp",))


@pytest.mark.rule("DS-A65", "DS-A47")
def test_giving_up_as_the_last_of_the_last_round_ends_it():
    state = concede(CONTENT, crowd(round=60, order=(2, 3, 4, 1)), 0).state
    ended(state, "rounds")


@pytest.mark.rule("DS-A65", "DS-46")
def test_fields_drift_when_a_round_ends_by_giving_up():
    chart = board(drifts=(drift("a14", "E", "W", rocks="a14"),))
    state = crowd(order=(2, 3, 4, 1), chart=chart)
    state = concede(CONTENT, given(state, 2, health=1), 0).state
    assert state.drifted == 1
    assert state.ship(2) is None, "the rock was carried onto it"
    assert (state.active, state.round, state.phase) == (3, 2, "ready")


@pytest.mark.rule("DS-A65")
def test_giving_up_between_question_and_answer():
    """Blue gives up while Red is asked whether to fire at it: nothing is left to fire at."""
    from apps.rulebooks.deckspace.actions import SkipPdc

    state = battle(ship(1, "e5 E 0", pdc=True), ship(2, "e7 W 0"), ship(3, "k15 W 0"), phase="prompt")
    state = concede(CONTENT, state, 1).state
    assert legal(state) == (SkipPdc(),)
    assert do(state, SkipPdc()).phase == "acting"


@pytest.mark.rule("DS-A23")
def test_every_ending_of_a_table_has_words_and_missions_have_their_own():
    assert set(RULEBOOK.endings) == set(ENDINGS)
    assert not set(ENDINGS) & set(MISSION_ENDINGS)
    assert {"last-ship", "all-lost", "rounds", "series", "series-drawn", "conceded", "agreed"} == set(ENDINGS)


def test_agreeing_ends_it_whatever_is_pending():
    chart = board({"a2": "C"})
    state = step(duel("a1 E 2", chart=chart, pool=("emp",)), EndTurn(), chance=Chance(b"x")).state
    state = agree_draw(CONTENT, state).state
    ended(state, "agreed")
    assert (state.offer, state.pool) == (None, ("emp",))


@pytest.mark.rule("DS-22", "DS-21")
def test_no_damage_is_more_than_a_ship_has():
    state = duel("e5 E 0", "e7 W 0", hand="null", red={"pdc": True}, blue={"health": 2, "armor": 1})
    from apps.rulebooks.deckspace.actions import FirePdc, PlayCard

    state = do(state, PlayCard("null"), FirePdc(2), chance=dice(pdc=[6]))
    assert (state.lost[0].health, state.lost[0].armor) == (0, 0)
