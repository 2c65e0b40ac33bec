"""What an editor sees of an entry as it looks in play."""

import re
from pathlib import Path

import msgspec
import pytest

from apps.rulebooks.deckspace import RULEBOOK

PACK = RULEBOOK.base_pack()
SYMBOLS = Path("static/svg/symbols.svg").read_text()
SHOWN = (
    "sector", "reward", "unlock", "campaign", "enemy", "system", "mission", "event", "ware", "fitting", "part",
    "run-unlock", "news",
)  # fmt: skip


def seen(kind, slug, **changed):
    """The preview of an entry of the base pack, changed a little."""
    data = next(entry for entry in PACK[kind] if entry["slug"] == slug) | changed
    return RULEBOOK.preview(kind, msgspec.convert(data, RULEBOOK.content_kinds[kind].entry), PACK)


def facts(kind, slug, **changed):
    return " ".join(str(fact) for fact in seen(kind, slug, **changed).facts)


@pytest.mark.parametrize("kind", SHOWN)
def test_every_entry_can_be_looked_at(kind):
    for entry in PACK[kind]:
        shown = seen(kind, entry["slug"])
        assert shown.facts
        assert "missing" not in " ".join(map(str, shown.facts))
        for card in shown.cards:
            for symbol in (card.symbol, *(badge.symbol for badge in card.badges)):
                assert re.search(f'id="{symbol}"', SYMBOLS), symbol


def test_a_system_is_its_chart():
    board = seen("system", "tamarisk").board
    kinds = {tile.id: tile.kind for tile in board.tiles}
    assert (kinds["sun"], kinds["larder"], kinds["anvil"], kinds["mirk"]) == ("sun", "home-base", "anvil", "planet")
    assert len({mark.reach for mark in board.marks}) == len(board.marks) == 5
    assert "30 days until the Warden comes" in facts("system", "tamarisk")
    assert re.search(r"From the home base on day 0: .*Verge \d days", facts("system", "tamarisk"))


def test_an_enemy_comes_with_its_deck():
    shown = seen("enemy", "drone")
    assert [(card.symbol, card.count) for card in shown.cards[1:]] == [("card-thrust", 6), ("card-missile", 1)]
    assert {badge.symbol: badge.text for badge in shown.cards[0].badges}["stat-health"] == "1"
    assert "7 cards" in facts("enemy", "drone")


def test_what_a_thing_does_is_told_in_words():
    assert "+1 hull limit, and filled" in facts("part", "bulkhead")
    gains = [{"type": "pods", "count": 2}, {"type": "cards", "card": "emp"}, {"type": "routes", "days": 1}]
    told = facts("part", "bulkhead", gains=gains)
    assert "+2 pods on a Supply run, +1 EMP for the deck, trips shorter, in days: 1" in told
    assert "1 damage" in facts("event", "dust-lane")
    assert "means: −2 supplies, +2 strength" in facts("event", "distress-call")


def test_a_mission_shows_where_it_is_flown_and_names_what_is_missing():
    assert seen("mission", "grain-and-silence").board is not None
    told = facts("mission", "grain-and-silence", maps=["nowhere"], target="nobody")
    assert "nowhere (missing)" in told
    assert "nobody (missing)" in told
    assert seen("mission", "grain-and-silence", maps=["nowhere"]).board is None


def test_a_sector_shows_its_battles():
    first = next(entry["slug"] for entry in PACK["sector"] if entry["number"] == 1)
    shown = seen("sector", first)
    assert shown.board is not None
    assert shown.cards
    assert facts("sector", first).count("Who waits") == len(shown.facts) - 3
