"""What losing costs is said before, and what everything has brought or cost is said after."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import moved
from apps.rulebooks.core.scene import StoryPanel, TallyPanel
from apps.rulebooks.deckspace.choices import choices
from apps.rulebooks.deckspace.play import setup as table_of
from apps.rulebooks.deckspace.resistance.actions import Fit, FlyMission, Reply, StrikeEarly, Travel, Wait
from apps.rulebooks.deckspace.resistance.content import Answer, Cards, Damage, Encounter, Sabotage, Stores
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.state import Counts

from .helpers import (
    CALM,
    FAR,
    HOME,
    LAST,
    NUMBERS,
    PORT,
    SEAT,
    at_mission,
    came_back,
    changed,
    choice_of,
    do,
    flying,
    hub,
    looming,
    numbered,
    offer,
    panels,
    reported,
    step,
    threat,
    trips,
)

FALL = f"−{NUMBERS.fall_strength} strength"
ENDS = "That is all the strength there is: the run ends."


def with_event(*effects, answers=()):
    """A content in which this happens every day."""
    return changed(
        numbered(event_chance=100), events={"test": Encounter("test", "A test", "It happens.", effects, answers, "any")}
    )


def lines(done, kind):
    """The log lines of a kind."""
    return [str(event.text) for event in done.events if event.kind == kind]


def asked(state, action, content=CALM):
    """The preview and the question of an action."""
    shown = choice_of(state, action, content)
    return str(shown.preview), str(shown.confirm)


@pytest.mark.rule("DS-119", "DS-110")
def test_a_fall_is_told_with_its_price_before_a_trip_a_mission_and_a_wait():
    falls = threat(FAR, 1)
    state = hub(threats=(falls,), strength=9)
    to = next(place for place in trips(state) if place != FAR)
    mission = at_mission("supply", threats=(falls,), strength=9)
    for where, action in ((state, Travel(to)), (state, Wait()), (mission, FlyMission("supply", PORT))):
        for text in asked(where, action):
            assert f"Verge will fall: {FALL}." in text
            assert ENDS not in text
        last = replace(where, strength=NUMBERS.fall_strength)
        for text in asked(last, action):
            assert FALL in text
            assert "the run ends" in text
    assert asked(hub(), Wait())[1] == ""


@pytest.mark.rule("DS-119", "DS-118")
def test_a_mission_that_can_bring_more_than_a_fall_takes_says_so():
    state = at_mission("supply", threats=(threat(FAR, 1),), strength=NUMBERS.fall_strength)
    assert "unless the mission brings more" in asked(state, FlyMission("supply", PORT))[1]
    two = replace(state, threats=(threat(FAR, 1), threat("mirk", 1)))
    preview, question = asked(two, FlyMission("supply", PORT))
    assert ENDS in question
    assert f"−{2 * NUMBERS.fall_strength} strength" in preview
    saved = at_mission("defend", threats=(threat(PORT, 1),))
    assert asked(saved, FlyMission("defend", PORT))[1] == "", "it is the one that is saved"
    beside = at_mission("supply", threats=(threat(PORT, 1),), strength=9)
    assert "Brindle will fall" in asked(beside, FlyMission("supply", PORT))[1]


@pytest.mark.rule("DS-117", "DS-135")
def test_a_long_trip_warns_of_a_threat_that_may_come_and_fall_on_the_way():
    content = numbered(event_chance=0, deadline_least=1)
    state = hub(network=9, day=NUMBERS.move_every - 1, looming=looming(PORT, FAR))
    to = next(place for place, days in trips(state).items() if days >= 2)
    assert f"may fall before you arrive: {FALL}" in asked(state, Travel(to), content)[0]
    assert "may fall" not in asked(state, Travel(to))[0], "threats are slower than that"


@pytest.mark.rule("DS-122", "DS-110")
def test_leaving_early_is_told_with_its_price():
    left = f"Left undone: −{NUMBERS.leave_strength} strength"
    assert f"{left}." in asked(at_mission("hunt"), FlyMission("hunt", PORT))[0]
    state = at_mission("hunt", strength=NUMBERS.leave_strength)
    assert f"{left}, and the run." in asked(state, FlyMission("hunt", PORT))[0]


@pytest.mark.rule("DS-122", "DS-110")
@pytest.mark.parametrize(("strength", "told"), [(9, f"−{NUMBERS.leave_strength} strength"), (2, "the run ends")])
def test_the_gate_asks_with_its_price(strength, told):
    state = flying("supply", strength=strength)
    table = table_of(CALM, ROAD.outing(CALM, state).options, Chance(b"table")).state
    gate = table.ships[0].exits[0]
    ways = [(way, at) for way in range(6) if (at := moved(gate, (way + 3) % 6)) in CALM.chart(table.chart).hexes]
    way, at = ways[0]
    hero = replace(table.ships[0], at=at, facing=way, speed=1)
    table = replace(table, ships=(hero, *table.ships[1:]), solid=(), rocks=(), phase="acting")
    (end,) = [choice for choice in choices(CALM, table, 0) if choice.verb == "end-turn"]
    assert told in str(end.confirm)


@pytest.mark.rule("DS-A71", "DS-146")
def test_an_answer_says_what_it_has_brought_and_cost():
    effects = (Stores(supplies=-1, strength=1, rounds=2), Damage(1), Cards("emp"), Sabotage(-1, -1, -1))
    content = with_event(answers=(Answer("Do it", "Done.", effects),))
    state = step(hub(), Wait(), content).state
    (line,) = lines(step(state, Reply(0), content), "answered")
    assert line == (
        "Do it: Done. −1 supply, +1 strength, −1 hull, +2 PDC rounds, +1 EMP, "
        "MERIDIAN's fleet −1, MERIDIAN's works −1, MERIDIAN's network −1."
    )
    nothing = with_event(answers=(Answer("Wave", "They wave back."),))
    state = step(hub(), Wait(), nothing).state
    assert lines(step(state, Reply(0), nothing), "answered") == ["Wave: They wave back."]


@pytest.mark.rule("DS-A71", "DS-110")
def test_an_answer_that_takes_the_last_strength_asks_first():
    content = with_event(answers=(Answer("No", "Well.", (Stores(strength=-1),)), Answer("Yes", "Well.")))
    state = step(hub(strength=1), Wait(), content).state
    preview, question = asked(state, Reply(0), content)
    assert ENDS in preview
    assert ENDS in question
    assert asked(state, Reply(1), content)[1] == ""
    assert asked(replace(state, strength=2), Reply(0), content)[1] == ""


@pytest.mark.rule("DS-146")
def test_an_encounter_says_what_it_has_done():
    done = step(hub(craft={"armor": 1, "earned": 1}), Wait(), with_event(Damage(2), Stores(supplies=2)))
    assert lines(done, "encounter") == ["A test: It happens. +2 supplies, −1 armor, −1 hull."]


@pytest.mark.rule("DS-119")
def test_a_fall_says_what_it_cost_and_what_is_left():
    done = step(hub(threats=(threat(FAR, 1),), strength=9), Wait())
    assert lines(done, "fell") == [f"Verge falls to MERIDIAN: {FALL}, {9 - NUMBERS.fall_strength} left."]


@pytest.mark.rule("DS-116", "DS-118", "DS-126", "DS-128", "DS-131")
@pytest.mark.parametrize(
    ("kind", "brought"),
    [
        ("defend", f"+{NUMBERS.saved_strength} strength."),
        ("strike", f"+{NUMBERS.strike_strength} strength, MERIDIAN's works −1."),
        ("retake", f"+{NUMBERS.strike_strength + NUMBERS.retake_strength} strength, MERIDIAN's works −1."),
        ("hunt", f"+{NUMBERS.hunt_strength} strength, MERIDIAN's network −1."),
    ],
)
def test_a_mission_won_says_what_it_brought(kind, brought):
    (line,) = lines(reported(flying(kind)), "mission-won")
    assert line.endswith(f": done. {brought}")


@pytest.mark.rule("DS-116", "DS-122")
def test_pods_and_a_mission_left_say_what_they_brought_and_cost():
    state = flying("supply", strength=9)
    done = reported(state, came_back(state, pods=2))
    assert lines(done, "delivered") == ["2 pods delivered: +4 supplies, +2 strength."]
    done = reported(state, came_back(state, "left-early"))
    assert lines(done, "left-early") == [
        f"Ferret leaves with the mission undone: −{NUMBERS.leave_strength} strength, {9 - NUMBERS.leave_strength} left."
    ]


@pytest.mark.rule("DS-158")
def test_what_is_built_in_says_what_it_cost():
    done = step(hub(supplies=9), Fit("tuned-drive"))
    price = CALM.resistance.fittings["tuned-drive"].price
    assert lines(done, "fitted") == [f"Built in: Tuned Drive. −{price} supplies."]


@pytest.mark.rule("DS-143", "DS-110", "DS-141")
def test_the_end_says_why():
    fallen = do(hub(threats=(threat(FAR, 1),), strength=1), Wait())
    assert str(ROAD.result(CALM, fallen).text).startswith("Strength is 0:")
    state = flying("supply")
    lost = reported(state, came_back(state, "mission-lost"))
    assert "Hull 0: Ferret is lost." in lines(lost, "ship-lost")
    assert str(ROAD.result(CALM, lost.state).text).startswith("The ship is lost:")
    given_up = reported(state, came_back(state, "conceded"))
    assert "The battle is given up, and Ferret with it." in lines(given_up, "ship-lost")
    anvil = do(hub(day=3), StrikeEarly())
    held = reported(anvil, came_back(anvil, "agreed")).state
    assert str(ROAD.result(CALM, held).text).startswith("The Warden holds the Anvil")
    assert ROAD.scene(CALM, held, SEAT).board.pieces[-1].id == "ship", "it is still there"


# --- Where a trip leads ------------------------------------------------------------------------


@pytest.mark.rule("DS-106", "DS-107")
def test_a_trip_says_what_waits_there():
    state = hub(offers=(offer("defend", PORT), offer("strike", FAR)), threats=(threat(PORT, 9),), owners={FAR: "held"})
    there = asked(state, Travel(PORT))[0]
    assert "It falls on day 9." in there
    assert f"Defend: +{NUMBERS.saved_strength} strength." in there
    assert "There is a port." in there
    held = asked(state, Travel(FAR))[0]
    assert f"Strike: +{NUMBERS.strike_strength} strength, MERIDIAN's works −1." in held
    assert "No port." in held
    assert "Port, research and upgrades." in asked(replace(state, place=PORT), Travel(HOME))[0]


@pytest.mark.rule("DS-107")
def test_a_trip_says_what_will_not_wait():
    days = trips(hub())[FAR]
    late = hub(day=NUMBERS.move_every - days, offers=(offer("supply", FAR),))
    days = trips(late)[FAR]
    late = replace(late, day=NUMBERS.move_every - 1)
    assert "What is on offer there now is gone by then." in asked(late, Travel(FAR))[0]
    early = hub(offers=(offer("supply", "mirk"),))
    assert "Supply run: 3 pods, each +2 supplies, +1 strength." in asked(early, Travel("mirk"))[0]
    doomed = asked(hub(threats=(threat(FAR, 1),), offers=(offer("defend", FAR),), strength=9), Travel(FAR))[0]
    assert "Then Verge has no port, and only a Retake." in doomed
    assert "Defend:" not in doomed
    last = hub(day=LAST - 3, offers=(offer("retake", FAR),), owners={FAR: "fallen"})
    assert "Retake: too late." in asked(last, Travel(FAR))[0] or trips(last)[FAR] < 3


@pytest.mark.rule("DS-142")
def test_an_early_strike_says_what_spared_days_bring():
    preview = asked(hub(day=3), StrikeEarly())[0]
    assert f"Days spared: {LAST - 3}." in preview
    assert "on your record" in preview


@pytest.mark.rule("DS-143")
def test_the_run_is_counted_in_a_panel_and_told_in_a_sentence():
    counts = Counts(supply=2, defend=1, hunt=1, ships=7, pods=5, fell=1, left=3, spared=4)
    assert panels(hub(), TallyPanel) == []
    over = do(hub(threats=(threat(FAR, 1),), strength=1, counts=counts), Wait())
    (tally,) = panels(over, TallyPanel)
    assert {str(stat.label): stat.value for stat in tally.stats} == {
        "Supply runs": "2", "Pods delivered": "5", "Planets saved": "1", "Strikes": "0", "Hunts": "1", "Retakes": "0",
        "Enemies destroyed": "7", "Planets lost": "2", "Missions left": "3", "Days spared": "4",
    }  # fmt: skip
    (story,) = [panel for panel in panels(over, StoryPanel) if panel.id == "record"]
    assert str(story.text) == f"Day 1 of {LAST}, strength 0. Missions won: 4. Planets lost: 2. Days spared: 4."
