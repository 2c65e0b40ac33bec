"""Series: scores, the first move, new maps, rocks, and when a series is over."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience, IllegalAction
from apps.rulebooks.core.scene import ObjectivePanel, SeatPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, NextGame
from apps.rulebooks.deckspace.play import agree_draw, concede, waiting_on
from apps.rulebooks.deckspace.state import Rock

from .helpers import CONTENT, do, given, legal, step


def series(games="3", seed=b"series", **options):
    return RULEBOOK.setup(CONTENT, {"series": games, **options}, Chance(seed)).state


def won(state, seat):
    """The game is over, and this seat has won it: all other ships have flown off the board."""
    return _over(state, lambda ship: ship.seat != seat)


def drawn(state):
    """The game is over, and nobody has won it: time is up."""
    last = next(ship for number in state.order[::-1] if (ship := state.ship(number)) is not None)
    state = given(state, last.number, speed=0, hand=())
    limit = CONTENT.numbers.round_limit
    state = replace(state, ordnance=(), round=limit, active=last.number, phase="acting", card="", uses=0)
    return do(state, EndTurn(), seat=last.seat)


def _over(state, lost):
    """Every ship that is lost is put aside, but for one, which leaves the board."""
    gone = [ship for ship in state.ships if lost(ship)]
    last = gone[-1]
    edge = max(CONTENT.chart(state.chart).hexes, key=lambda at: (at[0] + at[1] / 2, at[1]))
    kept = tuple(ship for ship in state.ships if not lost(ship))
    ships = (*kept, replace(last, at=edge, facing=1, speed=1, hand=(), pdc=False))
    state = replace(
        state,
        ships=tuple(sorted(ships, key=lambda ship: ship.number)),
        lost=tuple(gone[:-1]),
        ordnance=(),
        active=last.number,
        phase="acting",
        card="",
        uses=0,
    )
    return do(state, EndTurn(), seat=last.seat, chance=Chance(b"over"))


def next_game(state, seed=b"next"):
    return do(state, NextGame(), chance=Chance(seed))


@pytest.mark.rule("DS-03", "DS-A47")
def test_most_wins_take_the_series():
    state = won(series(), 0)
    assert (state.phase, state.series.wins, state.series.game, state.outcome) == ("between", (1, 0), 1, None)
    state = won(next_game(state), 1)
    assert (state.phase, state.series.wins, state.series.game) == ("between", (1, 1), 2)
    state = won(next_game(state), 1)
    assert state.phase == "over"
    result = RULEBOOK.result(CONTENT, state)
    assert (result.ending, result.winners, result.scores) == ("series", (1,), (1, 2))
    assert str(result.text) == "Blue wins the series, 1 : 2."


@pytest.mark.rule("DS-A47")
@pytest.mark.parametrize(("games", "needed"), [("3", 2), ("5", 3), ("7", 4)])
def test_a_series_is_over_as_soon_as_it_is_decided(games, needed):
    state = series(games)
    for game in range(1, needed + 1):
        assert state.series.game == game
        state = won(state, 1)
        assert (state.outcome is not None) == (game == needed)
        state = state if state.outcome else next_game(state)


@pytest.mark.rule("DS-A47")
def test_a_single_game_is_its_own_end():
    state = won(series("1"), 0)
    assert (state.outcome.ending, state.outcome.winners) == ("last-ship", (0,))
    assert RULEBOOK.result(CONTENT, state).scores == (1, 0)


@pytest.mark.rule("DS-A47")
def test_a_drawn_game_scores_for_nobody():
    state = drawn(series())
    assert (state.last.ending, state.series.wins, state.phase) == ("rounds", (0, 0), "between")


@pytest.mark.rule("DS-A47")
@pytest.mark.parametrize(("first", "ending", "winners"), [(None, "series-drawn", ()), (0, "series", (0,))])
def test_a_series_stops_at_twice_its_length(first, ending, winners):
    state = series()
    for game in range(1, 7):
        state = won(state, first) if game == 1 and first is not None else drawn(state)
        assert (state.outcome is not None) == (game == 6)
        state = state if state.outcome else next_game(state)
    assert (state.outcome.ending, state.outcome.winners) == (ending, winners)


@pytest.mark.rule("DS-A46", "DS-A47")
def test_the_first_move_passes_on_by_one_seat_each_game():
    state = series("7", map="random-3")
    first = state.series.first
    for game in range(5):
        assert state.series.first == (first + game) % 3
        assert state.ship(state.active).seat == state.series.first
        state = next_game(drawn(state))


@pytest.mark.rule("DS-05", "DS-164", "DS-45")
def test_every_game_begins_with_its_rocks_back():
    state = series()
    chart = CONTENT.chart(state.chart)
    state = replace(state, rocks=(Rock(chart.rocks[0].at),), solid=(), drifted=3)
    state = next_game(won(state, 0))
    assert (state.rocks, state.solid, state.drifted) == (chart.rocks, chart.solid, 0)
    assert {ship.health for ship in state.ships} == {4}
    assert (state.round, state.ordnance, state.lost) == (1, (), ())


@pytest.mark.rule("DS-05")
def test_every_game_begins_with_new_ships_and_decks():
    state = given(series(), 1, health=1, armor=2, pdc=True, max_speed=5, discard=("emp",))
    state = next_game(won(state, 0))
    for ship in state.ships:
        assert (ship.health, ship.armor, ship.pdc, ship.max_speed) == (4, 0, False, 3)
        assert sorted(ship.cards) == sorted(CONTENT.decks["duel"])


@pytest.mark.rule("DS-03")
def test_without_the_option_every_game_is_on_the_same_map():
    for slug in ("classic", "random-2"):
        state = series(map=slug)
        chart = state.chart
        for _ in range(2):
            state = next_game(drawn(state))
            assert state.chart == chart


@pytest.mark.rule("DS-03", "DS-A66")
@pytest.mark.parametrize("slug", ["classic", "random-2", "random-3"])
def test_new_random_maps_begin_with_the_second_game(slug):
    state = series(map=slug, new_maps="yes", markers="many")
    assert state.chart.map == slug
    charts = [state.chart]
    for game in range(3):
        state = next_game(drawn(state), b"map%d" % game)
        charts.append(state.chart)
    assert {chart.map for chart in charts[1:]} == {"random-3" if slug == "random-3" else "random-2"}
    assert len({chart.seed for chart in charts[1:]}) == 3
    assert {chart.markers for chart in charts} == {150}


@pytest.mark.rule("DS-A47")
def test_anyone_may_begin_the_next_game_and_nothing_else_can_be_done():
    state = won(series(map="random-3"), 2)
    assert waiting_on(state) == {0, 1, 2}
    for seat in range(3):
        assert legal(state, seat) == (NextGame(),)
        assert do(state, NextGame(), seat=seat, chance=Chance(b"n")).series.game == 2
    with pytest.raises(IllegalAction) as refused:
        do(state, EndTurn(), seat=0)
    assert refused.value.code == "between"


@pytest.mark.rule("DS-A47")
def test_how_a_series_stands_is_shown():
    state = won(series(), 0)
    panels = RULEBOOK.scene(CONTENT, state, Audience.of(1)).panels
    wins = {panel.seat: stat.value for panel in panels if isinstance(panel, SeatPanel)
            for stat in panel.stats if stat.symbol == "stat-wins"}  # fmt: skip
    assert wins == {0: "1", 1: "0"}
    assert [str(panel.title) for panel in panels if isinstance(panel, ObjectivePanel)][-1] == "Win the series"
    status = RULEBOOK.scene(CONTENT, state, Audience.of(1)).status
    assert str(status.headline) == "Red is the last ship flying."
    assert set(status.waiting) == {0, 1}


@pytest.mark.rule("DS-08", "DS-A47")
def test_bots_win_and_score_together():
    state = series(map="random-3", bots="1,2")
    state = won(next_game(won(state, 1)), 2)
    result = RULEBOOK.result(CONTENT, state)
    assert (result.ending, result.winners, result.scores) == ("series", (1, 2), (0, 2, 2))


# --- Giving up --------------------------------------------------------------------------------


@pytest.mark.rule("DS-A65")
def test_whoever_gives_up_is_out_for_the_whole_series():
    state = series(map="random-3")
    state = concede(CONTENT, state, 1).state
    assert state.outcome is None
    assert {ship.seat for ship in state.ships} == {0, 2}
    state = next_game(won(state, 0))
    assert {ship.seat for ship in state.ships} == {0, 2}
    assert 1 not in waiting_on(state)
    state = won(state, 0)
    assert (state.outcome.ending, state.outcome.winners) == ("series", (0,))


@pytest.mark.rule("DS-A65", "DS-A46")
def test_the_first_move_skips_who_is_out():
    state = concede(CONTENT, series("7", map="random-3"), 1).state
    for _ in range(4):
        state = next_game(drawn(state))
        wanted = state.series.first if state.series.first != 1 else 2
        assert state.ship(state.active).seat == wanted


@pytest.mark.rule("DS-A65", "DS-A47")
def test_giving_up_between_games_counts_nothing_twice():
    state = won(series("5", map="random-3"), 0)
    done = concede(CONTENT, state, 1)
    assert done.state.series.wins == (1, 0, 0)
    assert (done.state.phase, done.state.outcome) == ("between", None)
    assert [event.kind for event in done.events] == ["conceded"]
    assert waiting_on(done.state) == {0, 2}
    assert {ship.seat for ship in next_game(done.state).ships} == {0, 2}


@pytest.mark.rule("DS-A65", "DS-A47")
def test_whoever_has_given_up_cannot_win_the_series_any_more():
    state = won(series("5", map="random-3"), 1)
    state = won(next_game(state), 1)
    state = next_game(concede(CONTENT, state, 1).state)
    for game in range(3, 11):
        state = won(state, 2) if game == 3 else drawn(state)
        state = state if state.outcome else next_game(state)
    assert state.series.wins == (0, 2, 1)
    assert (state.outcome.ending, state.outcome.winners) == ("series", (2,))


@pytest.mark.rule("DS-A65")
def test_the_last_but_one_to_give_up_ends_it():
    state = concede(CONTENT, series(map="random-3"), 1).state
    state = concede(CONTENT, state, 2).state
    assert (state.outcome.ending, state.outcome.winners) == ("conceded", (0,))


@pytest.mark.rule("DS-A47")
def test_all_can_agree_on_a_draw_of_the_series():
    for state in (series(), won(series(), 0)):
        ended = agree_draw(CONTENT, state).state
        assert (ended.outcome.ending, ended.outcome.winners, ended.phase) == ("agreed", (), "over")
        assert RULEBOOK.result(CONTENT, ended).scores == state.series.wins
        with pytest.raises(IllegalAction):
            agree_draw(CONTENT, ended)


@pytest.mark.rule("DS-A47")
def test_the_end_of_a_game_and_of_the_series_are_told_apart():
    state = next_game(won(series(), 0))
    edge = max(CONTENT.chart(state.chart).hexes, key=lambda at: (at[0] + at[1] / 2, at[1]))
    blue = next(ship for ship in state.ships if ship.seat == 1)
    state = replace(given(state, blue.number, at=edge, facing=1, speed=1, hand=()), active=blue.number, phase="acting")
    done = step(state, EndTurn(), seat=1)
    assert [event.kind for event in done.events][-2:] == ["battle-ended", "series-ended"]
    assert done.barrier
