"""One word for one thing, and numbers that agree with their nouns."""

import re
import tomllib
from pathlib import Path

import pytest

from apps.rulebooks.core.protocol import PUBLIC, Audience
from apps.rulebooks.core.scene import SeatPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.resistance.words import rounds_words, strength_words, supplies_words

from .helpers import CONTENT, duel, shot
from .resistance import helpers as resistance
from .sectors import helpers as sectors

HOME = Path(__file__).parents[3] / "apps/rulebooks/deckspace"
OLD = re.compile(r"max(imum)? (health|speed)|most hull|health limit|hull at most|\bhealth\b(?! \d| =)", re.IGNORECASE)
SAID = re.compile(r'say\(\s*"([^"]*)"')
SMALL = {"with", "the", "of", "a"}


def words():
    """Every sentence of the rulebook's own code."""
    for path in HOME.rglob("*.py"):
        yield from SAID.findall(path.read_text(encoding="utf-8"))


@pytest.mark.rule("DS-21", "DS-86")
def test_hull_and_its_limit_have_one_name_each():
    assert [text for text in words() if OLD.search(re.sub(r"\{\w+\}", "", text))] == []
    for scene in (
        RULEBOOK.scene(CONTENT, duel("e5 E 0"), PUBLIC),
        sectors.ROAD.scene(CONTENT, sectors.begun(), PUBLIC),
        resistance.ROAD.scene(CONTENT, resistance.begun(), PUBLIC),
    ):
        (seat, *_) = [panel for panel in scene.panels if isinstance(panel, SeatPanel)]
        labels = {stat.symbol: str(stat.label) for stat in seat.stats}
        assert labels["stat-health"] == "Hull"
        assert labels["stat-speed"] in ("Speed", "Speed limit")


def test_amounts_agree_with_their_nouns():
    assert [str(supplies_words(n)) for n in (1, 2, -1)] == ["+1 supply", "+2 supplies", "−1 supply"]
    assert [str(rounds_words(n)) for n in (1, -3)] == ["+1 PDC round", "−3 PDC rounds"]
    assert str(strength_words(-5)) == "−5 strength"


@pytest.mark.parametrize(("count", "headline", "detail"), [
    (1, "steer your missile", "It must still move."), (2, "steer your missiles", "2 of them must still move."),
])  # fmt: skip
def test_one_missile_is_spoken_of_as_one(count, headline, detail):
    state = duel("e5 E 0", ordnance=[shot(n, 1, f"h{4 + 2 * n} E") for n in range(1, count + 1)])
    status = RULEBOOK.scene(CONTENT, state, Audience.of(0)).status
    assert (str(status.headline), str(status.detail)) == (f"Your turn: {headline}", detail)


@pytest.mark.rule("DS-96")
def test_salvage_is_told_without_an_article_that_might_not_fit():
    state = sectors.at_sector(2)
    done = sectors.reported(sectors.do(state, sectors.Launch()), sectors.won(sectors.do(state, sectors.Launch())))
    (line,) = [str(event.text) for event in done.events if event.kind == "salvaged"]
    assert line.startswith(f"{CONTENT.sectors.numbers.ship} salvages Small Nuke. From now on C markers (cards)")


def test_the_log_of_a_road_names_the_ship_and_speaks_to_nobody():
    """Everybody reads the same line, also who only watches: "you" would be the wrong one."""
    told = [path for road in ("sectors", "resistance") for path in (HOME / road).glob("*.py")
            if re.search(r"run\.tell\(|_event\(", path.read_text(encoding="utf-8"))]  # fmt: skip
    assert {path.stem for path in told} >= {"play", "clock", "port", "boss", "debrief"}
    lines = [line for path in told for line in SAID.findall(path.read_text(encoding="utf-8"))]
    assert [line for line in lines if re.search(r"\byou(r|rs)?\b", line, re.IGNORECASE)] == []
    state = resistance.hub()
    to = next(place for place, days in resistance.trips(state).items() if days == 1)
    name = resistance.SYSTEM.place(to).name
    lines = [str(event.text) for event in resistance.step(state, resistance.Travel(to)).events]
    assert (lines[0], lines[-1]) == (f"Ferret sets out for {name}: 1 day.", f"Day 1: Ferret reaches {name}.")
    events = sectors.step(sectors.begun(), sectors.Launch()).events
    assert str(events[0].text).startswith(f"{CONTENT.sectors.numbers.ship} flies into sector 1, ")


@pytest.mark.parametrize("kind", ["unlock", "run-unlock", "fitting", "part"])
def test_names_of_things_are_written_alike(kind):
    entries = tomllib.loads((HOME / "pack" / f"{kind}.toml").read_text(encoding="utf-8"))["entry"]
    for entry in entries:
        first, *rest = entry["name"].replace("-", " ").split()
        assert first[0].isupper(), entry["name"]
        assert all(word[0].isupper() or word in SMALL or word in ("hand", "range") for word in rest), entry["name"]
