"""Content of the run that cannot be played is refused, with the entry and the field."""

import copy

import pytest

from apps.rulebooks.core.entries import read_entries
from apps.rulebooks.core.pack import read_pack
from apps.rulebooks.core.protocol import ContentError
from apps.rulebooks.deckspace.content import Deck, MapType
from apps.rulebooks.deckspace.edition import read_content
from apps.rulebooks.deckspace.resistance import audit, edition
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.studio import KINDS
from apps.rulebooks.deckspace.studio import KINDS as ALL_KINDS

from ..helpers import CONTENT

PACK = read_pack("apps.rulebooks.deckspace")


def edited(kind, slug, **fields):
    """The pack with fields of an entry changed; with none, without the entry."""
    raw = {name: copy.deepcopy(entries) if name == kind else entries for name, entries in PACK.items()}
    entry = next(entry for entry in raw[kind] if entry["slug"] == slug)
    if not fields:
        raw[kind].remove(entry)
    else:
        entry.update(fields)
    return raw


def faults(raw):
    """What the run's own audit finds; the rest of the pack is left out, as it takes its time."""
    found = []
    run = edition.read(raw, found)
    decks, maps = (
        {entry.slug: entry for entry in read_entries(kind, raw[kind], wanted, found)}
        for kind, wanted in (("deck", Deck), ("map", MapType))
    )
    if not found:
        found = audit.faults(run, CONTENT.cards, decks, maps, CONTENT.enemies)
    return [(fault.kind, fault.slug, fault.field, fault.message) for fault in found]


def test_the_pack_is_sound_and_every_kind_is_known_to_editors():
    assert read_content(PACK).resistance.numbers
    assert set(KINDS) <= set(ALL_KINDS)
    for kind in KINDS:
        assert PACK[kind], kind


def test_every_place_where_a_mission_is_flown_has_several_maps():
    run = CONTENT.resistance
    for kind in ("supply", "defend", "strike", "retake", "hunt", "boss"):
        assert len({slug for mission in run.of_kind(kind) for slug in mission.maps}) >= 2, kind
    assert not any(CONTENT.maps[slug].free for m in run.missions.values() for slug in m.maps)


def test_faults_of_the_run_keep_an_edition_from_being_read():
    with pytest.raises(ContentError) as refused:
        read_content(edited("mission", "medicine", maps=["nowhere"]))
    assert [(fault.slug, fault.field) for fault in refused.value.faults] == [("medicine", "maps.0")]
    with pytest.raises(ContentError) as refused:
        read_content(edited("run", "run", supplies="many"))
    assert [(fault.kind, fault.field) for fault in refused.value.faults] == [("run", "supplies")]


def test_a_missing_map_is_named():
    assert ("mission", "medicine", "maps.1", "there is no map 'nowhere'") in faults(
        edited("mission", "medicine", maps=["sluice", "nowhere"])
    )


@pytest.mark.parametrize(("slug", "map_", "words"), [
    ("medicine", "low-orbit", "a drop (D)"), ("medicine", "the-anvil", "a gate (G)"),
    ("night-shift", "sluice", "the station (X)"), ("open-the-port", "sluice", "the station (X)"),
    ("dead-letter", "sluice", "a place for the runner (R)"), ("hold-the-sky", "the-anvil", "a gate (G)"),
    ("the-warden", "sluice", "nobody leaves the Anvil"), ("medicine", "classic", "starts"),
    ("the-warden", "classic", "the largest battle needs 5"),
])  # fmt: skip
def test_a_map_lacks_what_its_mission_needs(slug, map_, words):
    found = faults(edited("mission", slug, maps=[map_]))
    assert any(one[:3] == ("mission", slug, "maps.0") and words in one[3] for one in found), found


def test_a_hunt_needs_two_gates_and_no_map_two_drops():
    entry = next(entry for entry in PACK["map"] if entry["slug"] == "post-road")
    one_gate = entry["drawing"].replace("G", ":", 2)
    assert any("two gates" in one[3] for one in faults(edited("map", "post-road", drawing=one_gate)))
    entry = next(entry for entry in PACK["map"] if entry["slug"] == "sluice")
    two = entry["drawing"].replace("H", "D", 1)
    assert any("more than one D" in one[3] for one in faults(edited("map", "sluice", drawing=two)))


@pytest.mark.parametrize(("kind", "slug", "fields", "field", "words"), [
    ("mission", "medicine", {"foes": ["nobody"]}, "foes.0", "no enemy 'nobody'"),
    ("mission", "medicine", {"foes": ["station"]}, "foes.0", "as the target only"),
    ("mission", "medicine", {"target": "warden"}, "target", "has no target"),
    ("mission", "night-shift", {"target": "runner"}, "target", "must be a station"),
    ("mission", "dead-letter", {"target": ""}, "target", "no enemy ''"),
    ("mission", "the-warden", {}, "kind", "of the kind boss"),
    ("ware", "emp", {"card": "nothing"}, "card", "no card 'nothing'"),
    ("fitting", "long-range-comms", {"gains": [{"type": "mount"}]}, "gains", "must bring comms"),
    ("fitting", "pdc-mount", {"gains": [{"type": "comms"}]}, "gains", "must bring a PDC mount"),
    ("part", "coil", {"gains": [{"type": "cards", "card": "x", "count": 1}]}, "gains.0.card", "no card 'x'"),
    ("run-unlock", "spare-tube", {"gains": [{"type": "cards", "card": "x"}]}, "gains.0.card", "no card 'x'"),
    ("event", "wreck", {"answers": [{"label": "a", "text": "b"}]}, "answers", "no choice"),
    ("event", "wreck", {"answers": []}, "effects", "nothing happens"),
    ("event", "rumour", {"answers": [{"label": "a", "text": "b", "effects": [{"type": "stores", "supplies": -1}]},
                                     {"label": "c", "text": "d", "effects": [{"type": "stores", "rounds": -1}]}]},
     "answers", "cost neither supplies nor rounds"),
    ("event", "solar-storm", {"effects": [{"type": "cards", "card": "x"}]}, "effects.0.card", "no card 'x'"),
    ("system", "karst", {"held": 5}, "held", "at least two planets"),
    ("system", "karst", {"planets": []}, "planets", ""),
    ("run", "run", {"trip_most": 1, "trip_least": 2}, "trip_most", "shorter than the shortest"),
    ("run", "run", {"deadline_least": 9}, "deadline", "shortest deadline"),
    ("run", "run", {"size_base": 5}, "size_most", "with no fleet"),
    ("run", "run", {"works_one": 4}, "works_two", "as much works"),
    ("run", "run", {"strength_cap": 3}, "strength_cap", "at the start"),
    ("run", "run", {"fleet_cap": 3}, "fleet_cap", "at the start"),
    ("run", "run", {"escort_fleet": [8, 4]}, "escort_fleet", "third tier"),
    ("run", "run", {"escorts": [3, 2, 1]}, "escorts", "fewer escorts"),
    ("run", "run", {"move_every": 30}, "days", "never move"),
    ("deck", "voyage", {}, "", "must be there"),
])  # fmt: skip
def test_what_does_not_fit_is_refused_at_its_field(kind, slug, fields, field, words):
    found = faults(edited(kind, slug, **fields))
    assert any(field in one[2] and words in one[3] for one in found), found


def test_orbits_keep_places_apart_and_slugs_are_their_own():
    system = copy.deepcopy(next(entry for entry in PACK["system"] if entry["slug"] == "karst"))
    planets = system["planets"]
    near = [{**planets[0], "orbit": {"radius": 300, "period": 9, "angle": 0}}, *planets[1:]]
    assert any("come nearer" in one[3] for one in faults(edited("system", "karst", planets=near)))
    twice = [*planets, {**planets[0], "orbit": {"radius": 800, "period": 9, "angle": 0}}]
    assert any("two places have the slug" in one[3] for one in faults(edited("system", "karst", planets=twice)))
    assert any("needs 6 planets" in one[3] for one in faults(edited("system", "karst", planets=planets[:5])))


def test_the_news_must_warn():
    raw = {**PACK, "news": [entry for entry in PACK["news"] if entry["when"] != "warning"]}
    assert any(one[0] == "news" for one in faults(raw))


def test_an_edition_from_before_the_run_has_none_and_says_so():
    raw = {kind: entries for kind, entries in PACK.items() if kind not in KINDS}
    content = read_content(raw)
    assert not ROAD.ready(content)
    assert ROAD.ready(CONTENT)
    with pytest.raises(ContentError) as refused:
        ROAD.options(content)
    assert "no Resistance run" in str(refused.value)
