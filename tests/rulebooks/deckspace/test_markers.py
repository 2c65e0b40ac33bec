"""Markers: what each gives, the caps, and choosing cards from the pool."""

import collections

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, IllegalAction
from apps.rulebooks.core.scene import DeckPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, KeepNothing, TakeCard, Thrust
from apps.rulebooks.deckspace.state import ChartKey, Offer

from .helpers import (
    CONTENT,
    at,
    battle,
    board,
    do,
    duel,
    end,
    flying,
    given,
    legal,
    ship,
    shot,
    step,
    told,
    using,
    where,
)

POOL = ("emp", "high-thrust", "large-nuke", "wormhole")


def onto(sign, **red):
    """Red has flown one hex, onto a marker."""
    state = duel("e5 E 1", chart=board({"e6": sign}), pool=POOL, red=red)
    return end(state).ship(1)


def stats(one):
    return one.health, one.max_health, one.armor, one.speed, one.max_speed, one.pdc


@pytest.mark.rule("DS-82", "DS-84", "DS-85", "DS-86", "DS-89", "DS-90", "DS-91")
@pytest.mark.parametrize(
    ("sign", "gained"),
    [
        ("P", (2, 4, 0, 1, 3, True)),
        ("A", (2, 4, 2, 1, 3, False)),
        ("S", (2, 4, 0, 1, 4, False)),
        ("H", (4, 5, 0, 1, 3, False)),
        ("a", (3, 4, 2, 1, 3, False)),
        ("s", (2, 4, 0, 2, 4, False)),
        ("h", (5, 5, 0, 1, 3, False)),
    ],
)
def test_what_each_marker_gives(sign, gained):
    assert stats(onto(sign, health=2, max_health=4)) == gained


@pytest.mark.rule("DS-81", "DS-A19", "DS-A20")
@pytest.mark.parametrize(
    ("sign", "before", "after"),
    [
        ("A", {"armor": 1}, (4, 4, 2, 1, 3, False)),
        ("A", {"armor": 2}, (4, 4, 2, 1, 3, False)),
        ("S", {"max_speed": 5}, (4, 4, 0, 1, 5, False)),
        ("S", {"max_speed": 4}, (4, 4, 0, 1, 5, False)),
        ("H", {"health": 3, "max_health": 6}, (5, 6, 0, 1, 3, False)),
        ("H", {"health": 5, "max_health": 6}, (6, 6, 0, 1, 3, False)),
        ("H", {"health": 1, "max_health": 4}, (3, 5, 0, 1, 3, False)),
        ("h", {"health": 1, "max_health": 6}, (6, 6, 0, 1, 3, False)),
        ("a", {"health": 4, "armor": 2}, (4, 4, 2, 1, 3, False)),
        ("s", {"max_speed": 5}, (4, 4, 0, 2, 5, False)),
    ],
)
def test_limits_hold_and_what_is_there_is_never_taken(sign, before, after):
    assert stats(onto(sign, **before)) == after


@pytest.mark.rule("DS-81", "DS-91")
def test_s_plus_at_full_speed_stays_at_the_limit():
    state = duel("e5 E 5", chart=board({"e7": "s"}), red={"max_speed": 5})
    assert (end(state).ship(1).speed, end(state).ship(1).max_speed) == (5, 5)


@pytest.mark.rule("DS-80")
def test_markers_stay_and_work_every_time_for_anyone():
    chart = board({"e6": "H"})
    state = duel("e5 E 1", "e7 W 1", chart=chart, blue={"health": 1})
    for count in (1, 2, 3):
        state = end(given(given(state, 2, at=at("a15")), 1, at=at("e5"), speed=1))
        assert (where(state, 1), state.ship(1).max_health) == ("e6", min(6, 4 + count))
        state = end(given(given(state, 1, at=at("a1")), 2, at=at("e7"), speed=1))
        assert (where(state, 2), state.ship(2).max_health) == ("e6", min(6, 4 + count))


@pytest.mark.rule("DS-80")
def test_staying_on_a_marker_is_not_moving_onto_it():
    state = end(duel("e5 E 1", "e7 W 0", chart=board({"e6": "H"})))
    state = end(end(state))  # Red would fly on, but Blue is in its way
    assert (where(state, 1), state.ship(1).max_health) == ("e6", 5)


@pytest.mark.rule("DS-A18", "DS-80")
def test_flying_through_counts_and_so_does_forward():
    chart = board({"e6": "H", "e7": "A", "e8": "S"})
    state = end(duel("e5 E 3", chart=chart))
    assert (where(state, 1), *stats(state.ship(1))) == ("e8", 5, 5, 2, 3, 4, False)
    state = do(using(duel("e5 E 0", chart=chart), "high-thrust"), Thrust("forward"), Thrust("forward"))
    assert (state.ship(1).max_health, state.ship(1).armor) == (5, 2)


@pytest.mark.rule("DS-A18")
def test_a_marker_under_another_ship_works_for_whoever_flies_through():
    state = end(duel("e5 E 2", "e6 W 0", chart=board({"e6": "A"})))
    assert (where(state, 1), state.ship(1).armor, state.ship(2).armor) == ("e7", 2, 0)


@pytest.mark.rule("DS-A26")
def test_ordnance_neither_takes_nor_minds_a_marker():
    from apps.rulebooks.deckspace.actions import Steer

    state = do(duel("a1 E 0", chart=board({"e6": "H"}), ordnance=[shot(1, 1, "e5 E")]), Steer(1, "forward"))
    assert flying(state) == {1: "e6"}
    assert stats(state.ship(1)) == (4, 4, 0, 0, 3, False)


@pytest.mark.rule("DS-87")
def test_some_maps_have_powered_ones_and_they_look_it():
    signs = {marker.slug: marker for marker in CONTENT.markers.values()}
    assert {marker.letter for marker in signs.values() if marker.powered} == {"C+", "A+", "H+", "S+"}
    powered = {
        slug
        for slug in CONTENT.maps
        if not slug.startswith("test-")
        and any(signs[marker].powered for marker in CONTENT.chart(ChartKey(slug)).markers.values())
    }
    assert powered
    assert "classic" not in powered
    tiles = {tile.id: tile for tile in CONTENT.chart(board({"e6": "h", "e7": "H"})).tiles}
    assert (tiles["e6"].kind, tiles["e7"].kind) == ("powered", "marker")


@pytest.mark.rule("DS-A21")
def test_there_is_no_powered_pdc():
    assert {marker.letter for marker in CONTENT.markers.values()} == {"P", "C", "A", "S", "H", "C+", "A+", "H+", "S+"}


# --- Cards from the pool ----------------------------------------------------------------------


def offered(sign="C", pool=POOL, seed=b"offer", **red):
    state = duel("e5 E 1", chart=board({"e6": sign}), pool=pool, red={"hand": "thrust", "draw": "missile", **red})
    return step(state, EndTurn(), chance=Chance(seed)).state


@pytest.mark.rule("DS-83", "DS-A48")
def test_c_offers_three_and_one_is_kept_on_top_of_the_pile():
    state = offered()
    assert state.phase == "choosing"
    assert len(state.offer.cards) == 3
    assert len(state.pool) == 1
    assert legal(state) == tuple(TakeCard(card) for card in state.offer.cards)
    kept = state.offer.cards[1]
    after = do(state, TakeCard(kept))
    assert after.ship(1).draw == (kept, "missile")
    assert sorted((*after.pool, kept)) == sorted(POOL), "the others are back"
    assert after.offer is None


@pytest.mark.rule("DS-83")
def test_what_is_offered_is_chance():
    seen = collections.Counter(card for n in range(300) for card in offered(seed=b"%d" % n).offer.cards)
    assert set(seen) == set(POOL)
    assert all(170 < count < 280 for count in seen.values())


@pytest.mark.rule("DS-88")
def test_c_plus_offers_four_and_two_are_kept():
    state = offered("c")
    assert (state.offer.cards, state.offer.keep) == (POOL, 2)
    state = do(state, TakeCard("emp"))
    assert (state.phase, state.offer) == ("choosing", Offer(("high-thrust", "large-nuke", "wormhole"), 1))
    with pytest.raises(IllegalAction):
        do(state, TakeCard("emp"))
    state = do(state, TakeCard("wormhole"))
    assert state.ship(1).draw == ("wormhole", "emp", "missile")
    assert state.pool == ("high-thrust", "large-nuke")


@pytest.mark.rule("DS-88", "DS-A48")
def test_two_of_the_same_can_be_kept():
    state = offered("c", pool=("missile", "missile", "thrust"))
    state = do(state, TakeCard("missile"), TakeCard("missile"))
    assert state.ship(1).draw == ("missile", "missile", "missile")
    assert state.pool == ("thrust",)


@pytest.mark.rule("DS-A48")
@pytest.mark.parametrize(("sign", "pool"), [("C", ("emp",)), ("C", ("emp", "thrust")), ("c", ("emp",))])
def test_if_the_pool_runs_short_one_chooses_from_what_is_there(sign, pool):
    state = offered(sign, pool=pool)
    assert (state.offer.cards, state.pool) == (pool, ())
    state = do(state, TakeCard("emp"))
    assert state.phase == "keeping"
    assert state.ship(1).draw[0] == "emp"


@pytest.mark.rule("DS-A48")
def test_if_the_pool_is_empty_nothing_happens():
    done = step(duel("e5 E 1", chart=board({"e6": "C"}), red={"hand": "thrust"}), EndTurn())
    assert done.state.phase == "keeping"
    assert "pool-empty" in told(done)


@pytest.mark.rule("DS-A48", "DS-31")
def test_one_chooses_in_mid_flight_and_then_flies_on():
    chart = board({"e6": "C", "e7": "H", "e8": "C"})
    state = duel("e5 E 4", chart=chart, pool=POOL, red={"max_speed": 4})
    state = step(state, EndTurn(), chance=Chance(b"1")).state
    assert (state.phase, where(state, 1), state.flight) == ("choosing", "e6", 3)
    assert state.ship(1).max_health == 4
    first = state.offer.cards[0]
    state = do(state, TakeCard(first), chance=Chance(b"2"))
    assert (state.phase, where(state, 1), state.flight) == ("choosing", "e8", 1)
    assert state.ship(1).max_health == 5
    state = do(state, TakeCard(state.offer.cards[0]))
    assert where(state, 1) == "e9"
    assert state.active == 2
    assert len(state.ship(1).cards) == 2


@pytest.mark.rule("DS-A48", "DS-A11")
def test_one_can_choose_while_flying_through_somebody():
    state = duel("e5 E 2", "e6 W 0", chart=board({"e6": "C"}), pool=POOL)
    state = step(state, EndTurn(), chance=Chance(b"1")).state
    assert (where(state, 1), where(state, 2)) == ("e6", "e6")
    state = do(state, TakeCard(state.offer.cards[0]))
    assert (where(state, 1), where(state, 2)) == ("e7", "e6")


@pytest.mark.rule("DS-A48", "DS-A39")
def test_choosing_after_forward_leaves_the_rest_of_the_card():
    state = duel("e5 E 0", chart=board({"e6": "C"}), pool=POOL)
    state = do(using(state, "high-thrust"), Thrust("forward"), chance=Chance(b"1"))
    assert state.phase == "choosing"
    with pytest.raises(IllegalAction) as refused:
        do(state, Thrust("left"))
    assert refused.value.code == "choosing"
    state = do(state, TakeCard(state.offer.cards[0]))
    assert (state.phase, state.card, state.uses) == ("acting", "high-thrust", 2)


@pytest.mark.rule("DS-A48")
def test_the_card_is_drawn_in_the_next_turn():
    state = do(offered(), TakeCard(offered().offer.cards[0]), KeepNothing())
    state = end(state)
    assert offered().offer.cards[0] in state.ship(1).hand


@pytest.mark.rule("DS-A63")
def test_everybody_hears_which_card_was_kept_and_nobody_where_it_lies():
    state = offered()
    card = state.offer.cards[0]
    done = step(state, TakeCard(card))
    (event,) = [event for event in done.events if event.kind == "card-taken"]
    assert event.to is None
    assert str(CONTENT.cards[card].name) in str(event.text)
    on_offer = [panel for panel in RULEBOOK.scene(CONTENT, state, Audience.of(1)).panels
                if isinstance(panel, DeckPanel) and panel.id == "offer"]  # fmt: skip
    assert len(on_offer) == 1
    guesses = [RULEBOOK.determinize(CONTENT, done.state, Audience.of(1), Chance(b"%d" % n)) for n in range(60)]
    assert all(card in guess.ship(1).cards for guess in guesses)
    places = {pile for guess in guesses for pile in ("draw", "hand", "discard") if card in getattr(guess.ship(1), pile)}
    assert {"draw", "hand"} <= places


@pytest.mark.rule("DS-A41")
def test_a_ship_destroyed_in_a_hex_takes_no_marker():
    chart = board({"e6": "h"})
    state = battle(
        ship(1, "e5 E 1", health=1), ship(2, "k15 W 0"), ship(3, "a1 E 0"), chart=chart, ordnance=[shot(1, 2, "e6 W")]
    )
    done = step(state, EndTurn())
    assert done.state.ship(1) is None
    assert "marker" not in told(done)


@pytest.mark.rule("DS-A41")
def test_damage_comes_before_the_marker():
    state = duel("e5 E 1", chart=board({"e6": "A"}), ordnance=[shot(1, 2, "e6 W")])
    assert stats(end(state).ship(1))[:3] == (3, 4, 2)
