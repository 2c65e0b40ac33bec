"""The content of the campaign: faults are named at their entry, and the base pack is as rich as it should be."""

import copy

import pytest

from apps.rulebooks.core.protocol import ContentError
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.edition import read_content
from apps.rulebooks.deckspace.state import ChartKey

from ..helpers import CONTENT


def entries(**changes):
    """The base pack with the entries of some kinds changed, by kind: a function of the list of entries."""
    raw = copy.deepcopy({kind: list(there) for kind, there in RULEBOOK.base_pack().items()})
    for kind, change in changes.items():
        change(raw[kind])
    return raw


def faults_of(**changes):
    with pytest.raises(ContentError) as caught:
        read_content(entries(**changes))
    return [(fault.kind, fault.slug, fault.field.split(".")[0], fault.message) for fault in caught.value.faults]


def of(there, slug):
    return next(entry for entry in there if entry["slug"] == slug)


@pytest.mark.parametrize(
    ("kind", "slug", "changed", "fault"),
    [
        ("sector", "quarry", {"maps": ["atlantis"]}, ("sector", "quarry", "maps", "'atlantis'")),
        ("sector", "quarry", {"number": 3}, ("sector", "", "number", "no sector 2")),
        ("sector", "quarry", {"number": 6}, ("sector", "quarry", "number", "5 sectors")),
        ("sector", "quarry", {"skills": ["tea"]}, ("sector", "quarry", "skills", "'tea'")),
        ("sector", "quarry", {"skills": ["large-nuke"]}, ("card", "large-nuke", "lesson", "explained")),
        ("sector", "quarry", {"skills": ["emp"]}, ("sector", "quarry", "lineups", "'emp'")),
        ("sector", "quarry", {"lineups": [{"enemies": ["nobody"]}]}, ("sector", "quarry", "lineups", "'nobody'")),
        ("sector", "quarry", {"lineups": [{"enemies": ["sapper"] * 5}]}, ("sector", "quarry", "maps", "starts")),
        ("campaign", "campaign", {"floor": 9}, ("campaign", "campaign", "deck", "fewer than 9")),
        ("campaign", "campaign", {"floor": 3}, ("campaign", "campaign", "floor", "more than 3")),
        ("campaign", "campaign", {"deck": "none"}, ("campaign", "campaign", "deck", "'none'")),
        ("campaign", "campaign", {"offered": 4}, ("campaign", "campaign", "offered", "only 3")),
        ("reward", "plating", {"gives": {"type": "upgrade"}}, ("reward", "plating", "gives", "better")),
        ("reward", "card-emp", {"gives": {"type": "card", "card": "tea"}}, ("reward", "card-emp", "gives", "'tea'")),
        ("reward", "card-emp", {"gives": {"type": "card", "card": "null"}}, ("reward", "card-emp", "gives", "nothing")),
        ("unlock", "minefield", {"effect": {"type": "map", "sector": "sieve", "map": "atlantis"}},
         ("unlock", "minefield", "effect", "'atlantis'")),
        ("unlock", "minefield", {"effect": {"type": "map", "sector": "here", "map": "undertow"}},
         ("unlock", "minefield", "effect", "'here'")),
        ("unlock", "minefield", {"effect": {"type": "swap", "out": "thrust", "into": "tea"}},
         ("unlock", "minefield", "effect", "'tea'")),
        ("unlock", "minefield", {"effect": {"type": "known", "card": "null"}},
         ("unlock", "minefield", "effect", "never")),
    ],
)  # fmt: skip
def test_faults_are_named_at_their_entry(kind, slug, changed, fault):
    found = faults_of(**{kind: lambda there: of(there, slug).update(changed)})
    assert any(one[:3] == fault[:3] and fault[3] in one[3] for one in found), found


def test_a_sector_too_few_is_named():
    found = faults_of(sector=lambda there: there.remove(of(there, "sieve")))
    assert ("sector", "", "number", "there is no sector 3") in found


def test_an_edition_from_before_the_campaign_still_reads():
    raw = {kind: there for kind, there in RULEBOOK.base_pack().items()
           if kind not in ("sector", "reward", "unlock", "campaign")}  # fmt: skip
    assert read_content(raw).sectors.order == ()


@pytest.mark.rule("DS-46", "DS-92")
def test_sectors_are_big_and_each_has_maps_with_drifting_fields():
    for sector in CONTENT.sectors.order:
        assert len(sector.maps) >= 2
        assert len(sector.lineups) >= 3
        for slug in sector.maps:
            chart = CONTENT.chart(ChartKey(slug))
            assert chart.drifts
            assert len(chart.hexes) > 600
