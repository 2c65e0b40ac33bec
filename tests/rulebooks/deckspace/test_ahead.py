"""What the end of a turn is said to do is what it does: the way, what is met on it, what stops the ship, the price."""

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, Thrust
from apps.rulebooks.deckspace.choices.ahead import flown, forwarded
from apps.rulebooks.deckspace.play import apply, legal_actions, setup, waiting_on

from .helpers import CONTENT, battle, board, do, duel, shot, using, where
from .test_missions import mission


def ahead(state):
    """The preview and the question of ending the turn."""
    shown = RULEBOOK.scene(CONTENT, state, Audience.of(0)).choices
    (choice,) = [choice for choice in shown if choice.verb == "end-turn"]
    return str(choice.preview), str(choice.confirm)


@pytest.mark.rule("DS-31", "DS-43", "DS-A11")
def test_what_stops_the_ship_is_named():
    assert ahead(duel("e5 E 3", solid="e7")) == ("Your ship flies to e6. Blocked by the solid rock at e7.", "")
    assert ahead(duel("e5 E 3", solid="e6"))[0] == "Your ship stays where it is. Blocked by the solid rock at e6."
    assert ahead(duel("e5 E 2", "e7 W 0")) == ("Your ship flies to e6. Blocked by Blue at e7.", "")
    assert ahead(duel("e5 E 3", "e7 W 0"))[0] == "Your ship flies to e8."


@pytest.mark.rule("DS-38", "DS-52", "DS-35")
def test_what_is_hit_on_the_way_is_told_with_its_price_and_asked_about():
    own = shot(1, 1, "e7 E", moves=0)
    preview, question = ahead(duel("e5 E 3", ordnance=[own]))
    assert preview == "Your ship flies to e8. On the way: your own missile at e7 (1 damage)."
    assert question == "That costs 1 hull: your own missile at e7 (1 damage). End the turn all the same?"
    theirs = ahead(duel("e5 E 3", ordnance=[shot(1, 2, "e8 E")], rocks="e6"))[0]
    assert "the rock at e6 (1 damage), missile of Blue at e8 (1 damage)." in theirs
    armored = ahead(duel("e5 E 3", rocks="e6", red={"armor": 1}))
    assert armored == ("Your ship flies to e8. On the way: the rock at e6 (1 damage).", "")
    assert "the marker" in ahead(duel("e5 E 3", chart=board({"e6": "A"})))[0]


@pytest.mark.rule("DS-35", "DS-21")
def test_a_way_that_ends_the_ship_asks_in_plain_words():
    preview, question = ahead(duel("e5 E 3", rocks="e6", red={"health": 1}))
    assert preview == "Your ship flies to e6. On the way: the rock at e6 (1 damage). It is destroyed."
    assert question == "Your ship would be destroyed: the rock at e6 (1 damage). End the turn all the same?"
    assert "flies off the board" in ahead(duel("e15 E 3"))[0]


@pytest.mark.rule("DS-37")
def test_a_turn_that_ends_in_a_field_names_the_risk():
    preview = ahead(duel("e5 E 1", chart=board({"e6": ":"})))[0]
    numbers = CONTENT.numbers
    assert f"{numbers.strike_chance} % for a rock strike, {numbers.strike_damage} damage" in preview
    assert "field" not in ahead(duel("e5 E 2", chart=board({"e6": ":"})))[0]


@pytest.mark.rule("DS-112", "DS-113", "DS-115")
def test_the_drop_the_gate_and_lost_pods_are_told():
    assert ahead(mission(red="e7 E 2"))[0] == "Your ship flies to e9. On the way: the drop at e8."
    assert ahead(mission(red="e11 E 3", dropped=True)) == ("Your ship leaves by the gate at e12.", "")
    hit = battle(
        *mission(red="e5 E 2").ships, rocks="e6", chart=mission().chart, objective=mission().objective, sides=(0, 1)
    )
    assert "the rock at e6 (1 damage, 1 pod lost)" in ahead(hit)[0]


def forward(state):
    """The preview and the question of a Forward."""
    shown = RULEBOOK.scene(CONTENT, using(state, "high-thrust"), Audience.of(0)).choices
    (choice,) = [choice for choice in shown if choice.verb == "thrust-forward"]
    return str(choice.preview), str(choice.confirm)


@pytest.mark.rule("DS-18", "DS-A39", "DS-38", "DS-52")
def test_a_forward_tells_what_it_meets_at_once_and_asks_before_it_costs_hull():
    assert forward(duel("e5 E 0")) == ("One hex now, and speed 1.", "")
    assert forward(duel("e5 E 0", rocks="e6")) == (
        "One hex now, and speed 1. There: the rock at e6 (1 damage).",
        "That costs 1 hull: the rock at e6 (1 damage). Fly forward all the same?",
    )
    assert forward(duel("e5 E 0", rocks="e6", red={"health": 1})) == (
        "One hex now, and speed 1. There: the rock at e6 (1 damage). It is destroyed.",
        "Your ship would be destroyed: the rock at e6 (1 damage). Fly forward all the same?",
    )
    assert forward(duel("e5 E 0", ordnance=[shot(1, 2, "e6 W")], red={"armor": 1})) == (
        "One hex now, and speed 1. There: missile of Blue at e6 (1 damage).", "",
    )  # fmt: skip
    assert "There: the marker" in forward(duel("e5 E 0", chart=board({"e6": "A"})))[0]
    assert "There" not in forward(duel("e5 E 0", rocks="e7"))[0], "what lies beyond is not met"


@pytest.mark.rule("DS-A39", "DS-34", "DS-112", "DS-113")
def test_a_forward_tells_of_the_edge_the_drop_and_the_gate():
    assert forward(duel("e15 E 0"))[1] == "That flies your ship off the board. It would be lost."
    assert forward(mission(red="e7 E 0"))[0] == "One hex now, and speed 1. There: the drop at e8."
    assert forward(mission(red="e11 E 0", dropped=True)) == ("Your ship leaves by the gate at e12.", "")
    assert "mission is not done" in forward(mission(red="e11 E 0"))[1]


def test_nothing_is_changed_by_looking():
    state = duel("e5 E 3", rocks="e6", ordnance=[shot(1, 1, "e7 E", moves=0)])
    before = state
    ahead(state)
    forward(state)
    assert state == before
    assert where(do(state, EndTurn()), 1) == "e8"


@pytest.mark.parametrize("seed", range(12))
def test_what_is_foretold_comes_true(seed):
    """Over random play: the hex, the hull, and whether the ship is still there, but for strikes in a field."""
    options: dict[str, str] = {}
    state = setup(CONTENT, options, Chance(b"ahead-%d" % seed)).state
    checked = 0
    for number in range(250):
        if not waiting_on(state):
            break
        seat = min(waiting_on(state))
        legal, chance = legal_actions(CONTENT, state, seat), Chance(b"ahead-%d" % seed, number)
        action = EndTurn() if EndTurn() in legal and number % 3 == 0 else chance.pick(legal, "any")
        active = state.ship(state.active)
        told = flown(CONTENT, state, active) if action == EndTurn() else None
        if action == Thrust("forward"):
            told = forwarded(CONTENT, state, active)
        state = apply(CONTENT, state, seat, action, chance).state
        if told is None or told.in_field or state.phase == "choosing":
            continue
        there = state.ship(active.number)
        checked += 1
        assert (there is None) == (told.off or told.lost or told.away)
        if there is not None:
            assert there.at == told.at
            assert there.health >= active.health - told.hull
    assert checked > 5
