"""What is earned for later runs, and what it changes there."""

from collections import Counter

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.roads import EARNED
from apps.rulebooks.core.scene import ObjectivePanel
from apps.rulebooks.deckspace.sectors.actions import Launch, RemoveCard, TakeUpgrade, TrimCard
from apps.rulebooks.deckspace.sectors.battle import drawn_plan, pool
from apps.rulebooks.deckspace.sectors.rewards import drawn_offers
from apps.rulebooks.deckspace.sectors.road import ROAD
from apps.rulebooks.deckspace.sectors.state import Tally
from apps.rulebooks.deckspace.sectors.unlocks import newly_earned

from ..helpers import CONTENT
from .helpers import ROAD_AUDIENCE, at_sector, begun, cleared, do, flying, lost, of_kind, reported, told, won

ALL = tuple(CONTENT.sectors.unlocks)


def used(*slugs):
    """A run that begins with these unlocks."""
    return begun(**{"legacy": "kept", EARNED: ",".join(slugs)})


@pytest.mark.rule("DS-105")
def test_there_are_eight_and_each_says_how_it_is_earned():
    shown = ROAD.unlocks(CONTENT)
    assert len(shown) == 8
    for unlock in shown:
        assert str(unlock.name)
        assert str(unlock.text)
        assert str(unlock.how)


@pytest.mark.rule("DS-105")
@pytest.mark.parametrize(
    ("slug", "enough", "short"),
    [
        ("second-hand-booster", Tally(cleared=2), Tally(cleared=1)),
        ("thicker-skin", Tally(cleared=4), Tally(cleared=3)),
        ("minefield", Tally(unhurt=3), Tally(unhurt=2)),
        ("quartermaster", Tally(rounds=(30, 30, 30, 10)), Tally(rounds=(9, 9, 9, 11))),
        ("clean-sweep", Tally(removed=2), Tally(removed=1)),
        ("sealed-crate", Tally(downed=9), Tally(downed=8)),
    ],
)
def test_how_each_is_earned(slug, enough, short):
    assert slug in newly_earned(CONTENT, replace(begun(), tally=enough))
    assert slug not in newly_earned(CONTENT, replace(begun(), tally=short))


@pytest.mark.rule("DS-105", "DS-93")
def test_an_unlock_is_told_when_it_is_earned_and_once():
    state = do(at_sector(2), Launch())
    done = reported(state, won(state))
    assert "second-hand-booster" in ROAD.earned(CONTENT, done.state)
    assert any("Second-hand Booster" in str(event.text) for event in done.events if event.kind == "unlock-earned")
    later = do(done.state, of_kind(done.state, TakeUpgrade)[0], Launch())
    assert not any("Second-hand Booster" in str(event.text) for event in reported(later, won(later)).events)


@pytest.mark.rule("DS-105")
def test_what_was_earned_before_is_not_told_again():
    state = do(replace(at_sector(2), unlocked=ALL), Launch())
    assert "unlock-earned" not in told(reported(state, won(state)))


def test_enemies_are_counted_in_a_lost_battle_too():
    state = flying(tally=Tally(downed=8))
    done = reported(state, replace(lost(state), downed=("drone",)))
    assert "sealed-crate" in ROAD.earned(CONTENT, done.state)


@pytest.mark.rule("DS-105")
def test_without_being_asked_for_they_change_nothing():
    plain = begun()
    fresh = begun(**{EARNED: ",".join(ALL)})
    assert (fresh.craft, fresh.known, fresh.active, fresh.spare) == (plain.craft, plain.known, (), 0)
    assert fresh.unlocked == ALL
    assert used().active == ()
    assert used("no-such-thing").active == ()


@pytest.mark.rule("DS-105")
def test_what_was_earned_comes_along_unless_it_is_left_behind():
    (option,) = ROAD.options(CONTENT)
    assert option.choices[0][0] == "kept"


def test_a_card_of_the_starting_deck_is_exchanged():
    assert Counter(used("second-hand-booster").craft.deck) == {"thrust": 4, "high-thrust": 1, "missile": 3}


@pytest.mark.rule("DS-94")
def test_a_card_that_is_exchanged_is_still_new():
    assert used("second-hand-booster").known == ("missile", "thrust")


def test_more_hull_at_the_start():
    craft = used("thicker-skin").craft
    assert (craft.health, craft.max_health) == (5, 5)


def test_the_large_nuke_is_on_offer():
    state = used("sealed-crate")
    assert pool(CONTENT, state.known) == ("large-nuke", "large-nuke")
    first, second = (replace(state, tally=Tally(cleared=n)) for n in (1, 2))
    offers = [{card for n in range(200) for card in drawn_offers(CONTENT, one, Chance(b"%d" % n))}
              for one in (first, second)]  # fmt: skip
    assert ["large-nuke" in cards for cards in offers] == [False, True]


def test_one_more_map():
    def maps(active):
        return {drawn_plan(CONTENT, 3, active, Chance(b"%d" % n)).map for n in range(100)}

    assert maps(("minefield",)) - maps(()) == {"old-minefield"}


def test_one_more_card_on_offer():
    state = used("quartermaster", "second-hand-booster", "sealed-crate")
    state = replace(state, known=(*state.known, "high-thrust"), tally=Tally(cleared=3))
    assert len(drawn_offers(CONTENT, state, Chance(b"offers"))) == 4


@pytest.mark.rule("DS-A68", "DS-99")
def test_a_spare_removal_leaves_the_reward_to_choose():
    state = cleared(used("clean-sweep"))
    assert len(of_kind(state, TrimCard)) == len(of_kind(state, RemoveCard)) == 3
    after = do(state, TrimCard("thrust"))
    assert (after.phase, after.spare, len(after.craft.deck)) == ("reward", 0, len(state.craft.deck) - 1)
    assert of_kind(after, TrimCard) == []
    assert of_kind(after, TakeUpgrade)
    six = replace(state, craft=replace(state.craft, deck=("thrust",) * 6))
    assert of_kind(six, TrimCard) == []


@pytest.mark.rule("DS-105")
def test_the_end_shows_what_was_unlocked_and_how_to_unlock_the_rest():
    state = flying(tally=Tally(downed=9))
    state = reported(state, lost(state)).state
    panels = {panel.id: panel for panel in ROAD.scene(CONTENT, state, ROAD_AUDIENCE).panels
              if isinstance(panel, ObjectivePanel)}  # fmt: skip
    assert panels["unlock-sealed-crate"].done
    assert not panels["unlock-clean-sweep"].done
    assert "Remove two cards" in str(panels["unlock-clean-sweep"].text)


@pytest.mark.rule("DS-A37")
def test_what_is_earned_is_handed_over_by_name_to_the_next_run():
    """The ledger itself holds nothing of other runs: whoever keeps the pilot's unlocks names them to the next one."""
    state = do(at_sector(2), Launch())
    earned = ROAD.earned(CONTENT, reported(state, won(state)).state)
    assert set(earned) <= set(ALL)
    assert used(*earned).active == tuple(slug for slug in ALL if slug in earned)
