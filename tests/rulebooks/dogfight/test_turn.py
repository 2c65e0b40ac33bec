"""The order of a turn, and the drawing, holding and putting back of counters."""

import collections

import msgspec
import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, REVEALED, Audience, IllegalAction
from apps.rulebooks.core.scene import DeckPanel, HandPanel
from apps.rulebooks.dogfight import RULEBOOK
from apps.rulebooks.dogfight.actions import Attack, Brace, Discard, Draw, EndTurn, Move, TakeIt, UseBlankAsAsteroid
from apps.rulebooks.dogfight.hand import cup
from apps.rulebooks.dogfight.play import waiting_on
from apps.rulebooks.dogfight.state import Variant

from .helpers import BLUE, CONTENT, RED, battle, cell, dice, do, draws, kinds_of, legal, step

FULL = ("ap", "ap", "ap", "blank", "defense-1")


def facing(hands=((), ()), **more):
    return battle("Dd5 Ac5", "Dd6 Ch9", hands=hands, asteroids=((1, 8), (2, 8), (3, 8)), **more)


@pytest.mark.rule("DF-14", "DF-18")
def test_a_turn_begins_with_every_choice():
    state = facing((("ap", "ap", "blank"), ()))
    assert kinds_of(legal(state)) == {"Discard", "Draw", "Move", "Attack", "UseBlankAsAsteroid", "EndTurn"}
    assert legal(state, BLUE) == ()
    after = do(state, Discard("ap"))
    assert kinds_of(legal(after)) == {"Discard", "Draw", "Move", "Attack", "UseBlankAsAsteroid", "EndTurn"}


@pytest.mark.rule("DF-14", "DF-15")
def test_after_drawing_there_is_no_putting_back_and_no_spending():
    state = do(facing((("ap", "blank"), ())), Draw(), chance=draws("ap", hands=(("ap", "blank"), ())))
    assert legal(state) == (Draw(), EndTurn())
    for action in (Move(0, cell("e5")), Attack(0, 2), Discard("ap"), UseBlankAsAsteroid()):
        with pytest.raises(IllegalAction):
            do(state, action)


@pytest.mark.rule("DF-14", "DF-15")
def test_after_spending_there_is_no_drawing_and_no_putting_back():
    spent = do(facing((("ap", "ap", "ap"), ())), Move(1, cell("b5")))
    assert kinds_of(legal(spent)) == {"Move", "Attack", "EndTurn"}
    for action in (Draw(), Discard("ap")):
        with pytest.raises(IllegalAction):
            do(spent, action)


@pytest.mark.rule("DF-16", "DF-22")
def test_three_counters_at_most_then_the_turn_passes():
    chance = draws("ap", "blank", "defense-2")
    state = do(facing(), Draw(), Draw(), chance=chance)
    assert (state.active, state.phase, state.room) == (RED, "drawing", 1)
    state = do(state, Draw(), chance=chance)
    assert state.sides[RED].hand == ("ap", "blank", "defense-2")
    assert (state.active, state.phase, state.turn) == (BLUE, "discarding", 2)


@pytest.mark.rule("DF-16", "DF-19")
def test_draws_are_random_in_proportion_to_what_the_cup_holds():
    state = facing((("defense-2",), ("defense-2",)))
    found = collections.Counter()
    for seed in range(3000):
        after = do(state, Draw(), chance=Chance(b"cup%d" % seed))
        new = collections.Counter(after.sides[RED].hand) - collections.Counter(state.sides[RED].hand)
        found[next(iter(new), "asteroid")] += 1
    assert found["defense-2"] == 0  # both are held, so none is in the cup
    for kind, count in (("ap", 18), ("defense-1", 4), ("asteroid", 4), ("blank", 2)):
        assert abs(found[kind] / 3000 - count / 28) < 0.03


@pytest.mark.rule("DF-17", "DF-A13")
@pytest.mark.parametrize(("held", "room"), [(0, 3), (1, 3), (2, 3), (3, 2), (4, 1)])
def test_room_is_what_is_missing_to_five(held, room):
    hand = FULL[:held]
    state = facing((hand, ()))
    state = do(state, Draw(), chance=draws("ap", hands=(hand, ())))
    if room > 1:
        assert state.room == room - 1
    else:
        assert state.active == BLUE
        assert len(state.sides[RED].hand) == 5


@pytest.mark.rule("DF-17")
def test_a_full_hand_cannot_draw():
    state = facing((FULL, ()))
    assert Draw() not in legal(state)
    with pytest.raises(IllegalAction):
        do(state, Draw())


@pytest.mark.rule("DF-A13")
def test_a_move_asteroid_uses_up_a_draw_and_room_stays_as_it_was_fixed():
    hand = ("ap", "ap", "ap")
    chance = draws("asteroid", "blank", asteroid=[1], direction=[1], hands=(hand, ()))
    state = do(facing((hand, ())), Draw(), chance=chance)
    assert (state.room, len(state.sides[RED].hand)) == (1, 3)
    state = do(state, Draw(), chance=chance)
    assert (state.active, len(state.sides[RED].hand)) == (BLUE, 4)  # no third draw although there is room in the hand


@pytest.mark.rule("DF-A13")
def test_one_may_stop_after_any_draw():
    state = do(facing(), Draw(), chance=draws("ap"))
    state = do(state, EndTurn())
    assert (state.active, state.sides[RED].hand) == (BLUE, ("ap",))


@pytest.mark.rule("DF-18", "DF-19")
def test_any_number_can_be_put_back_and_is_in_the_cup():
    state = facing((FULL, ()))
    assert {a.counter for a in legal(state) if isinstance(a, Discard)} == set(FULL)
    before = cup(CONTENT, state)
    for kind in FULL:
        state = do(state, Discard(kind))
    assert state.sides[RED].hand == ()
    after = cup(CONTENT, state)
    assert {kind: after[kind] - before[kind] for kind in after} == {
        "ap": 3,
        "defense-1": 1,
        "defense-2": 0,
        "asteroid": 0,
        "blank": 1,
    }
    with pytest.raises(IllegalAction):
        do(state, Discard("ap"))


@pytest.mark.rule("DF-A12")
def test_what_was_put_back_can_be_drawn_again_and_a_turn_may_do_nothing():
    both = (("defense-2",), ("defense-2",))
    state = do(facing(both), Discard("defense-2"))
    state = do(state, Draw(), chance=draws("defense-2", hands=((), ("defense-2",))))
    assert state.sides[RED].hand == ("defense-2",)
    state = do(facing(), EndTurn())
    assert (state.active, state.turn) == (BLUE, 2)
    state = do(facing((("ap",), ())), Discard("ap"), EndTurn())
    assert (state.active, state.sides[RED].hand) == (BLUE, ())


@pytest.mark.rule("DF-20", "DF-19", "DF-24", "DF-29")
def test_spent_ap_is_back_in_the_cup():
    state = facing((("ap", "ap", "ap"), ()))
    assert cup(CONTENT, state)["ap"] == 15
    state = do(state, Move(1, cell("b5")))
    assert cup(CONTENT, state)["ap"] == 16
    state = do(state, Attack(0, 2), chance=dice(attack=[6]))
    assert cup(CONTENT, state)["ap"] == 18
    assert state.sides[RED].hand == ()


@pytest.mark.rule("DF-21")
def test_moves_and_attacks_mix_freely_while_ap_lasts():
    state = facing((("ap",) * 5, ()))
    state = do(state, Move(1, cell("b5")), Move(1, cell("c5")))  # the same ship again
    state = do(state, Attack(0, 2), chance=dice(attack=[6]))
    state = do(state, Move(0, cell("e5")))
    assert state.sides[RED].hand == ()
    assert legal(state) == (EndTurn(),)
    with pytest.raises(IllegalAction):
        do(state, Move(1, cell("b5")))


@pytest.mark.rule("DF-21")
def test_the_turn_never_ends_by_itself_while_spending():
    state = do(facing((("ap",), ())), Move(1, cell("b5")))
    assert (state.active, state.phase) == (RED, "spending")


@pytest.mark.rule("DF-22", "DF-01")
def test_turns_alternate():
    state, order = facing(), []
    for _ in range(6):
        order.append(state.active)
        assert waiting_on(state) == {state.active}
        state = do(state, EndTurn())
    assert order == [RED, BLUE] * 3


@pytest.mark.rule("DF-51", "DF-38")
def test_counters_stay_in_hand_over_turns():
    state = facing((("ap", "ap", "defense-2"), ("defense-1",)))
    state = do(state, Move(1, cell("b5")), EndTurn(), EndTurn())
    assert [side.hand for side in state.sides] == [("ap", "defense-2"), ("defense-1",)]
    for _ in range(5):
        state = do(state, EndTurn())
    assert state.active == BLUE
    state = do(state, EndTurn(), Move(1, cell("c5")))
    assert [side.hand for side in state.sides] == [("defense-2",), ("defense-1",)]


@pytest.mark.rule("DF-23", "DF-A23")
def test_kinds_drawn_and_put_back_are_told_to_their_owner_only():
    for kind in ("ap", "blank", "defense-1", "defense-2"):
        drawn = step(facing(), Draw(), chance=draws(kind))
        back = step(facing(((kind,), ())), Discard(kind))
        for happened in (drawn, back):
            public = [event for event in happened.events if event.readable_by(PUBLIC)]
            rivals = [event for event in happened.events if event.readable_by(Audience.of(BLUE))]
            owner = [event for event in happened.events if event.readable_by(Audience.of(RED))]
            assert public == rivals
            assert len(owner) == len(public) + 1
            assert [event.to for event in owner if event not in public] == [(RED,)]
            assert list(happened.events) == [e for e in happened.events if e.readable_by(REVEALED)]
    assert len({repr([e for e in step(facing(((k,), ())), Discard(k)).events if e.to is None]) for k in FULL}) == 1


@pytest.mark.rule("DF-23", "DF-A23")
def test_the_other_hand_is_a_number_and_cup_and_hands_together_are_known():
    one, other = (facing((("ap",), hand)) for hand in (("ap", "blank"), ("defense-1", "defense-2")))
    for audience in (Audience.of(RED), PUBLIC):
        scene = RULEBOOK.scene(CONTENT, one, audience)
        assert scene == RULEBOOK.scene(CONTENT, other, audience)
        hand = next(p for p in scene.panels if isinstance(p, HandPanel) and p.seat == BLUE)
        assert [(card.count, card.face_down) for card in hand.cards] == [(2, True)]
    public = next(p for p in RULEBOOK.scene(CONTENT, one, PUBLIC).panels if isinstance(p, DeckPanel))
    assert [(card.id, card.count) for card in public.cards] == [
        ("cup-ap", 18),
        ("cup-defense-1", 4),
        ("cup-defense-2", 2),
        ("cup-asteroid", 4),
        ("cup-blank", 2),
    ]
    assert public.count == 27
    own = next(p for p in RULEBOOK.scene(CONTENT, one, Audience.of(RED)).panels if isinstance(p, DeckPanel))
    assert own.cards[0].count == 17  # what one holds oneself is not among the unknown


@pytest.mark.rule("DF-A23")
def test_counters_spent_and_used_are_told_to_everyone():
    state = facing((("ap", "ap"), ("defense-1",)))
    hit = step(state, Attack(0, 2), chance=dice(attack=[1]))
    braced = step(hit.state, Brace("defense-1", 1), chance=dice(defence=[1]))
    assert any("Defense +1" in str(event.text) for event in braced.events if event.readable_by(PUBLIC))
    moved = step(facing((("ap", "blank"), ())), Move(0, cell("e5")))
    assert any("for 1 AP." in str(event.text) for event in moved.events if event.readable_by(PUBLIC))
    paid = step(moved.state, Move(0, cell("f5")))
    assert any("for 1 Blank." in str(event.text) for event in paid.events if event.readable_by(PUBLIC))
    fired = step(facing((("ap", "blank"), ())), Attack(0, 2), chance=dice(attack=[6]))
    assert any("for 1 AP and 1 Blank:" in str(event.text) for event in fired.events if event.readable_by(PUBLIC))


@pytest.mark.rule("DF-A25")
def test_a_cup_too_small_gives_what_there_is():
    small = msgspec.structs.replace(CONTENT, cup={"ap": 4, "defense-1": 0, "defense-2": 0, "asteroid": 0, "blank": 0})
    state = facing((("ap",), ("ap",)))
    state = do(state, Draw(), Draw(), chance=draws("ap", "ap", content=small), content=small)
    assert state.sides[RED].hand == ("ap",) * 3
    assert state.active == BLUE
    assert Draw() not in legal(state, content=small)


@pytest.mark.rule("DF-A06")
def test_dead_blanks_pay_nothing():
    dead = Variant(blank_is_dead=True)
    state = facing((("blank", "blank"), ("blank",)), variant=dead)
    assert kinds_of(legal(state)) == {"Discard", "Draw", "EndTurn"}
    state = facing((("ap", "ap"), ("blank",)), variant=dead)
    state = do(state, Attack(0, 2), chance=dice(attack=[1]))
    assert legal(state) == (TakeIt(),)
