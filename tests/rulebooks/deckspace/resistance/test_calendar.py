"""Days: trips and orbits, MERIDIAN's moves, threats and deadlines, news, and the day on which the Warden comes."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.scene import ObjectivePanel, StoryPanel, TrackPanel
from apps.rulebooks.deckspace.resistance import meridian
from apps.rulebooks.deckspace.resistance.actions import FaceTheBoss, Fit, FlyMission, Travel, Wait
from apps.rulebooks.deckspace.resistance.circles import apart, position
from apps.rulebooks.deckspace.resistance.road import ROAD

from .helpers import (
    CALM,
    FAR,
    HOME,
    LAST,
    NUMBERS,
    PORT,
    SEAT,
    SYSTEM,
    at_mission,
    begun,
    changed,
    choice_of,
    do,
    flown,
    flying,
    hub,
    legal,
    looming,
    of_kind,
    offer,
    panels,
    reported,
    step,
    threat,
    told,
    trips,
    wait,
)

EVERY = NUMBERS.move_every


# --- The frame --------------------------------------------------------------------------------


@pytest.mark.rule("DS-106")
def test_the_system_view_is_where_one_travels_takes_missions_and_spends_supplies():
    state = begun()
    assert (state.day, state.place, state.phase) == (0, HOME, "hub")
    kinds = {type(action).__name__ for action in legal(state)}
    assert {"Travel", "Wait", "Fit", "StrikeEarly"} <= kinds
    board = ROAD.scene(CALM, state, SEAT).board
    assert {tile.id for tile in board.tiles} == {"sun", HOME, "anvil", *(planet.slug for planet in SYSTEM.planets)}
    assert FlyMission("supply", PORT) in legal(at_mission("supply"))


@pytest.mark.rule("DS-106")
def test_a_run_begins_with_some_planets_held_and_missions_on_offer():
    drawn = set()
    for seed in range(30):
        state = begun(seed=b"start-%d" % seed)
        held = [planet.slug for planet in state.planets if planet.owner == "held"]
        assert len(held) == SYSTEM.held
        drawn |= set(held)
        assert sorted(one.planet for one in state.offers if one.kind == "strike") == sorted(held)
        assert [one.kind for one in state.offers].count("supply") == NUMBERS.offers
        assert [one.kind for one in state.offers].count("hunt") == NUMBERS.offers
    assert drawn == {planet.slug for planet in SYSTEM.planets}


@pytest.mark.rule("DS-109")
def test_supplies_and_strength_are_what_a_run_has():
    state = begun()
    assert (state.supplies, state.strength) == (NUMBERS.supplies, NUMBERS.strength)


@pytest.mark.rule("DS-107")
def test_trips_take_longer_to_what_is_farther_and_change_as_planets_move():
    for day in range(LAST):
        state = hub(PORT, day=day)
        here = SYSTEM.place(PORT)
        days = trips(state)
        assert set(days) == {HOME, *(planet.slug for planet in SYSTEM.planets)} - {PORT}
        assert all(NUMBERS.trip_least <= count <= NUMBERS.trip_most for count in days.values())
        by_distance = sorted(days, key=lambda to: apart(here, SYSTEM.place(to), day))
        assert [days[to] for to in by_distance] == sorted(days.values())
    assert len({trips(hub(PORT, day=day))[FAR] for day in range(LAST)}) > 1


@pytest.mark.rule("DS-107")
def test_planets_go_round_the_sun():
    planet = SYSTEM.place(PORT)
    assert position(planet, 0) != position(planet, 5)
    assert position(planet, 0) == position(planet, planet.orbit.period)
    assert apart(planet, SYSTEM.place("saint-odile"), 0) == pytest.approx(
        apart(planet, SYSTEM.place("saint-odile"), 9), abs=3
    )


@pytest.mark.rule("DS-107")
def test_a_trip_takes_its_days_and_ends_there():
    state = hub()
    for to, days in trips(state).items():
        there = do(state, Travel(to))
        assert (there.place, there.day, there.journey) == (to, days, None)


@pytest.mark.rule("DS-107")
def test_a_mission_takes_its_days():
    assert flown("supply").day == 1
    assert wait(hub(), 3).day == 3


@pytest.mark.rule("DS-107")
def test_nobody_flies_to_the_anvil_or_to_where_one_is():
    state = hub()
    for to in ("anvil", HOME, "nowhere"):
        with pytest.raises(IllegalAction):
            step(state, Travel(to))


# --- MERIDIAN moves ---------------------------------------------------------------------------


@pytest.mark.rule("DS-117")
def test_at_a_fixed_interval_meridian_threatens_a_planet():
    state = hub(looming=looming(FAR, PORT))
    before = wait(state, EVERY - 1)
    assert before.threats == ()
    (made,) = wait(before).threats
    assert (made.planet, made.deadline) == (FAR, EVERY + meridian.respite(CALM, before))
    assert next(one for one in wait(before).offers if one.kind == "defend").planet == FAR


@pytest.mark.rule("DS-117", "DS-A59")
def test_the_next_threat_is_drawn_among_free_planets_that_nothing_threatens():
    state = hub(looming=looming(FAR, PORT), owners={"mirk": "held", "copperfall": "fallen"},
                offers=(offer("retake", "copperfall"),))  # fmt: skip
    after = wait(state, EVERY)
    assert set(after.looming.among) == {PORT, "saint-odile", "low-harrow"}
    assert after.looming.planet in after.looming.among


@pytest.mark.rule("DS-117")
def test_with_nothing_left_to_threaten_nothing_is():
    owners = {planet.slug: "held" for planet in SYSTEM.planets}
    state = wait(hub(owners=owners), EVERY)
    assert (state.threats, state.looming) == ((), None)


@pytest.mark.rule("DS-134")
@pytest.mark.parametrize(("works", "built"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2)])
def test_works_build_ships_at_each_move(works, built):
    state = hub(works=works, fleet=4)
    assert wait(state, EVERY - 1).fleet == 4
    assert wait(state, EVERY).fleet == 4 + built
    assert wait(state, 2 * EVERY).fleet == 4 + 2 * built


@pytest.mark.rule("DS-135")
def test_the_bigger_the_network_the_sooner_a_threat_falls():
    days = [meridian.respite(CALM, hub(network=network)) for network in range(12)]
    assert days[:4] == [NUMBERS.deadline - network for network in range(4)]
    assert days == sorted(days, reverse=True)
    assert min(days) == NUMBERS.deadline_least


@pytest.mark.rule("DS-117")
def test_missions_are_new_with_every_move_and_gone_until_then():
    state = wait(hub(owners={"mirk": "held"}), EVERY)
    kinds = sorted(one.kind for one in state.offers)
    assert kinds == ["hunt", "strike", "supply"]
    assert wait(replace(state, offers=()), EVERY - 1).offers == ()
    assert len(wait(replace(state, offers=()), EVERY).offers) >= 3


# --- Deadlines --------------------------------------------------------------------------------


@pytest.mark.rule("DS-119")
def test_a_deadline_missed_costs_the_planet_and_strength_and_leaves_a_retake():
    state = hub(threats=(threat(FAR, 2),), offers=(offer("defend", FAR), offer("supply", FAR)), strength=9)
    assert wait(state).planet(FAR).owner == "free"
    done = step(wait(state), Wait())
    assert "fell" in told(done)
    after = done.state
    assert (after.planet(FAR).owner, after.strength) == ("fallen", 9 - NUMBERS.fall_strength)
    assert (after.threats, after.counts.fell) == ((), 1)
    assert [one.kind for one in after.offers if one.planet == FAR] == ["retake"]


@pytest.mark.rule("DS-110", "DS-117")
def test_strength_can_run_out_on_the_last_day_before_the_boss_comes():
    state = hub(threats=(threat(FAR, LAST),), day=LAST - 1, strength=NUMBERS.fall_strength)
    after = wait(state)
    assert (after.day, after.strength, after.due) == (LAST, 0, False)
    assert ROAD.result(CALM, after).winners == ()
    assert ROAD.check(CALM, after) == []


@pytest.mark.rule("DS-119", "DS-117")
def test_planets_fall_on_the_way_too_and_the_pilot_is_asked_first():
    state = hub(threats=(threat(PORT, 1),), strength=9)
    to = next(place for place, days in trips(state).items() if days >= 2)
    shown = choice_of(state, Travel(to))
    assert "Brindle will fall" in str(shown.preview)
    assert "Brindle will fall" in str(shown.confirm)
    assert do(state, Travel(to)).planet(PORT).owner == "fallen"
    near = hub(threats=(threat(PORT, 9),), strength=9)
    assert not str(choice_of(near, Travel(to)).confirm)


@pytest.mark.rule("DS-110", "DS-119")
def test_a_fall_that_takes_the_last_strength_ends_the_run():
    state = wait(hub(threats=(threat(FAR, 1),), strength=NUMBERS.fall_strength))
    assert (state.strength, state.ending.ending, state.ending.cause) == (0, "resistance-broken", "strength")
    assert ROAD.waiting_on(state) == frozenset()


@pytest.mark.rule("DS-121")
def test_a_deadline_after_the_last_day_never_arrives():
    state = hub(day=LAST - 2, threats=(threat(FAR, LAST + 1), threat(PORT, LAST)), strength=20)
    (panel,) = [one for one in panels(state, ObjectivePanel) if one.id == f"threat-{FAR}"]
    assert "holds until then" in str(panel.text)
    after = wait(state, 2)
    assert after.due
    assert after.planet(FAR).owner == "free"
    assert after.planet(PORT).owner == "fallen"


@pytest.mark.rule("DS-118", "DS-163", "DS-119")
def test_a_defend_that_ends_on_the_deadline_is_in_time():
    state = at_mission("defend", threats=(threat(PORT, 1),), strength=9)
    after = reported(do(state, FlyMission("defend", PORT))).state
    assert (after.day, after.planet(PORT).owner, after.threats) == (1, "free", ())
    late = at_mission("defend", day=1, threats=(threat(PORT, 1),))
    assert FlyMission("defend", PORT) not in legal(late)


# --- Long-range Comms -------------------------------------------------------------------------


@pytest.mark.rule("DS-120", "DS-A59")
def test_comms_hear_a_threat_a_move_early():
    state = hub(fittings=("long-range-comms",), owners={"mirk": "held"})
    state = wait(state, EVERY)
    heard = state.looming.planet
    assert [one.planet for one in state.offers if one.kind == "defend"] == [heard]
    assert any(panel.id == f"heard-{heard}" for panel in panels(state, ObjectivePanel))
    without = wait(hub(owners={"mirk": "held"}), EVERY)
    assert [one for one in without.offers if one.kind == "defend"] == []


@pytest.mark.rule("DS-120", "DS-A59")
def test_what_is_heard_can_be_met_at_once_and_then_is_no_threat():
    state = hub(PORT, fittings=("long-range-comms",), looming=looming(PORT, FAR), offers=(offer("defend"),))
    saved = reported(do(state, FlyMission("defend", PORT))).state
    assert (saved.looming.planet, saved.counts.defend) == ("", 1)
    assert saved.strength == state.strength + NUMBERS.saved_strength
    assert wait(saved, EVERY).threats == ()


@pytest.mark.rule("DS-120", "DS-A59")
def test_with_comms_the_deadline_is_as_without():
    plain = hub(looming=looming(FAR, PORT))
    hearing = replace(plain, fittings=("long-range-comms",), offers=(offer("defend", FAR),))
    assert wait(hearing, EVERY).threats == wait(plain, EVERY).threats


@pytest.mark.rule("DS-120")
def test_comms_researched_in_between_hear_what_is_coming():
    state = hub(looming=looming(FAR, PORT), supplies=9)
    assert str(FAR) not in str([panel.id for panel in panels(state, ObjectivePanel)])
    done = step(state, Fit("long-range-comms"))
    assert "threat-heard" in told(done)
    assert [one.planet for one in done.state.offers] == [FAR]


# --- The last days ----------------------------------------------------------------------------


@pytest.mark.rule("DS-136")
def test_the_news_warns_some_days_before_the_end():
    state = hub(day=LAST - NUMBERS.warning - 1)
    assert state.news[-1].day == 0
    after = wait(state)
    assert CALM.resistance.news[after.news[-1].news].when == "warning"
    assert any(panel.id == "news" for panel in panels(after, StoryPanel))
    assert [CALM.resistance.news[line.news].when for line in wait(after).news].count("warning") == 1


@pytest.mark.rule("DS-108", "DS-137")
def test_when_the_days_run_out_the_warden_comes():
    state = wait(hub(day=LAST - 1))
    assert (state.day, state.due, state.phase) == (LAST, True, "due")
    assert FaceTheBoss() in legal(state)
    assert state.offers == ()


@pytest.mark.rule("DS-108")
def test_before_that_nobody_faces_it_but_from_the_home_base():
    state = hub(day=LAST - 1)
    with pytest.raises(IllegalAction):
        step(state, FaceTheBoss())


@pytest.mark.rule("DS-123", "DS-A54")
def test_a_mission_needs_its_full_length_and_none_is_flown_once_the_boss_is_due():
    assert FlyMission("supply", PORT) in legal(at_mission("supply", day=LAST - 1))
    long = CALM.resistance.missions["grain-and-silence"]
    slow = changed(CALM, missions={**CALM.resistance.missions, long.slug: replace(long, days=2)})
    state = at_mission("supply", day=LAST - 1)
    assert FlyMission("supply", PORT) not in legal(state, slow)
    due = wait(state)
    with pytest.raises(IllegalAction) as refused:
        step(due, FlyMission("supply", PORT))
    assert refused.value.code == "due"


@pytest.mark.rule("DS-A54", "DS-137")
def test_a_trip_past_the_last_day_is_asked_about_and_has_no_port_call():
    state = hub(day=LAST - 1, supplies=20, craft={"health": 1})
    to = next(place for place, days in trips(state).items() if days >= 2)
    assert "last port call" in str(choice_of(state, Travel(to)).confirm)
    after = do(state, Travel(to))
    assert (after.day, after.phase, legal(after)) == (LAST, "due", (FaceTheBoss(),))


@pytest.mark.rule("DS-107")
def test_the_calendar_is_shown():
    (days,) = [panel for panel in panels(hub(day=7), TrackPanel) if panel.id == "days"]
    assert (days.value, days.maximum) == (7, LAST)


@pytest.mark.rule("DS-108", "DS-123")
def test_a_battle_that_ends_on_the_last_day_still_counts():
    state = flown("supply", day=LAST - 1, report={"pods": 3})
    assert (state.day, state.due, state.counts.supply) == (LAST, True, 1)


def test_while_a_battle_is_flown_the_run_waits():
    state = flying("supply")
    assert ROAD.waiting_on(state) == frozenset()
    assert ROAD.result(CALM, state) is None
    assert legal(state) == ()
    assert of_kind(state, Wait) == []
    assert ROAD.determinize(CALM, state, SEAT, Chance(b"x")) == state
