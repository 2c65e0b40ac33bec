"""The Anvil: the Warden and its escorts, the last port call, striking early, and how a run ends."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.scene import ObjectivePanel, StoryPanel, TallyPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.resistance.actions import BuyCard, FaceTheBoss, FlyMission, RepairHull, StrikeEarly, Wait
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.state import Counts, Shelf
from apps.rulebooks.deckspace.state import ChartKey

from .helpers import (
    CALM,
    HOME,
    LAST,
    NUMBERS,
    PORT,
    SEAT,
    at_mission,
    came_back,
    choice_of,
    do,
    hub,
    legal,
    of_kind,
    panels,
    reported,
    step,
    told,
    wait,
)

SECOND, THIRD = NUMBERS.escort_fleet


def due(place=HOME, **fields):
    """A run on its last day, with the Warden at the Anvil; numbers of MERIDIAN stay as they are given."""
    return wait(hub(place, day=LAST - 1, **fields))


def fought(won=True, early=False, **fields):
    """A run after its last battle."""
    state = do(hub(**fields), StrikeEarly()) if early else do(due(**fields), FaceTheBoss())
    return reported(state, came_back(state, "mission-won" if won else "mission-lost")).state


# --- Who is there -----------------------------------------------------------------------------


@pytest.mark.rule("DS-138")
@pytest.mark.parametrize(("ships", "escorts"), [(0, 1), (SECOND - 1, 1), (SECOND, 2), (THIRD - 1, 2), (THIRD, 3),
                                                (THIRD + 9, 3)])  # fmt: skip
def test_the_warden_comes_with_escorts_by_three_tiers_of_the_fleet(ships, escorts):
    state = do(due(fleet=ships), FaceTheBoss())
    _, warden, *others = state.sortie.orders.arrivals
    assert (warden.profile, len(others)) == ("warden", escorts)
    assert state.sortie.orders.objective.kind == "destroy"
    table = RULEBOOK.setup(CALM, ROAD.outing(CALM, state).options, Chance(b"anvil")).state
    assert RULEBOOK.check(CALM, table) == []


@pytest.mark.rule("DS-139")
def test_from_a_threshold_of_the_fleet_every_ship_has_more_hull():
    def hulls(ships):
        return [one.health for one in do(due(fleet=ships), FaceTheBoss()).sortie.orders.arrivals[1:]]

    below, above = hulls(NUMBERS.hull_fleet - 1), hulls(NUMBERS.hull_fleet)
    assert above == [hull + NUMBERS.hull_more for hull in below]
    assert below[0] == CALM.enemies["warden"].health


@pytest.mark.rule("DS-140")
def test_enough_strength_means_one_escort_fewer_but_never_below_the_least():
    def escorts(strength, ships):
        return len(do(due(fleet=ships, strength=strength), FaceTheBoss()).sortie.orders.arrivals) - 2

    enough = NUMBERS.escort_strength
    assert [escorts(enough - 1, ships) for ships in (0, SECOND, THIRD)] == list(NUMBERS.escorts)
    assert [escorts(enough, ships) for ships in (0, SECOND, THIRD)] == [NUMBERS.escort_least, 1, 2]


@pytest.mark.rule("DS-141")
def test_the_anvil_has_no_gates():
    for mission in CALM.resistance.of_kind("boss"):
        assert all(CALM.chart(key).gates == () for key in map(ChartKey, mission.maps))
    assert do(due(), FaceTheBoss()).sortie.orders.arrivals[0].exits == ()


@pytest.mark.rule("DS-138", "DS-139", "DS-140")
def test_what_the_warden_would_bring_is_always_shown():
    (panel,) = [one for one in panels(hub(fleet=THIRD), ObjectivePanel) if one.id == "boss"]
    assert "3 escorts" in str(panel.text)
    (panel,) = [one for one in panels(hub(fleet=NUMBERS.hull_fleet, strength=NUMBERS.escort_strength), ObjectivePanel)
                if one.id == "boss"]  # fmt: skip
    assert "2 escorts" in str(panel.text)
    assert "1 more hull" in str(panel.text)


# --- The last port call -----------------------------------------------------------------------


@pytest.mark.rule("DS-137", "DS-A34")
def test_at_a_port_there_is_one_more_visit_to_the_shop():
    state = due(PORT, supplies=20, craft={"health": 2}, shelves=(Shelf(PORT, ("missile",)),))
    assert {type(action).__name__ for action in legal(state)} >= {"RepairHull", "FaceTheBoss"}
    bought = do(state, RepairHull(), RepairHull())
    assert bought.craft.health == 4
    assert of_kind(do(bought), BuyCard)
    assert (bought.phase, bought.day) == ("due", LAST)


@pytest.mark.rule("DS-137", "DS-123")
def test_nothing_else_is_to_be_done_then():
    state = due(PORT, supplies=20)
    assert not {type(action).__name__ for action in legal(state)} & {"Travel", "Wait", "FlyMission", "StrikeEarly"}
    with pytest.raises(IllegalAction):
        step(state, Wait())


@pytest.mark.rule("DS-137")
def test_away_from_a_port_there_is_no_port_call():
    state = due(PORT, supplies=20, owners={PORT: "held"}, craft={"health": 2})
    assert legal(state) == (FaceTheBoss(),)


# --- Striking early ---------------------------------------------------------------------------


@pytest.mark.rule("DS-142", "DS-108")
def test_from_the_home_base_one_may_strike_early_and_is_asked_first():
    state = hub()
    assert StrikeEarly() in legal(state)
    shown = choice_of(state, StrikeEarly())
    assert "No mission is flown after it" in str(shown.confirm)
    assert f"Days spared: {LAST}" in str(shown.preview)
    assert StrikeEarly() not in legal(hub(PORT))
    with pytest.raises(IllegalAction) as refused:
        step(hub(PORT), StrikeEarly())
    assert refused.value.code == "home"


@pytest.mark.rule("DS-142", "DS-123")
def test_after_an_early_strike_no_mission_is_flown():
    state = do(replace(at_mission("supply", day=9), place=HOME), StrikeEarly())
    assert (state.phase, state.offers, state.early) == ("battle", (), True)
    for won in (True, False):
        assert reported(state, came_back(state, "mission-won" if won else "mission-lost")).state.phase == "over"


@pytest.mark.rule("DS-142")
def test_days_spared_are_recorded():
    state = fought(early=True, day=11)
    assert state.counts.spared == LAST - 11
    assert f"Days spared: {LAST - 11}" in str(panels(state, StoryPanel)[0].text)
    assert fought().counts.spared == 0
    assert fought(won=False, early=True, day=11).counts.spared == 0


# --- The end ----------------------------------------------------------------------------------


@pytest.mark.rule("DS-143", "DS-141", "DS-108")
def test_every_ship_destroyed_frees_the_system():
    state = fought()
    result = ROAD.result(CALM, state)
    assert (result.ending, result.winners, result.scores) == ("system-free", (0,), (1,))
    assert str(result.text) == "Tamarisk is free."
    assert ROAD.waiting_on(state) == frozenset()
    assert ROAD.outing(CALM, state) is None


@pytest.mark.rule("DS-143", "DS-141")
def test_the_ship_lost_there_ends_the_run():
    state = fought(won=False)
    result = ROAD.result(CALM, state)
    assert (result.ending, result.winners, result.scores) == ("resistance-broken", (), (0,))
    there = do(due(), FaceTheBoss())
    timeout = reported(there, replace(came_back(there), ending="mission-lost")).state
    assert ROAD.result(CALM, timeout).ending == "resistance-broken", "time ran out"


@pytest.mark.rule("DS-143", "DS-156")
def test_the_end_shows_counts_strength_and_what_was_unlocked():
    state = fought(strength=13, counts=Counts(supply=2, pods=9, ships=7))
    shown = {panel.id: str(panel.text) for panel in panels(state, StoryPanel)}
    assert "strength 13. Missions won: 2." in shown["record"]
    (tally,) = panels(state, TallyPanel)
    assert {str(stat.label): stat.value for stat in tally.stats}.items() >= {
        "Supply runs": "2", "Pods delivered": "9", "Enemies destroyed": "7",
    }.items()  # fmt: skip
    assert "Veteran" in shown["unlocked"]
    assert "Full Hold" in shown["unlocked"]
    scene = ROAD.scene(CALM, state, SEAT)
    assert scene.status.over
    assert scene.choices == ()
    lost = fought(won=False, counts=Counts(pods=9))
    assert "Full Hold" in {panel.id: str(panel.text) for panel in panels(lost, StoryPanel)}["unlocked"]


@pytest.mark.rule("DS-143")
def test_giving_up_ends_a_run_at_any_moment():
    for state in (hub(), at_mission("supply"), do(at_mission("supply"), FlyMission("supply", PORT)), due()):
        done = ROAD.concede(CALM, state, 0)
        result = ROAD.result(CALM, done.state)
        assert (result.ending, result.winners) == ("given-up", ())
        assert "run-ended" in told(done)
        assert ROAD.check(CALM, done.state) == []
        with pytest.raises(IllegalAction):
            ROAD.concede(CALM, done.state, 0)
    assert {"system-free", "resistance-broken", "given-up"} == set(ROAD.endings)
