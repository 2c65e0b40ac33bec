"""Between two sectors: what is on offer, what it does, and what a deck and a ship can hold."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.deckspace.sectors.actions import (
    Launch,
    RemoveCard,
    RestartSector,
    TakeCard,
    TakeUpgrade,
    TrimCard,
)
from apps.rulebooks.deckspace.sectors.battle import pool
from apps.rulebooks.deckspace.sectors.rewards import drawn_offers
from apps.rulebooks.deckspace.sectors.road import ROAD

from ..helpers import CONTENT
from .helpers import at_sector, begun, cleared, do, flying, legal, of_kind, reported, step, told, won


def choosing(**craft):
    """After the first sector, with the ship as it is told."""
    state = cleared(begun())
    return replace(state, craft=replace(state.craft, **craft))


@pytest.mark.rule("DS-94")
def test_a_run_begins_with_five_thrust_and_three_missile_and_knows_no_more():
    state = begun()
    assert state.craft.deck == ("missile",) * 3 + ("thrust",) * 5
    assert state.known == ("missile", "thrust")
    assert (state.craft.health, state.craft.max_health, state.craft.max_speed) == (4, 4, 3)
    assert (state.craft.armor, state.craft.pdc, state.sector, state.phase) == (0, False, 1, "briefing")


@pytest.mark.rule("DS-97")
def test_rewards_offer_only_what_is_known_and_more_with_every_sector():
    seen = []
    for number in range(1, 5):
        state = cleared(at_sector(number))
        drawn = {card for n in range(200) for card in drawn_offers(CONTENT, state, Chance(b"%d" % n))}
        assert drawn == set(state.known)
        seen.append(len(drawn))
    assert seen == [3, 4, 5, 6]


@pytest.mark.rule("DS-97")
def test_a_salvaged_skill_is_in_the_next_pool():
    assert pool(CONTENT, cleared(begun()).known) == ("high-thrust", "high-thrust")


@pytest.mark.rule("DS-98", "DS-A69")
def test_three_different_cards_are_on_offer():
    state = cleared(at_sector(4))
    for n in range(50):
        offers = drawn_offers(CONTENT, state, Chance(b"%d" % n))
        assert len(set(offers)) == len(offers) == 3


@pytest.mark.rule("DS-98")
def test_one_reward_of_three_kinds_is_chosen():
    state = choosing()
    kinds = {type(action) for action in legal(state)}
    assert kinds == {TakeCard, TakeUpgrade, RemoveCard}
    assert [action.card for action in of_kind(state, TakeCard)] == list(state.offers)
    assert {action.reward for action in of_kind(state, TakeUpgrade)} == {"plating", "drive", "bulkheads"}
    for action in legal(state):
        after = do(state, action)
        assert (after.phase, after.sector) == ("briefing", 2)
        assert legal(after) == (Launch(),), "there is no second one"


@pytest.mark.rule("DS-98")
def test_a_card_joins_the_deck():
    state = choosing()
    card = state.offers[0]
    done = step(state, TakeCard(card))
    assert sorted(done.state.craft.deck) == sorted((*state.craft.deck, card))
    assert told(done)[0] == "reward-card"


@pytest.mark.rule("DS-98", "DS-100")
@pytest.mark.parametrize(
    ("reward", "armor", "speed", "most", "health"),
    [("plating", 1, 3, 4, 4), ("drive", 0, 4, 4, 4), ("bulkheads", 0, 3, 5, 5)],
)
def test_upgrades(reward, armor, speed, most, health):
    after = do(choosing(health=2), TakeUpgrade(reward)).craft
    assert (after.armor, after.max_speed, after.max_health, after.health) == (armor, speed, most, health)


@pytest.mark.rule("DS-A69", "DS-A52")
def test_an_upgrade_beyond_the_limit_is_not_offered():
    state = choosing(armor=2, max_speed=5, max_health=6)
    assert of_kind(state, TakeUpgrade) == []
    with pytest.raises(IllegalAction):
        do(state, TakeUpgrade("plating"))


@pytest.mark.rule("DS-98", "DS-A15")
def test_a_card_is_removed_for_good_a_null_as_well():
    state = choosing(deck=("missile",) * 3 + ("null",) + ("thrust",) * 5)
    after = do(state, RemoveCard("null"))
    assert "null" not in after.craft.deck
    assert len(after.craft.deck) == 8
    assert after.tally.removed == 1


@pytest.mark.rule("DS-99")
def test_no_card_is_removed_where_six_are_left():
    assert of_kind(choosing(deck=("missile",) * 2 + ("thrust",) * 5), RemoveCard)
    six = choosing(deck=("missile",) * 2 + ("thrust",) * 4)
    assert of_kind(six, RemoveCard) == []
    with pytest.raises(IllegalAction) as caught:
        do(six, RemoveCard("thrust"))
    assert caught.value.code == "removal"
    assert of_kind(choosing(deck=("null",) * 2 + ("thrust",) * 4), RemoveCard) == [], "dead cards count"


@pytest.mark.rule("DS-100")
@pytest.mark.parametrize(("before", "after"), [(1, 3), (2, 4), (3, 4), (4, 4)])
def test_after_the_choice_the_hull_is_repaired_by_two(before, after):
    state = choosing(health=before)
    for action in (TakeCard(state.offers[0]), TakeUpgrade("drive"), RemoveCard("missile")):
        done = step(state, action)
        assert done.state.craft.health == after
        assert ("repaired" in told(done)) == (before < 4)


@pytest.mark.rule("DS-100")
def test_other_damage_carries_on_and_nothing_is_repaired_before_the_choice():
    state = flying()
    state = reported(state, won(state, health=1)).state
    assert state.craft.health == 1
    state = do(state, TakeUpgrade("plating"))
    assert state.craft.health == 3
    assert do(state, Launch()).craft.health == 3


@pytest.mark.rule("DS-A49", "DS-A69")
def test_a_card_of_which_the_deck_holds_its_most_is_not_on_offer():
    state = cleared(at_sector(4))
    state = replace(state, known=tuple(sorted((*state.known, "emp"))))
    drawn = {card for n in range(200) for card in drawn_offers(CONTENT, state, Chance(b"%d" % n))}
    assert "emp" in drawn
    full = replace(state, craft=replace(state.craft, deck=tuple(sorted((*state.craft.deck, "emp")))))
    drawn = {card for n in range(200) for card in drawn_offers(CONTENT, full, Chance(b"%d" % n))}
    assert "emp" not in drawn


def test_what_is_not_possible_is_refused_with_a_reason():
    tried = [
        (begun(), 0, TakeCard("missile"), "briefing"),
        (begun(), 1, Launch(), "seat"),
        (begun(), 0, RestartSector(), "briefing"),
        (flying(), 0, Launch(), "fighting"),
        (choosing(), 0, Launch(), "reward"),
        (choosing(), 0, TakeCard("emp"), "offer"),
        (choosing(), 0, TakeUpgrade("a-yacht"), "upgrade"),
        (choosing(), 0, TrimCard("thrust"), "spare"),
        (choosing(), 0, RemoveCard("emp"), "removal"),
        (cleared(at_sector(5)), 0, Launch(), "over"),
    ]
    for state, seat, action, code in tried:
        with pytest.raises(IllegalAction) as caught:
            ROAD.apply(CONTENT, state, seat, action, Chance(b"no"))
        assert caught.value.code == code
        assert str(caught.value.message)
