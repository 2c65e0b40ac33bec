"""What a battle brings home: what is paid on top, what a Retake counts for, the hull, and who may leave by a gate."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.roads import EARNED
from apps.rulebooks.core.scene import StoryPanel
from apps.rulebooks.deckspace.resistance.actions import FlyMission
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.state import Counts, State

from .helpers import (
    CALM,
    NUMBERS,
    PORT,
    begun,
    came_back,
    do,
    flown,
    flying,
    hub,
    offer,
    panels,
    reported,
    told,
)

ON_TOP = [mission for mission in CALM.resistance.missions.values() if mission.supplies]


def sent(mission, **fields):
    """A run with one certain mission under way at a planet of the Resistance."""
    chosen = replace(offer(mission.kind), mission=mission.slug, map=mission.maps[0])
    return do(hub(PORT, offers=(chosen,), **fields), FlyMission(mission.kind, PORT))


# --- Paid on top ------------------------------------------------------------------------------


@pytest.mark.rule("DS-106", "DS-116")
@pytest.mark.parametrize("mission", ON_TOP, ids=lambda mission: mission.slug)
def test_a_mission_pays_what_it_pays_on_top(mission):
    state = sent(mission)
    pods = 2 if mission.kind == "supply" else 0
    after = reported(state, came_back(state, pods=pods)).state
    assert after.supplies == NUMBERS.supplies + pods * NUMBERS.pod_supplies + mission.supplies
    left = reported(state, came_back(state, "left-early", pods=pods)).state
    assert left.supplies == NUMBERS.supplies + pods * NUMBERS.pod_supplies, "only when it is won"


@pytest.mark.rule("DS-A55", "DS-116")
def test_a_supply_run_without_a_pod_pays_nothing_at_all():
    (mission,) = [mission for mission in ON_TOP if mission.kind == "supply"]
    state = sent(mission)
    after = reported(state, came_back(state, pods=0)).state
    assert (after.supplies, after.strength, after.counts.supply) == (NUMBERS.supplies, NUMBERS.strength, 1)


# --- What is unlocked -------------------------------------------------------------------------


@pytest.mark.rule("DS-A58", "DS-156")
@pytest.mark.parametrize(
    ("kind", "before", "earned"),
    [
        ("retake", Counts(strike=2), True),
        ("retake", Counts(strike=1, retake=1), True),
        ("strike", Counts(retake=2), True),
        ("retake", Counts(strike=1), False),
        ("hunt", Counts(strike=2), False),
    ],
)
def test_a_retake_counts_among_the_strikes_of_an_unlock(kind, before, earned):
    state = flown(kind, counts=before, salvaged=("hunt", "strike"))
    assert ("sleeper-cell" in ROAD.earned(CALM, state)) is earned


@pytest.mark.rule("DS-156", "DS-143")
def test_what_was_unlocked_before_is_not_announced_again_by_a_fresh_start():
    for legacy in ("fresh", "kept"):
        before = begun(**{EARNED: "full-hold", "legacy": legacy})
        assert before.unlocked == ("full-hold",)
        state = flying("supply", counts=Counts(pods=8), unlocked=before.unlocked, known=before.known)
        done = reported(state, came_back(state, pods=3))
        assert "unlocked" not in told(done)
        assert ROAD.earned(CALM, done.state) == ()
        assert not [panel for panel in panels(done.state, StoryPanel) if panel.id == "unlocked"]
    new = flying("supply", counts=Counts(pods=8), unlocked=("old-friends",))
    assert "unlocked" in told(reported(new, came_back(new, pods=3)))


def test_a_ledger_from_before_still_loads():
    import msgspec

    old = msgspec.to_builtins(begun())
    del old["unlocked"]
    assert msgspec.convert(old, type=State).unlocked == ()


# --- The ship ---------------------------------------------------------------------------------


@pytest.mark.rule("DS-147", "DS-129")
def test_the_hull_mends_after_a_runner_got_away_too():
    assert flown("hunt", "escaped", report={"health": 1}).craft.health == 1 + NUMBERS.mend
    assert flown("hunt", report={"health": 1}).craft.health == 1 + NUMBERS.mend


@pytest.mark.rule("DS-122", "DS-113")
@pytest.mark.parametrize("kind", ["supply", "defend", "strike", "hunt", "retake"])
def test_every_gate_of_every_mission_is_open_to_the_pilot(kind):
    orders = flying(kind).sortie.orders
    gates = CALM.chart(orders.chart).gates
    assert gates
    assert orders.arrivals[0].exits == gates
