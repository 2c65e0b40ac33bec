"""The ledger of a run: numbers set right, other content, and invariants that catch what cannot be."""

import msgspec
import pytest
from msgspec.structs import replace

from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.roads import Unfit
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.state import Counts, Planet, Shelf

from .helpers import (
    CALM,
    FAR,
    HOME,
    LAST,
    NUMBERS,
    PORT,
    begun,
    came_back,
    changed,
    flown,
    flying,
    hub,
    numbered,
    offer,
    reported,
    threat,
    told,
    with_parts,
)

# --- Setting right ----------------------------------------------------------------------------


def lines(state):
    return {line.slug: line for line in ROAD.correctable(CALM, state)}


@pytest.mark.parametrize("slug", ["supplies", "strength", "fleet", "works", "network", "health", "max_health",
                                  "max_speed", "armor", "rounds"])  # fmt: skip
def test_every_number_can_be_set_right_within_its_bounds(slug):
    state = hub(craft={"earned": 2, "armor": 1})
    line = lines(state)[slug]
    for value in (line.least, line.most):
        done = ROAD.correct(CALM, state, slug, value)
        assert ROAD.check(CALM, done.state) == []
        assert lines(done.state)[slug].value == value
        assert told(done) == ["corrected"]
    for value in (line.least - 1, line.most + 1):
        with pytest.raises(IllegalAction) as refused:
            ROAD.correct(CALM, state, slug, value)
        assert refused.value.code == "out-of-bounds"


def test_hull_goes_down_with_its_most():
    assert ROAD.correct(CALM, hub(), "max_health", 2).state.craft.health == 2


def test_the_ship_is_not_set_right_in_a_battle_and_nothing_when_the_run_is_over():
    state = flying("supply")
    assert set(lines(state)) == {"supplies", "strength", "fleet", "works", "network"}
    with pytest.raises(IllegalAction) as refused:
        ROAD.correct(CALM, state, "health", 1)
    assert refused.value.code == "not-correctable"
    assert lines(flown("supply", "mission-lost")) == {}
    with pytest.raises(IllegalAction):
        ROAD.correct(CALM, hub(), "day", 3)


# --- Other content ----------------------------------------------------------------------------


def refused(content, state):
    with pytest.raises(Unfit) as caught:
        ROAD.refit(content, state)
    return {(fault.kind, fault.slug) for fault in caught.value.faults}


def test_a_run_goes_on_under_content_that_has_all_it_needs():
    state = begun()
    assert ROAD.refit(CALM, state) == state
    cheaper = numbered(hull_price=0)
    assert ROAD.check(cheaper, ROAD.refit(cheaper, state)) == []


def test_and_not_without_something_it_needs():
    run = CALM.resistance
    cards = {slug: card for slug, card in CALM.cards.items() if slug != "missile"}
    assert ("card", "missile") in refused(with_parts(CALM, cards=cards), hub())
    assert refused(changed(CALM, fittings={}), hub(fittings=("tuned-drive",))) == {("fitting", "tuned-drive")}
    assert refused(changed(CALM, parts={}), hub(parts=("gyro",))) == {("part", "gyro")}
    assert refused(changed(CALM, parts={}), hub(salvage=("gyro", ""))) == {("part", "gyro")}
    assert refused(changed(CALM, events={}), hub(event="patrol")) == {("event", "patrol")}
    state = hub(offers=(offer("supply"),))
    assert ("mission", state.offers[0].mission) in refused(changed(CALM, missions={}), state)
    assert ("map", state.offers[0].map) in refused(with_parts(CALM, maps={}), state)
    assert refused(changed(CALM, systems={"karst": run.systems["karst"]}), hub()) == {("system", "tamarisk")}
    system = run.systems["tamarisk"]
    smaller = replace(system, planets=system.planets[1:])
    assert refused(changed(CALM, systems={"tamarisk": smaller}), hub()) == {("system", "tamarisk")}
    shorter = replace(system, days=9)
    assert refused(changed(CALM, systems={"tamarisk": shorter}), hub(day=10)) == {("system", "tamarisk")}


def test_what_a_run_can_do_without_is_dropped():
    state = hub(known=("full-hold",), met=("patrol",), shelves=(Shelf(HOME, ("emp", "missile")),))
    run = CALM.resistance
    other = changed(CALM, unlocks={}, events={}, news={}, wares={"emp": run.wares["emp"]})
    fitted = ROAD.refit(other, state)
    assert (fitted.known, fitted.met, fitted.news) == ((), (), ())
    assert fitted.shelves == (Shelf(HOME, ("emp",)),)


# --- Invariants -------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [
    {"supplies": -1}, {"strength": 99}, {"strength": 0}, {"fleet": -1}, {"day": LAST + 1}, {"due": True},
    {"craft": {"health": 0}}, {"craft": {"health": 5}}, {"craft": {"armor": 1}}, {"craft": {"earned": 3}},
    {"craft": {"deck": ("no-such-card",)}}, {"craft": {"deck": ("thrust", "missile")}}, {"busy": 1},
    {"threats": (threat(FAR, 0),)}, {"threats": (threat(FAR, 9), threat(FAR, 8))},
    {"threats": (threat(FAR, 9),), "owners": {FAR: "held"}}, {"owners": {FAR: "fallen"}},
    {"offers": (offer("strike", FAR),)}, {"offers": (offer("supply"), offer("supply"))},
    {"fittings": ("tuned-drive", "tuned-drive")}, {"parts": ("gyro", "gyro")},
    {"shelves": (Shelf(FAR, ()),), "owners": {FAR: "held"}}, {"sorties": 1, "due": True, "offers": (offer("supply"),)},
])  # fmt: skip
def test_a_state_that_cannot_be_is_found_out(wrong):
    assert ROAD.check(CALM, hub()) == []
    assert ROAD.check(CALM, hub(**wrong)) != []


def test_counts_are_kept():
    state = flown("retake", report={"downed": 2})
    assert state.counts == Counts(retake=1, ships=2)
    assert state.planets[0] == Planet(PORT, "free")
    assert msgspec.json.decode(msgspec.json.encode(state.counts), type=Counts) == state.counts
    again = flying("supply")
    assert reported(again, came_back(again, downed=NUMBERS.kills)).state.counts.ships == NUMBERS.kills
