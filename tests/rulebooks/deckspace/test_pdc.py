"""Point defence cannons: range, dice, when they may fire, and rounds where they are counted."""

import collections

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, IllegalAction
from apps.rulebooks.core.scene import DicePanel, SeatPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, FirePdc, KeepNothing, PlayCard, SkipPdc
from apps.rulebooks.deckspace.state import UNLIMITED

from .helpers import CONTENT, battle, dice, do, duel, end, kinds, legal, of_kind, ship, shot, step

ARMED = {"pdc": True}


def ready(two="e7 W 0", **more):
    """Red has cannons, has played its card, and Blue is in range."""
    more.setdefault("red", ARMED)
    return do(duel("e5 E 0", two, hand="null", **more), PlayCard("null"))


def asked(two="e7 W 0", **more):
    """Blue has just ended its turn, and Red's begins."""
    red = ship(1, "e5 E 0", **{"pdc": True, "draw": "thrust", **more.pop("red", {})})
    state = battle(red, ship(2, two, **more.pop("blue", {})), active=2, **more)
    return end(state)


@pytest.mark.rule("DS-72")
@pytest.mark.parametrize(("blue", "in_range"), [("e6", True), ("e8", True), ("h6", True), ("e9", False), ("i5", False)])
def test_cannons_reach_three_hexes(blue, in_range):
    state = ready(f"{blue} W 0")
    assert of_kind(state, FirePdc) == ([FirePdc(2)] if in_range else [])
    if not in_range:
        with pytest.raises(IllegalAction) as refused:
            do(state, FirePdc(2))
        assert refused.value.code == "pdc"
        assert "3 hexes" in str(refused.value.message)


@pytest.mark.rule("DS-72", "DS-82")
def test_without_cannons_nobody_fires():
    assert of_kind(ready(red={}), FirePdc) == []


@pytest.mark.rule("DS-73")
@pytest.mark.parametrize("roll", range(1, 7))
def test_a_ship_without_cannons_takes_what_is_rolled(roll):
    state = do(ready(blue={"health": 6, "armor": 2}), FirePdc(2), chance=dice(pdc=[roll]))
    blue = state.ship(2)
    assert (2 - blue.armor) + (6 - blue.health) == roll
    assert blue.armor == max(0, 2 - roll)
    assert [(throw.what, throw.value, throw.sides) for throw in state.dice] == [("pdc", roll, 6)]


@pytest.mark.rule("DS-74", "DS-A17")
@pytest.mark.parametrize("attack", range(1, 7))
@pytest.mark.parametrize("defence", range(1, 7))
def test_against_cannons_the_lower_roll_takes_the_difference(attack, defence):
    state = ready(red={"pdc": True, "health": 6}, blue={"pdc": True, "health": 6})
    state = do(state, FirePdc(2), chance=dice(pdc=[attack], pdc_defence=[defence]))
    assert state.ship(1).health == 6 - max(0, defence - attack)
    assert state.ship(2).health == 6 - max(0, attack - defence)


@pytest.mark.rule("DS-72", "DS-73")
def test_the_dice_are_fair_and_lie_where_everyone_sees_them():
    rolls = collections.Counter()
    for seed in range(600):
        state = do(ready(blue={"health": 6}), FirePdc(2), chance=Chance(b"pdc%d" % seed))
        rolls[state.dice[0].value] += 1
    assert set(rolls) == set(range(1, 7))
    assert all(60 < count < 140 for count in rolls.values())
    for audience in (Audience.of(0), Audience.of(1), Audience("public")):
        panels = RULEBOOK.scene(CONTENT, state, audience).panels
        assert [len(panel.dice) for panel in panels if isinstance(panel, DicePanel)] == [1]


@pytest.mark.rule("DS-75")
def test_they_need_a_card_to_have_been_played_but_none_of_their_own():
    state = duel("e5 E 0", "e7 W 0", hand="thrust", red=ARMED)
    assert of_kind(state, FirePdc) == []
    state = do(state, PlayCard("thrust"))
    assert of_kind(state, FirePdc) == [FirePdc(2)]
    state = do(state, FirePdc(2), chance=dice(pdc=[1]))
    assert state.uses == 2, "it is not one of the actions"
    assert of_kind(state, FirePdc) == [], "once a turn"


@pytest.mark.rule("DS-75")
def test_once_a_turn_means_every_turn():
    state = do(ready(blue={"health": 6}), FirePdc(2), chance=dice(pdc=[1]))
    state = end(end(state))
    assert state.phase == "prompt"


@pytest.mark.rule("DS-76")
def test_one_never_has_to_fire():
    state = ready()
    assert of_kind(state, EndTurn) == [EndTurn()]
    assert end(state).active == 2


@pytest.mark.rule("DS-77")
def test_with_an_enemy_in_range_a_turn_begins_with_a_question():
    state = asked()
    assert state.phase == "prompt"
    assert legal(state) == (FirePdc(2), SkipPdc())
    assert state.ship(1).hand == (), "the hand is drawn afterwards"
    with pytest.raises(IllegalAction) as refused:
        do(state, EndTurn())
    assert refused.value.code == "prompt"
    status = RULEBOOK.scene(CONTENT, state, Audience.of(0)).status
    assert str(status.headline) == "An enemy is in range: fire PDC, or skip it?"


@pytest.mark.rule("DS-77")
@pytest.mark.parametrize("state", [asked("e9 W 0"), asked(red={"pdc": False}), asked(red={"rounds": 0})])
def test_without_one_there_is_none(state):
    assert state.phase == "acting"
    assert state.ship(1).hand == ("thrust",)


@pytest.mark.rule("DS-77", "DS-A50")
def test_allies_raise_no_question_and_are_no_targets():
    state = battle(ship(1, "e5 E 0", pdc=True, draw="thrust"), ship(2, "e6 W 0", side=0), ship(3, "k15 W 0"), active=3)
    assert end(state).phase == "acting"


@pytest.mark.rule("DS-A16")
def test_firing_at_the_question_uses_it_up():
    state = do(asked(blue={"health": 6}), FirePdc(2), chance=dice(pdc=[2]))
    assert (state.phase, state.ship(2).health, state.ship(1).hand) == ("acting", 4, ("thrust",))
    state = do(state, PlayCard("thrust"))
    assert of_kind(state, FirePdc) == []


@pytest.mark.rule("DS-A16", "DS-77")
def test_skipping_leaves_the_button_for_later():
    state = do(asked(), SkipPdc())
    assert (state.phase, state.ship(1).hand) == ("acting", ("thrust",))
    assert of_kind(state, FirePdc) == []
    state = do(state, PlayCard("thrust"))
    assert of_kind(state, FirePdc) == [FirePdc(2)]


@pytest.mark.rule("DS-77", "DS-74", "DS-A23")
def test_losing_the_duel_at_the_question_ends_the_turn():
    state = battle(
        ship(1, "e5 E 0", pdc=True, health=1, draw="thrust"), ship(2, "e7 W 0", pdc=True, draw="missile"),
        ship(3, "k15 W 0"), active=3,
    )  # fmt: skip
    state = end(state)
    state = do(state, FirePdc(2), chance=dice(pdc=[1], pdc_defence=[6]))
    assert state.ship(1) is None
    assert (state.active, state.phase, state.ship(2).hand) == (2, "acting", ("missile",))


@pytest.mark.rule("DS-A50")
def test_nothing_in_between_is_in_the_way():
    state = battle(
        ship(1, "e5 E 0", pdc=True, hand="null"), ship(2, "e8 W 0"), ship(3, "e7 W 0"), rocks="e6", solid="d6"
    )
    assert of_kind(do(state, PlayCard("null")), FirePdc) == [FirePdc(2), FirePdc(3)]


@pytest.mark.rule("DS-A50", "DS-A60")
def test_stations_are_targets_and_ordnance_is_not():
    station = ship(2, "e7 W 0", station=True, health=3, max_health=3)
    state = battle(ship(1, "e5 E 0", pdc=True, hand="null"), station, ordnance=[shot(1, 2, "e6 W")])
    state = do(state, PlayCard("null"))
    assert of_kind(state, FirePdc) == [FirePdc(2)]
    assert do(state, FirePdc(2), chance=dice(pdc=[2])).ship(2).health == 1


@pytest.mark.rule("DS-78")
def test_rounds_never_run_out_in_a_free_battle():
    state = ready(blue={"pdc": True})
    for _ in range(20):
        state = do(replace(state, fired=False), FirePdc(2), chance=dice(pdc=[3], pdc_defence=[3]))
    assert (state.ship(1).rounds, state.ship(2).rounds) == (UNLIMITED, UNLIMITED)
    seats = [panel for panel in RULEBOOK.scene(CONTENT, state, Audience.of(1)).panels if isinstance(panel, SeatPanel)]
    assert [stat.value for panel in seats for stat in panel.stats if stat.symbol == "stat-pdc"] == ["∞", "∞"]


@pytest.mark.rule("DS-149")
def test_where_rounds_are_counted_every_roll_spends_one():
    state = ready(red={"pdc": True, "rounds": 2}, blue={"pdc": True, "rounds": 3, "health": 6})
    state = do(state, FirePdc(2), chance=dice(pdc=[2], pdc_defence=[2]))
    assert (state.ship(1).rounds, state.ship(2).rounds) == (1, 2)


@pytest.mark.rule("DS-150")
def test_with_no_rounds_one_cannot_fire_and_rolls_nothing_back():
    assert of_kind(ready(red={"pdc": True, "rounds": 0}), FirePdc) == []
    state = ready(blue={"pdc": True, "rounds": 0})
    state = do(state, FirePdc(2), chance=dice(pdc=[3]))  # no defence die is expected
    assert (state.ship(2).health, state.ship(2).rounds) == (1, 0)


@pytest.mark.rule("DS-76", "DS-77")
def test_a_turn_after_the_question_is_an_ordinary_one():
    state = do(asked(), SkipPdc())
    assert kinds(state) == {"PlayCard", "EndTurn"}
    state = do(state, EndTurn(), KeepNothing())
    assert state.active == 2


@pytest.mark.rule("DS-73")
def test_what_a_shot_does_is_told_before():
    for blue, words in (({}, "1 to 6"), (ARMED, "fires back")):
        shown = RULEBOOK.scene(CONTENT, ready(blue=blue), Audience.of(0)).choices
        assert words in str(next(choice.preview for choice in shown if choice.verb == "fire-pdc"))
    done = step(ready(), FirePdc(2), chance=dice(pdc=[4]))
    assert done.state.outcome.winners == (0,)
    assert [str(event.text) for event in done.events if event.kind == "pdc"] == ["Red fires PDC at Blue: 4."]
