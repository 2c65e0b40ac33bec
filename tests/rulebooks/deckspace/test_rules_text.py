"""RULES.md: every requirement once, and its table of who meets whom is what happens."""

import re
from pathlib import Path

import pytest

from .test_interactions import happens

RULES = Path(__file__).parents[3] / "apps/rulebooks/deckspace/RULES.md"
RULINGS = range(1, 77)


def test_every_requirement_is_there_once_and_no_other():
    text = RULES.read_text(encoding="utf-8")
    wanted = [f"DS-{n:02}" for n in range(1, 165)]
    wanted += [f"DS-A{n:02}" for n in RULINGS]
    for rule in wanted:
        assert text.count(f"**{rule}**") == 1, rule
    assert set(re.findall(r"DS-A?\d+", text)) == set(wanted)


@pytest.mark.rule("DS-49", "DS-50", "DS-66", "DS-67")
def test_its_table_of_who_meets_whom_is_true():
    """The words of the page against the table that the tests play through."""
    outcomes = {
        "passes": "past, kept", "is hit": "past -1, gone", "gets its blast": "past -3, gone, blast",
        "explodes, flies on": "past -1, gone, bang", "stops before it": "before, kept", "works": "past, taken",
        "is lost": ("lost", "gone"), "hits it": ("gone, -1", "-, -3"), "both gone": "gone, gone",
        "explodes": ("gone, gone, bang", "-, gone, bang"), "flies on": "in, kept",
        "bursts on it": ("gone, -3, blast", "gone, gone, blast"), "destroys it": "-, gone", "goes on": "-, kept",
        "ends": "-",
    }  # fmt: skip
    things = {
        "a ship": "ship", "a missile": "missile", "a nuke": "large nuke", "a rock": "rock", "solid rock": "solid rock",
        "a marker": "marker", "the end of the board": "edge",
    }  # fmt: skip
    actors = ("ship flies through", "missile flies in", "large nuke flies in", "beam lane")
    rows = [line.strip("|\n ").split("|") for line in RULES.read_text().splitlines() if line.startswith("|")][2:]
    assert len(rows) == len(things)
    for row in rows:
        thing, *cells = (cell.strip() for cell in row)
        for actor, cell in zip(actors, cells, strict=True):
            wanted = outcomes[cell]
            found = happens(actor, things[thing])
            assert found in ((wanted,) if isinstance(wanted, str) else wanted), (actor, thing, found)
