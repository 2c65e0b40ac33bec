"""The wormhole: where it can land, where it never does, and what happens there."""

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import distance, name, within
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import Jump, TakeCard

from .helpers import (
    CONTENT,
    LoadedChance,
    all_of,
    at,
    battle,
    board,
    do,
    duel,
    kinds,
    of_kind,
    ship,
    shot,
    step,
    told,
    using,
    where,
)


def landings(state, to, seeds=400):
    """Everywhere that a jump is seen to land."""
    state = using(state, "wormhole")
    return {do(state, Jump(at(to)), chance=Chance(b"jump%d" % seed)).ship(1).at for seed in range(seeds)}


def jump(state, to, landing):
    """A jump that lands on a chosen hex."""
    state = using(state, "wormhole")
    return step(state, Jump(at(to)), chance=Landing(at(landing)))


class Landing(LoadedChance):
    """A wormhole that comes out where the test wants it, which must be possible."""

    def __init__(self, place):
        super().__init__()
        self.place = place

    def pick(self, items, purpose):
        assert purpose == "jump"
        assert self.place in items
        return self.place


@pytest.mark.rule("DS-79")
def test_it_lands_within_three_of_the_chosen_hex_and_anywhere_there():
    seen = landings(duel("a1 E 0", "k15 W 0"), "f8")
    assert seen == set(within(at("f8"), 3)), "all 37 of them"


@pytest.mark.rule("DS-A22")
def test_any_hex_of_the_board_can_be_chosen():
    state = using(duel("e5 E 0", "e8 W 0", rocks="e9", solid="e10", ordnance=[shot(1, 2, "e11 W")]), "wormhole")
    assert {action.to for action in of_kind(state, Jump)} == set(CONTENT.chart(state.chart).hexes)
    tiles = {choice.tile for choice in RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices if choice.verb == "jump"}
    assert len(tiles) == 165


@pytest.mark.rule("DS-A22", "DS-44", "DS-114")
def test_it_never_lands_on_anything_in_the_way():
    signs = {"f10": "G", "e9": "H", "e7": ":"}
    state = battle(
        ship(1, "f8 E 0"), ship(2, "f9 W 0"), chart=board(signs), rocks="e8", solid="g8 d7",
        ordnance=[shot(1, 2, "f7 W"), shot(2, 1, "g7 E", moves=0)],
    )  # fmt: skip
    taken = set(all_of("f8 f9 f10 e8 g8 d7 f7 g7"))
    assert landings(state, "f8", 1000) == set(within(at("f8"), 3)) - taken


@pytest.mark.rule("DS-79", "DS-A22")
def test_at_the_edge_it_stays_on_the_board():
    seen = landings(duel("k15 E 0", "k14 W 0"), "a1")
    assert seen == {place for place in within(at("a1"), 3) if place in CONTENT.chart(board()).hexes}


@pytest.mark.rule("DS-A22")
def test_facing_and_speed_stay():
    done = jump(duel("a1 SW 3"), "f8", "f9")
    assert (where(done.state, 1), done.state.ship(1).facing, done.state.ship(1).speed) == ("f9", 3, 3)
    assert kinds(done.state) == {"EndTurn"}


@pytest.mark.rule("DS-A22")
def test_with_no_free_hex_nothing_happens_and_the_card_is_spent():
    solid = " ".join(name(place) for place in within(at("f8"), 3))
    done = step(using(duel("a1 E 2", solid=solid), "wormhole"), Jump(at("f8")))
    assert (where(done.state, 1), done.state.card, done.state.ship(1).discard) == ("a1", "", ("wormhole",))
    assert told(done) == ["jump-failed"]


@pytest.mark.rule("DS-79", "DS-A18")
def test_a_marker_on_the_landing_hex_applies():
    state = duel("a1 E 0", chart=board({"f9": "H"}), red={"health": 2})
    assert jump(state, "f8", "f9").state.ship(1).health == 4
    assert jump(state, "f8", "f9").state.ship(1).max_health == 5


@pytest.mark.rule("DS-79", "DS-A48")
def test_cards_are_chosen_and_the_turn_goes_on():
    state = duel("a1 E 2", chart=board({"f9": "C"}), pool=("emp", "wormhole", "wormhole"))
    state = jump(state, "f8", "f9").state
    assert state.phase == "choosing"
    state = do(state, TakeCard("emp"))
    assert (state.phase, kinds(state), where(state, 1)) == ("acting", {"EndTurn"}, "f9")


@pytest.mark.rule("DS-79")
def test_every_free_hex_is_as_likely():
    state = using(duel("a1 E 0", "k15 W 0"), "wormhole")
    near = sum(
        distance(do(state, Jump(at("f8")), chance=Chance(b"even%d" % seed)).ship(1).at, at("f8")) <= 1
        for seed in range(1000)
    )
    assert 7 / 37 - 0.05 < near / 1000 < 7 / 37 + 0.05
