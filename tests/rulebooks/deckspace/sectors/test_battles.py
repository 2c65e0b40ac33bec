"""A sector as a battle: orders, reports, what comes back, and what a battle broken off does not change."""

from collections import Counter

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.roads import ORDERS
from apps.rulebooks.core.simulation import bot_of
from apps.rulebooks.deckspace import RULEBOOK, fleet
from apps.rulebooks.deckspace.content import Beaming, Pulsing
from apps.rulebooks.deckspace.craft import BattleReport
from apps.rulebooks.deckspace.sectors.actions import Launch, RestartSector, TakeCard
from apps.rulebooks.deckspace.sectors.battle import orders, pool
from apps.rulebooks.deckspace.sectors.road import ROAD

from ..helpers import CONTENT
from .helpers import ROAD_AUDIENCE, at_sector, begun, cleared, do, flying, legal, lost, reported, told, won


def table_of(state):
    """The battle that the road asks for, begun."""
    outing = ROAD.outing(CONTENT, state)
    return RULEBOOK.setup(CONTENT, outing.options, Chance(b"table")).state


# --- What is ordered --------------------------------------------------------------------------


@pytest.mark.rule("DS-92")
def test_a_run_is_five_sectors_each_a_battle_against_all_its_enemies():
    assert [sector.number for sector in CONTENT.sectors.order] == [1, 2, 3, 4, 5]
    state = flying()
    outing = ROAD.outing(CONTENT, state)
    assert (outing.number, outing.seats) == (1, (0, "hunter"))
    battle = table_of(state)
    assert battle.objective.kind == "destroy"
    assert [(ship.seat, ship.side) for ship in battle.ships] == [(0, 0)] + [(1, 1)] * len(state.plan.enemies)
    assert [ship.name for ship in battle.ships[1:]] == [CONTENT.enemies[slug].name for slug in state.plan.enemies]


@pytest.mark.rule("DS-92")
def test_the_fifth_sector_cleared_wins_the_run():
    state = cleared(at_sector(5))
    assert (state.phase, state.ending) == ("over", "cleared")
    result = ROAD.result(CONTENT, state)
    assert (result.winners, result.scores) == ((0,), (5,))
    assert ROAD.waiting_on(state) == frozenset()
    assert ROAD.outing(CONTENT, state) is None


def test_the_ship_flies_in_as_it_stands_in_the_ledger():
    state = flying(craft={"health": 2, "max_health": 5, "max_speed": 4, "armor": 1})
    hero = table_of(state).ship(1)
    assert (hero.health, hero.max_health, hero.max_speed, hero.armor) == (2, 5, 4, 1)
    assert tuple(sorted(hero.cards)) == state.craft.deck
    assert not hero.pdc


@pytest.mark.rule("DS-A46")
def test_the_pilot_moves_first():
    for number in range(1, 6):
        assert table_of(do(at_sector(number), Launch())).active == 1


@pytest.mark.rule("DS-A67")
def test_another_run_draws_other_maps_line_ups_and_places():
    plans = [begun(seed=b"%d" % n).plan for n in range(60)]
    sector = CONTENT.sectors.order[0]
    assert {plan.map for plan in plans} == set(sector.maps)
    assert {plan.enemies for plan in plans} == {lineup.enemies for lineup in sector.lineups}
    pair = next(plan for plan in plans if len(plan.enemies) == 2)
    state = flying(plan=pair)
    drawn = [orders(CONTENT, replace(state, plan=replace(pair, seed=n))) for n in range(20)]
    places = {order.arrivals[1].start for order in drawn}
    assert len(places) > 1


@pytest.mark.rule("DS-95")
@pytest.mark.parametrize("number", range(1, 6))
def test_every_line_up_brings_the_new_skill_and_no_sector_before_did(number):
    order = CONTENT.sectors.order
    before = {skill for sector in order[: number - 1] for skill in sector.skills} | {"thrust", "missile"}
    sector = order[number - 1]
    assert not before & set(sector.skills)
    for lineup in sector.lineups:
        held = {pile.card for slug in lineup.enemies for pile in CONTENT.enemies[slug].cards}
        assert set(sector.skills) <= held


@pytest.mark.rule("DS-95")
def test_a_new_skill_is_explained_when_it_is_first_played_and_only_then():
    from apps.rulebooks.deckspace.actions import PlayCard

    from ..helpers import given
    from ..helpers import step as act

    state = table_of(do(at_sector(5), Launch()))
    warden = next(ship.number for ship in state.ships if ship.profile == "warden")
    state = replace(
        given(state, warden, hand=("emp", "mass-driver", "missile")), active=warden, phase="acting", played=0
    )
    first = act(state, PlayCard("mass-driver"))
    assert told(first).count("skill-explained") == 1
    lesson = CONTENT.cards["mass-driver"].lesson
    assert any(lesson in str(event.text) for event in first.events)
    again = act(
        replace(given(first.state, warden, hand=("mass-driver",)), played=0, card="", uses=0), PlayCard("mass-driver")
    )
    assert "skill-explained" not in told(again)
    other = act(replace(given(again.state, warden, hand=("emp",)), played=0, card="", uses=0), PlayCard("emp"))
    assert told(other).count("skill-explained") == 1, "the other new skill is explained as well"
    known = act(replace(given(state, warden, hand=("missile",)), played=0), PlayCard("missile"))
    assert "skill-explained" not in told(known)
    shown = RULEBOOK.scene(CONTENT, other.state, ROAD_AUDIENCE).panels
    assert [panel.id for panel in shown if getattr(panel, "id", "").startswith("skill-")] == [
        "skill-emp", "skill-mass-driver"
    ]  # fmt: skip


@pytest.mark.rule("DS-101", "DS-102", "DS-A36")
def test_drones_and_hunters_fly_as_the_bots_of_these_names():
    profiles = {slug: CONTENT.enemies[slug].profile for sector in CONTENT.sectors.order for lineup in sector.lineups
                for slug in lineup.enemies}  # fmt: skip
    assert set(profiles.values()) == {"drone", "hunter", "warden"}
    drone, hunter = CONTENT.bots["drone"], CONTENT.bots["hunter"]
    assert drone.distance < hunter.distance
    assert (drone.lead, hunter.lead) == (False, True)
    state = table_of(do(at_sector(3), Launch()))
    assert {ship.profile for ship in state.ships[1:]} <= {"drone", "hunter"}


@pytest.mark.rule("DS-103")
def test_the_warden_waits_in_the_last_sector_with_a_mass_driver_and_an_emp():
    last = CONTENT.sectors.order[-1]
    for lineup in last.lineups:
        boss = next(CONTENT.enemies[slug] for slug in lineup.enemies if CONTENT.enemies[slug].profile == "warden")
        effects = {type(CONTENT.cards[pile.card].effect) for pile in boss.cards}
        assert {Beaming, Pulsing} <= effects
        assert boss.health == max(CONTENT.enemies[slug].health for slug in lineup.enemies)
    for sector in CONTENT.sectors.order[:-1]:
        assert not any(
            CONTENT.enemies[slug].profile == "warden" for lineup in sector.lineups for slug in lineup.enemies
        )


@pytest.mark.rule("DS-97", "DS-A49")
def test_c_markers_offer_what_is_known_anew_in_every_battle():
    assert pool(CONTENT, begun().known) == ()
    state = at_sector(3)
    assert Counter(pool(CONTENT, state.known)) == {"high-thrust": 2, "small-nuke": 2}
    assert table_of(do(state, Launch())).pool == pool(CONTENT, state.known)
    assert Counter(pool(CONTENT, (*at_sector(5).known, "emp")))["emp"] == 1


# --- What is reported -------------------------------------------------------------------------


@pytest.mark.rule("DS-93")
def test_the_loss_of_the_ship_ends_the_run_and_keeps_what_was_unlocked():
    state = do(at_sector(2), Launch())
    state = cleared(replace(state, craft=replace(state.craft, health=4, max_health=5)), health=1)
    assert ROAD.earned(CONTENT, state) == ("second-hand-booster",)
    state = do(state, next(action for action in legal(state) if isinstance(action, TakeCard)), Launch())
    done = reported(state, lost(state))
    assert (done.state.phase, done.state.ending) == ("over", "lost")
    assert ROAD.earned(CONTENT, done.state) == ("second-hand-booster",)
    result = ROAD.result(CONTENT, done.state)
    assert (result.ending, result.winners, result.scores) == ("lost", (), (2,))
    assert legal(done.state) == ()


@pytest.mark.rule("DS-A47")
def test_when_the_rounds_run_out_the_sector_and_the_run_are_lost():
    state = flying()
    done = reported(state, lost(state, "mission-lost", won(state).ship))
    assert done.state.ending == "lost"
    assert "Time is up" in str(done.events[0].text)


def test_giving_up_the_battle_gives_up_the_run():
    state = flying()
    assert reported(state, lost(state, "conceded")).state.ending == "given-up"


@pytest.mark.rule("DS-96")
@pytest.mark.parametrize("number", range(1, 5))
def test_clearing_a_sector_salvages_one_copy_of_each_skill_it_brought(number):
    state = do(at_sector(number), Launch())
    done = reported(state, won(state))
    gained = Counter(done.state.craft.deck) - Counter(state.craft.deck)
    assert gained == Counter(CONTENT.sectors.order[number - 1].skills)
    assert told(done).count("salvaged") == 1


@pytest.mark.rule("DS-96", "DS-A49")
def test_no_second_emp_is_salvaged():
    state = do(at_sector(5), Launch())
    both = reported(state, won(state)).state.craft.deck
    assert (both.count("emp"), both.count("mass-driver")) == (1, 1)
    holding = replace(state, craft=replace(state.craft, deck=tuple(sorted((*state.craft.deck, "emp")))))
    assert reported(holding, won(holding)).state.craft.deck.count("emp") == 1


@pytest.mark.rule("DS-111", "DS-A52")
def test_what_markers_gave_ends_with_the_battle_except_for_cards():
    state = replace(do(at_sector(2), Launch()))
    before = state.craft
    done = reported(state, won(state, gained=("high-thrust",), health=6, max_health=6, max_speed=5, armor=2, pdc=True))
    after = done.state.craft
    assert (after.max_health, after.max_speed, after.armor, after.pdc) == (
        before.max_health, before.max_speed, before.armor, False
    )  # fmt: skip
    assert after.health == before.max_health
    assert after.deck.count("high-thrust") == before.deck.count("high-thrust") + 1
    assert "card-kept" in told(done)


@pytest.mark.rule("DS-A52")
def test_plating_is_whole_again_at_the_start_of_every_sector():
    state = flying(craft={"armor": 2})
    state = reported(state, won(state, armor=0)).state
    assert state.craft.armor == 2


@pytest.mark.rule("DS-A15")
def test_nulls_stay_in_the_deck():
    state = flying()
    done = reported(state, won(state, gained=("null", "null")))
    assert done.state.craft.deck.count("null") == 2
    assert "dead-weight" in told(done)


def refused(state, report):
    with pytest.raises(IllegalAction) as caught:
        ROAD.report(CONTENT, state, report, Chance(b"bad"))
    assert str(caught.value.message)
    return caught.value.code


def test_only_the_battle_under_way_may_report():
    state = flying()
    good = won(state)
    assert refused(state, replace(good, outing=2)) == "outing"
    assert refused(state, replace(good, outing=0)) == "outing"
    assert refused(begun(), replace(good, outing=0)) == "outing"
    after = reported(state, good).state
    assert refused(after, good) == "outing", "the same report twice"


def test_reports_that_cannot_be_are_refused():
    state = flying(craft={"health": 3})
    good, ship = won(state), won(state).ship
    bad = [
        replace(good, ship=None),
        replace(good, ending="a-miracle"),
        replace(good, downed=("drone",) * 9),
        replace(good, length=0),
        replace(good, ship=replace(ship, number=2)),
        replace(good, ship=replace(ship, health=0)),
        replace(good, ship=replace(ship, health=9, max_health=9)),
        replace(good, ship=replace(ship, draw=ship.draw[1:])),
        replace(good, ship=replace(ship, draw=(*ship.draw, "mass-driver"))),
        replace(good, ship=replace(ship, draw=(*ship.draw, "no-such-card"))),
        replace(good, ship=replace(ship, draw=(*ship.draw, "thrust"))),
    ]
    assert [refused(state, report) for report in bad] == ["report"] * len(bad)
    assert reported(state, good).state.phase == "reward"


def test_a_report_of_a_real_battle_is_understood():
    state = flying()
    battle = table_of(state)
    battle = RULEBOOK.concede(CONTENT, battle, 0).state
    report = ROAD.reported(CONTENT, ROAD.outing(CONTENT, state), battle)
    assert isinstance(report, BattleReport)
    assert (report.outing, report.ending, report.ship) == (1, "conceded", None)


# --- Breaking off -----------------------------------------------------------------------------


@pytest.mark.rule("DS-104", "DS-A27")
def test_a_sector_begins_again_as_it_was_at_its_start():
    state = do(at_sector(3), Launch())
    assert ROAD.waiting_on(state) == {0}
    assert legal(state) == (RestartSector(),)
    again = do(state, RestartSector())
    assert (again.phase, again.plan, again.craft, again.known) == ("fighting", state.plan, state.craft, state.known)
    old, new = ROAD.outing(CONTENT, state), ROAD.outing(CONTENT, again)
    assert new.number == old.number + 1
    assert new.options[ORDERS] == old.options[ORDERS]
    assert refused(again, won(state)) == "outing", "the old battle does not count"
    assert reported(again, won(again)).state.phase == "reward"


@pytest.mark.rule("DS-104")
def test_a_run_is_kept_between_sectors():
    import msgspec

    state = at_sector(4)
    kept = msgspec.json.decode(msgspec.json.encode(state), type=ROAD.state_type)
    assert kept == state
    assert legal(kept) == (Launch(),)


@pytest.mark.rule("DS-104")
def test_breaking_off_is_asked_first():
    choice = ROAD.scene(CONTENT, flying(), ROAD_AUDIENCE).choices[0]
    assert choice.verb == "restart"
    assert "does not count" in str(choice.confirm)


def test_orders_are_read_back_as_they_were_written():
    state = do(at_sector(4), Launch())
    assert fleet.read(ROAD.outing(CONTENT, state).options) == orders(CONTENT, state)


@pytest.mark.parametrize("number", range(1, 6))
def test_every_line_up_can_begin_on_every_map(number):
    state = do(at_sector(number), Launch())
    sector = CONTENT.sectors.order[number - 1]
    for slug in sector.maps:
        for lineup in sector.lineups:
            ordered = replace(state, plan=replace(state.plan, map=slug, enemies=lineup.enemies))
            battle = table_of(ordered)
            assert RULEBOOK.check(CONTENT, battle) == []
            decision = bot_of(RULEBOOK, "drone").decide(CONTENT, battle, 0, Chance(b"bot"), 0.05)
            assert decision.action in RULEBOOK.legal_actions(CONTENT, battle, 0)
