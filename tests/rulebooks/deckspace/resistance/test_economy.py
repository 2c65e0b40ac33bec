"""The ship between battles: what comes back, armor, hull, rounds, cards; ports and the home base."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.scene import DeckPanel, SeatPanel
from apps.rulebooks.deckspace.resistance import meridian, owned
from apps.rulebooks.deckspace.resistance.actions import (
    BuyCard,
    BuyRounds,
    Fit,
    FlyMission,
    Purge,
    RepairArmor,
    RepairHull,
    Reply,
    Travel,
    Wait,
)
from apps.rulebooks.deckspace.resistance.road import ROAD
from apps.rulebooks.deckspace.resistance.state import Shelf

from .helpers import (
    CALM,
    HOME,
    NUMBERS,
    PORT,
    SEAT,
    at_mission,
    choice_of,
    do,
    flown,
    flying,
    hub,
    legal,
    of_kind,
    panels,
    step,
    told,
    trips,
    wait,
)

RICH = 30


# --- What a battle gives back -----------------------------------------------------------------


@pytest.mark.rule("DS-111", "DS-A28")
def test_markers_last_for_their_battle_but_a_card_joins_the_deck():
    after = flown("supply", report={
        "max_speed": 5, "max_health": 6, "health": 6, "pdc": True, "draw": ("emp", "missile", "thrust"),
    })  # fmt: skip
    craft = after.craft
    assert (craft.max_speed, craft.max_health, craft.health, craft.pdc) == (3, 4, 4, False)
    assert craft.deck == ("emp", "missile", "thrust")


@pytest.mark.rule("DS-A15", "DS-A73")
def test_a_null_stays_in_the_deck_until_the_home_base_takes_it_out():
    state = replace(flown("supply", report={"draw": ("null", *("thrust",) * 7)}), place=HOME, supplies=RICH)
    assert "null" in state.craft.deck
    assert "null" not in do(state, Purge("null")).craft.deck
    least = replace(state, craft=replace(state.craft, deck=("null", *("thrust",) * (NUMBERS.deck_least - 1))))
    assert of_kind(least, Purge) == []


@pytest.mark.rule("DS-144", "DS-A29")
def test_armor_and_what_markers_earned_stay():
    after = flown("supply", report={"armor": 1, "earned": 2})
    assert (after.craft.armor, after.craft.earned) == (1, 2)
    again = flying("supply", craft={"armor": 1, "earned": 2}).sortie.orders
    assert (again.arrivals[0].armor, again.arrivals[0].earned) == (1, 2)
    assert (again.terms.counted, again.terms.armor) == (True, NUMBERS.armor)
    assert flown("supply", craft={"armor": 2, "earned": 2}, report={"armor": 0, "earned": 2}).craft.earned == 2


@pytest.mark.rule("DS-147", "DS-A33")
def test_the_hull_mends_after_each_battle_never_above_its_most():
    assert flown("supply", report={"health": 1}).craft.health == 1 + NUMBERS.mend
    assert flown("supply", report={"health": 4}).craft.health == 4
    assert flown("supply", "left-early", report={"health": 1}).craft.health == 1 + NUMBERS.mend
    assert flown("supply", fittings=("field-repair",), report={"health": 1}).craft.health == 2 + NUMBERS.mend
    assert flown("supply", fittings=("field-repair",), parts=("welder",), report={"health": 1}).craft.health == 4


@pytest.mark.rule("DS-152", "DS-149", "DS-A51")
def test_rounds_carry_over_from_battle_to_battle():
    after = flown("supply", craft={"rounds": 5}, report={"rounds": 3})
    assert after.craft.rounds == 3
    assert flown("supply", report={"rounds": 2}).craft.rounds == 2, "without a mount they stay aboard"
    orders = flying("supply", craft={"rounds": 3, "pdc": True}).sortie.orders
    assert (orders.arrivals[0].rounds, orders.arrivals[0].pdc) == (3, True)
    assert orders.arrivals[0].rounds >= 0, "they are counted"


@pytest.mark.rule("DS-151", "DS-152")
def test_a_p_marker_gives_rounds_up_to_the_most():
    terms = flying("supply").sortie.orders.terms
    assert (terms.rounds, terms.most_rounds) == (NUMBERS.rounds_found, NUMBERS.rounds_most)
    assert flying("supply", parts=("drum",)).sortie.orders.terms.most_rounds == NUMBERS.rounds_most + 3


# --- Ports ------------------------------------------------------------------------------------


@pytest.mark.rule("DS-157", "DS-145")
def test_ports_repair_hull_and_armor_for_supplies():
    state = hub(PORT, supplies=RICH, craft={"health": 2, "armor": 0, "earned": 1})
    after = do(state, RepairHull())
    assert (after.craft.health, after.supplies) == (3, RICH - NUMBERS.hull_price)
    after = do(after, RepairArmor())
    assert (after.craft.armor, after.supplies) == (1, RICH - NUMBERS.hull_price - NUMBERS.armor_price)
    whole = do(after, RepairHull())
    assert {RepairHull(), RepairArmor()} & set(legal(whole)) == set()


@pytest.mark.rule("DS-145")
def test_armor_is_repaired_up_to_what_markers_earned_and_nothing_else_brings_it():
    assert RepairArmor() not in legal(hub(PORT, supplies=RICH))
    assert RepairArmor() not in legal(hub(PORT, supplies=RICH, craft={"armor": 1, "earned": 1}))
    assert wait(hub(PORT, craft={"earned": 2}), 9).craft.armor == 0
    assert flown("supply", craft={"earned": 2}).craft.armor == 0


@pytest.mark.rule("DS-157")
def test_ports_sell_cards_at_the_price_of_their_tier():
    wares = tuple(sorted(CALM.resistance.wares))
    state = hub(PORT, supplies=RICH, shelves=(Shelf(PORT, wares),))
    for slug in wares:
        ware = CALM.resistance.wares[slug]
        after = do(state, BuyCard(slug))
        assert after.supplies == RICH - NUMBERS.card_prices[ware.tier - 1]
        assert after.craft.deck.count(ware.card) == state.craft.deck.count(ware.card) + 1
        assert BuyCard(slug) not in legal(after), "it is off the shelf"
    assert {CALM.resistance.wares[slug].tier for slug in wares} == {1, 2, 3}
    assert of_kind(replace(state, supplies=2), BuyCard) == []


@pytest.mark.rule("DS-157", "DS-158")
def test_what_hangs_on_a_card_shares_no_heading_with_what_does_not():
    state = hub(supplies=RICH, shelves=(Shelf(HOME, ("emp", "missile")),), craft={"health": 1, "earned": 1})
    buttons = [choice for choice in ROAD.scene(CALM, state, SEAT).choices if not choice.tile]
    assert {(str(choice.group), bool(choice.card)) for choice in buttons} == {
        ("Buy a card", True), ("Take a card out", True), ("Home base", True), ("Port", False), ("", False),
    }  # fmt: skip
    assert str(choice_of(state, BuyCard("emp")).label) == "EMP"


@pytest.mark.rule("DS-157", "DS-A49")
def test_no_port_sells_a_card_of_which_the_deck_has_its_most():
    state = hub(PORT, supplies=RICH, shelves=(Shelf(PORT, ("emp",)),))
    assert BuyCard("emp") in legal(state)
    assert BuyCard("emp") not in legal(replace(state, craft=replace(state.craft, deck=("emp", *state.craft.deck))))


@pytest.mark.rule("DS-157", "DS-A72")
def test_shelves_are_new_with_every_move_in_every_port():
    state = wait(hub(owners={"mirk": "held"}), NUMBERS.move_every)
    assert {shelf.place for shelf in state.shelves} == {HOME, *(p.slug for p in state.planets)} - {"mirk"}
    assert {len(shelf.wares) for shelf in state.shelves} == {NUMBERS.shelf}
    assert wait(state, NUMBERS.move_every).shelves != state.shelves


@pytest.mark.rule("DS-151", "DS-157", "DS-152")
def test_any_port_sells_rounds_up_to_the_most():
    state = hub(PORT, supplies=RICH)
    after = do(state, BuyRounds())
    assert (after.craft.rounds, after.supplies) == (NUMBERS.rounds_sold, RICH - NUMBERS.rounds_price)
    full = do(after, BuyRounds())
    assert full.craft.rounds == NUMBERS.rounds_most
    assert BuyRounds() not in legal(full)
    nearly = hub(PORT, supplies=RICH, craft={"rounds": NUMBERS.rounds_most - 1})
    assert do(nearly, BuyRounds()).craft.rounds == NUMBERS.rounds_most


@pytest.mark.rule("DS-157", "DS-119")
def test_there_is_no_port_where_meridian_is():
    for owner in ("held", "fallen"):
        state = hub(PORT, supplies=RICH, craft={"health": 1}, owners={PORT: owner})
        assert {type(action).__name__ for action in legal(state)} == {"Travel", "Wait"}
        with pytest.raises(IllegalAction) as refused:
            step(state, RepairHull())
        assert refused.value.code == "port"


@pytest.mark.rule("DS-157", "DS-109")
def test_without_supplies_nothing_is_to_be_had():
    state = hub(supplies=0, craft={"health": 1, "earned": 1}, shelves=(Shelf(HOME, ("thrust",)),))
    assert {type(action).__name__ for action in legal(state)} == {"Travel", "Wait", "StrikeEarly"}


@pytest.mark.rule("DS-157", "DS-158")
def test_what_is_for_sale_hangs_on_its_card_with_its_price():
    state = hub(supplies=RICH, shelves=(Shelf(HOME, ("missile", "emp")),))
    shelf, workshop = (next(one for one in panels(state, DeckPanel) if one.id == id) for id in ("shelf", "workshop"))
    assert [card.badges[0].text for card in shelf.cards] == [str(NUMBERS.card_prices[0]), str(NUMBERS.card_prices[2])]
    assert {card.id for card in shelf.cards} == {choice_of(state, action).card for action in of_kind(state, BuyCard)}
    assert {card.id for card in workshop.cards} == {choice_of(state, action).card for action in of_kind(state, Fit)}
    assert not [one for one in panels(hub(PORT, supplies=RICH), DeckPanel) if one.id == "workshop"]


# --- The home base ----------------------------------------------------------------------------


@pytest.mark.rule("DS-158")
def test_research_and_upgrades_are_at_the_home_base_only():
    fittings = CALM.resistance.fittings
    assert {action.fitting for action in of_kind(hub(supplies=RICH), Fit)} == set(fittings)
    assert of_kind(hub(PORT, supplies=RICH), Fit) == []
    kinds = [fitting.kind for fitting in fittings.values()]
    assert (kinds.count("research") >= 4, kinds.count("upgrade") >= 6) == (True, True)
    after = do(hub(supplies=RICH), Fit("tuned-drive"))
    assert (after.craft.max_speed, after.fittings) == (4, ("tuned-drive",))
    assert after.supplies == RICH - fittings["tuned-drive"].price
    assert Fit("tuned-drive") not in legal(after)


@pytest.mark.rule("DS-158", "DS-81")
@pytest.mark.parametrize(("fitting", "limits"), [
    ("braced-frames", {"max_health": CALM.numbers.health_cap}), ("tuned-drive", {"max_speed": CALM.numbers.speed_cap}),
])  # fmt: skip
def test_nothing_is_built_in_that_would_raise_what_is_at_its_limit(fitting, limits):
    def workshop(state):
        (panel,) = [one for one in panels(state, DeckPanel) if one.id == "workshop"]
        return {card.id for card in panel.cards}

    full = hub(supplies=RICH, craft=limits)
    assert Fit(fitting) not in legal(full)
    assert f"fitting-{fitting}" not in workshop(full)
    with pytest.raises(IllegalAction):
        step(full, Fit(fitting))
    nearly = hub(supplies=RICH, craft={name: value - 1 for name, value in limits.items()})
    assert Fit(fitting) in legal(nearly)
    assert f"fitting-{fitting}" in workshop(nearly)
    assert len(of_kind(full, Fit)) == len(of_kind(nearly, Fit)) - 1, "all else is still to be had"


@pytest.mark.rule("DS-148")
def test_the_pdc_mount_is_bought_there_and_lasts_the_run():
    state = do(hub(supplies=RICH), Fit("pdc-mount"))
    assert state.craft.pdc
    after = flown("supply", craft={"pdc": True}, report={"pdc": True})
    assert after.craft.pdc
    assert flying("supply", craft={"pdc": True}).sortie.orders.arrivals[0].pdc
    assert Fit("pdc-mount") not in legal(hub(supplies=RICH, craft={"pdc": True}))


@pytest.mark.rule("DS-158", "DS-107")
def test_research_changes_what_it_says():
    state = hub()
    days, shorter = trips(state), trips(replace(state, fittings=("cold-routes",)))
    assert {to: max(NUMBERS.trip_least, count - 1) for to, count in days.items()} == shorter
    framed = do(hub(supplies=RICH), Fit("braced-frames"))
    assert (framed.craft.max_health, framed.craft.health) == (5, 5)
    racks = do(hub(supplies=RICH), Fit("deep-racks"))
    assert owned.most_rounds(CALM, racks) == NUMBERS.rounds_most + 4
    decoys = replace(state, fittings=("decoy-beacons",))
    assert meridian.respite(CALM, decoys) == meridian.respite(CALM, state) + 1


# --- What is shown ----------------------------------------------------------------------------


@pytest.mark.rule("DS-109", "DS-144", "DS-152")
def test_the_ship_is_shown_with_all_it_has():
    state = hub(supplies=7, strength=8, craft={"health": 3, "armor": 1, "earned": 2, "rounds": 4, "pdc": True})
    (seat,) = panels(state, SeatPanel)
    shown = {stat.symbol: (stat.value, stat.maximum) for stat in seat.stats}
    assert shown["stat-supplies"][0] == "7"
    assert shown["stat-strength"][0] == "8"
    assert shown["stat-health"] == ("3", "4")
    assert shown["stat-armor"] == ("1", "2")
    assert shown["stat-rounds"] == ("4", str(NUMBERS.rounds_most))
    assert shown["stat-deck"][0] == "8"
    assert "stat-pdc" in shown


def test_refusals_say_what_to_do():
    cases = ((hub(PORT, supplies=RICH), Fit("pdc-mount"), "home"), (hub(supplies=0), Fit("pdc-mount"), "supplies"),
             (hub(), FlyMission("supply", PORT), "mission"), (at_mission("supply"), Travel("anvil"), "travel"),
             (hub(), Reply(0), "not-now"))  # fmt: skip
    for state, action, code in cases:
        with pytest.raises(IllegalAction) as refused:
            step(state, action)
        assert refused.value.code == code
        assert str(refused.value.message)
    with pytest.raises(IllegalAction) as refused:
        ROAD.apply(CALM, hub(), 1, Wait(), Chance(b"x"))
    assert refused.value.code == "not-yours"
    assert "waited" in told(step(hub(), Wait()))
