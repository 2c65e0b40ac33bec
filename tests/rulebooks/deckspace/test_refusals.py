"""What is not allowed is refused with a reason that helps, and changes nothing."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.deckspace.actions import (
    BeginTurn,
    Detonate,
    EndTurn,
    FireBeam,
    FirePdc,
    Hold,
    Jump,
    KeepCard,
    Launch,
    NextGame,
    PlayCard,
    Pulse,
    SkipPdc,
    Steer,
    TakeCard,
    Thrust,
)
from apps.rulebooks.deckspace.play import agree_draw, concede

from .helpers import CONTENT, E, battle, board, do, duel, ship, shot, step, using
from .test_series import series, won


def choosing():
    state = duel("e5 E 2", chart=board({"e6": "C"}), pool=("emp", "thrust", "missile"))
    return step(state, EndTurn(), chance=Chance(b"o")).state


def ready():
    return concede(CONTENT, battle(ship(1, "a1 E 0"), ship(2, "e5 E 0"), ship(3, "k1 E 0")), 0).state


MOMENTS = {
    "acting": lambda: duel("e5 E 1", hand="emp"),
    "thrusting": lambda: using(duel("e5 E 1", hand="emp"), "thrust"),
    "aiming": lambda: using(duel("e5 E 1"), "missile"),
    "missile": lambda: duel("e5 E 1", ordnance=[shot(1, 1, "h5 E")]),
    "played": lambda: do(duel("e5 E 1", hand="null emp"), PlayCard("null")),
    "prompt": lambda: replace(duel("e5 E 1", "e7 W 0", hand="emp", red={"pdc": True}), phase="prompt"),
    "keeping": lambda: do(duel("e5 E 1", hand="emp"), EndTurn()),
    "choosing": choosing,
    "ready": ready,
    "between": lambda: won(series(), 0),
    "over": lambda: agree_draw(CONTENT, duel()).state,
}

REFUSED = [
    ("acting", Thrust("left"), "no-card"), ("acting", Launch(E), "no-card"), ("acting", FireBeam(E), "no-card"),
    ("acting", Pulse(), "no-card"), ("acting", Jump((3, 4)), "no-card"), ("acting", PlayCard("thrust"), "card"),
    ("acting", Steer(1, "left"), "steer"), ("acting", Hold(1), "steer"), ("acting", Detonate(1), "steer"),
    ("acting", FirePdc(2), "pdc"), ("acting", SkipPdc(), "not-now"), ("acting", TakeCard("emp"), "not-now"),
    ("acting", KeepCard("emp"), "not-now"), ("acting", NextGame(), "not-now"), ("acting", BeginTurn(), "not-now"),
    ("thrusting", Thrust("forward"), "not-allowed"), ("thrusting", Launch(E), "not-allowed"),
    ("thrusting", FireBeam(E), "not-allowed"), ("thrusting", PlayCard("emp"), "played"),
    ("aiming", Launch(9), "not-allowed"), ("aiming", Thrust("left"), "not-allowed"),
    ("missile", EndTurn(), "missiles"), ("missile", Detonate(1), "steer"), ("missile", Steer(2, "left"), "steer"),
    ("played", PlayCard("emp"), "played"), ("played", FirePdc(2), "pdc"),
    ("prompt", PlayCard("emp"), "prompt"), ("prompt", EndTurn(), "prompt"), ("prompt", FirePdc(1), "prompt"),
    ("keeping", PlayCard("emp"), "keeping"), ("keeping", KeepCard("thrust"), "keeping"),
    ("keeping", EndTurn(), "keeping"),
    ("choosing", TakeCard("wormhole"), "choosing"), ("choosing", EndTurn(), "choosing"),
    ("ready", EndTurn(), "ready"), ("ready", PlayCard("emp"), "ready"),
    ("between", EndTurn(), "between"), ("between", BeginTurn(), "between"),
    ("over", EndTurn(), "over"), ("over", NextGame(), "over"),
]  # fmt: skip


@pytest.mark.rule("DS-16", "DS-30", "DS-33", "DS-77", "DS-A01", "DS-A02")
@pytest.mark.parametrize(("moment", "action", "code"), REFUSED)
def test_refused_with_a_reason(moment, action, code):
    state = MOMENTS[moment]()
    before = repr(state)
    with pytest.raises(IllegalAction) as refused:
        step(state, action, seat=state.ship(state.active).seat if moment != "between" else 0)
    assert refused.value.code == code
    assert str(refused.value.message).endswith(".")
    assert repr(state) == before


@pytest.mark.rule("DS-30")
@pytest.mark.parametrize("moment", [moment for moment in MOMENTS if moment not in ("between", "over")])
def test_out_of_turn_one_hears_whom_the_game_waits_for(moment):
    state = MOMENTS[moment]()
    other = next(seat for seat in range(len(state.sides)) if seat != state.ship(state.active).seat)
    with pytest.raises(IllegalAction) as refused:
        step(state, EndTurn(), seat=other)
    assert refused.value.code == "not-your-turn"
    assert str(refused.value.message).startswith("It is not your turn: the game waits for ")


def test_nobody_at_the_table_has_such_a_seat():
    with pytest.raises(IllegalAction):
        step(duel(), EndTurn(), seat=7)
