"""Edited content: what is refused, and that every fault is named at its field."""

import copy

import pytest

from apps.rulebooks.core.protocol import ContentError
from apps.rulebooks.dogfight import RULEBOOK

BASE = RULEBOOK.base_pack()


def edited(kind, field, value, slug="standard"):
    raw = copy.deepcopy(dict(BASE))
    entry = next(entry for entry in raw[kind] if entry["slug"] == slug)
    entry[field] = value
    return raw


def faults_of(raw):
    with pytest.raises(ContentError) as error:
        RULEBOOK.read_content(raw)
    return {(fault.kind, fault.field) for fault in error.value.faults}


def test_the_base_pack_is_sound():
    content = RULEBOOK.read_content(BASE)
    assert [ship.slug for ship in content.ships] == ["wasp", "lancer", "corvette", "dreadnought"]


@pytest.mark.rule("DF-08")
@pytest.mark.parametrize(
    ("kind", "field", "value", "slug"),
    [
        ("fleet", "budget", 81, "standard"),
        ("ship", "points", 1, "wasp"),
    ],
)
def test_a_budget_needs_a_fleet_but_not_a_catalogue(kind, field, value, slug):
    raw = edited(kind, field, value, slug)
    if slug == "wasp":
        raw["ship"].append(
            {**raw["ship"][0], "slug": "gnat", "letter": "E", "name": "Gnat", "points": 1, "counters": 8}
        )
        raw["ship"].append({**raw["ship"][0], "slug": "fly", "letter": "F", "name": "Fly", "points": 1, "counters": 8})
    assert faults_of(raw) == {("fleet", "budget")}


@pytest.mark.rule("DF-A25", "DF-A05")
@pytest.mark.parametrize(("field", "value"), [("ap", 0), ("ap", -1), ("ap", "many")])
def test_a_cup_needs_ap_and_enough_counters(field, value):
    assert ("cup", "ap") in faults_of(edited("cup", field, value))


@pytest.mark.rule("DF-A25")
def test_thirteen_counters_are_enough_and_twelve_are_not():
    small = {"slug": "standard", "ap": 9, "defense_1": 1, "defense_2": 1, "asteroid": 1, "blank": 1}
    assert sum(RULEBOOK.read_content({**BASE, "cup": [small]}).cup.values()) == 13
    assert faults_of({**BASE, "cup": [{**small, "ap": 8}]}) == {("cup", "ap")}


@pytest.mark.rule("DF-A03", "DF-A22", "DF-10")
@pytest.mark.parametrize(
    "spots",
    [
        [[2, 2], [4, 4], [7, 4], [2, 7], [5, 7], [7, 6]],
        [[2, 9], [4, 4], [7, 4], [2, 7], [5, 7], [7, 6]],
        [[4, 4], [4, 4], [7, 4], [2, 7], [5, 7], [7, 6]],
        [[9, 5], [4, 4], [7, 4], [2, 7], [5, 7], [7, 6]],
        [[4, 4], [7, 4], [2, 7], [5, 7], [7, 6]],
        [[4], [7, 4], [2, 7], [5, 7], [7, 6], [1, 5]],
    ],
)
def test_spots_are_six_apart_and_outside_the_zones(spots):
    assert faults_of(edited("board", "spots", spots)) == {("board", "spots")}


@pytest.mark.parametrize(
    ("kind", "field", "value", "slug"),
    [
        ("board", "asteroids", 4, "standard"),
        ("board", "zone_depth", 5, "standard"),
        ("ship", "letter", "B", "wasp"),
        ("ship", "name", "Lancer", "corvette"),
        ("ship", "att", 7, "wasp"),
        ("ship", "colour", "red", "wasp"),
        ("rules", "attack_cost", 5, "standard"),
        ("rules", "draw", 0, "standard"),
    ],
)
def test_faults_are_named_at_their_field(kind, field, value, slug):
    raw = edited(kind, field, value, slug)
    if field == "attack_cost":
        raw = {**raw, "rules": [{**raw["rules"][0], "hand_limit": 4}]}
    if field == "zone_depth":
        raw["board"][0]["rows"] = 10
    assert (kind, field) in faults_of(raw)


def test_all_faults_are_reported_together_in_words():
    raw = edited("ship", "mov", "far", "wasp")
    raw["cup"] = []
    del raw["fleet"][0]["budget"]
    raw["bot"] = [{"slug": "genius"}]
    raw["weather"] = [{"slug": "rain"}]
    with pytest.raises(ContentError) as error:
        RULEBOOK.read_content(raw)
    faults = {(f.kind, f.slug, f.field): f.message for f in error.value.faults}
    assert set(faults) >= {
        ("ship", "wasp", "mov"),
        ("cup", "", ""),
        ("fleet", "standard", "budget"),
        ("bot", "genius", "slug"),
        ("weather", "", ""),
    }
    assert "whole number" in faults["ship", "wasp", "mov"]


def test_the_numbers_of_an_edition_are_the_ones_in_play():
    from apps.rulebooks.dogfight.actions import Attack, Move

    from .helpers import battle, dice, do, legal

    raw = edited("rules", "attack_cost", 3)
    raw["rules"][0]["support_bonus"] = 2
    raw["ship"][0]["mov"] = 1
    content = RULEBOOK.read_content(raw)
    state = battle("Ad5 Ac6", "Cd6 Ah10", hands=(("ap",) * 3, ()), asteroids=((1, 8), (2, 8), (3, 8)))
    assert {a.to for a in legal(state, content=content) if isinstance(a, Move) and a.ship == 0} == {(3, 5), (5, 5)}
    state = do(state, Attack(0, 2), chance=dice(attack=[5]), content=content)
    assert state.phase == "reacting"
    assert state.sides[0].hand == ()
