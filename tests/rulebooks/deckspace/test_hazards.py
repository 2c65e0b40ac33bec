"""Asteroid fields, rocks, solid rock, and what drifts."""

import copy

import pytest

from apps.rulebooks.core.geometry.hex import name
from apps.rulebooks.core.protocol import Audience, ContentError
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, Hold, Launch, Steer, Thrust

from .helpers import (
    CONTENT,
    E,
    LoadedChance,
    all_of,
    anyone,
    battle,
    board,
    dice,
    do,
    drift,
    duel,
    edited,
    end,
    flying,
    given,
    rocks_of,
    ship,
    shot,
    solid_of,
    step,
    told,
    using,
    where,
)

FIELD = board({"e7": ":", "e8": ":"})


# --- Fields -----------------------------------------------------------------------------------


@pytest.mark.rule("DS-37")
@pytest.mark.parametrize(("roll", "health"), [(1, 3), (10, 3), (11, 4), (100, 4)])
def test_a_turn_that_ends_in_a_field_risks_a_strike(roll, health):
    state = end(duel("e5 E 2", chart=FIELD), chance=dice(strike=[roll]))
    assert (where(state, 1), state.ship(1).health) == ("e7", health)


@pytest.mark.rule("DS-37")
def test_a_strike_is_seen_and_heard_of():
    done = step(duel("e5 E 2", chart=FIELD), EndTurn(), chance=dice(strike=[1]))
    marks = RULEBOOK.scene(CONTENT, done.state, Audience.of(1)).board.marks
    assert [mark.at for mark in marks if mark.kind == "strike"] == ["e7"]
    (event,) = [event for event in done.events if event.kind == "strike"]
    assert (event.rule, event.to) == ("DS-37", None)


@pytest.mark.rule("DS-37", "DS-22")
def test_armor_takes_a_strike():
    state = end(duel("e5 E 2", chart=FIELD, red={"armor": 1}), chance=dice(strike=[1]))
    assert (state.ship(1).armor, state.ship(1).health) == (0, 4)


@pytest.mark.rule("DS-37")
def test_flying_through_a_field_is_no_risk_and_staying_in_one_is():
    assert where(end(duel("e5 E 4", chart=FIELD, red={"max_speed": 4})), 1) == "e9"  # no die is expected
    state = end(duel("e7 E 0", chart=FIELD), chance=dice(strike=[1]))
    assert state.ship(1).health == 3


@pytest.mark.rule("DS-37")
def test_a_strike_can_be_the_end_of_a_ship():
    state = end(duel("e5 E 2", chart=FIELD, red={"health": 1}), chance=dice(strike=[1]))
    assert state.ship(1) is None
    assert state.outcome.ending == "last-ship"


@pytest.mark.rule("DS-37")
def test_the_chance_is_one_in_ten():
    hit = 0
    for seed in range(2000):
        state = end(duel("e5 E 2", chart=FIELD), chance=Chances(b"strike %d" % seed))
        hit += 4 - state.ship(1).health
    assert 150 < hit < 250


class Chances(LoadedChance):
    """Real chance for every purpose."""

    def below(self, sides, purpose):
        return super(LoadedChance, self).below(sides, purpose)


@pytest.mark.rule("DS-A25")
def test_the_ring_is_a_field_like_any_other():
    state = duel("e5 E 0", chart=RULEBOOK.setup(CONTENT, {"map": "classic"}, Chances(b"ring")).state.chart)
    chart = CONTENT.chart(state.chart)
    corner = min(chart.hexes - set(chart.solid) - {rock.at for rock in chart.rocks})
    assert corner in chart.field
    state = end(given(state, 1, at=corner), chance=dice(strike=[1]))
    assert state.ship(1).health == 3


@pytest.mark.rule("DS-37")
def test_field_lines_run_round_a_field():
    edges = RULEBOOK.scene(CONTENT, duel(chart=FIELD), Audience.of(0)).board.edges
    assert len(edges) == 10, "two hexes side by side have ten sides that face outwards"
    assert {edge.tile for edge in edges} == {"e7", "e8"}


# --- Rocks ------------------------------------------------------------------------------------


@pytest.mark.rule("DS-38", "DS-39", "DS-164", "DS-A09")
def test_a_ship_that_flies_into_a_rock_is_hit_and_flies_on():
    state = end(duel("e5 E 3", rocks="e6"))
    assert (where(state, 1), state.ship(1).health) == ("e8", 3)
    assert rocks_of(state) == set()


@pytest.mark.rule("DS-38", "DS-39")
def test_a_missile_explodes_a_rock_and_is_gone():
    state = duel("a1 E 0", "e8 W 0", ordnance=[shot(1, 1, "e6 E")], rocks="e7")
    state = do(state, Steer(1, "forward"))
    assert flying(state) == {}
    assert rocks_of(state) == set()
    assert state.ship(2).health == 3, "Blue was beside it"


@pytest.mark.rule("DS-39")
@pytest.mark.parametrize(("blue", "health"), [("e7", 3), ("d6", 3), ("f5", 3), ("e8", 4), ("c6", 4)])
def test_the_explosion_reaches_one_hex(blue, health):
    state = end(duel("e5 E 1", f"{blue} W 0", rocks="e6"))
    assert state.ship(2).health == health
    assert state.ship(1).health == 3


@pytest.mark.rule("DS-39", "DS-22")
def test_armor_takes_an_explosion_first():
    state = end(duel("e5 E 1", "e7 W 0", rocks="e6", red={"armor": 1}, blue={"armor": 2}))
    assert (state.ship(1).armor, state.ship(1).health) == (0, 4)
    assert (state.ship(2).armor, state.ship(2).health) == (1, 4)


@pytest.mark.rule("DS-40", "DS-63")
def test_ordnance_beside_a_rock_is_destroyed_and_does_not_go_off():
    pieces = [shot(1, 2, "e7 W"), shot(2, 1, "d6 W", "large-nuke"), shot(3, 2, "e9 W")]
    done = step(duel("e5 E 1", ordnance=pieces, rocks="e6"), EndTurn())
    assert flying(done.state) == {3: "e9"}
    assert "blast" not in told(done)
    assert done.state.ship(1).health == 3


@pytest.mark.rule("DS-41")
@pytest.mark.parametrize(
    ("kind", "damage", "reach"), [("small-nuke", 2, 1), ("medium-nuke", 2, 2), ("large-nuke", 3, 3)]
)
def test_a_nuke_bursts_on_a_rock_with_its_own_blast_only(kind, damage, reach):
    for away in range(1, 5):
        state = duel("a1 E 0", f"e{7 + away} W 0", ordnance=[shot(1, 1, "e6 E", kind)], rocks="e7")
        done = step(state, Steer(1, "forward"))
        assert done.state.ship(2).health == 4 - (damage if away <= reach else 0), "the rock adds nothing"
        assert rocks_of(done.state) == set()
        assert flying(done.state) == {}
        assert "rock-exploded" not in told(done)


@pytest.mark.rule("DS-164", "DS-A09")
def test_a_rock_that_is_gone_stays_away():
    state = end(duel("e5 E 1", rocks="e6 i9"))
    for _ in range(8):
        state = end(given(state, state.active, speed=0))
    assert rocks_of(state) == {"i9"}


@pytest.mark.rule("DS-A42", "DS-164")
def test_an_explosion_sets_off_no_other_rock():
    state = end(duel("e5 E 1", rocks="e6 e7 d6", solid="f6"))
    assert rocks_of(state) == {"e7", "d6"}
    assert solid_of(state) == {"f6"}


# --- Solid rock -------------------------------------------------------------------------------


@pytest.mark.rule("DS-45")
def test_a_missile_opens_solid_rock_for_good():
    state = duel("e8 E 2", "e6 W 0", ordnance=[shot(1, 1, "e10 E")], solid="e11")
    state = do(state, Steer(1, "forward"))
    assert solid_of(state) == set()
    assert flying(state) == {}
    assert where(end(given(state, 1, speed=3)), 1) == "e11", "the hex is open"


@pytest.mark.rule("DS-45", "DS-39")
def test_solid_rock_explodes_like_any_rock():
    state = duel("a1 E 0", "e8 W 0", ordnance=[shot(1, 1, "e6 E")], solid="e7")
    state = do(state, Steer(1, "forward"))
    assert state.ship(2).health == 3


@pytest.mark.rule("DS-45", "DS-41")
def test_a_nuke_bursts_on_solid_rock_and_opens_it():
    state = duel("a1 E 0", "e9 W 0", ordnance=[shot(1, 1, "e6 E", "medium-nuke")], solid="e7")
    state = do(state, Steer(1, "forward"))
    assert solid_of(state) == set()
    assert state.ship(2).health == 2


@pytest.mark.rule("DS-45", "DS-48")
def test_launching_into_solid_rock_opens_it_too():
    state = do(using(duel("e5 E 0", solid="e6"), "missile"), Launch(E), chance=dice(fuel=[1]))
    assert solid_of(state) == set()
    assert state.ship(1).health == 3, "one was standing next to it"


# --- Drift ------------------------------------------------------------------------------------

TIDE = (drift("c5 c6 c7", "E", "E", "W", "W", rocks="c5"),)
TIDAL = board(drifts=TIDE)


def round_on(state, chance=None):
    """Both ships stand still for one round."""
    for one in state.order:
        if state.ship(one) is not None and state.active == one:
            state = end(given(state, one, speed=0), chance=chance)
    return state


@pytest.mark.rule("DS-46", "DS-A45", "DS-A03")
def test_fields_drift_one_hex_every_round_with_their_rocks():
    state = duel("i5 E 0", chart=TIDAL)
    seen = []
    for _ in range(5):
        chart = CONTENT.chart(TIDAL)
        field = {name(at) for at in chart.hexes if chart.in_field(at, state.drifted)}
        seen.append((rocks_of(state), field))
        half = end(state)
        assert rocks_of(half) == rocks_of(state), "only when the round is over"
        state = end(half)
    assert [rock for rock, _ in seen] == [{"c5"}, {"c6"}, {"c7"}, {"c6"}, {"c5"}]
    assert seen[1][1] == {"c6", "c7", "c8"}
    assert seen[4] == seen[0], "round in a circle"


@pytest.mark.rule("DS-46", "DS-37")
def test_the_risk_is_where_the_field_is_now():
    state = round_on(duel("c8 E 0", chart=TIDAL))
    assert state.drifted == 1
    assert end(state, chance=dice(strike=[1])).ship(1).health == 3
    later = round_on(round_on(duel("c5 E 0", chart=board(drifts=(drift("c5", "E", "W"),))), dice(strike=[100])))
    assert later.ship(1).health == 4


@pytest.mark.rule("DS-46")
def test_a_drifting_field_is_drawn_where_it_is():
    state = round_on(duel("i5 E 0", chart=TIDAL))
    board_ = RULEBOOK.scene(CONTENT, state, Audience.of(0)).board
    assert {mark.at for mark in board_.marks if mark.kind == "drifting-field"} == {"c6", "c7", "c8"}
    before = RULEBOOK.scene(CONTENT, duel(chart=TIDAL), Audience.of(0)).board
    ids = [{piece.id for piece in there.pieces if piece.symbol == "rock"} for there in (before, board_)]
    assert ids[0] == ids[1], "the same rock, moved"


@pytest.mark.rule("DS-42")
def test_a_rock_carried_onto_a_missile_explodes():
    state = round_on(duel("i5 E 0", "c7 W 0", chart=TIDAL, ordnance=[shot(1, 2, "c6 W", moves=0)]), dice(strike=[100]))
    assert flying(state) == {}
    assert rocks_of(state) == set()
    assert state.ship(2).health == 3


@pytest.mark.rule("DS-42", "DS-41")
def test_a_rock_carried_onto_a_nuke_sets_it_off():
    state = round_on(duel("i5 E 0", "c9 W 0", chart=TIDAL, ordnance=[shot(1, 2, "c6 W", "large-nuke")]))
    assert flying(state) == {}
    assert rocks_of(state) == set()
    assert state.ship(2).health == 1


@pytest.mark.rule("DS-A45", "DS-39")
def test_a_rock_carried_onto_a_ship_counts_as_flown_into():
    state = duel("c6 E 0", "c7 W 0", chart=TIDAL)
    state = round_on(state, chance=dice(strike=[100, 100]))
    assert rocks_of(state) == set()
    assert (state.ship(1).health, state.ship(2).health) == (3, 3)
    assert where(state, 1) == "c6"


@pytest.mark.rule("DS-A45", "DS-A23")
def test_drift_can_decide_a_battle():
    state = duel("i5 E 0", "c6 W 0", chart=TIDAL, blue={"health": 1})
    state = end(end(state), chance=dice(strike=[100]))
    assert (state.outcome.ending, state.outcome.winners) == ("last-ship", (0,))


@pytest.mark.rule("DS-A45", "DS-A42")
def test_two_rocks_carried_at_once_explode_one_after_the_other():
    chart = board(drifts=(drift("c5 g5", "E", "W", rocks="c5 g5"),))
    state = duel("c6 E 0", "g6 W 0", chart=chart)
    state = end(end(state), chance=dice())
    assert (state.ship(1).health, state.ship(2).health, rocks_of(state)) == (3, 3, set())


def faults(drifts, signs=None):
    raw = copy.deepcopy(dict(RULEBOOK.base_pack()))
    entry = copy.deepcopy(raw["map"][0])
    entry["drifts"] = [{"drawing": one.drawing, "cycle": list(one.cycle)} for one in drifts]
    raw["map"] = [entry, *raw["map"][1:]]
    try:
        RULEBOOK.read_content(raw)
    except ContentError as error:
        return {fault.message for fault in error.faults}
    return set()


def on_classic(charts, *cycle, rocks=""):
    """A drifting field over hexes of the Classic map, which its drawing is aligned with."""
    from apps.rulebooks.deckspace.drawing import read

    drawn = read(CONTENT.maps["classic"].drawing)
    rows = max(r for _, r in drawn) + 1
    wide = max(2 * (q + r // 2) + r % 2 for q, r in drawn) + 1
    lines = [[" "] * wide for _ in range(rows)]
    for chart, sign in (*((c, ":") for c in charts.split()), *((c, "O") for c in rocks.split())):
        (q, r) = all_of(chart)[0]
        lines[r][2 * (q + r // 2) + r % 2] = sign
    from apps.rulebooks.deckspace.content import Drift

    return Drift("\n".join("".join(line).rstrip() for line in lines), cycle)


def open_hex():
    """An open hex of Classic with two open ones to the east of it."""
    from apps.rulebooks.core.geometry.hex import moved
    from apps.rulebooks.deckspace.drawing import read

    drawn = read(CONTENT.maps["classic"].drawing)
    for place in sorted(drawn):
        if all(drawn.get(moved(place, E, step)) == "." for step in range(3)):
            return name(place)
    raise AssertionError


@pytest.mark.rule("DS-A45")
def test_publishing_refuses_fields_that_wander_off():
    here = open_hex()
    assert faults([on_classic(here, "E", "W", rocks=here)]) == set()
    assert faults([on_classic(here, "E", rocks=here)]) == {"after its cycle the field must be where it began"}
    chart = CONTENT.chart(RULEBOOK.setup(CONTENT, {"map": "classic"}, Chances(b"x")).state.chart)
    rock, solid = name(chart.rocks[0].at), name(chart.solid[0])
    for meeting in (rock, solid):
        assert faults([on_classic(meeting, "E", "W", rocks=meeting)]) == {
            "a drifting rock meets a rock, solid rock or gate"
        }
    rim = name(max(chart.hexes))
    assert "the field drifts over the edge of the map" in faults([on_classic(rim, "E", "W")])
    both = [on_classic(here, "E", "W", rocks=here), on_classic(here, "E", "W", rocks=here)]
    assert faults(both) == {"its rocks cross the way of another drifting field's rocks"}


@pytest.mark.rule("DS-37")
def test_an_editor_sets_the_chance_of_a_strike():
    never, always = edited(strike_chance=0), edited(strike_chance=100)
    state = duel("e5 E 2", chart=FIELD)
    assert end(state, chance=dice(strike=[1]), content=never).ship(1).health == 4
    assert end(state, chance=dice(strike=[100]), content=always).ship(1).health == 3


@pytest.mark.rule("DS-38", "DS-A39")
def test_forward_into_a_rock_explodes_it_at_once():
    state = do(using(duel("e5 E 0", rocks="e6"), "high-thrust"), Thrust("forward"))
    assert (where(state, 1), state.ship(1).health, rocks_of(state)) == ("e6", 3, set())


@pytest.mark.rule("DS-38", "DS-53")
def test_a_rock_can_be_the_last_thing_a_ship_meets():
    state = battle(ship(1, "e5 E 3", health=1), ship(2, "e7 W 0", health=1), rocks="e6")
    state = end(state)
    assert (state.outcome.ending, state.outcome.winners) == ("all-lost", ())
    assert name(anyone(state, 1).at) == "e6"


def test_a_missile_that_holds_is_still_there_for_the_rock():
    state = do(duel("i5 E 0", chart=TIDAL, ordnance=[shot(1, 1, "c6 W")]), Hold(1))
    assert flying(end(end(state))) == {}
