"""What a run keeps of its battles: what has been explained, sectors without a scratch, rounds; from real reports."""

import msgspec
import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.deckspace.actions import PlayCard
from apps.rulebooks.deckspace.play import concede
from apps.rulebooks.deckspace.sectors.actions import Launch, RestartSector, TakeUpgrade
from apps.rulebooks.deckspace.sectors.road import ROAD
from apps.rulebooks.deckspace.sectors.state import RunState

from ..helpers import CONTENT, given
from ..helpers import step as act
from .helpers import at_sector, begun, do, flying, of_kind, reported, told, won
from .test_battles import table_of

SKILLS = [sector.skills for sector in CONTENT.sectors.order]


def ahead(state):
    """The run in its next sector, fighting."""
    return do(state, of_kind(state, TakeUpgrade)[0], Launch())


def explaining(state):
    """The skills that the battle under way explains."""
    return table_of(state).terms.skills


# --- Explained once, sooner or later ----------------------------------------------------------


@pytest.mark.rule("DS-95")
def test_a_skill_that_nobody_played_is_explained_in_a_later_sector():
    state = flying()
    assert explaining(state) == SKILLS[0]
    state = ahead(reported(state, won(state)).state)
    assert explaining(state) == (*SKILLS[1], *SKILLS[0])
    battle = table_of(state)
    (late,) = SKILLS[0]
    there = act(replace(given(battle, 1, hand=(late,)), active=1, phase="acting", played=0), PlayCard(late))
    assert told(there).count("skill-explained") == 1


@pytest.mark.rule("DS-95")
def test_a_skill_that_was_explained_is_not_explained_again():
    state = flying()
    done = reported(state, replace(won(state), taught=SKILLS[0]))
    assert done.state.explained == SKILLS[0]
    state = ahead(done.state)
    assert explaining(state) == SKILLS[1]
    state = ahead(reported(state, won(state)).state)
    assert (state.explained, explaining(state)) == (SKILLS[0], (*SKILLS[2], *SKILLS[1]))


@pytest.mark.rule("DS-95", "DS-104", "DS-A27")
def test_what_a_battle_broken_off_explained_is_explained_again():
    state = flying()
    assert explaining(do(state, RestartSector())) == SKILLS[0]


@pytest.mark.rule("DS-95")
def test_real_reports_bring_it_back():
    state = do(at_sector(2), Launch())
    battle = table_of(state)
    (skill,) = SKILLS[1]
    battle = act(replace(given(battle, 1, hand=(skill,)), active=1, phase="acting", played=0), PlayCard(skill)).state
    report = ROAD.reported(CONTENT, ROAD.outing(CONTENT, state), concede(CONTENT, battle, 0).state)
    assert report.taught == SKILLS[1]
    after = reported(state, replace(won(state), taught=report.taught)).state
    assert after.explained == SKILLS[1]
    assert ROAD.refit(CONTENT, after).explained == SKILLS[1]


def test_a_report_explains_only_what_was_new():
    state = flying()
    for wrong in ({"taught": ("thrust",)}, {"taught": SKILLS[1]}, {"hull": -1}):
        with pytest.raises(IllegalAction) as refused:
            ROAD.report(CONTENT, state, replace(won(state), **wrong), Chance(b"bad"))
        assert refused.value.code == "report"


def test_a_ledger_from_before_still_loads():
    old = msgspec.to_builtins(begun())
    del old["explained"]
    assert msgspec.convert(old, type=RunState).explained == ()


# --- The tally --------------------------------------------------------------------------------


@pytest.mark.rule("DS-105")
@pytest.mark.parametrize(
    ("hull", "health", "unhurt"),
    [(0, 4, 1), (1, 4, 0), (2, 3, 0), (0, 3, 0)],
)
def test_a_sector_is_unhurt_only_where_no_hull_was_lost_healed_or_not(hull, health, unhurt):
    state = flying(craft={"health": 4})
    assert reported(state, replace(won(state, health=health), hull=hull)).state.tally.unhurt == unhurt


@pytest.mark.rule("DS-105")
def test_the_minefield_takes_three_sectors_without_a_scratch():
    state = do(begun(), Launch())
    for number, hull in enumerate((0, 1, 0, 0)):
        done = reported(state, replace(won(state), hull=hull))
        assert ("minefield" in ROAD.earned(CONTENT, done.state)) is (number == 3)
        state = ahead(done.state)


@pytest.mark.rule("DS-105")
def test_the_rounds_of_every_battle_won_are_kept():
    state = flying()
    for length in (7, 11, 30):
        state = ahead(reported(state, won(state, length=length)).state)
    assert state.tally.rounds == (7, 11, 30)
    fourth = reported(state, won(state, length=10)).state
    assert "quartermaster" in ROAD.earned(CONTENT, fourth)
    assert "quartermaster" not in ROAD.earned(CONTENT, reported(state, won(state, length=11)).state)


@pytest.mark.rule("DS-92")
def test_sprinters_and_tenders_fly_with_their_armor_and_their_speed():
    state = flying(plan=replace(begun().plan, enemies=("sprinter", "tender")))
    assert {(ship.name, ship.armor, ship.max_speed) for ship in table_of(state).ships[1:]} == {
        ("Sprinter", 1, 4), ("Tender", 0, 2),
    }  # fmt: skip
