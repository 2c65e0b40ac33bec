"""Missions: what is ordered, who comes, and what comes of every way to end one."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import distance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.roads import ORDERS
from apps.rulebooks.deckspace import RULEBOOK, fleet
from apps.rulebooks.deckspace.craft import BattleReport
from apps.rulebooks.deckspace.resistance import meridian
from apps.rulebooks.deckspace.resistance.actions import FlyMission, Wait
from apps.rulebooks.deckspace.resistance.road import ROAD

from .helpers import (
    CALM,
    FAR,
    HOME,
    NUMBERS,
    PORT,
    at_mission,
    came_back,
    choice_of,
    do,
    flown,
    flying,
    hub,
    legal,
    offer,
    reported,
    threat,
    told,
    wait,
)

KINDS = ("supply", "defend", "strike", "hunt", "retake")


def table_of(state):
    """The battle that a run asks for, begun."""
    outing = ROAD.outing(CALM, state)
    return RULEBOOK.setup(CALM, outing.options, Chance(b"table")).state


def chart_of(state):
    return CALM.chart(state.sortie.orders.chart)


# --- What is ordered --------------------------------------------------------------------------


@pytest.mark.rule("DS-106", "DS-A46")
@pytest.mark.parametrize("kind", KINDS)
def test_a_mission_asks_for_a_table_where_the_pilot_moves_first(kind):
    state = flying(kind)
    outing = ROAD.outing(CALM, state)
    assert (outing.number, outing.seats) == (1, (0, "hunter"))
    assert fleet.read({ORDERS: outing.options[ORDERS]}) == state.sortie.orders
    battle = table_of(state)
    assert battle.active == 1
    assert battle.terms.counted
    assert str(outing.title)
    assert RULEBOOK.check(CALM, battle) == []
    assert ROAD.outing(CALM, state) == outing, "it stays as it is"


@pytest.mark.rule("DS-112")
def test_a_supply_run_carries_pods_to_a_drop_and_may_leave_by_every_gate():
    state = flying("supply")
    hero = state.sortie.orders.arrivals[0]
    assert state.sortie.orders.objective.kind == "supply"
    assert (hero.pods, hero.exits) == (NUMBERS.pods, chart_of(state).gates)
    assert chart_of(state).drop is not None


@pytest.mark.rule("DS-A62", "DS-111")
def test_the_pool_of_a_battle_has_every_skill_from_the_start():
    assert flying("supply").sortie.orders.pool == CALM.decks["pool"]
    assert flying("supply").craft.deck == ("missile",) * 3 + ("thrust",) * 5


@pytest.mark.rule("DS-124", "DS-125")
def test_a_strike_is_about_a_station():
    state = flying("strike")
    station = state.sortie.orders.arrivals[1]
    assert state.sortie.orders.objective.kind == "station"
    assert (station.station, station.start.at) == (True, chart_of(state).station)


@pytest.mark.rule("DS-127")
def test_a_hunt_is_about_a_runner_and_the_gate_farthest_from_its_start():
    for mission in CALM.resistance.of_kind("hunt"):
        for slug in mission.maps:
            one = replace(offer("hunt"), mission=mission.slug, map=slug)
            state = flying("hunt", offers=(one,))
            runner, chart = state.sortie.orders.arrivals[1], chart_of(state)
            (gate,) = runner.exits
            assert distance(gate, chart.runner) == max(distance(other, chart.runner) for other in chart.gates)
            assert len(chart.gates) >= 2
            assert runner.start.at == chart.runner


@pytest.mark.rule("DS-118", "DS-130")
def test_defend_is_about_every_enemy_and_a_retake_about_a_station():
    assert flying("defend").sortie.orders.objective.kind == "destroy"
    assert flying("retake").sortie.orders.objective.kind == "station"


@pytest.mark.rule("DS-132")
@pytest.mark.parametrize(("ships", "supply", "strike"), [(0, 1, 1), (3, 1, 1), (4, 2, 1), (8, 3, 2), (12, 4, 3),
                                                         (20, 4, 3)])  # fmt: skip
def test_the_fleet_is_how_many_ships_its_battles_bring(ships, supply, strike):
    for kind, wanted in (("supply", supply), ("defend", supply), ("strike", strike), ("hunt", strike)):
        beside = kind in ("strike", "hunt")
        state = flying(kind, fleet=ships)
        assert len(state.sortie.orders.arrivals) == 1 + beside + wanted, kind
        assert RULEBOOK.check(CALM, table_of(state)) == []


@pytest.mark.rule("DS-A57")
def test_other_enemies_have_no_gate():
    state = flying("hunt", fleet=12)
    assert [arrival.exits for arrival in state.sortie.orders.arrivals[2:]] == [()] * 3


@pytest.mark.rule("DS-A53")
def test_a_mission_is_flown_at_its_planet():
    state = replace(at_mission("supply"), place=HOME)
    assert FlyMission("supply", PORT) not in legal(state)
    with pytest.raises(IllegalAction):
        ROAD.apply(CALM, state, 0, FlyMission("supply", PORT), Chance(b"x"))


# --- What is on offer -------------------------------------------------------------------------


@pytest.mark.rule("DS-124")
def test_strikes_are_offered_where_meridian_holds_a_planet_while_its_works_stand():
    held = {PORT: "held", FAR: "held"}
    offered = wait(hub(owners=held, works=1), NUMBERS.move_every).offers
    assert sorted(one.planet for one in offered if one.kind == "strike") == [PORT, FAR]
    assert "anvil" not in {one.planet for one in offered}
    none = wait(hub(owners=held, works=0), NUMBERS.move_every).offers
    assert [one for one in none if one.kind == "strike"] == []


@pytest.mark.rule("DS-124", "DS-126")
def test_the_last_works_destroyed_end_all_other_strikes():
    others = (offer("strike"), offer("strike", FAR), offer("supply", "mirk"))
    state = flown("strike", works=1, owners={FAR: "held"}, offers=others)
    assert (state.works, [one.kind for one in state.offers]) == (0, ["supply"])


@pytest.mark.rule("DS-127", "DS-128")
def test_hunts_are_offered_at_resistance_planets_while_the_network_stands():
    owners = {planet.slug: "held" for planet in CALM.resistance.systems["tamarisk"].planets if planet.slug != FAR}
    offered = wait(hub(owners=owners), NUMBERS.move_every).offers
    assert [one.planet for one in offered if one.kind == "hunt"] == [FAR]
    none = wait(hub(owners=owners, network=0), NUMBERS.move_every).offers
    assert [one for one in none if one.kind == "hunt"] == []
    last = flown("hunt", network=1, offers=(offer("hunt"), offer("hunt", FAR)))
    assert (last.network, last.offers) == (0, ())


@pytest.mark.rule("DS-130", "DS-A32")
def test_a_fallen_planet_offers_a_retake_and_nothing_else_and_it_never_lapses():
    state = hub(owners={PORT: "fallen", **dict.fromkeys(("mirk", "low-harrow", "copperfall", "saint-odile"), "held")},
                offers=(offer("retake"),), works=0)  # fmt: skip
    for _ in range(4):
        state = wait(state, NUMBERS.move_every)
        assert [one.kind for one in state.offers if one.planet == PORT] == ["retake"]


@pytest.mark.rule("DS-A56", "DS-130", "DS-122")
@pytest.mark.parametrize(("kind", "again"), [("supply", False), ("hunt", False), ("strike", False), ("retake", True),
                                             ("defend", True)])  # fmt: skip
def test_left_early_only_retakes_and_defends_are_offered_again(kind, again):
    state = flown(kind, "left-early", strength=9)
    assert any(one.kind == kind for one in state.offers) is again
    assert (state.strength, state.counts.left) == (9 - NUMBERS.leave_strength, 1)


@pytest.mark.rule("DS-A56", "DS-119")
def test_a_defend_left_early_can_be_flown_again_until_its_deadline():
    state = flown("defend", "left-early", strength=9, threats=(threat(PORT, 2),))
    assert FlyMission("defend", PORT) in legal(state)
    after = reported(do(state, FlyMission("defend", PORT)), None)
    assert after.state.planet(PORT).owner == "free"
    gone = flown("defend", "left-early", strength=9, threats=(threat(PORT, 1),))
    assert (gone.planet(PORT).owner, gone.strength) == ("fallen", 9 - NUMBERS.leave_strength - NUMBERS.fall_strength)


# --- What comes of it -------------------------------------------------------------------------


@pytest.mark.rule("DS-116", "DS-115", "DS-A55")
@pytest.mark.parametrize("pods", [0, 1, 3])
def test_every_pod_delivered_pays(pods):
    state = flown("supply", report={"pods": pods})
    mission = CALM.resistance.missions[offer("supply").mission]
    assert mission.supplies == 0, "what is paid on top is tested apart"
    assert state.supplies == NUMBERS.supplies + pods * NUMBERS.pod_supplies
    assert state.strength == NUMBERS.strength + pods * NUMBERS.pod_strength
    assert (state.counts.pods, state.counts.supply) == (pods, 1)


@pytest.mark.rule("DS-A75", "DS-122")
def test_pods_that_were_dropped_pay_even_if_time_runs_out_before_the_gate():
    state = flown("supply", "left-early", report={"pods": 2}, strength=9)
    assert state.supplies == NUMBERS.supplies + 2 * NUMBERS.pod_supplies
    assert state.strength == 9 + 2 * NUMBERS.pod_strength - NUMBERS.leave_strength
    assert state.counts.supply == 0


@pytest.mark.rule("DS-A76", "DS-133")
def test_stations_and_runners_count_among_the_enemies_destroyed():
    state = flying("strike")
    report = replace(came_back(state), downed=("station", "drone", "runner"))
    assert reported(state, report).state.counts.ships == 3


@pytest.mark.rule("DS-118", "DS-163")
def test_saving_a_planet_adds_strength_and_ends_the_threat():
    state = flown("defend")
    assert state.strength == NUMBERS.strength + NUMBERS.saved_strength
    assert (state.threats, state.planet(PORT).owner, state.offers) == ((), "free", ())
    assert wait(replace(state, looming=None), 9).planet(PORT).owner == "free"


@pytest.mark.rule("DS-126")
def test_a_strike_won_adds_strength_and_takes_the_works_down():
    state = flown("strike")
    assert (state.strength, state.works) == (NUMBERS.strength + NUMBERS.strike_strength, NUMBERS.works - 1)
    assert state.planet(PORT).owner == "held", "it is the works that are hit"


@pytest.mark.rule("DS-128")
def test_a_hunt_won_adds_strength_and_takes_the_network_down():
    state = flown("hunt")
    assert (state.strength, state.network) == (NUMBERS.strength + NUMBERS.hunt_strength, NUMBERS.network - 1)


@pytest.mark.rule("DS-129")
def test_a_runner_that_escapes_costs_no_strength():
    state = flown("hunt", "escaped")
    assert (state.strength, state.network) == (NUMBERS.strength, NUMBERS.network)
    assert (state.offers, state.counts.escaped, state.counts.hunt) == ((), 1, 0)


@pytest.mark.rule("DS-131", "DS-A31", "DS-A58")
def test_a_retake_won_brings_the_planet_its_port_and_more_strength():
    state = flown("retake")
    assert state.planet(PORT).owner == "free"
    assert state.strength == NUMBERS.strength + NUMBERS.strike_strength + NUMBERS.retake_strength
    assert state.works == NUMBERS.works - 1
    assert [shelf.place for shelf in state.shelves] == [PORT]
    assert flown("retake", works=0).works == 0


@pytest.mark.rule("DS-122", "DS-110")
@pytest.mark.parametrize("kind", KINDS)
def test_leaving_early_costs_strength_and_at_none_the_run_is_lost(kind):
    assert flown(kind, "left-early", strength=5).strength == 5 - NUMBERS.leave_strength
    over = flown(kind, "left-early", strength=NUMBERS.leave_strength)
    assert (over.strength, over.ending.cause) == (0, "strength")
    assert ROAD.result(CALM, over).ending == "resistance-broken"


@pytest.mark.rule("DS-133")
def test_every_few_enemies_destroyed_take_the_fleet_down():
    per = NUMBERS.kills
    state = flown("supply", fleet=5, works=0, report={"downed": per - 1})
    assert (state.fleet, state.counts.ships) == (5, per - 1)
    again = reported(do(replace(state, offers=(offer("supply"),)), FlyMission("supply", PORT)))
    assert again.state.fleet == 5
    done = do(replace(state, offers=(offer("supply"),)), FlyMission("supply", PORT))
    done = reported(done, came_back(done, downed=1))
    assert (done.state.fleet, "fleet-shrank" in told(done)) == (4, True)
    many = flying("supply", fleet=5, works=0)
    assert reported(many, came_back(many, downed=2 * per)).state.fleet == 3
    none = flying("supply", fleet=0, works=0)
    assert reported(none, came_back(none, downed=2 * per)).state.fleet == 0


@pytest.mark.rule("DS-141", "DS-143")
@pytest.mark.parametrize("ending", ["mission-lost", "conceded"])
def test_the_ship_lost_is_the_run_lost(ending):
    state = flown("supply", ending)
    assert (state.ending.ending, state.ending.cause) == ("resistance-broken", "ship")


# --- Reports ----------------------------------------------------------------------------------


def test_only_the_report_of_the_battle_under_way_is_taken():
    state = flying("supply")
    report = came_back(state)
    for wrong in (replace(report, outing=2), replace(report, ending="last-ship"), replace(report, ship=None),
                  BattleReport(1, "escaped", None)):  # fmt: skip
        with pytest.raises(IllegalAction) as refused:
            ROAD.report(CALM, state, wrong, Chance(b"x"))
        assert str(refused.value.message)
    done = reported(state, report).state
    with pytest.raises(IllegalAction):
        ROAD.report(CALM, done, report, Chance(b"x"))


def test_outings_are_counted():
    state = flown("supply")
    again = do(replace(state, offers=(offer("supply"),)), FlyMission("supply", PORT))
    assert ROAD.outing(CALM, again).number == 2


@pytest.mark.rule("DS-122")
def test_a_draw_agreed_at_the_table_is_a_mission_left():
    assert flown("supply", "agreed").counts.left == 1


# --- What is told before ----------------------------------------------------------------------


@pytest.mark.rule("DS-116", "DS-118", "DS-126", "DS-128", "DS-131", "DS-132")
@pytest.mark.parametrize("kind", KINDS)
def test_a_mission_says_what_it_pays_and_who_comes(kind):
    shown = choice_of(at_mission(kind, fleet=8), FlyMission(kind, PORT))
    text = str(shown.preview)
    size = meridian.battle_size(NUMBERS, 8, kind)
    assert f"MERIDIAN sends {size} ships" in text
    assert "strength" in text
    assert (shown.tile, shown.verb, str(shown.group)) == (PORT, kind, "Here")
    assert shown.docked, "it stands among the buttons: one is there already"
    assert str(shown.label).startswith({"supply": "Supply run"}.get(kind, kind.title()) + ": ")
    assert "day" in str(shown.cost)


@pytest.mark.rule("DS-119")
def test_a_mission_that_lets_another_planet_fall_asks_first():
    state = at_mission("supply", threats=(threat(FAR, 1),))
    assert "Verge will fall" in str(choice_of(state, FlyMission("supply", PORT)).confirm)


@pytest.mark.rule("DS-112")
def test_an_extra_pod_is_carried_with_what_carries_it():
    more = flying("supply", fittings=("cargo-cradle",), parts=("clamps",))
    assert more.sortie.orders.arrivals[0].pods == NUMBERS.pods + 2
    paid = flown("supply", fittings=("grain-brokers",), report={"pods": 3})
    assert paid.supplies == NUMBERS.supplies + 3 * (NUMBERS.pod_supplies + 1)


def test_maps_and_missions_are_drawn():
    seen = set()
    for seed in range(40):
        state = replace(hub(owners={"mirk": "held"}), looming=None)
        for number in range(NUMBERS.move_every):
            state = ROAD.apply(CALM, state, 0, Wait(), Chance(b"draw-%d-%d" % (seed, number))).state
        seen |= {(one.kind, one.mission, one.map) for one in state.offers}
    assert len({map_ for kind, _, map_ in seen if kind == "supply"}) >= 3
    assert len({mission for kind, mission, _ in seen if kind == "hunt"}) >= 2
