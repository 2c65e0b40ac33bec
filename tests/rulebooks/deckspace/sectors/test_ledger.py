"""Care of the ledger: corrections, other content, and invariants that have teeth."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.roads import Unfit
from apps.rulebooks.deckspace.sectors.road import ROAD

from ..helpers import CONTENT, with_parts
from .helpers import at_sector, begun, cleared, flying, told


def test_numbers_of_the_ship_can_be_set_right_within_bounds():
    state = begun()
    bounds = {entry.slug: (entry.value, entry.least, entry.most) for entry in ROAD.correctable(CONTENT, state)}
    assert bounds == {"hull": (4, 1, 4), "max-hull": (4, 1, 6), "max-speed": (3, 1, 5), "armor": (0, 0, 2)}
    for slug, value in (("hull", 2), ("max-hull", 6), ("max-speed", 5), ("armor", 2)):
        done = ROAD.correct(CONTENT, state, slug, value)
        assert {entry.slug: entry.value for entry in ROAD.correctable(CONTENT, done.state)}[slug] == value
        assert told(done) == ["corrected"]
        assert ROAD.check(CONTENT, done.state) == []
    lower = ROAD.correct(CONTENT, state, "max-hull", 2).state
    assert (lower.craft.health, lower.craft.max_health) == (2, 2)


@pytest.mark.parametrize(("slug", "value"), [("hull", 0), ("hull", 5), ("max-hull", 7), ("armor", 3), ("deck", 1)])
def test_other_corrections_are_refused(slug, value):
    with pytest.raises(IllegalAction):
        ROAD.correct(CONTENT, begun(), slug, value)


def test_nothing_is_corrected_while_a_battle_is_under_way():
    assert ROAD.correctable(CONTENT, flying()) == ()
    with pytest.raises(IllegalAction):
        ROAD.correct(CONTENT, flying(), "hull", 2)


def test_a_ledger_goes_on_under_other_content_cut_to_its_limits():
    state = replace(begun(), earned=("thicker-skin", "gone"), craft=replace(begun().craft, max_health=6, health=6))
    other = with_parts(CONTENT, numbers=replace(CONTENT.numbers, health_cap=5))
    after = ROAD.refit(other, state)
    assert (after.craft.health, after.craft.max_health, after.earned) == (5, 5, ("thicker-skin",))
    assert ROAD.check(other, after) == []
    assert ROAD.refit(CONTENT, begun()) == begun()


def unfit(state, **parts):
    with pytest.raises(Unfit) as caught:
        ROAD.refit(with_parts(CONTENT, **parts), state)
    return {(fault.kind, fault.slug) for fault in caught.value.faults}


def without(entries, *slugs):
    return {slug: entry for slug, entry in entries.items() if slug not in slugs}


def test_what_is_missing_in_other_content_is_named():
    state = begun()
    enemy = state.plan.enemies[0]
    assert unfit(state, cards=without(CONTENT.cards, "missile")) == {("card", "missile")}
    assert unfit(state, enemies=without(CONTENT.enemies, enemy)) == {("enemy", enemy)}
    assert unfit(state, maps=without(CONTENT.maps, state.plan.map)) == {("map", state.plan.map)}
    larger = replace(CONTENT.sectors, numbers=replace(CONTENT.sectors.numbers, floor=9))
    assert unfit(state, sectors=larger) == {("campaign", "")}
    assert unfit(state, sectors=type(CONTENT.sectors)()) == {("sector", "")}


def test_invariants_have_teeth():
    state = at_sector(2)
    for broken in (
        replace(state, craft=replace(state.craft, health=9)),
        replace(state, craft=replace(state.craft, armor=3)),
        replace(state, craft=replace(state.craft, deck=("thrust",) * 5)),
        replace(state, craft=replace(state.craft, deck=state.craft.deck[::-1])),
        replace(state, craft=replace(state.craft, pdc=True)),
        replace(state, known=("thrust",)),
        replace(state, offers=("thrust",)),
        replace(state, sector=3),
        replace(state, phase="over"),
        replace(state, ending="lost"),
        replace(state, phase="fighting", outing=0),
        replace(cleared(begun()), offers=("emp",)),
    ):
        assert ROAD.check(CONTENT, broken)
