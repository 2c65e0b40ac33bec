"""Before the battle: board, ships, fleets, asteroids, placing."""

import itertools

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, Audience, IllegalAction
from apps.rulebooks.dogfight import RULEBOOK
from apps.rulebooks.dogfight.actions import BuildFleet, Draw, EndTurn, PlaceShip
from apps.rulebooks.dogfight.content import legal_fleets
from apps.rulebooks.dogfight.play import apply, legal_actions, setup, waiting_on

from .helpers import BLUE, CONTENT, RED, LoadedChance, cell, do, kinds_of

TEN_FLEETS = {
    (0, 1, 2, 1),
    (0, 2, 0, 2),
    (1, 0, 1, 2),
    (1, 2, 2, 0),
    (1, 3, 0, 1),
    (2, 1, 1, 1),
    (3, 0, 0, 2),
    (3, 2, 1, 0),
    (4, 0, 2, 0),
    (4, 1, 0, 1),
}
HEAVY, SWARM = (0, 2, 0, 2), (4, 0, 2, 0)


def fresh():
    return setup(CONTENT, {}, LoadedChance()).state


def built(red=HEAVY, blue=SWARM, spots=(1, 2, 3), first=RED):
    state = apply(CONTENT, fresh(), RED, BuildFleet(red), LoadedChance()).state
    chance = LoadedChance(spot=[spot - 1 for spot in spots], first_placer=[first])
    return apply(CONTENT, state, BLUE, BuildFleet(blue), chance).state


@pytest.mark.rule("DF-01")
def test_two_seats_red_and_blue_take_turns():
    seats = RULEBOOK.seats(CONTENT, {})
    assert [(seat.number, seat.colour, seat.optional) for seat in seats] == [(0, "red", False), (1, "blue", False)]


@pytest.mark.rule("DF-02", "DF-A01")
def test_the_board_has_eight_columns_and_ten_rows_of_squares_with_at_most_one_thing():
    assert CONTENT.squares == frozenset(itertools.product(range(1, 9), range(1, 11)))
    scene = RULEBOOK.scene(CONTENT, fresh(), PUBLIC)
    tiles = {tile.id: tile for tile in scene.board.tiles}
    assert len(scene.board.tiles) == len(tiles) == 80
    assert (tiles["a1"].col, tiles["a1"].row) == (0, 9)
    assert (tiles["h10"].col, tiles["h10"].row) == (7, 0)


@pytest.mark.rule("DF-A02", "DF-A01")
def test_the_zones_are_two_rows_deep_at_the_short_ends():
    assert CONTENT.zones[RED] == frozenset((col, row) for col in range(1, 9) for row in (1, 2))
    assert CONTENT.zones[BLUE] == frozenset((col, row) for col in range(1, 9) for row in (9, 10))


@pytest.mark.rule("DF-03", "DF-04", "DF-05", "DF-06", "DF-07")
def test_the_ship_table():
    table = [(s.letter, s.counters, s.mov, s.att, s.dif, s.points) for s in CONTENT.ships]
    assert table == [("A", 4, 3, 3, 1, 10), ("B", 3, 2, 4, 1, 15), ("C", 2, 3, 3, 3, 20), ("D", 2, 3, 4, 4, 25)]
    assert sum(ship.counters for ship in CONTENT.ships) == 11


@pytest.mark.rule("DF-08", "DF-13")
def test_ten_fleets_are_worth_exactly_eighty_points():
    assert set(CONTENT.fleets) == TEN_FLEETS
    assert len(CONTENT.fleets) == 10
    every = itertools.product(range(5), range(4), range(3), range(3))
    assert {f for f in every if 10 * f[0] + 15 * f[1] + 20 * f[2] + 25 * f[3] == 80} == TEN_FLEETS
    assert {sum(fleet) for fleet in CONTENT.fleets} == {4, 5, 6}
    for seat in (RED, BLUE):
        assert {action.fleet for action in legal_actions(CONTENT, fresh(), seat)} == TEN_FLEETS


@pytest.mark.rule("DF-08")
@pytest.mark.parametrize("fleet", [(4, 0, 1, 0), (4, 2, 1, 0), (8, 0, 0, 0), (0, 0, 4, 0), (), (-1, 2, 3, 0)])
def test_other_fleets_are_refused(fleet):
    with pytest.raises(IllegalAction) as refused:
        apply(CONTENT, fresh(), RED, BuildFleet(fleet), LoadedChance())
    assert refused.value.code == "fleet"


@pytest.mark.rule("DF-08", "DF-09", "DF-A28")
def test_a_committed_fleet_is_known_to_its_owner_only():
    step = apply(CONTENT, fresh(), RED, BuildFleet(HEAVY), LoadedChance())
    other = apply(CONTENT, fresh(), RED, BuildFleet(SWARM), LoadedChance())
    assert step.events == other.events
    assert waiting_on(step.state) == {BLUE}
    for audience in (Audience.of(BLUE), PUBLIC):
        assert RULEBOOK.scene(CONTENT, step.state, audience) == RULEBOOK.scene(CONTENT, other.state, audience)
    mine, theirs = (RULEBOOK.scene(CONTENT, s.state, Audience.of(RED)) for s in (step, other))
    assert mine != theirs
    with pytest.raises(IllegalAction):
        apply(CONTENT, step.state, RED, BuildFleet(SWARM), LoadedChance())


@pytest.mark.rule("DF-09")
def test_ships_left_out_take_no_part():
    state = built()
    for seat, fleet in ((RED, HEAVY), (BLUE, SWARM)):
        kinds = [ship.slug for ship, count in zip(CONTENT.ships, fleet, strict=True) for _ in range(count)]
        assert sorted(state.sides[seat].unplaced) == sorted(kinds)
    assert {a.ship for a in legal_actions(CONTENT, state, RED)} == {"lancer", "dreadnought"}
    with pytest.raises(IllegalAction):
        apply(CONTENT, state, RED, PlaceShip("wasp", (1, 1)), LoadedChance())


@pytest.mark.rule("DF-10", "DF-A03")
def test_six_spots_outside_the_zones_and_the_same_for_both_sides():
    spots = CONTENT.board.spots
    assert spots == ((2, 5), (4, 4), (7, 4), (2, 7), (5, 7), (7, 6))
    assert {(9 - col, 11 - row) for col, row in spots} == set(spots)
    assert not set(spots) & (CONTENT.zones[RED] | CONTENT.zones[BLUE])


@pytest.mark.rule("DF-10", "DF-A04")
def test_three_spots_by_die_with_repeats_rolled_again():
    state = built(spots=(5, 5, 2, 5, 6))
    assert state.asteroids == (cell("e7"), cell("d4"), cell("g6"))
    assert [throw.again for throw in state.dice.throws] == [False, True, False, True, False]


@pytest.mark.rule("DF-10", "DF-A04")
def test_every_three_spots_come_up():
    seen = set()
    for seed in range(400):
        state = apply(CONTENT, fresh(), RED, BuildFleet(HEAVY), Chance(b"s")).state
        chance = Chance(b"spots%d" % seed)
        seen.add(frozenset(apply(CONTENT, state, BLUE, BuildFleet(HEAVY), chance).state.asteroids))
    assert len(seen) == 20


@pytest.mark.rule("DF-12")
def test_fleets_then_asteroids_then_ships():
    state = fresh()
    assert state.asteroids == ()
    assert waiting_on(state) == {RED, BLUE}
    state = apply(CONTENT, state, BLUE, BuildFleet(SWARM), LoadedChance()).state
    assert state.asteroids == ()
    assert legal_actions(CONTENT, state, BLUE) == ()
    state = built()
    assert len(state.asteroids) == 3
    assert kinds_of(legal_actions(CONTENT, state, RED)) == {"PlaceShip"}


@pytest.mark.rule("DF-12", "DF-A22", "DF-13")
def test_placing_alternates_until_one_side_goes_on_alone():
    state = built()  # four ships of red against six of blue, red first
    order = []
    while state.phase == "placing":
        order.append(state.active)
        options = legal_actions(CONTENT, state, state.active)
        free = CONTENT.zones[state.active] - state.occupied()
        assert {a.to for a in options} == free
        assert {a.ship for a in options} == set(state.sides[state.active].unplaced)
        state = do(state, options[-1])
    assert order == [RED, BLUE] * 4 + [BLUE, BLUE]
    assert len(state.ships) == 10
    assert len({ship.cell for ship in state.ships}) == 10


@pytest.mark.rule("DF-12", "DF-A22")
@pytest.mark.parametrize("chart", ["a3", "c9", "e7", "i1"])
def test_no_ship_starts_outside_its_zone_or_on_another_ship(chart):
    state = built()
    with pytest.raises(IllegalAction):
        do(state, PlaceShip("lancer", cell(chart)))
    state = do(state, PlaceShip("lancer", cell("c2")), PlaceShip("wasp", cell("c9")))
    with pytest.raises(IllegalAction):
        do(state, PlaceShip("lancer", cell("c2")))


@pytest.mark.rule("DF-A18")
@pytest.mark.parametrize("first", [RED, BLUE])
def test_chance_places_first_and_the_other_side_begins(first):
    state = built(first=first)
    assert state.active == first
    while state.phase == "placing":
        state = do(state, legal_actions(CONTENT, state, state.active)[0])
    assert state.active == 1 - first
    assert (state.turn, state.phase) == (1, "discarding")


@pytest.mark.rule("DF-A21")
def test_hands_are_empty_at_first():
    state = built()
    while state.phase == "placing":
        state = do(state, legal_actions(CONTENT, state, state.active)[0])
    assert [side.hand for side in state.sides] == [(), ()]
    assert legal_actions(CONTENT, state, state.active) == (Draw(), EndTurn())


@pytest.mark.rule("DF-A28", "DF-A22")
def test_guesses_of_a_fleet_fit_what_was_placed():
    state = built(red=(2, 1, 1, 1), blue=SWARM)
    state = do(state, PlaceShip("lancer", (1, 1)), PlaceShip("wasp", (1, 10)), PlaceShip("wasp", (2, 1)))
    guesses = set()
    for seed in range(60):
        guess = RULEBOOK.determinize(CONTENT, state, Audience.of(BLUE), Chance(b"%d" % seed))
        assert guess.sides[BLUE] == state.sides[BLUE]
        assert RULEBOOK.check(CONTENT, guess) == []
        guesses.add(guess.sides[RED].unplaced)
    fitting = [f for f in legal_fleets(CONTENT.ships, 80) if f[0] >= 1 and f[1] >= 1]
    assert len(guesses) == len(fitting) == 5
    assert len({len(guess) for guess in guesses}) > 1  # how many ships wait is not given away


@pytest.mark.rule("DF-A28", "DF-A22")
def test_screens_of_others_do_not_show_how_many_ships_wait():
    few, many = built(red=(0, 2, 0, 2)), built(red=(4, 1, 0, 1))
    for state in (few, many):
        assert state.phase == "placing"
    one, other = (do(s, PlaceShip("lancer", (1, 1))) for s in (few, many))
    for audience in (Audience.of(BLUE), PUBLIC):
        assert RULEBOOK.scene(CONTENT, one, audience) == RULEBOOK.scene(CONTENT, other, audience)
