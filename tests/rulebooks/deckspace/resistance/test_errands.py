"""Bots that fly a mission's ship: over the drop and out, round what is in the way, and not out too early."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.simulation import bot_of
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.bots.errand import ways
from apps.rulebooks.deckspace.resistance.road import ROAD

from ..helpers import all_of, at
from .helpers import CALM, flying, offer


def fought(kind, slug, seed, fleet=0):
    """A mission flown by the stronger bot to its end: what is reported."""
    state = flying(kind, offers=(replace(offer(kind), map=slug),), fleet=fleet)
    outing = ROAD.outing(CALM, state)
    table = RULEBOOK.setup(CALM, outing.options, Chance(seed)).state
    bot = bot_of(RULEBOOK, "hunter")
    number = 0
    while RULEBOOK.waiting_on(table):
        number += 1
        seat = min(RULEBOOK.waiting_on(table))
        thoughts = Chance(seed, number).fork("bot")
        known = RULEBOOK.determinize(CALM, table, Audience.of(seat), thoughts)
        decision = bot.decide(CALM, known, seat, thoughts, 0.3)
        table = RULEBOOK.apply(CALM, table, seat, decision.action, Chance(seed, number)).state
    return ROAD.reported(CALM, outing, table)


@pytest.mark.rule("DS-112", "DS-122")
@pytest.mark.parametrize("slug", ["dry-wharf", "sluice", "toll-road"])
def test_a_supply_run_is_flown_over_the_drop_and_out(slug):
    report = fought("supply", slug, b"errand")
    assert report.ending == "mission-won"
    assert report.pods >= 2
    assert report.length < 25


@pytest.mark.rule("DS-124", "DS-127", "DS-118")
@pytest.mark.parametrize(("kind", "slug"), [("strike", "foundry"), ("retake", "broken-crown"), ("defend", "low-orbit")])
def test_stations_and_enemies_are_sought_and_no_gate_is_taken_before(kind, slug):
    assert fought(kind, slug, b"errand").ending == "mission-won"


def test_the_way_leads_around_what_blocks_it():
    row = frozenset(all_of("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5"))
    away = ways(row - {at("a3")}, (at("a5"),))
    assert (away[at("a5")], away[at("a4")]) == (0, 1)
    assert away[at("a2")] == 4
    assert ways(row - set(all_of("a3 b2 b3")), (at("a5"),)).get(at("a1")) is None
