"""Maps that favour a start are found before anybody plays on them."""

from __future__ import annotations

import msgspec
import pytest

from apps.content.services import weighing
from apps.content.services.trying import try_out
from apps.content.services.weighing import Weighed, weigh
from apps.rulebooks.registry import rulebook

BOOK = rulebook("deckspace")
FAIR = """\
: : : : : : : : : : : : : : : : :
 : . . . . . . . . . . . . . . :
: . . . . . . . . . . . . . . . :
 : 2 . . . . . . . . . . . . . :
: . . . . . . . . . . . . . . . :
 : . . . . . . . . . . . . . 1 :
: . . . . . . . . . . . . . . . :
 : . . . . . . . . . . . . . . :
: : : : : : : : : : : : : : : : :
"""
UNFAIR = FAIR.replace(" : 2 . . .", " : 2 o o o").replace("\n: . . . .", "\n: o o o .")


def edition(drawing: str | None):
    """The base content with one more map, or as it is."""
    raw = dict(BOOK.base_pack())
    if drawing is not None:
        board = {"slug": "yard", "name": "Yard", "blurb": "A yard.", "drawing": drawing, "facing": ["W", "E"]}
        raw["map"] = [*raw["map"], board]
    return BOOK.read_content(raw)


@pytest.fixture(autouse=True)
def time_enough(monkeypatch, settings):
    """Some games, however long they take."""
    monkeypatch.setattr(weighing, "MOST_GAMES", 40)
    settings.WEIGHING_SECONDS = 600


@pytest.mark.rule("DS-02")
def test_a_map_that_favours_a_start_is_refused():
    before = edition(None)
    (unfair,) = weigh(BOOK, edition(UNFAIR), before, "weigh")
    assert (unfair.kind, unfair.slug) == ("map", "yard")
    assert unfair.games >= 20
    assert "favours a seat" in unfair.objection
    trial = try_out(BOOK, edition(UNFAIR), "weigh", 0.2, before)
    assert trial.objections == [one.objection for one in trial.weighed if one.objection]


def test_only_what_differs_is_weighed():
    assert weigh(BOOK, edition(None), edition(None), "same") == ()
    (fair,) = weigh(BOOK, edition(FAIR), edition(None), "weigh")
    assert (fair.slug, fair.objection) == ("yard", "")
    everything = {
        entry["slug"] for kind in ("map", "generator") for entry in BOOK.base_pack()[kind] if entry.get("free", True)
    }
    assert {one.slug for one in BOOK.weighings(edition(None), None)} == everything


@pytest.mark.parametrize(
    ("wins", "objected"),
    [
        ((50, 50), False),
        ((60, 40), False),
        ((61, 39), False),
        ((66, 34), True),
        ((3, 0), False),
        ((40, 30, 30), False),
        ((60, 25, 15), True),
    ],
)
def test_chance_alone_is_no_objection(wins, objected):
    assert bool(Weighed("map", "yard", max(sum(wins), 3), wins).objection) == objected
    assert msgspec.to_builtins(Weighed("map", "yard", 3, wins))["wins"] == wins
