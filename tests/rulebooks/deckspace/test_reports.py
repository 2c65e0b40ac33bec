"""What a battle under orders counts and hands back: markers, pods, kills, rounds, hull, what was explained."""

import msgspec
import pytest
from msgspec.structs import replace

from apps.rulebooks.deckspace.actions import EndTurn, PlayCard, Steer
from apps.rulebooks.deckspace.craft import BattleReport, enemy_of, report_of
from apps.rulebooks.deckspace.play import concede
from apps.rulebooks.deckspace.state import Objective, Terms

from .helpers import CONTENT, at, battle, board, do, end, given, ship, shot, step
from .test_missions import mission

COUNTED = Terms(counted=True, armor=1, rounds=2, most_rounds=6)


def onto(sign, **hero):
    """The ship of a run has flown one hex, onto a marker."""
    state = mission("destroy", red="e5 E 1", chart=board({"e6": sign}), **hero)
    return end(replace(state, terms=COUNTED)).ship(1)


# --- Markers of a run -------------------------------------------------------------------------


@pytest.mark.rule("DS-144", "DS-A29")
@pytest.mark.parametrize(
    ("sign", "before", "after"),
    [
        ("A", (0, 0), (1, 1)),
        ("A", (0, 1), (1, 2)),
        ("A", (1, 1), (2, 2)),
        ("A", (1, 2), (2, 2)),
        ("A", (2, 2), (2, 2)),
        ("a", (0, 0), (2, 2)),
        ("a", (0, 1), (2, 2)),
        ("a", (1, 2), (2, 2)),
        ("P", (1, 2), (1, 2)),
        ("S", (0, 1), (0, 1)),
    ],
)
def test_armor_from_markers_and_what_they_have_earned(sign, before, after):
    there = onto(sign, armor=before[0], earned=before[1], rounds=0)
    assert (there.armor, there.earned) == after


@pytest.mark.rule("DS-151", "DS-152")
@pytest.mark.parametrize(("sign", "before", "after"), [("P", 0, 2), ("P", 3, 5), ("P", 5, 6), ("P", 6, 6), ("P", 7, 7),
                                                       ("A", 3, 3), ("a", 3, 3)])  # fmt: skip
def test_rounds_from_a_marker_up_to_the_most(sign, before, after):
    there = onto(sign, rounds=before)
    assert (there.rounds, there.pdc) == (after, sign == "P")


@pytest.mark.rule("DS-151", "DS-78")
def test_whose_rounds_are_not_counted_finds_none():
    assert onto("P").rounds == -1


# --- What is handed back ----------------------------------------------------------------------


@pytest.mark.rule("DS-116", "DS-112", "DS-A75")
def test_only_pods_that_were_dropped_are_delivered():
    left = end(mission(red="e11 E 1"))
    assert (left.outcome.ending, report_of(3, left).pods) == ("left-early", 0)
    delivered = report_of(3, end(mission(red="e11 E 1", dropped=True, pods=2)))
    assert (delivered.outing, delivered.ending, delivered.pods) == (3, "mission-won", 2)


@pytest.mark.rule("DS-133")
def test_only_enemies_are_counted_as_kills():
    drone = ship(2, "e9 W 0", profile="drone", health=1)
    state = mission("destroy", drone, ship(3, "k15 W 0", profile="hunter", side=1, seat=1), red="e1 E 0")
    state = do(replace(state, ordnance=(shot(1, 1, "e8 E"),)), Steer(1, "forward"))
    own = end(given(state, 1, at=at("a1"), facing=0, speed=1))
    report = report_of(1, own)
    assert (report.ending, report.ship, report.downed) == ("mission-lost", None, ("drone",))


@pytest.mark.rule("DS-105", "DS-92")
@pytest.mark.parametrize("rounds", [1, 7])
def test_a_report_counts_the_rounds(rounds):
    state = replace(mission(red="e11 E 1", dropped=True), round=rounds)
    assert report_of(1, end(state)).length == rounds


@pytest.mark.rule("DS-105")
def test_hull_is_counted_as_lost_although_a_marker_heals_it():
    chart = board({"e7": "H", "e12": "G"})
    state = mission("destroy", red="e5 E 2", chart=chart)
    state = end(replace(state, ordnance=(shot(1, 2, "e6 W"),)))
    assert (state.ship(1).health, state.objective.hull) == (5, 1)
    assert report_of(1, concede(CONTENT, state, 0).state).hull == 1


@pytest.mark.rule("DS-105", "DS-22")
def test_what_armor_takes_and_what_others_lose_is_not_counted():
    drone = ship(2, "e9 W 0", profile="drone", health=3)
    state = mission("destroy", drone, red="e5 E 2", armor=1)
    state = end(replace(state, ordnance=(shot(1, 2, "e6 W"),)))
    assert (state.ship(1).armor, state.objective.hull) == (0, 0)
    hit = mission("destroy", drone, red="e1 E 0")
    hit = do(replace(hit, ordnance=(shot(1, 1, "e8 E"),)), Steer(1, "forward"))
    assert (hit.ship(2).health, hit.objective.hull) == (2, 0)
    twice = mission("destroy", red="e5 E 3")
    twice = end(replace(twice, ordnance=(shot(1, 2, "e6 W"), shot(2, 2, "e8 W"))))
    assert twice.objective.hull == 2


@pytest.mark.rule("DS-95")
def test_a_report_names_what_was_explained():
    state = replace(mission("destroy", red="e11 E 1", hand="emp missile"), terms=Terms(skills=("emp", "wormhole")))
    after = do(state, PlayCard("emp"))
    assert report_of(1, concede(CONTENT, after, 0).state).taught == ("emp",)
    assert report_of(1, concede(CONTENT, do(state, PlayCard("missile")), 0).state).taught == ()


def test_what_was_stored_before_still_loads():
    report = report_of(1, end(mission(red="e11 E 1")))
    old = msgspec.to_builtins(report)
    del old["hull"], old["taught"]
    assert msgspec.convert(old, type=BattleReport) == report
    assert msgspec.convert(["supply", 1], type=Objective) == Objective("supply", 1)
    full = replace(report, hull=2, taught=("emp",))
    assert msgspec.json.decode(msgspec.json.encode(full), type=BattleReport) == full


# --- Who comes --------------------------------------------------------------------------------


@pytest.mark.rule("DS-92", "DS-101")
def test_an_enemy_comes_with_all_that_its_entry_says():
    start = CONTENT.chart(board({"e3": "1"})).starts[0]
    odd = replace(CONTENT.enemies["drone"], health=5, armor=2, max_speed=4, pdc=True, name="Odd")
    came = enemy_of(odd, start, 1)
    assert (came.health, came.max_health, came.armor, came.max_speed, came.pdc, came.name) == (6, 6, 2, 4, True, "Odd")
    for slug in CONTENT.enemies:
        entry, came = CONTENT.enemies[slug], enemy_of(CONTENT.enemies[slug], start)
        assert (came.health, came.armor, came.max_speed, came.pdc) == (
            entry.health, entry.armor, entry.max_speed, entry.pdc
        )  # fmt: skip
    assert {CONTENT.enemies[slug].max_speed for slug in ("sprinter", "drone", "tender")} == {4, 3, 2}


def test_a_free_battle_counts_nothing():
    done = step(battle(ship(1, "e5 E 2"), ship(2, "k15 W 0"), ordnance=(shot(1, 2, "e6 W"),)), EndTurn())
    assert done.state.objective is None
    assert done.state.ship(1).health == 3
