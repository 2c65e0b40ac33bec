"""Before a battle: maps, markers, seats, sides, ships and decks."""

import collections

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import distance, name, rotated
from apps.rulebooks.core.protocol import BOT, BOTS, FREE, Audience
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.chart import symmetry_of
from apps.rulebooks.deckspace.edition import base_content
from apps.rulebooks.deckspace.state import UNLIMITED, ChartKey

CONTENT = base_content()
FREE_MAPS = sorted(slug for slug, entry in CONTENT.maps.items() if entry.free)
ALL_MAPS = sorted({*FREE_MAPS, *CONTENT.generators})


def begun(seed=0, content=CONTENT, **options):
    return RULEBOOK.setup(content, options, Chance(b"setup%d" % seed)).state


def option(slug):
    return next(option for option in RULEBOOK.options(CONTENT) if option.slug == slug)


# --- The map ----------------------------------------------------------------------------------


@pytest.mark.rule("DS-02")
def test_the_first_thing_to_choose_is_the_map_classic_first():
    maps = RULEBOOK.options(CONTENT)[0]
    assert maps.slug == "map"
    slugs = [slug for slug, _ in maps.choices]
    assert slugs[0] == "classic"
    assert set(slugs) == set(ALL_MAPS)
    assert begun().chart == ChartKey("classic")


@pytest.mark.rule("DS-02")
@pytest.mark.parametrize("slug", FREE_MAPS)
def test_a_map_can_be_looked_at_with_its_markers_beforehand(slug):
    entry = CONTENT.maps[slug]
    board = RULEBOOK.preview("map", entry, RULEBOOK.base_pack()).board
    assert {tile.id for tile in board.tiles}
    marked = [tile for tile in board.tiles if tile.kind in ("marker", "powered")]
    assert len(marked) == len(CONTENT.chart(ChartKey(slug)).markers)


@pytest.mark.rule("DS-02")
@pytest.mark.parametrize("slug", FREE_MAPS)
def test_the_map_that_is_chosen_is_shown_as_it_lies(slug):
    board = RULEBOOK.setting_preview(CONTENT, {"map": slug}).board
    assert {tile.id for tile in board.tiles} == {name(at) for at in CONTENT.chart(ChartKey(slug)).hexes}


@pytest.mark.rule("DS-02", "DS-03")
@pytest.mark.parametrize("slug", sorted(CONTENT.generators))
def test_random_maps_differ_and_can_be_drawn_again(slug):
    keys = [begun(seed, map=slug).chart for seed in range(6)]
    assert len({key.seed for key in keys}) == 6
    charts = [CONTENT.chart(key) for key in keys]
    assert len({(chart.rocks, chart.solid, tuple(chart.markers)) for chart in charts}) == 6
    again = base_content().chart(keys[0])
    assert again == charts[0]


@pytest.mark.rule("DS-02", "DS-A46")
@pytest.mark.parametrize("slug", sorted(CONTENT.generators))
def test_random_maps_favour_no_start(slug):
    for seed in range(40):
        chart = CONTENT.chart(begun(seed, map=slug).chart)
        turn, middle = symmetry_of(chart)
        assert turn < 6
        poses = {(start.at, start.facing) for start in chart.starts}
        assert {(rotated(at, turn, middle), (facing + turn) % 6) for at, facing in poses} == poses
        starts = [start.at for start in chart.starts]
        assert all(distance(one, other) >= 8 for one in starts for other in starts if one != other)


@pytest.mark.rule("DS-04")
@pytest.mark.parametrize("slug", ALL_MAPS)
def test_the_slider_scales_the_map_s_own_markers(slug):
    counts = {}
    for step in ("scarce", "few", "standard", "many", "plenty"):
        chart = CONTENT.chart(begun(3, map=slug, markers=step).chart)
        counts[step] = len(chart.markers)
        assert len({*chart.markers} & {*chart.solid, *(rock.at for rock in chart.rocks if rock.field < 0)}) == 0
    own = counts["standard"]
    if own:
        assert counts["scarce"] <= counts["few"] <= own <= counts["many"] <= counts["plenty"]
        assert counts["scarce"] < own < counts["plenty"]
        assert counts["scarce"] <= own * 0.5
        assert counts["plenty"] <= own * 2


@pytest.mark.rule("DS-04")
def test_fewer_markers_are_some_of_the_map_s_own_and_more_are_those_and_others():
    own = CONTENT.chart(ChartKey("classic")).markers
    scarce = CONTENT.chart(begun(map="classic", markers="scarce").chart).markers
    plenty = CONTENT.chart(begun(map="classic", markers="plenty").chart).markers
    assert scarce.items() < own.items() < plenty.items()
    assert set(plenty.values()) == set(own.values())
    assert len({tuple(CONTENT.chart(begun(n, markers="scarce").chart).markers) for n in range(12)}) > 1


@pytest.mark.rule("DS-04")
def test_the_steps_are_named_from_scarce_to_plenty():
    assert {slug for slug, _ in option("markers").choices} == {"scarce", "few", "standard", "many", "plenty"}
    assert option("markers").choices[0][0] == "standard"
    assert list(CONTENT.numbers.marker_steps) == sorted(CONTENT.numbers.marker_steps)


# --- Seats and sides --------------------------------------------------------------------------


@pytest.mark.rule("DS-A24")
@pytest.mark.parametrize("slug", ALL_MAPS)
def test_a_table_has_as_many_seats_as_the_map_has_starts(slug):
    seats = RULEBOOK.seats(CONTENT, {"map": slug})
    state = begun(map=slug)
    assert 2 <= len(seats) <= 4
    assert len(seats) == len(CONTENT.chart(state.chart).starts) == len(state.ships) == len(state.sides)
    assert [spec.number for spec in seats] == list(range(len(seats)))


@pytest.mark.rule("DS-A24")
def test_there_are_maps_for_two_three_and_four():
    assert {len(RULEBOOK.seats(CONTENT, {"map": slug})) for slug in ALL_MAPS} == {2, 3, 4}


@pytest.mark.rule("DS-06", "DS-09")
@pytest.mark.parametrize(
    ("seats", "welcome"),
    [
        (("ann", BOT), True),
        (("ann", "ann"), True),
        (("ann", "ann", BOT, BOT), True),
        (("ann", BOT, "ann"), True),
        (("ann", "ben"), True),
        (("ann", FREE), True),
        (("ann", "ben", "cleo", FREE), True),
        ((BOT, BOT), True),
        (("ann", BOT, "ben"), False),
        (("ann", BOT, FREE), False),
        ((BOT, FREE), False),
        (("ann", "ann", "ben", BOT), False),
    ],
)
def test_bots_join_at_one_device_only(seats, welcome):
    fault = RULEBOOK.seating_fault(CONTENT, {}, seats)
    assert (fault is None) == welcome
    if fault is not None:
        assert "one device" in str(fault)


@pytest.mark.rule("DS-07")
def test_there_are_two_bots_the_drone_first():
    assert [level.slug for level in RULEBOOK.bot_levels] == ["drone", "hunter"]


@pytest.mark.rule("DS-08")
@pytest.mark.parametrize(
    ("bots", "sides"),
    [("", (0, 1, 2, 3)), ("1", (0, 1, 2, 3)), ("1,2", (0, 1, 1, 3)), ("1,2,3", (0, 1, 1, 1)), ("0,3", (0, 1, 2, 0))],
)
def test_bots_are_one_side_and_people_fly_each_for_themselves(bots, sides):
    four = next(slug for slug, entry in CONTENT.generators.items() if entry.ships == 4)
    state = begun(map=four, **({BOTS: bots} if bots else {}))
    assert state.sides == sides
    assert tuple(one.side for one in sorted(state.ships, key=lambda one: one.seat)) == sides


@pytest.mark.rule("DS-A64")
def test_where_only_bots_fly_each_flies_for_itself():
    assert begun(map="random-3", **{BOTS: "0,1,2"}).sides == (0, 1, 2)
    assert begun(map="classic", **{BOTS: "0,1"}).sides == (0, 1)


@pytest.mark.rule("DS-08")
def test_allies_are_told_who_is_on_their_side():
    from apps.rulebooks.core.scene import SeatPanel

    state = begun(map="random-3", **{BOTS: "1,2"})
    panels = RULEBOOK.scene(CONTENT, state, Audience.of(0)).panels
    notes = {panel.seat: str(panel.note) for panel in panels if isinstance(panel, SeatPanel)}
    assert notes == {0: "", 1: "On the side of Gold", 2: "On the side of Blue"}


# --- Ships and decks --------------------------------------------------------------------------


@pytest.mark.rule("DS-12", "DS-13", "DS-21", "DS-22", "DS-78", "DS-A46")
@pytest.mark.parametrize("slug", ALL_MAPS)
def test_every_ship_begins_alike(slug):
    state = begun(map=slug)
    chart = CONTENT.chart(state.chart)
    for one, start in zip(sorted(state.ships, key=lambda one: one.seat), chart.starts, strict=True):
        assert (one.at, one.facing, one.speed) == (start.at, start.facing, start.speed)
        assert (one.health, one.max_health, one.armor, one.max_speed) == (4, 4, 0, 3)
        assert (one.pdc, one.rounds, one.stunned) == (False, UNLIMITED, False)
        assert sorted(one.cards) == sorted(CONTENT.decks["duel"])
        assert len(one.hand) == (3 if one.number == state.active else 0)
    assert state.pool == CONTENT.decks["pool"]
    assert (state.round, state.phase) == (1, "acting")


@pytest.mark.rule("DS-A46")
def test_chance_says_who_moves_first_then_it_goes_by_seats():
    first = collections.Counter()
    for seed in range(200):
        state = begun(seed, map="random-3")
        seats = [next(one.seat for one in state.ships if one.number == number) for number in state.order]
        assert seats == [(state.series.first + step) % 3 for step in range(3)]
        assert state.ship(state.active).seat == state.series.first
        first[state.series.first] += 1
    assert all(45 < first[seat] < 90 for seat in range(3))


@pytest.mark.rule("DS-A46")
def test_decks_are_shuffled():
    assert len({begun(seed).ships[0].draw for seed in range(10)}) > 5


@pytest.mark.rule("DS-36", "DS-A24")
@pytest.mark.parametrize("slug", ALL_MAPS)
def test_nobody_can_be_shot_by_a_beam_before_having_moved(slug):
    from apps.rulebooks.deckspace.lanes import under_fire

    chart = CONTENT.chart(begun(map=slug).chart)
    stops = {*chart.solid, *(rock.at for rock in chart.rocks)}
    assert under_fire(chart.hexes, stops, [start.at for start in chart.starts]) == []


@pytest.mark.rule("DS-11")
def test_a_battle_goes_on_by_the_numbers_it_is_given():
    """The edition is handed in with every call and never read from anywhere else."""
    other = base_content()
    other.numbers = replace(other.numbers, health=2, hand=5)
    one, two = begun(), begun(content=other)
    assert {ship.health for ship in one.ships} == {4}
    assert {ship.health for ship in two.ships} == {2}
    assert len(two.ship(two.active).hand) == 5
