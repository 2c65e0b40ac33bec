"""Events: what happens on the way, what can be answered, and what it brings."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.scene import StoryPanel
from apps.rulebooks.deckspace.resistance import events
from apps.rulebooks.deckspace.resistance.actions import (
    Reply,
    Travel,
    Wait,
)
from apps.rulebooks.deckspace.resistance.content import Answer, Cards, Damage, Encounter, Repair, Sabotage, Stores
from apps.rulebooks.deckspace.resistance.effects import hurt
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.run import Run

from .helpers import (
    CALM,
    NUMBERS,
    SEAT,
    changed,
    do,
    hub,
    legal,
    numbered,
    panels,
    step,
    trips,
    wait,
)


def with_event(*effects, answers=(), when="any", chance=100):
    """A content in which this happens every day."""
    event = Encounter("test", "A test", "It happens.", effects, answers, when)
    return changed(numbered(event_chance=chance), events={"test": event})


@pytest.mark.rule("DS-146", "DS-A70")
@pytest.mark.parametrize(
    ("armor", "health", "points", "left"),
    [(2, 4, 1, (1, 4)), (1, 4, 2, (0, 3)), (0, 4, 2, (0, 2)), (0, 2, 3, (0, 1)), (2, 1, 9, (0, 1))],
)
def test_an_event_that_damages_takes_armor_first(armor, health, points, left):
    content = with_event(Damage(points))
    state = hub(craft={"armor": armor, "earned": 2, "health": health})
    done = step(state, Wait(), content)
    assert (done.state.craft.armor, done.state.craft.health) == left
    assert done.state.craft.earned == 2
    run = Run(CALM, state, Chance(b"x"))
    hurt(run, points)
    assert run.state.craft == done.state.craft


@pytest.mark.rule("DS-A53")
def test_events_happen_by_chance_on_some_days_and_do_what_they_say():
    content = with_event(Stores(2, 1, 1), Cards("emp"), Sabotage(-1, -1, -1), chance=50)
    days = [step(hub(), Wait(), content, b"day-%d" % n).state for n in range(60)]
    happened = [state for state in days if state.met]
    assert 15 < len(happened) < 45
    state = happened[0]
    assert (state.supplies, state.strength, state.craft.rounds) == (NUMBERS.supplies + 2, NUMBERS.strength + 1, 1)
    assert (state.fleet, state.works, state.network) == (NUMBERS.fleet - 1, NUMBERS.works - 1, NUMBERS.network - 1)
    assert "emp" in state.craft.deck
    assert wait(hub(), 9).met == ()
    assert step(hub(craft={"health": 1}), Wait(), with_event(Repair(2))).state.craft.health == 3


@pytest.mark.rule("DS-A53")
def test_some_events_meet_a_ship_under_way_and_some_at_a_place():
    for when, trip in (("trip", True), ("port", False)):
        content = with_event(Stores(supplies=1), when=when)
        to = next(place for place, days in trips(hub()).items() if days >= 2)
        assert (step(hub(), Wait(), content).state.met != ()) is not trip
        assert (step(hub(), Travel(to), content).state.met != ()) is trip


@pytest.mark.rule("DS-A74")
def test_what_has_happened_comes_again_only_when_all_else_has():
    things = {slug: Encounter(slug, slug, "It happens.", (Stores(supplies=1),)) for slug in ("one", "two", "three")}
    content = changed(numbered(event_chance=100), events=things)
    state = wait(hub(), 3, content)
    assert sorted(state.met) == ["one", "three", "two"]
    assert len(wait(state, 1, content).met) == 1


@pytest.mark.rule("DS-A74")
def test_nothing_comes_again_before_everything_has_wherever_it_happens():
    things = {
        slug: Encounter(slug, slug, "It happens.", (Stores(supplies=1),), when=when)
        for slug, when in (("here", "port"), ("wherever", "any"), ("there", "trip"))
    }
    content = changed(numbered(event_chance=100), events=things)
    state = wait(hub(), 2, content)
    assert sorted(state.met) == ["here", "wherever"]
    again = wait(state, 3, content)
    assert (again.met, again.supplies) == (state.met, state.supplies), "one is left that happens under way"
    to = next(place for place, days in trips(again).items() if days == 1)
    gone = do(again, Travel(to), content=content)
    assert sorted(gone.met) == ["here", "there", "wherever"]
    assert len(wait(gone, 1, content).met) == 1, "now all begins anew"


@pytest.mark.rule("DS-A71")
def test_an_event_with_answers_waits_for_one_in_the_middle_of_a_trip():
    dear = Answer("Pay", "It is dear.", (Stores(supplies=-9),))
    content = with_event(answers=(Answer("Fight", "It hurts.", (Damage(1),)), dear))
    state = hub()
    to, days = next((place, count) for place, count in trips(state).items() if count >= 2)
    state = do(state, Travel(to), content=content)
    assert (state.phase, state.day, state.journey.left) == ("event", 1, days - 1)
    assert legal(state, content) == (Reply(0),), "the other cannot be afforded"
    assert "encounter-test" not in {panel.id for panel in panels(state, StoryPanel, content)}, "it is asked above"
    with pytest.raises(IllegalAction):
        step(state, Wait(), content)
    choice = ROAD.scene(content, state, SEAT).choices[0]
    assert "1 damage" in str(choice.preview)
    done = step(state, Reply(0), content)
    assert done.state.craft.health == 3
    while done.state.phase == "event":
        done = step(done.state, Reply(0), content)
    assert (done.state.place, done.state.day) == (to, days)


@pytest.mark.rule("DS-A71", "DS-109")
def test_answers_cost_what_they_say():
    content = with_event(answers=(Answer("Pay", "Paid.", (Stores(supplies=-2, strength=1),)), Answer("No", "Well.")))
    state = step(hub(), Wait(), content).state
    assert legal(state, content) == (Reply(0), Reply(1))
    assert do(state, Reply(0), content=content).supplies == NUMBERS.supplies - 2
    assert do(state, Reply(1), content=content).supplies == NUMBERS.supplies


@pytest.mark.rule("DS-110")
def test_an_event_can_take_the_last_strength():
    state = step(hub(strength=1), Wait(), with_event(Stores(strength=-1))).state
    assert state.ending.cause == "strength"


def test_every_event_of_the_edition_can_happen_and_end():
    for slug, event in CALM.resistance.events.items():
        state = hub(supplies=3, strength=6, craft={"rounds": 3})
        run = Run(changed(numbered(event_chance=100), events={slug: replace(event, when="any")}), state, Chance(b"x"))
        events.meet(run)
        assert ROAD.check(CALM, run.state) == []
        for action in legal(run.state) if run.state.event else ():
            assert ROAD.check(CALM, step(run.state, action).state) == []
    assert len(CALM.resistance.events) >= 12
