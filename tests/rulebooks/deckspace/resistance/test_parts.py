"""Salvaged parts, and what is unlocked from run to run."""

import msgspec
import pytest
from msgspec.structs import replace

from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.roads import EARNED
from apps.rulebooks.core.scene import DeckPanel
from apps.rulebooks.deckspace.resistance.actions import FlyMission, TakePart, TakeScrap, Wait
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.state import Counts

from .helpers import (
    CALM,
    NUMBERS,
    PORT,
    begun,
    changed,
    choice_of,
    do,
    flown,
    flying,
    hub,
    legal,
    offer,
    panels,
    reported,
    step,
)

PARTS = CALM.resistance.parts
ALL = tuple(CALM.resistance.unlocks)


# --- Parts ------------------------------------------------------------------------------------


@pytest.mark.rule("DS-153", "DS-A58")
@pytest.mark.parametrize(("kind", "salvages"), [("supply", False), ("defend", False), ("strike", True), ("hunt", True),
                                                ("retake", True)])  # fmt: skip
def test_the_first_strike_and_the_first_hunt_won_leave_a_choice_of_parts(kind, salvages):
    state = flown(kind)
    assert (state.phase == "salvage") is salvages
    if salvages:
        assert len(legal(state)) == NUMBERS.parts_offered
        assert all(isinstance(action, TakePart) for action in legal(state))
        assert len({action.part for action in legal(state)}) == NUMBERS.parts_offered


@pytest.mark.rule("DS-153")
def test_only_the_first_of_each_does():
    state = do(flown("strike"), *legal(flown("strike"))[:1])
    assert state.salvaged == ("strike",)
    again = reported(do(replace(hub(PORT, owners={PORT: "held"}), offers=(offer("strike"),), salvaged=("strike",)),
                        FlyMission("strike", PORT))).state  # fmt: skip
    assert again.phase == "hub"
    assert flown("hunt", salvaged=("strike",)).phase == "salvage"
    assert flown("retake", salvaged=("strike",)).phase == "hub"
    assert flown("hunt", "escaped").phase == "hub"


@pytest.mark.rule("DS-153")
def test_a_part_is_for_the_run():
    state = replace(flown("hunt"), salvage=("bulkhead", "gyro", "drum"))
    bulkhead = do(state, TakePart("bulkhead"))
    assert (bulkhead.craft.max_health, bulkhead.craft.health, bulkhead.parts) == (5, 5, ("bulkhead",))
    assert do(state, TakePart("gyro")).craft.max_speed == 4
    assert do(state, TakePart("drum")).craft.rounds == 3
    assert do(replace(state, salvage=("coil",)), TakePart("coil")).craft.deck.count("mass-driver") == 1
    assert flown("supply", craft={"max_health": 5}, parts=("bulkhead",)).craft.max_health == 5


@pytest.mark.rule("DS-154")
def test_a_part_at_its_most_is_not_offered_and_scrap_fills_the_choice():
    owned = tuple(sorted(slug for slug, part in PARTS.items() for _ in range(part.most) if slug != "gyro"))
    state = flown("hunt", parts=owned)
    assert state.salvage == ("gyro", "", "")
    assert legal(state) == (TakePart("gyro"), TakeScrap())
    after = do(state, TakeScrap())
    assert after.supplies == state.supplies + NUMBERS.scrap
    assert after.phase == "hub"
    (panel,) = [one for one in panels(state, DeckPanel) if one.id == "salvage"]
    assert {card.id for card in panel.cards} == {choice_of(state, action).card for action in legal(state)}


@pytest.mark.rule("DS-154")
def test_what_cannot_be_raised_any_more_is_at_its_most():
    full = flown("hunt", craft={"max_health": CALM.numbers.health_cap, "max_speed": CALM.numbers.speed_cap,
                                "health": CALM.numbers.health_cap})  # fmt: skip
    for seed in range(20):
        state = reported(flying("hunt", craft=_fields(full)), seed=b"salvage-%d" % seed).state
        assert not {"bulkhead", "gyro"} & set(state.salvage)


def _fields(state):
    return {"max_health": state.craft.max_health, "max_speed": state.craft.max_speed, "health": state.craft.health}


@pytest.mark.rule("DS-155")
def test_the_choice_waits_until_it_is_made():
    state = flown("strike")
    assert state.day == 0, "the day passes after it"
    with pytest.raises(IllegalAction) as refused:
        step(state, Wait())
    assert refused.value.code == "salvage"
    stored = msgspec.json.decode(msgspec.json.encode(state), type=ROAD.state_type)
    assert stored == state
    after = do(stored, legal(stored)[0])
    assert (after.day, after.phase, after.salvage) == (1, "hub", ())


@pytest.mark.rule("DS-153", "DS-154")
def test_there_are_six_parts_each_with_a_most():
    assert len(PARTS) == 6
    assert all(part.most >= 1 for part in PARTS.values())


# --- Unlocks ----------------------------------------------------------------------------------


@pytest.mark.rule("DS-156")
def test_a_new_run_begins_with_everything_earned_before():
    plain, rich = begun(), begun(**{EARNED: ",".join(ALL)})
    assert (plain.known, rich.known) == ((), ALL)
    assert rich.supplies == plain.supplies + 3
    assert rich.strength == plain.strength + 2
    assert rich.works == plain.works - 1
    assert rich.craft.max_health == rich.craft.health == plain.craft.max_health + 1
    assert rich.craft.deck.count("missile") == 4
    assert [one for one in rich.offers if one.kind == "defend"], "the Listening Post hears the first threat"


@pytest.mark.rule("DS-156")
def test_unless_it_is_flown_without():
    fresh = begun(**{EARNED: ",".join(ALL), "legacy": "fresh"})
    assert fresh.known == ()
    assert fresh.supplies == NUMBERS.supplies
    assert begun(**{EARNED: "no-such-thing, full-hold", "legacy": "kept"}).known == ("full-hold",)
    assert [slug for slug, _ in ROAD.options(CALM)[1].choices] == ["kept", "fresh"]


@pytest.mark.rule("DS-156", "DS-143")
def test_unlocks_are_earned_when_their_condition_comes_true():
    state = flown("supply", counts=Counts(pods=6), report={"pods": 3})
    assert ROAD.earned(CALM, state) == ("full-hold",)
    assert ROAD.earned(CALM, flown("supply", counts=Counts(pods=5), report={"pods": 3})) == ()
    assert ROAD.earned(CALM, flown("supply", counts=Counts(pods=6), report={"pods": 3}, known=("full-hold",))) == ()
    assert "spare-tube" in ROAD.earned(CALM, flown("supply", counts=Counts(ships=10), report={"downed": 2}))
    broken = flown("supply", "mission-lost", counts=Counts(hunt=2))
    assert "listening-post" in ROAD.earned(CALM, broken), "kept in defeat too"


@pytest.mark.rule("DS-156")
def test_there_are_six_and_each_says_how_it_is_earned():
    unlocks = ROAD.unlocks(CALM)
    assert len(unlocks) == 6
    assert all(str(unlock.name) and str(unlock.text) and str(unlock.how) and unlock.symbol for unlock in unlocks)
    fewer = changed(CALM, unlocks={})
    assert ROAD.unlocks(fewer) == ()
    assert begun(fewer, **{EARNED: "full-hold"}).known == ()
