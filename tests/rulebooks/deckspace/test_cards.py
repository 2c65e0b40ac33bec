"""Decks and hands: drawing, playing one card, keeping one, shuffling."""

import collections

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.deckspace.actions import EndTurn, KeepCard, KeepNothing, Launch, PlayCard, Thrust

from .helpers import CONTENT, E, LoadedChance, do, duel, edited, end, given, kinds, legal, of_kind, step, told


def begins(chance=None, content=CONTENT, **red):
    """Red's turn begins: Blue has just ended its own."""
    return end(duel("e5 E 0", red=red, active=2), chance=chance, content=content)


@pytest.mark.rule("DS-A02")
def test_a_turn_begins_by_drawing_up_to_three_from_the_top():
    state = begins(draw="missile thrust emp wormhole thrust")
    assert state.ship(1).hand == ("emp", "missile", "thrust")
    assert state.ship(1).draw == ("wormhole", "thrust")


@pytest.mark.rule("DS-A02")
def test_a_kept_card_counts():
    state = begins(hand="emp", draw="missile thrust wormhole")
    assert state.ship(1).hand == ("emp", "missile", "thrust")
    assert state.ship(1).draw == ("wormhole",)


@pytest.mark.rule("DS-A02")
def test_when_the_pile_is_empty_the_discards_are_shuffled():
    seen = collections.Counter()
    for seed in range(90):
        state = begins(chance=LoadedChance(b"s%d" % seed), draw="emp", discard="missile missile thrust wormhole")
        one = state.ship(1)
        assert "emp" in one.hand
        assert len(one.hand) == 3
        assert one.discard == ()
        assert sorted(one.cards) == ["emp", "missile", "missile", "thrust", "wormhole"]
        seen.update(one.hand)
    assert set(seen) == {"emp", "missile", "thrust", "wormhole"}


@pytest.mark.rule("DS-A02")
def test_when_both_are_empty_the_hand_is_smaller():
    assert begins(draw="emp", discard="thrust").ship(1).hand == ("emp", "thrust")
    assert begins().ship(1).hand == ()


@pytest.mark.rule("DS-A02")
@pytest.mark.parametrize("kept", ["emp", "missile", ""])
def test_one_card_may_be_kept_and_the_others_are_discarded(kept):
    state = do(duel("e5 E 0", hand="emp missile missile"), EndTurn())
    assert state.phase == "keeping"
    assert legal(state) == (KeepCard("emp"), KeepCard("missile"), KeepNothing())
    state = do(state, KeepCard(kept) if kept else KeepNothing())
    assert state.ship(1).hand == ((kept,) if kept else ())
    assert len(state.ship(1).discard) == (2 if kept else 3)
    assert state.active == 2


@pytest.mark.rule("DS-A02")
def test_with_nothing_in_hand_nothing_is_asked():
    assert do(duel("e5 E 0"), EndTurn()).active == 2


@pytest.mark.rule("DS-A02")
def test_an_edition_can_do_without_keeping():
    state = do(duel("e5 E 0", hand="emp"), EndTurn(), content=edited(keep=0))
    assert (state.active, state.ship(1).discard) == (2, ("emp",))


@pytest.mark.rule("DS-A01", "DS-30")
def test_one_card_a_turn():
    state = do(duel("e5 E 0", hand="thrust thrust missile"), PlayCard("thrust"))
    assert of_kind(state, PlayCard) == []
    with pytest.raises(IllegalAction) as refused:
        do(state, PlayCard("missile"))
    assert refused.value.code == "played"
    assert CONTENT.numbers.plays == 1


@pytest.mark.rule("DS-A01")
def test_one_need_not_play_any():
    state = duel("e5 E 0", hand="thrust")
    assert EndTurn() in legal(state)
    assert do(state, EndTurn(), KeepNothing()).active == 2


@pytest.mark.rule("DS-A01")
def test_an_edition_can_allow_two():
    two = edited(plays=2)
    state = do(duel("e5 E 0", hand="thrust missile emp"), PlayCard("thrust"), Thrust("left"), content=two)
    state = do(state, PlayCard("missile"), content=two)
    assert state.card == "missile"
    with pytest.raises(IllegalAction):
        do(state, PlayCard("emp"), content=two)


@pytest.mark.rule("DS-30")
def test_only_cards_in_the_hand_can_be_played():
    state = duel("e5 E 0", hand="thrust", red={"draw": "emp", "discard": "missile"})
    assert of_kind(state, PlayCard) == [PlayCard("thrust")]
    for card in ("emp", "missile", "no-such-card"):
        with pytest.raises(IllegalAction) as refused:
            do(state, PlayCard(card))
        assert refused.value.code == "card"


@pytest.mark.rule("DS-30", "DS-16")
def test_a_played_card_is_discarded_and_everybody_hears_of_it():
    done = step(duel("e5 E 0", hand="emp thrust"), PlayCard("emp"))
    assert (done.state.ship(1).hand, done.state.ship(1).discard) == (("thrust",), ("emp",))
    assert [str(event.text) for event in done.events] == ["Red plays EMP."]
    assert done.events[0].to is None


@pytest.mark.rule("DS-16")
@pytest.mark.parametrize(
    ("card", "buttons"),
    [
        ("thrust", "Thrust"), ("high-thrust", "Thrust"), ("missile", "Launch"), ("small-nuke", "Launch"),
        ("medium-nuke", "Launch"), ("large-nuke", "Launch"), ("mass-driver", "FireBeam"), ("emp", "Pulse"),
        ("wormhole", "Jump"), ("null", ""),
    ],
)  # fmt: skip
def test_each_card_brings_its_own_buttons(card, buttons):
    state = do(duel("e5 E 0", hand=card), PlayCard(card))
    assert kinds(state) == {"EndTurn"} | ({buttons} if buttons else set())
    for action in legal(state):
        if type(action).__name__ == buttons and buttons != "Thrust":
            after = do(state, action, chance=Chance(b"x"))
            assert buttons not in kinds(after), "spent"
            break


@pytest.mark.rule("DS-16")
def test_ending_the_turn_throws_away_what_a_card_still_allows():
    state = do(duel("e5 E 0", hand="missile"), PlayCard("missile"), EndTurn())
    assert (state.card, state.uses) == ("", 0)
    with pytest.raises(IllegalAction):
        do(state, Launch(E))


@pytest.mark.rule("DS-30")
def test_every_card_of_the_original_is_there():
    assert set(CONTENT.cards) >= {
        "thrust", "high-thrust", "missile", "small-nuke", "medium-nuke", "large-nuke", "mass-driver", "emp",
        "wormhole", "null",
    }  # fmt: skip
    assert "turn-began" in told(step(duel("e5 E 0"), EndTurn()))


@pytest.mark.rule("DS-A02")
def test_over_a_whole_cycle_every_card_is_seen():
    state = begins(draw="thrust missile emp wormhole null mass-driver")
    seen = set()
    for _ in range(4):
        seen.update(state.ship(1).hand)
        state = end(end(given(state, 1, speed=0)))
    assert seen == {"thrust", "missile", "emp", "wormhole", "null", "mass-driver"}
