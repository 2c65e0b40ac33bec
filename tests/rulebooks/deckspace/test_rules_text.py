"""RULES.md: every requirement once, and its table of who meets whom is what happens."""

import re
from pathlib import Path

import msgspec
import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.deckspace.resistance.run import Run
from apps.rulebooks.deckspace.resistance.tables import quotes

from .helpers import CONTENT
from .resistance.helpers import begun
from .sectors import helpers as sectors
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


def line_of(rule):
    """What the page says of a rule."""
    return RULES.read_text(encoding="utf-8").split(f"- **{rule}** ", 1)[1].split("\n- **", 1)[0]


@pytest.mark.rule("DS-109", "DS-134")
def test_the_limits_of_strength_and_of_the_fleet_are_told_and_hold():
    numbers = CONTENT.resistance.numbers
    assert f'[{numbers.strength_cap}](pack/run.toml "run-strength-most")' in line_of("DS-109")
    assert f'[{numbers.fleet_cap}](pack/run.toml "run-fleet-most")' in line_of("DS-134")
    quoted = {slug: value for slug, _label, value in quotes(CONTENT)}
    assert (quoted["run-strength-most"], quoted["run-fleet-most"]) == (numbers.strength_cap, numbers.fleet_cap)
    run = Run(CONTENT, begun(), Chance(b"limits"))
    run.strengthen(99)
    run.weaken(fleet=99)
    assert (run.state.strength, run.state.fleet) == (numbers.strength_cap, numbers.fleet_cap)


@pytest.mark.rule("DS-104", "DS-A27")
def test_a_battle_waits_when_its_page_is_closed_and_the_page_of_the_rules_says_so():
    """Reloading restarts nothing: the battle under way is the same one, until its pilot begins the sector again."""
    assert "Closing the page breaks nothing off: the battle waits as you left it" in line_of("DS-A27")
    state = sectors.flying()
    assert str(sectors.ROAD.scene(CONTENT, state, sectors.ROAD_AUDIENCE).choices[0].label) in " ".join(
        line_of("DS-A27").split()
    )
    again = msgspec.json.decode(msgspec.json.encode(state), type=sectors.ROAD.state_type)
    assert sectors.ROAD.outing(CONTENT, again) == sectors.ROAD.outing(CONTENT, state)


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
