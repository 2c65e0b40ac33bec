"""The end of the calendar: the last move, threats that never come, the warning, and arriving on the last day."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.scene import ObjectivePanel, StoryPanel, TrackPanel
from apps.rulebooks.deckspace.resistance import days
from apps.rulebooks.deckspace.resistance.actions import FaceTheBoss, Fit, RepairHull, StrikeEarly, Travel, Wait
from apps.rulebooks.deckspace.resistance.road import ROAD

from .helpers import (
    CALM,
    FAR,
    HOME,
    LAST,
    NUMBERS,
    PORT,
    SEAT,
    begun,
    choice_of,
    do,
    hub,
    legal,
    looming,
    panels,
    step,
    told,
    trips,
    wait,
)

EVERY = NUMBERS.move_every
KARST = CALM.resistance.systems["karst"].days
COMMS = "long-range-comms"


def karst(day, **fields):
    """A quiet run in the system whose last day is a day on which MERIDIAN moves."""
    state = begun(system="karst")
    planets = tuple(replace(planet, owner="free") for planet in state.planets)
    return replace(state, **{"day": day, "planets": planets, "offers": (), "looming": None, **fields})


def warnings(state):
    """How often the panel of the news has the warning in it."""
    texts = [line.text for line in CALM.resistance.news.values() if line.when == "warning"]
    (shown,) = [str(panel.text) for panel in panels(state, StoryPanel) if panel.id == "news"]
    return sum(shown.count(text) for text in texts)


# --- Threats that never come ------------------------------------------------------------------


@pytest.mark.rule("DS-120", "DS-123")
def test_comms_bought_at_the_last_port_call_hear_nothing_and_offer_no_mission():
    state = wait(hub(HOME, day=LAST - 1, supplies=20, looming=looming(FAR, PORT)))
    assert (state.due, state.looming) == (True, None)
    done = step(state, Fit(COMMS))
    assert "threat-heard" not in told(done)
    assert done.state.offers == ()
    assert ROAD.check(CALM, done.state) == []
    old = step(replace(state, looming=looming(FAR, PORT)), Fit(COMMS))  # as a ledger kept before may have it
    assert ("threat-heard" in told(old), old.state.offers) == (False, ())


@pytest.mark.rule("DS-123", "DS-142")
def test_after_an_early_strike_nothing_is_to_come():
    assert do(hub(looming=looming(FAR, PORT)), StrikeEarly()).looming is None


@pytest.mark.rule("DS-117", "DS-118", "DS-120")
def test_no_planet_is_drawn_for_a_move_that_never_comes():
    move = LAST - LAST % EVERY
    state = wait(hub(HOME, day=move - 1, fittings=(COMMS,), looming=looming(PORT, FAR)))
    assert [threat.planet for threat in state.threats] == [PORT]
    assert state.looming is None
    assert [offer.planet for offer in state.offers if offer.kind == "defend"] == [PORT]
    assert not [panel for panel in panels(state, ObjectivePanel) if panel.id.startswith("heard-")]
    before = wait(hub(HOME, day=move - EVERY - 1, fittings=(COMMS,), looming=looming(PORT, FAR)))
    assert before.looming.planet in {offer.planet for offer in before.offers if offer.kind == "defend"}


@pytest.mark.rule("DS-117", "DS-A53")
def test_nor_for_a_move_on_the_last_day():
    state = wait(karst(KARST - EVERY - 1, looming=looming("kettle", "hush")))
    assert (state.day, [threat.planet for threat in state.threats], state.looming) == (KARST - EVERY, ["kettle"], None)


@pytest.mark.rule("DS-120", "DS-A59")
def test_what_was_drawn_for_such_a_move_is_never_heard():
    state = hub(day=LAST - 1, fittings=(COMMS,), looming=looming(FAR, PORT))
    assert days.next_threat(CALM, state) is None
    assert days.next_threat(CALM, hub(day=9)) is not None
    assert days.next_threat(CALM, hub(day=9, due=True, early=True)) is None
    assert not [panel for panel in panels(state, ObjectivePanel) if panel.id.startswith("heard-")]


# --- A move on the last day -------------------------------------------------------------------


def notes(state):
    """What the calendar and the line above the view say of the next move."""
    (track,) = [panel for panel in panels(state, TrackPanel) if panel.id == "days"]
    return str(track.note), str(ROAD.scene(CALM, state, SEAT).status.detail)


@pytest.mark.rule("DS-134", "DS-138", "DS-A53")
def test_a_move_on_the_last_day_builds_and_is_announced():
    state = karst(KARST - 1, fleet=4, works=3)
    assert notes(state) == (
        f"On day {KARST} MERIDIAN builds once more, then the Warden comes.",
        "In 1 day MERIDIAN builds once more, and the Warden comes.",
    )
    assert f"MERIDIAN moves on day {KARST}." in str(choice_of(state, Wait()).preview)
    done = step(state, Wait())
    assert (done.state.fleet, done.state.due, done.state.threats, done.state.offers) == (6, True, (), ())
    assert told(done).index("built") < told(done).index("boss-due")
    assert notes(done.state)[0] == "Then the Warden comes."


@pytest.mark.rule("DS-117", "DS-A53")
def test_without_one_the_calendar_names_the_warden_alone():
    state = hub(day=LAST - 1)
    assert LAST % EVERY
    assert notes(state) == ("Then the Warden comes.", "The Warden comes in 1 day.")
    assert "MERIDIAN moves" not in str(choice_of(state, Wait()).preview)
    assert wait(replace(state, fleet=4)).fleet == 4


@pytest.mark.rule("DS-117", "DS-134")
def test_what_is_announced_is_what_happens():
    for state in (hub(fleet=0, works=3, strength=40), karst(0, fleet=0, works=3, strength=40)):
        while not state.due:
            move, before = days.next_move(CALM, state), state.fleet
            state = step(state, Wait(), seed=b"day-%d" % state.day).state
            assert (state.fleet > before) is (move == state.day)


# --- The warning ------------------------------------------------------------------------------


@pytest.mark.rule("DS-136")
@pytest.mark.parametrize("trip", [2, 3])
def test_the_warning_is_in_the_news_until_the_warden_comes(trip):
    """A long trip brings other news on the way; the warning is still there at its end, once."""
    start = LAST - NUMBERS.warning - 1
    state = hub(PORT, day=start, works=3, looming=looming(FAR, PORT), strength=20)
    to = next((place for place, count in trips(state).items() if count == trip), None)
    assert to is not None
    state = do(state, Travel(to))
    assert (state.day, warnings(state)) == (start + trip, 1)
    assert warnings(wait(hub(day=LAST - 1, news=state.news))) == 0


@pytest.mark.rule("DS-136")
def test_other_news_do_not_push_it_out():
    from apps.rulebooks.deckspace.resistance.run import NEWS_KEPT, Run

    run = Run(CALM, wait(hub(day=LAST - NUMBERS.warning - 1)), Chance(b"news"))
    for _ in range(NEWS_KEPT + 2):
        run.report("quiet")
    assert warnings(run.state) == 1
    assert len(run.state.news) == NEWS_KEPT + 1
    run.change(due=True)
    run.report("quiet")
    assert len(run.state.news) == NEWS_KEPT


# --- Arriving on the last day -----------------------------------------------------------------


@pytest.mark.rule("DS-137", "DS-A54", "DS-A34")
def test_a_trip_that_ends_on_the_last_day_arrives_and_has_its_port_call():
    to, count = next((place, count) for place, count in trips(hub(day=LAST - 2)).items() if count == 2)
    state = hub(day=LAST - count, supplies=20, craft={"health": 2})
    done = step(state, Travel(to))
    assert (done.state.day, done.state.place, done.state.journey, done.state.phase) == (LAST, to, None, "due")
    assert "arrived" in told(done)
    assert {RepairHull(), FaceTheBoss()} <= set(legal(done.state))
    assert do(done.state, RepairHull()).craft.health == 3
