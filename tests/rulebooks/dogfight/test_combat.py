"""Attacks, support, dodging, follow-ups, and the counters that help."""

from fractions import Fraction

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, Audience, IllegalAction
from apps.rulebooks.dogfight import RULEBOOK
from apps.rulebooks.dogfight.actions import Attack, Brace, Draw, EndTurn, FollowUp, Move, TakeIt, UseBlankAsAsteroid
from apps.rulebooks.dogfight.combat import attack_number
from apps.rulebooks.dogfight.hand import cup
from apps.rulebooks.dogfight.odds import chance_at_most, kill_chance, percent
from apps.rulebooks.dogfight.play import waiting_on
from apps.rulebooks.dogfight.state import Variant

from .helpers import BLUE, CONTENT, RED, at, battle, cell, dice, do, kinds_of, legal

AWAY = ((1, 8), (2, 8), (3, 8))
AP2, AP3, AP4 = ("ap",) * 2, ("ap",) * 3, ("ap",) * 4


def duel(attacker="A", target="C", hand=AP4, answer=(), **more):
    """One red ship next to one blue ship, with others far off."""
    more.setdefault("asteroids", AWAY)
    return battle(f"{attacker}d5 Aa1", f"{target}d6 Ah10", hands=(hand, answer), **more)


TARGET = 2  # the number of the blue ship in a duel


@pytest.mark.rule("DF-29")
def test_an_attack_costs_two_ap():
    state = do(duel(hand=AP3), Attack(0, TARGET), chance=dice(attack=[6]))
    assert state.sides[RED].hand == ("ap",)
    with pytest.raises(IllegalAction) as refused:
        do(duel(hand=("ap",)), Attack(0, TARGET))
    assert refused.value.code == "attack"


@pytest.mark.rule("DF-30")
def test_targets_stand_ahead_beside_or_behind():
    around = battle("Dd5", "Ad6 Ad4 Ac5 Ae5 Ac6 Ae6 Ac4 Ae4 Ad7", hands=(AP2, ()), asteroids=AWAY)
    targets = {around.ship(a.target).cell for a in legal(around) if isinstance(a, Attack)}
    assert targets == {cell("d6"), cell("d4"), cell("c5"), cell("e5")}
    diagonal = next(ship.number for ship in around.ships if ship.cell == cell("e6"))
    with pytest.raises(IllegalAction):
        do(around, Attack(0, diagonal))


@pytest.mark.rule("DF-30")
def test_nobody_attacks_friends():
    state = battle("Dd5 Ad6", "Ah10", hands=(AP2, ()), asteroids=AWAY)
    assert not [a for a in legal(state) if isinstance(a, Attack)]


@pytest.mark.rule("DF-31", "DF-05")
@pytest.mark.parametrize(("letter", "att"), [("A", 3), ("B", 4), ("C", 3), ("D", 4)])
@pytest.mark.parametrize("face", range(1, 7))
def test_att_or_less_is_a_potential_hit(letter, att, face):
    state = do(duel(letter), Attack(0, TARGET), chance=dice(attack=[face]))
    assert state.phase == ("reacting" if face <= att else "spending")
    assert at(state, "d6") is not None  # a potential hit is not a loss yet


@pytest.mark.rule("DF-32", "DF-A08")
def test_support_is_one_more_however_many_friends():
    alone = duel("A")
    one = battle("Ad5 Ac6", "Cd6", hands=(AP2, ()), asteroids=AWAY)
    many = battle("Ad5 Ac6 Ae6 Ad7", "Cd6", hands=(AP2, ()), asteroids=AWAY)
    diagonal = battle("Ad5 Ac5 Ae7", "Cd6", hands=(AP2, ()), asteroids=AWAY)
    enemies = battle("Ad5", "Cd6 Ce6 Cd7", hands=(AP2, ()), asteroids=AWAY)
    for state, wanted in ((alone, 3), (one, 4), (many, 4), (diagonal, 3), (enemies, 3)):
        assert attack_number(CONTENT, state, at(state, "d5"), at(state, "d6")) == wanted
    target = at(one, "d6").number
    assert do(one, Attack(0, target), chance=dice(attack=[4])).phase == "reacting"
    assert do(alone, Attack(0, TARGET), chance=dice(attack=[4])).phase == "spending"


@pytest.mark.rule("DF-32", "DF-A08")
def test_support_is_for_this_attack_only_and_looked_at_again():
    state = battle("Ad5 Ac6", "Cd6 Ah10", hands=(AP4, ()), asteroids=AWAY)
    state = do(state, Attack(0, 2), chance=dice(attack=[5]))
    assert state.dice.throws[0].needs == 4
    state = do(state, FollowUp(), chance=dice(attack=[5]))
    assert state.dice.throws[0].needs == 4
    alone = battle("Ad5", "Cd6 Ah10", hands=(AP4, ()), asteroids=AWAY)
    lonely = do(alone, Attack(0, 1), chance=dice(attack=[5]))
    assert do(lonely, FollowUp(), chance=dice(attack=[5])).dice.throws[0].needs == 3


@pytest.mark.rule("DF-33", "DF-06")
@pytest.mark.parametrize(("letter", "dif"), [("A", 1), ("B", 1), ("C", 3), ("D", 4)])
@pytest.mark.parametrize("face", range(1, 7))
def test_dif_or_less_dodges_and_more_is_the_end(letter, dif, face):
    state = do(duel("D", letter), Attack(0, TARGET), chance=dice(attack=[1]))
    assert waiting_on(state) == {BLUE}
    state = do(state, TakeIt(), chance=dice(defence=[face]))
    assert (at(state, "d6") is not None) == (face <= dif)
    assert len(state.lost) == (0 if face <= dif else 1)
    assert waiting_on(state) == {RED}


@pytest.mark.rule("DF-A09")
def test_no_number_is_lucky():
    assert [chance_at_most(n) for n in (-1, 0, 1, 5, 6, 8)] == [0, 0, Fraction(1, 6), Fraction(5, 6), 1, 1]
    state = do(duel("D", "D", answer=("defense-2",)), Attack(0, TARGET), chance=dice(attack=[1]))
    state = do(state, Brace("defense-2", 2), chance=dice(defence=[6]))
    assert at(state, "d6") is not None  # defence 6 always dodges


@pytest.mark.rule("DF-31", "DF-32", "DF-33", "DF-A09")
def test_the_table_of_kill_chances():
    table = {
        (3, 1): "41.7",
        (3, 3): "25.0",
        (3, 4): "16.7",
        (4, 1): "55.6",
        (4, 3): "33.3",
        (4, 4): "22.2",
        (5, 1): "69.4",
        (5, 3): "41.7",
        (5, 4): "27.8",
    }
    for (att, dif), wanted in table.items():
        assert f"{float(kill_chance(att, dif) * 100):.1f}" == wanted
    assert percent(kill_chance(3, 1)) == "42 %"


@pytest.mark.rule("DF-31", "DF-33")
def test_rolled_attacks_kill_as_often_as_the_odds_say():
    lost = 0
    for seed in range(3000):
        chance = Chance(b"duel%d" % seed)
        state = do(duel("A", "C"), Attack(0, TARGET), chance=chance)
        if state.phase == "reacting":
            state = do(state, TakeIt(), chance=chance)
        lost += len(state.lost)
    assert abs(lost / 3000 - 0.25) < 0.03


@pytest.mark.rule("DF-34", "DF-A11")
def test_after_a_dodge_or_a_miss_one_ap_buys_another_attack_and_another():
    state = do(duel(hand=("ap",) * 5), Attack(0, TARGET), chance=dice(attack=[6]))
    assert FollowUp() in legal(state)
    state = do(state, FollowUp(), chance=dice(attack=[1]))
    assert state.sides[RED].hand == AP2
    state = do(state, TakeIt(), chance=dice(defence=[3]))
    state = do(state, FollowUp(), chance=dice(attack=[6]))
    state = do(state, FollowUp(), chance=dice(attack=[6]))
    assert state.sides[RED].hand == ()
    assert FollowUp() not in legal(state)
    with pytest.raises(IllegalAction):
        do(state, FollowUp())


@pytest.mark.rule("DF-34", "DF-A26")
def test_there_is_no_follow_up_before_an_attack_or_after_a_kill():
    assert FollowUp() not in legal(duel())
    state = do(duel(), Attack(0, TARGET), chance=dice(attack=[1]))
    state = do(state, TakeIt(), chance=dice(defence=[6]))
    assert FollowUp() not in legal(state)


@pytest.mark.rule("DF-A26")
def test_any_other_action_ends_the_offer():
    hand = ("ap",) * 4 + ("blank",)
    after = do(duel(hand=hand), Attack(0, TARGET), chance=dice(attack=[6]))
    moved = do(after, Move(1, cell("a2")))
    assert FollowUp() not in legal(moved)
    blank = do(after, UseBlankAsAsteroid(), chance=dice(asteroid=[1], direction=[1]))
    assert FollowUp() not in legal(blank)
    assert Attack(0, TARGET) in legal(blank)  # which costs two again
    assert do(blank, Attack(0, TARGET), chance=dice(attack=[6])).sides[RED].hand == ()
    passed = do(after, EndTurn(), EndTurn())
    assert FollowUp() not in legal(passed)


@pytest.mark.rule("DF-A26", "DF-A11")
def test_another_attack_moves_the_offer_to_its_own_target():
    state = battle("Ad5 Ae6", "Cd6 Cf6", hands=(("ap",) * 5, ()), asteroids=AWAY)
    state = do(state, Attack(0, 2), Attack(1, 3), chance=dice(attack=[6, 6]))
    assert (state.follow.attacker, state.follow.target) == (1, 3)


@pytest.mark.rule("DF-35", "DF-36")
@pytest.mark.parametrize(("counter", "bonus"), [("defense-1", 1), ("defense-2", 2)])
def test_defense_counters_raise_the_defence(counter, bonus):
    state = do(duel("A", "A", answer=(counter, "ap")), Attack(0, TARGET), chance=dice(attack=[1]))
    assert legal(state) == (Brace(counter, bonus), TakeIt())
    for face in range(1, 7):
        after = do(state, Brace(counter, bonus), chance=dice(defence=[face]))
        assert (at(after, "d6") is not None) == (face <= 1 + bonus)  # a Wasp with +2 has defence 3
        assert after.dice.throws[-1].needs == 1 + bonus


@pytest.mark.rule("DF-36", "DF-37")
@pytest.mark.parametrize("face", [1, 6])
def test_the_counter_is_back_in_the_cup_and_the_defence_is_as_before(face):
    state = do(duel("A", "C", answer=("defense-2", "defense-2")), Attack(0, TARGET), chance=dice(attack=[1]))
    state = do(state, Brace("defense-2", 2), chance=dice(defence=[face]))
    assert state.sides[BLUE].hand == ("defense-2",)
    assert cup(CONTENT, state)["defense-2"] == CONTENT.cup["defense-2"] - 1
    if face == 1:
        state = do(state, FollowUp(), chance=dice(attack=[1]))
        assert do(state, TakeIt(), chance=dice(defence=[4])).lost != ()  # 3 again, no longer 5


@pytest.mark.rule("DF-A10")
def test_one_counter_for_each_attack_after_the_hit():
    state = duel("A", "C", answer=("defense-1", "defense-2"))
    assert legal(state, BLUE) == ()
    state = do(state, Attack(0, TARGET), chance=dice(attack=[1]))
    assert kinds_of(legal(state)) == {"Brace", "TakeIt"}
    state = do(state, Brace("defense-1", 1), chance=dice(defence=[1]))
    assert legal(state, BLUE) == ()
    assert state.sides[BLUE].hand == ("defense-2",)
    missed = do(duel("A", "C", answer=("defense-1",)), Attack(0, TARGET), chance=dice(attack=[6]))
    assert waiting_on(missed) == {RED}  # no counter is wasted on a miss


@pytest.mark.rule("DF-38", "DF-51")
def test_a_defense_counter_waits_for_the_fight_that_matters():
    state = duel("A", "C", hand=AP4, answer=("defense-2",))
    state = do(state, EndTurn(), EndTurn(), EndTurn(), EndTurn())
    state = do(state, Attack(0, TARGET), chance=dice(attack=[1]))
    assert Brace("defense-2", 2) in legal(state)


@pytest.mark.rule("DF-40", "DF-A06")
def test_a_blank_braces_as_either_defense_counter():
    state = do(duel("A", "A", answer=("blank",)), Attack(0, TARGET), chance=dice(attack=[1]))
    assert legal(state) == (Brace("blank", 1), Brace("blank", 2), TakeIt())
    after = do(state, Brace("blank", 2), chance=dice(defence=[3]))
    assert at(after, "d6") is not None
    assert after.sides[BLUE].hand == ()
    assert at(do(state, Brace("blank", 1), chance=dice(defence=[3])), "d6") is None


@pytest.mark.rule("DF-36")
def test_what_is_not_held_or_no_defense_cannot_brace():
    state = do(duel("A", "A", answer=("ap", "defense-1")), Attack(0, TARGET), chance=dice(attack=[1]))
    for action in (Brace("defense-2", 2), Brace("defense-1", 2), Brace("ap", 1), EndTurn(), Draw()):
        with pytest.raises(IllegalAction) as refused:
            do(state, action)
        assert refused.value.code == "reaction"


@pytest.mark.rule("DF-40", "DF-A19", "DF-A27")
def test_blanks_pay_the_rest_and_ap_counters_go_first():
    state = do(duel(hand=("ap", "blank")), Attack(0, TARGET), chance=dice(attack=[6]))
    assert state.sides[RED].hand == ()
    state = do(duel(hand=("ap", "ap", "blank")), Attack(0, TARGET), chance=dice(attack=[6]))
    assert state.sides[RED].hand == ("blank",)
    state = do(state, FollowUp(), chance=dice(attack=[6]))
    assert state.sides[RED].hand == ()
    state = do(duel(hand=("blank", "blank")), Attack(0, TARGET), chance=dice(attack=[6]))
    assert state.sides[RED].hand == ()


@pytest.mark.rule("DF-A27")
def test_who_paid_with_a_blank_is_guessed_to_hold_no_ap_until_the_next_draw():
    state = do(duel(hand=("ap", "blank", "defense-1", "defense-1")), Attack(0, TARGET), chance=dice(attack=[6]))
    for seed in range(40):
        guess = RULEBOOK.determinize(CONTENT, state, Audience.of(BLUE), Chance(b"%d" % seed))
        assert "ap" not in guess.sides[RED].hand
    state = do(state, EndTurn(), EndTurn())
    assert state.sides[RED].dry
    state = do(state, Draw(), chance=Chance(b"kept"))
    assert not state.sides[RED].dry


@pytest.mark.rule("DF-A24")
@pytest.mark.parametrize("answer", [(), ("ap",), ("ap", "defense-1")])
def test_the_defender_is_always_asked(answer):
    state = do(duel(answer=answer), Attack(0, TARGET), chance=dice(attack=[1]))
    assert waiting_on(state) == {BLUE}
    assert TakeIt() in legal(state)
    assert legal(state, RED) == ()


@pytest.mark.rule("DF-A24", "DF-23")
def test_the_question_looks_the_same_to_others_whatever_is_held():
    one, other = (
        do(duel(answer=answer), Attack(0, TARGET), chance=dice(attack=[1])) for answer in (("ap",), ("defense-2",))
    )
    for audience in (Audience.of(RED), PUBLIC):
        assert RULEBOOK.scene(CONTENT, one, audience) == RULEBOOK.scene(CONTENT, other, audience)


@pytest.mark.rule("DF-A17")
def test_ships_in_the_base_fight_on_unless_they_are_safe_there():
    fleets = ("Dd9 Aa1", "Cd8 Ah10")
    home = battle(*fleets, hands=(AP2, AP2), active=BLUE, asteroids=((1, 8), (2, 8), (3, 5)))
    assert Attack(2, 0) in legal(home)
    mine = battle(*fleets, hands=(AP2, AP2), active=RED, asteroids=((1, 8), (2, 8), (3, 5)))
    assert Attack(0, 2) in legal(mine)
    safe = Variant(safe_in_base=True)
    home = battle(*fleets, hands=(AP2, AP2), active=BLUE, asteroids=((1, 8), (2, 8), (3, 5)), variant=safe)
    assert Attack(2, 0) not in legal(home)
    with pytest.raises(IllegalAction):
        do(home, Attack(2, 0))
