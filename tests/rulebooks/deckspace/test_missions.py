"""What a run hands to a battle and gets back: gates, pods, station, runner, endings, hull, armor and rounds."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, Audience
from apps.rulebooks.core.scene import ObjectivePanel, SeatPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, FirePdc, Jump, Launch, PlayCard, Steer, Thrust
from apps.rulebooks.deckspace.chart import Start
from apps.rulebooks.deckspace.fleet import Arrival, Orders
from apps.rulebooks.deckspace.play import begin_battle, concede, waiting_on
from apps.rulebooks.deckspace.state import Objective, Rules, Series, State

from .helpers import (
    CONTENT,
    E,
    all_of,
    anyone,
    at,
    battle,
    board,
    dice,
    do,
    end,
    flying,
    given,
    of_kind,
    ship,
    shot,
    step,
    told,
    using,
    where,
)

LANE = board({"e8": "D", "e12": "G", "a1": "G"})
GATES = all_of("e12 a1")


def mission(kind="supply", *enemies, red="e5 E 3", chart=LANE, **hero):
    """Red flies a mission against an enemy far away, unless others are named; both gates are open to it."""
    hero = {"exits": GATES, "pods": 3, **hero} if kind == "supply" else {"exits": GATES, **hero}
    enemies = enemies or (ship(2, "k15 W 0", profile="drone"),)
    objective = Objective(kind, 1)
    return battle(ship(1, red, **hero), *enemies, chart=chart, objective=objective, sides=(0, 1))


def over(state, ending, *winners):
    assert (state.outcome.ending, state.outcome.winners) == (ending, winners)
    assert waiting_on(state) == frozenset()
    assert str(RULEBOOK.result(CONTENT, state).text)


# --- Supply -----------------------------------------------------------------------------------


@pytest.mark.rule("DS-112", "DS-113")
def test_a_supply_run_is_over_the_drop_and_then_out_by_a_gate():
    state = mission()
    done = step(state, EndTurn())
    assert (where(done.state, 1), done.state.ship(1).dropped) == ("e8", True)
    assert "dropped" in told(done)
    state = end(done.state)
    state = end(state)
    assert where(state, 1) == "e11"
    state = end(end(state))
    over(state, "mission-won", 0)
    assert anyone(state, 1).pods == 3


@pytest.mark.rule("DS-112")
def test_passing_over_the_drop_is_enough():
    assert end(mission(red="e7 E 2")).ship(1).dropped
    assert not end(mission(red="e5 E 2")).ship(1).dropped


@pytest.mark.rule("DS-113")
def test_entering_a_gate_is_the_end_of_the_move():
    done = step(mission(red="e11 E 3", dropped=True), EndTurn())
    assert done.state.ship(1) is None
    assert [one.number for one in done.state.departed] == [1]
    assert done.state.lost == ()
    assert "departed" in told(done)
    assert [mark.at for mark in done.state.trace if mark.kind == "to"] == [at("e12")]


@pytest.mark.rule("DS-113")
def test_a_gate_flown_into_by_forward_counts_too():
    state = do(using(mission(red="e11 E 0", dropped=True), "high-thrust"), Thrust("forward"))
    over(state, "mission-won", 0)


@pytest.mark.rule("DS-113", "DS-A41")
def test_at_the_gate_one_is_out_before_anything_else_happens():
    state = mission(red="e11 E 1", dropped=True, health=1)
    state = replace(state, ordnance=(shot(1, 2, "e12 W", "large-nuke"),))
    over(end(state), "mission-won", 0)


@pytest.mark.rule("DS-114")
def test_a_wormhole_never_lands_on_a_gate_but_may_on_the_drop():
    state = using(mission(red="e5 E 0"), "wormhole")
    seen = {where(do(state, Jump(at("e10")), chance=Chance(b"g%d" % n)), 1) for n in range(300)}
    assert "e12" not in seen
    assert "e8" in seen
    dropped = {do(state, Jump(at("e10")), chance=Chance(b"g%d" % n)).ship(1).dropped for n in range(300)}
    assert dropped == {True, False}


@pytest.mark.rule("DS-115")
@pytest.mark.parametrize(("armor", "kind", "pods"), [(0, "missile", 2), (0, "large-nuke", 0), (1, "missile", 3),
                                                     (2, "large-nuke", 2), (1, "small-nuke", 2)])  # fmt: skip
def test_hull_lost_before_the_drop_costs_pods_and_armor_none(armor, kind, pods):
    state = mission(armor=armor, red="e5 E 1")
    done = step(replace(state, ordnance=(shot(1, 2, "e6 W", kind),)), EndTurn())
    assert done.state.ship(1).pods == pods
    assert ("pods-lost" in told(done)) == (pods < 3)


@pytest.mark.rule("DS-115", "DS-112")
def test_after_the_drop_hull_costs_none():
    state = mission(red="e7 E 2")
    state = end(replace(state, ordnance=(shot(1, 2, "e9 W"),)))
    assert (state.ship(1).dropped, state.ship(1).pods, state.ship(1).health) == (True, 3, 3)


@pytest.mark.rule("DS-115", "DS-A41")
def test_what_hits_in_the_hex_of_the_drop_comes_before_it():
    state = mission(red="e7 E 1")
    state = end(replace(state, ordnance=(shot(1, 2, "e8 W"),)))
    assert (state.ship(1).dropped, state.ship(1).pods) == (True, 2)


@pytest.mark.rule("DS-112", "DS-A41")
def test_a_ship_destroyed_at_the_drop_drops_nothing():
    state = mission(red="e7 E 1", health=1)
    done = step(replace(state, ordnance=(shot(1, 2, "e8 W"),)), EndTurn())
    over(done.state, "mission-lost")
    assert not anyone(done.state, 1).dropped
    assert "dropped" not in told(done)


@pytest.mark.rule("DS-115", "DS-112")
def test_with_no_pod_left_the_drop_still_counts():
    state = end(mission(red="e7 E 1", pods=0))
    assert state.ship(1).dropped
    over(end(given(end(state), 1, speed=4)), "mission-won", 0)


# --- Leaving early ----------------------------------------------------------------------------


@pytest.mark.rule("DS-122")
@pytest.mark.parametrize("kind", ["supply", "destroy", "station", "runner"])
def test_leaving_with_the_mission_undone_is_an_early_exit(kind):
    enemies = {
        "station": (ship(2, "k15 W 0", station=True, profile="station"),),
        "runner": (ship(2, "k15 W 0", profile="runner"),),
    }.get(kind, ())
    state = mission(kind, *enemies, red="e11 E 1")
    (choice,) = [c for c in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices if c.verb == "end-turn"]
    assert "mission is not done" in str(choice.confirm)
    over(end(state), "left-early")


@pytest.mark.rule("DS-122")
def test_nothing_is_asked_when_the_pods_are_delivered_or_the_drop_lies_on_the_way():
    for state in (mission(red="e11 E 1", dropped=True), mission(red="e7 E 5", max_speed=5)):
        (choice,) = [c for c in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices if c.verb == "end-turn"]
        assert not str(choice.confirm)
        over(end(state), "mission-won", 0)


@pytest.mark.rule("DS-122")
def test_forward_into_a_gate_is_asked_about_too():
    state = using(mission(red="e11 E 0"), "high-thrust")
    shown = {c.verb: c for c in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices}
    assert "mission is not done" in str(shown["thrust-forward"].confirm)


@pytest.mark.rule("DS-113")
def test_only_own_gates_lead_out():
    state = mission("destroy", red="e11 E 2", exits=all_of("a1"))
    assert where(end(state), 1) == "e13"
    enemy = ship(2, "e11 E 1", profile="drone")
    state = end(given(mission("destroy", enemy, red="k1 E 0"), 1, speed=0))
    assert where(end(state), 2) == "e12", "enemies fly over gates"


# --- Destroy, station, runner -----------------------------------------------------------------


@pytest.mark.rule("DS-118", "DS-01")
def test_all_enemies_destroyed_is_won_at_once():
    enemies = (ship(2, "e9 W 0", profile="drone", health=1), ship(3, "k15 W 0", profile="drone", side=1, seat=1))
    state = mission("destroy", *enemies, red="e1 E 0")
    state = do(replace(state, ordnance=(shot(1, 1, "e8 E"),)), Steer(1, "forward"))
    assert state.outcome is None
    state = given(replace(state, ordnance=(shot(2, 1, "k14 E"),)), 3, health=1)
    over(do(state, Steer(2, "forward")), "mission-won", 0)


@pytest.mark.rule("DS-124", "DS-125")
def test_a_station_cannot_move_but_launches_missiles_and_its_loss_wins():
    station = ship(2, "e9 W 0", profile="station", station=True, speed=0, hand="missile thrust", health=2)
    state = mission("station", station, ship(3, "k15 W 0", profile="drone", side=1, seat=1), red="e1 E 0")
    state = end(state)
    assert state.active == 2
    turning = do(state, PlayCard("thrust"))
    assert of_kind(turning, Thrust) == []
    state = do(state, PlayCard("missile"), Launch(3), chance=dice(fuel=[1]))
    assert len(flying(state)) == 1
    state = end(state)
    assert where(state, 2) == "e9"
    state = end(state)
    state = do(replace(state, ordnance=(shot(7, 1, "e8 E", "small-nuke"),)), Steer(7, "forward"))
    over(state, "mission-won", 0)
    assert {one.number for one in state.ships} == {1, 3}, "the others do not matter"


@pytest.mark.rule("DS-124", "DS-69", "DS-A60")
def test_a_station_is_a_ship_for_damage_lanes_blasts_and_emp():
    station = ship(2, "e9 W 0", profile="station", station=True, health=4)
    from apps.rulebooks.deckspace.actions import Detonate, FireBeam, Pulse

    state = mission("station", station, red="e5 E 0")
    assert do(using(state, "mass-driver"), FireBeam(E)).ship(2).health == 1
    assert do(replace(state, ordnance=(shot(1, 1, "e7 E", "medium-nuke"),)), Detonate(1)).ship(2).health == 2
    stunned = do(using(state, "emp"), Pulse(), chance=dice(emp=[1]))
    assert (stunned.ship(2).stunned, stunned.ship(2).cards) == (True, ("null",))
    assert end(stunned).active == 1


@pytest.mark.rule("DS-A60", "DS-80")
def test_a_station_takes_no_markers_and_risks_no_strike():
    chart = board({"e9": ":", "e12": "G"})
    state = mission("station", ship(2, "e9 W 0", profile="station", station=True), red="a5 E 0", chart=chart)
    assert end(end(state)).active == 1  # no die is expected


@pytest.mark.rule("DS-127", "DS-A55")
def test_a_runner_destroyed_is_won():
    runner = ship(2, "e9 W 0", profile="runner", health=1, exits=all_of("a1"))
    escort = ship(3, "k15 W 0", profile="drone", side=1, seat=1)
    state = mission("runner", runner, escort, red="e1 E 0")
    state = do(replace(state, ordnance=(shot(1, 1, "e8 E"),)), Steer(1, "forward"))
    over(state, "mission-won", 0)
    assert {one.number for one in state.ships} == {1, 3}, "the others do not matter"


@pytest.mark.rule("DS-129", "DS-113")
def test_a_runner_at_its_gate_has_escaped():
    runner = ship(2, "a3 W 3", profile="runner", exits=all_of("a1"))
    state = end(mission("runner", runner, red="e1 E 0"))
    done = step(state, EndTurn())
    over(done.state, "escaped")
    assert "departed" in told(done)


@pytest.mark.rule("DS-129")
def test_a_runner_lost_off_the_board_has_not():
    runner = ship(2, "a1 NW 1", profile="runner", exits=all_of("e12"))
    over(end(end(mission("runner", runner, red="e1 E 0"))), "mission-won", 0)


@pytest.mark.rule("DS-01", "DS-A23")
def test_the_loss_of_the_own_ship_is_a_loss_whoever_else_goes():
    from apps.rulebooks.deckspace.actions import Detonate

    state = mission("destroy", ship(2, "e9 W 0", profile="drone", health=3), red="e7 E 0", health=3)
    over(do(replace(state, ordnance=(shot(1, 1, "e8 E", "large-nuke"),)), Detonate(1)), "mission-lost")


@pytest.mark.rule("DS-A47")
@pytest.mark.parametrize(("chart", "ending"), [(LANE, "left-early"), (board(), "mission-lost")])
def test_when_time_is_up_a_mission_is_left_or_a_battle_without_gates_lost(chart, ending):
    state = replace(mission("destroy", red="e1 E 0", chart=chart), round=CONTENT.numbers.round_limit)
    over(end(end(state)), ending)


def test_giving_up_a_mission_is_giving_up():
    state = concede(CONTENT, mission(), 0).state
    assert (state.outcome.ending, state.outcome.by) == ("conceded", 0)


# --- Arriving ---------------------------------------------------------------------------------


def arrive(**hero):
    """A battle as a run orders it: Red with what it brings, two drones of one seat against it."""
    arrivals = (
        Arrival(0, 0, Start(at("e5"), E, 1), ("thrust",) * 5 + ("missile",) * 3, **hero),
        Arrival(1, 1, Start(at("e14"), 4, 1), ("thrust",) * 6, profile="drone", max_health=1),
        Arrival(1, 1, Start(at("g14"), 4, 1), ("thrust",) * 6, profile="drone", max_health=2, health=1),
    )
    orders = Orders(LANE, arrivals, ("emp",), objective=Objective("destroy", 1))
    return begin_battle(CONTENT, State(Rules(), LANE, (0, 1), Series(1, (0, 0))), orders, Chance(b"arrive")).state


@pytest.mark.rule("DS-112", "DS-149")
def test_a_ship_arrives_with_what_it_brings():
    state = arrive(health=2, max_health=5, max_speed=4, armor=1, pdc=True, rounds=3, pods=2, exits=GATES)
    hero = state.ship(1)
    assert (hero.health, hero.max_health, hero.max_speed, hero.armor) == (2, 5, 4, 1)
    assert (hero.pdc, hero.rounds, hero.pods, hero.exits) == (True, 3, 2, GATES)
    assert sorted(hero.cards) == ["missile"] * 3 + ["thrust"] * 5
    assert (state.active, state.phase, len(hero.hand)) == (1, "acting", 3)
    assert [(one.health, one.max_health, one.profile) for one in state.ships[1:]] == [(1, 1, "drone"), (1, 2, "drone")]
    assert RULEBOOK.check(CONTENT, state) == []


@pytest.mark.rule("DS-112")
def test_several_ships_of_one_seat_take_their_turns_one_after_the_other():
    state = end(arrive())
    assert (state.active, waiting_on(state)) == (2, {1})
    state = end(state)
    assert (state.active, waiting_on(state)) == (3, {1})
    state = end(state)
    assert (state.active, state.round) == (1, 2)


@pytest.mark.rule("DS-149", "DS-150")
def test_a_run_gets_back_what_is_left():
    state = mission("destroy", ship(2, "e7 W 0", profile="drone", pdc=True, health=4), red="e5 E 0",
                    pdc=True, rounds=2, hand="null")  # fmt: skip
    state = do(state, PlayCard("null"), FirePdc(2), chance=dice(pdc=[5], pdc_defence=[1]))
    assert state.outcome.ending == "mission-won"
    assert (anyone(state, 1).rounds, anyone(state, 1).health) == (1, 4)


@pytest.mark.rule("DS-149", "DS-150", "DS-A30")
def test_being_fired_at_spends_a_round_too_and_without_one_nothing_is_rolled():
    enemy = ship(2, "e7 W 0", profile="drone", pdc=True, hand="null")
    state = mission("destroy", enemy, red="e5 E 0", pdc=True, rounds=1)
    state = do(end(state), FirePdc(1), chance=dice(pdc=[3], pdc_defence=[3]))
    assert state.ship(1).rounds == 0
    state = end(state)
    assert (state.active, state.phase) == (1, "acting"), "with no rounds there is no question"
    state = do(end(state), FirePdc(1), chance=dice(pdc=[2]))
    assert state.ship(1).health == 2


@pytest.mark.rule("DS-112", "DS-127", "DS-124")
@pytest.mark.parametrize("kind", ["destroy", "supply", "station", "runner"])
def test_what_the_mission_is_about_is_shown(kind):
    panels = RULEBOOK.scene(CONTENT, mission(kind), Audience.of(0)).panels
    assert [panel.id for panel in panels if isinstance(panel, ObjectivePanel)] == ["mission"]
    if kind == "supply":
        stats = [stat.value for panel in panels if isinstance(panel, SeatPanel) for stat in panel.stats
                 if stat.symbol == "stat-pods"]  # fmt: skip
        assert stats == ["3"]


# --- What it is about -------------------------------------------------------------------------


@pytest.mark.rule("DS-112", "DS-118", "DS-124", "DS-127")
@pytest.mark.parametrize(
    ("kind", "line", "goal"),
    [
        ("supply", "Mission: over the drop at e8, then out by a gate.",
         "Fly over the drop (D) at e8, then leave by a gate (G): a1, e12."),
        ("destroy", "Mission: destroy every enemy.", "No enemy ship may be left."),
        ("station", "Mission: destroy the station.", "The other ships do not matter."),
        ("runner", "Mission: stop the runner before its gate at a1.", "Before it leaves by its gate at a1."),
    ],
)  # fmt: skip
def test_a_mission_says_first_what_it_is_about(kind, line, goal):
    foe = ship(2, "k15 W 0", profile="runner", exits=all_of("a1")) if kind == "runner" else ship(2, "k15 W 0")
    state = mission(kind, foe)
    for audience in (PUBLIC, Audience.of(0)):
        scene = RULEBOOK.scene(CONTENT, state, audience)
        assert isinstance(scene.panels[0], ObjectivePanel)
        assert str(scene.panels[0].text) == goal
        assert str(scene.status.detail).startswith(line)


@pytest.mark.rule("DS-112")
def test_with_the_pods_dropped_only_the_way_out_is_left():
    scene = RULEBOOK.scene(CONTENT, mission(dropped=True), PUBLIC)
    assert str(scene.status.detail) == "Mission: the pods are down, now out by a gate."
    assert "Leave by a gate (G): a1, e12." in str(scene.panels[0].text)
    labels = {tile.id: str(tile.label) for tile in scene.board.tiles}
    assert (labels["e8"], labels["e12"]) == ("e8, drop: where the pods go", "e12, gate: a way out")


def test_a_free_battle_has_no_mission():
    scene = RULEBOOK.scene(CONTENT, battle(ship(1, "e5 E 0"), ship(2, "k15 W 0")), PUBLIC)
    assert not str(scene.status.detail)
    assert [p.id for p in scene.panels if isinstance(p, ObjectivePanel)] == ["last-ship"]
