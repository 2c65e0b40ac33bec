"""The bots: legal, deterministic, blind to what they may not see, and sensible where a position speaks for itself."""

import msgspec
import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.simulation import play_game
from apps.rulebooks.dogfight import RULEBOOK
from apps.rulebooks.dogfight.actions import Attack, Brace, Draw, EndTurn, FollowUp, Move, TakeIt
from apps.rulebooks.dogfight.bots import LEVELS, bot
from apps.rulebooks.dogfight.bots.belief import belief_about, own_belief
from apps.rulebooks.dogfight.bots.evaluate import Judge, own_ap
from apps.rulebooks.dogfight.bots.planner import Planner
from apps.rulebooks.dogfight.bots.threats import Lookout
from apps.rulebooks.dogfight.combat import attack_number
from apps.rulebooks.dogfight.odds import kill_chance, percent
from apps.rulebooks.dogfight.state import Assault, Dice, Variant, ship_of
from tests.rulebooks.dogfight.helpers import BLUE, CONTENT, RED, at, battle, cell

SLUGS = [level.slug for level in LEVELS]
SMART = ["pilot", "ace"]
FIVE_AP = ("ap",) * 5
OPTIONS = {option.slug: option.choices[0][0] for option in RULEBOOK.options(CONTENT)}
THINK = 0.1  # seconds of thought: a tenth of the usual positions


def decide(level, state, seat=RED, secret=b"bots"):
    return bot(level).decide(CONTENT, state, seat, Chance(secret), THINK)


def states_of_a_game(seed, levels=("pilot", "pilot")):
    """Every state of a game between bots, with the seat to act."""
    secret = seed.encode().ljust(16, b".")
    state = RULEBOOK.setup(CONTENT, OPTIONS, Chance(secret)).state
    for number in range(1, 400):
        waiting = RULEBOOK.waiting_on(state)
        if not waiting:
            return
        seat = min(waiting)
        yield state, seat
        known = RULEBOOK.determinize(CONTENT, state, Audience.of(seat), Chance(secret, number))
        action = bot(levels[seat]).decide(CONTENT, known, seat, Chance(secret, number), THINK).action
        state = RULEBOOK.apply(CONTENT, state, seat, action, Chance(secret, number)).state


@pytest.fixture(scope="module")
def positions():
    """Some fifty moments out of two games."""
    return [*states_of_a_game("one"), *states_of_a_game("two")][::5]


@pytest.mark.parametrize("level", SLUGS)
def test_decisions_are_legal_and_the_same_for_the_same_chance(level, positions):
    for state, seat in positions:
        decision = decide(level, state, seat)
        assert decision.action in RULEBOOK.legal_actions(CONTENT, state, seat)
        assert decision == decide(level, state, seat)


@pytest.mark.rule("DF-23", "DF-A23", "DF-09")
@pytest.mark.parametrize("level", SLUGS)
def test_hidden_counters_and_fleets_change_no_decision(level, positions):
    for number, (state, seat) in enumerate(positions):
        other = RULEBOOK.determinize(CONTENT, state, Audience.of(seat), Chance(b"dealt anew", number))
        assert decide(level, other, seat) == decide(level, state, seat)


@pytest.mark.parametrize("level", SLUGS)
def test_reasons_name_no_counter(level, positions):
    for state, seat in positions:
        words = str(decide(level, state, seat).why).lower()
        assert words
        assert not any(secret in words for secret in ("blank", "defense", " ap", "counter", "+1", "+2"))


@pytest.mark.rule("DF-48")
@pytest.mark.parametrize("level", SLUGS)
def test_the_last_step_home_wins_and_is_taken(level):
    state = battle("Da10 Cd7", "Ah1", hands=(("ap", "ap", "ap"), ()), first_home=BLUE)
    decision = decide(level, state)
    assert isinstance(decision.action, Move)
    assert decision.action.ship == at(state, "d7").number
    assert decision.action.to[1] >= 9
    assert str(decision.why) == "The last one home." or level == "cadet"


@pytest.mark.rule("DF-32")
@pytest.mark.parametrize("level", SLUGS)
def test_a_supported_dreadnought_shoots_at_a_wasp(level):
    state = battle("Dd4 Ae5 Ba1", "Ad5 Ch10 Da10", hands=(("ap", "ap", "ap", "ap"), ()))
    decision = decide(level, state)
    assert decision.action == Attack(at(state, "d4").number, at(state, "d5").number)
    assert "%" in str(decision.why)


@pytest.mark.rule("DF-34")
@pytest.mark.parametrize("level", SMART)
def test_a_fight_that_goes_well_is_finished(level):
    state = battle("Dd4 Ae5 Ba1", "Ad5 Ch10 Da10", hands=(("ap", "ap"), ()), phase="spending")
    again = Assault(at(state, "d4").number, at(state, "d5").number)
    assert decide(level, msgspec.structs.replace(state, follow=again)).action == FollowUp()


@pytest.mark.parametrize("level", SMART)
def test_a_strike_from_afar_begins_with_the_approach(level):
    state = battle("Dd3 Ba1", "Ad7 Bh10", hands=(FIVE_AP, ()))
    decision = decide(level, state)
    assert isinstance(decision.action, Move)
    assert decision.action.ship == at(state, "d3").number


@pytest.mark.rule("DF-A23")
@pytest.mark.parametrize("level", SLUGS)
def test_what_a_bot_says_can_be_worked_out_from_the_board(level):
    """The odds of the one shot, and where a move leads: neither tells how many AP are held."""
    moving = {"Moving up.", "A better angle.", "Running for the base.", "The last one home."}
    said = {Move: 0, Attack: 0}
    for fleets in (("Dd4 Ae5 Ba1", "Ad5 Ch10 Da10"), ("Dd3 Ba1", "Ad7 Bh10"), ("Dd4 Ba1", "Ad5 Bh10")):
        state = battle(*fleets, hands=(FIVE_AP, ()))
        decision = decide(level, state)
        action, words = decision.action, str(decision.why)
        said[type(action)] += 1
        if isinstance(action, Move):
            assert words in moving
            continue
        attacker, target = ship_of(state, action.ship), ship_of(state, action.target)
        att = attack_number(CONTENT, state, attacker, target)
        assert percent(kill_chance(att, CONTENT.by_slug[target.kind].dif)) in words
    assert all(said.values())


@pytest.mark.parametrize("level", SLUGS)
def test_without_ap_there_is_nothing_but_drawing(level):
    state = battle("Dd3 Ba1", "Ad8 Bh10", hands=((), ("ap", "ap")))
    assert decide(level, state).action == Draw()


@pytest.mark.rule("DF-36", "DF-A24")
@pytest.mark.parametrize("level", SMART)
def test_a_dreadnought_is_worth_the_best_counter_and_a_safe_ship_none(level):
    held = ("ap", "defense-2")
    state = battle("Dd4 Aa1", "Bd5 Bh10", hands=(held, ()), active=BLUE, phase="reacting")
    state = msgspec.structs.replace(
        state, assault=Assault(at(state, "d5").number, at(state, "d4").number), dice=Dice((), "hit", BLUE)
    )
    assert decide(level, state).action == Brace("defense-2", 2)
    empty = msgspec.structs.replace(state, sides=battle(hands=(("ap",), ())).sides)
    assert decide(level, empty).action == TakeIt()


@pytest.mark.rule("DF-A16")
@pytest.mark.parametrize("level", SMART)
def test_who_has_passed_everybody_runs_home_even_when_it_is_lost(level):
    state = battle("Cd7", "Da1 Db2", hands=(FIVE_AP, FIVE_AP), first_home=BLUE)
    decision = decide(level, state)
    assert isinstance(decision.action, Move)
    assert decision.action.to[1] > 7


@pytest.mark.rule("DF-A16")
def test_level_fleets_value_being_first_home():
    state = battle("Cd7 Dd9", "Cf3 Df4", hands=(("ap",), ("ap",)))
    behind = battle("Cd6 Dd7", "Cf1 Df3", hands=(("ap",), ("ap",)))
    values = []
    for each in (state, behind):
        judge = Judge(CONTENT, each, RED, CONTENT.bots["ace"])
        values.append(judge.value(judge.here, 1, 0.0, False))
    assert values[0] > 0 > values[1]


@pytest.mark.parametrize(
    "variant", [Variant(blank_is_dead=True), Variant(safe_in_base=True), Variant(draw_on_tie=True)]
)
@pytest.mark.parametrize("level", SLUGS)
def test_variants_are_understood(level, variant):
    state = battle("Dd9 Ba1", "Ad10 Ae9", hands=(("ap", "ap", "blank"), ("blank",)), variant=variant)
    assert decide(level, state).action in RULEBOOK.legal_actions(CONTENT, state, RED)


@pytest.mark.rule("DF-A17")
@pytest.mark.parametrize("level", SMART)
def test_nobody_aims_at_ships_that_are_safe(level):
    state = battle("Dd2 Ba3", "Ad1", hands=(FIVE_AP, ()), variant=Variant(safe_in_base=True))
    decision = decide(level, state)
    assert not isinstance(decision.action, Attack)
    assert "%" not in str(decision.why)


def test_beliefs_are_chances():
    state = battle("Dd4", "Ad8", hands=(("ap", "ap"), ("ap", "blank", "defense-2", "defense-1")))
    belief = belief_about(CONTENT, state, RED, BLUE)
    assert sum(belief.aps) == pytest.approx(1)
    assert belief.aps[5] == 0
    sure = own_belief(CONTENT, state, BLUE)
    assert sure.aps[2] == 1
    assert sure.guard.dodge(1, 0) == pytest.approx(3 / 6)
    assert sure.guard.dodge(1, 2) == pytest.approx(2 / 6)
    assert sure.guard.dodge(1, 3) == pytest.approx(1 / 6)


@pytest.mark.rule("DF-A27")
def test_a_side_that_paid_with_a_blank_is_believed_to_hold_no_ap():
    state = battle("Dd4", "Ad8", hands=(("ap",), ("defense-1", "defense-1")))
    dry = msgspec.structs.replace(state.sides[BLUE], dry=True)
    state = msgspec.structs.replace(state, sides=state.with_side(BLUE, dry))
    blanks_only = belief_about(CONTENT, state, RED, BLUE).mean_ap
    assert 0 < blanks_only < 2 * 2 / 8 + 0.01


def test_strikes_know_support_and_reach():
    state = battle("Dd4 Ae5", "Ad5 Bd9", hands=(FIVE_AP, ()))
    judge = Judge(CONTENT, state, RED, CONTENT.bots["ace"])
    lookout: Lookout = judge.lookout
    strikes = {
        (strike.attacker.number, strike.target.number, strike.moves): strike
        for strike in lookout.strikes(judge.here, RED, lookout.ways(judge.here, RED))
    }
    here, there = at(state, "d5").number, at(state, "d9").number
    assert strikes[at(state, "d4").number, here, 0].att == 5
    assert strikes[at(state, "e5").number, here, 0].att == 4
    assert (at(state, "e5").number, there, 1) not in strikes
    assert (at(state, "e5").number, there, 2) in strikes
    assert [lookout.shots(ap, 0) for ap in range(6)] == [0, 0, 1, 2, 3, 4]


@pytest.mark.parametrize("limit", [50, 400])
def test_the_planner_keeps_to_its_positions(limit):
    state = battle("Dd4 De4 Af3 Aa2 Ab2", "Dd7 De7 Ba9 Bf9", hands=(FIVE_AP, FIVE_AP))
    judge = Judge(CONTENT, state, RED, CONTENT.bots["ace"])
    Planner(judge, state, limit).best()
    one_round = sum(CONTENT.by_slug[ship.kind].mov ** 2 * 3 for ship in state.fleet(RED))
    assert limit <= judge.looked <= limit + one_round


def test_planning_further_is_never_worth_less():
    state = battle("Dd4 De4 Af3", "Dd7 Be7 Ba9", hands=(FIVE_AP, FIVE_AP))
    judge = Judge(CONTENT, state, RED, CONTENT.bots["ace"])
    planner = Planner(judge, state, 300)
    assert planner.best().value >= planner.stop()
    assert own_ap(state, RED) == 5


@pytest.mark.parametrize("level", SMART)
def test_no_asteroid_is_woken_and_no_turn_wasted(level):
    """A whole hand of AP with a free way ahead is spent, not sat on."""
    state = battle("Cd5 Dd4", "Ah4 Dh3", hands=(FIVE_AP, FIVE_AP))
    assert not isinstance(decide(level, state).action, EndTurn)


@pytest.mark.parametrize(
    ("strong", "weak", "games", "least"), [("cadet", "random", 10, 0.7), ("pilot", "cadet", 12, 0.55)]
)
def test_the_ladder_holds(strong, weak, games, least):
    points = 0.0
    for number in range(games):
        levels = (strong, weak) if number % 2 == 0 else (weak, strong)
        record = play_game(RULEBOOK, CONTENT, OPTIONS, levels, f"ladder-{number}", THINK, check=False)
        assert record.result is not None
        winners = record.result.winners
        points += 0.5 if not winners else float(levels[winners[0]] == strong)
    assert points / games >= least


def test_an_ace_beats_a_cadet():
    points = 0.0
    for number in range(4):
        levels = ("ace", "cadet") if number % 2 == 0 else ("cadet", "ace")
        record = play_game(RULEBOOK, CONTENT, OPTIONS, levels, f"ace-{number}", THINK, check=False)
        assert record.result is not None
        points += 0.5 if not record.result.winners else float(levels[record.result.winners[0]] == "ace")
    assert points >= 2


def test_places_are_in_the_own_zone():
    for level in SLUGS:
        for state, seat in states_of_a_game(f"places-{level}", (level, level)):
            if state.phase == "discarding":
                break
            if state.phase == "placing":
                assert decide(level, state, seat).action.to in CONTENT.zones[seat]
        assert cell("a1") in CONTENT.zones[RED]
