"""What screens show: questions, choices, dice, marks, and the same secrets kept in all of them."""

import re

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, REVEALED, Audience, action_id
from apps.rulebooks.core.scene import DicePanel, HandPanel, SeatPanel
from apps.rulebooks.dogfight import RULEBOOK
from apps.rulebooks.dogfight.actions import Attack, Draw, Move, TakeIt
from apps.rulebooks.dogfight.state import Variant

from .helpers import BLUE, CONTENT, RED, battle, cell, dice, do, draws, legal
from .test_setup import built, fresh

AWAY = ((1, 8), (2, 8), (3, 8))


def scene(state, seat):
    return RULEBOOK.scene(CONTENT, state, PUBLIC if seat is None else Audience.of(seat))


def duel(**more):
    more.setdefault("hands", (("ap",) * 4, ("defense-1", "blank")))
    return battle("Ad5 Aa1", "Cd6 Ah10", asteroids=AWAY, **more)


def positions():
    """One position for each thing that can be asked."""
    yield fresh()
    yield built()
    yield duel()
    yield do(duel(hands=((), ())), Draw(), chance=draws("ap"))
    yield do(duel(hands=(("ap",) * 3 + ("blank",), ())), Attack(0, 2), chance=dice(attack=[6]))
    yield do(duel(), Attack(0, 2), chance=dice(attack=[1]))


@pytest.mark.rule("DF-50")
def test_every_legal_action_is_one_choice():
    verbs = set()
    for state in positions():
        for seat in (RED, BLUE):
            shown = scene(state, seat).choices
            assert [choice.id for choice in shown] == [action_id(a) for a in legal(state, seat)]
            assert len({choice.id for choice in shown}) == len(shown)
            verbs |= {choice.verb for choice in shown}
            keys = [choice.key for choice in shown if choice.key]
            assert len(set(keys)) == len(keys)
        assert scene(state, None).choices == ()
        assert RULEBOOK.scene(CONTENT, state, REVEALED).choices == ()
    assert verbs == {
        "build",
        "place",
        "discard",
        "draw",
        "move",
        "attack",
        "follow-up",
        "asteroid",
        "brace",
        "take-it",
        "end-turn",
    }


@pytest.mark.rule("DF-50")
def test_choices_hang_on_things_that_are_there():
    for state in positions():
        for seat in (RED, BLUE):
            shown = scene(state, seat)
            pieces = {piece.id for piece in shown.board.pieces}
            tiles = {tile.id for tile in shown.board.tiles}
            cards = {card.id for panel in shown.panels if isinstance(panel, HandPanel) for card in panel.cards}
            for choice in shown.choices:
                assert not choice.piece or choice.piece in pieces
                assert not choice.target or choice.target in pieces
                assert not choice.tile or choice.tile in tiles
                assert not choice.card or choice.card in cards
                assert set(choice.path) <= tiles
                assert str(choice.label)
                assert str(choice.preview)
                assert re.fullmatch(r"DF-\d\d", choice.rule)


@pytest.mark.rule("DF-50", "DF-08")
def test_a_fleet_is_asked_for_with_names_points_and_a_question():
    shown = scene(fresh(), RED).choices
    swarm = next(choice for choice in shown if str(choice.label) == "4 × Wasp, 2 × Corvette")
    assert str(swarm.preview).startswith("80 points in 6 ships. A swarm")
    assert "4 × Wasp, 2 × Corvette" in str(swarm.confirm)
    assert swarm.final
    assert len({str(choice.preview) + str(choice.label) for choice in shown}) == 10


@pytest.mark.rule("DF-50", "DF-29", "DF-34")
def test_attacks_tell_their_price_and_their_odds():
    shown = next(choice for choice in scene(duel(), RED).choices if choice.verb == "attack")
    assert (str(shown.cost), shown.odds, shown.piece, shown.target, shown.final) == (
        "2 AP",
        "25 %",
        "ship-0",
        "ship-2",
        True,
    )
    assert str(shown.preview) == "Kill chance 25 %: hits on 1 to 3, dodges on 1 to 3. Leaves you 2 AP."
    after = do(duel(hands=(("ap", "ap", "blank"), ())), Attack(0, 2), chance=dice(attack=[6]))
    again = next(choice for choice in scene(after, RED).choices if choice.verb == "follow-up")
    assert (str(again.cost), again.key, again.odds) == ("1 Blank", "f", "25 %")
    state = battle("Ad5 Ac6", "Ad6 Ah10", hands=(("ap",) * 2, ()), asteroids=AWAY)
    shown = next(choice for choice in scene(state, RED).choices if choice.verb == "attack" and choice.piece == "ship-0")
    assert shown.odds == "56 %"
    assert "hits on 1 to 4, with support, dodges on 1." in str(shown.preview)


@pytest.mark.rule("DF-50", "DF-31", "DF-33")
def test_dice_show_what_they_needed_and_what_came_of_it():
    state = do(duel(), Attack(0, 2), chance=dice(attack=[2]))
    state = do(state, TakeIt(), chance=dice(defence=[4]))
    for seat in (RED, BLUE, None):
        panel = next(p for p in scene(state, seat).panels if isinstance(p, DicePanel))
        assert [(die.value, die.success, str(die.needs), die.seat) for die in panel.dice] == [
            (2, True, "3 or less hits", RED),
            (4, False, "3 or less dodges", BLUE),
        ]
        assert str(panel.title) == "Red Wasp attacks Blue Corvette"
        assert str(panel.outcome) == "The Corvette is destroyed."
        assert [(mark.at, mark.kind) for mark in scene(state, seat).board.marks] == [("d6", "wreck")]


@pytest.mark.rule("DF-50", "DF-42", "DF-A14")
def test_asteroid_dice_are_seen_by_everyone():
    state = do(duel(hands=((), ())), Draw(), chance=draws("asteroid", asteroid=[3], direction=[6, 2]))
    panel = next(p for p in scene(state, None).panels if isinstance(p, DicePanel))
    assert [(str(die.label), die.value) for die in panel.dice] == [
        ("Asteroid 2", 3),
        ("No direction", 6),
        ("To the east", 2),
    ]
    assert str(panel.outcome) == "The asteroid cannot move that way."


@pytest.mark.rule("DF-50")
def test_the_last_move_is_marked_and_stays_marked():
    state = do(duel(), Move(0, cell("c5")))
    marks = [(mark.at, mark.kind, mark.seat) for mark in scene(state, None).board.marks]
    assert marks == [("d5", "from", RED), ("c5", "to", RED)]


def test_pieces_say_what_they_are_and_where():
    state = duel()
    pieces = {piece.id: piece for piece in scene(state, None).board.pieces}
    wasp, corvette, rock = pieces["ship-0"], pieces["ship-2"], pieces["asteroid-1"]
    assert str(wasp.label) == "Red Wasp at d5, move 3, attack 3, defence 1, 10 points"
    assert (wasp.at, wasp.symbol, wasp.seat, wasp.letter, wasp.turn) == ("d5", "ship-wasp", RED, "A", 0)
    assert (corvette.seat, corvette.turn) == (BLUE, 180)
    assert str(rock.label) == "Asteroid 1 at a8, moved by a 1 to 2"
    home = scene(battle("Dd9 Aa1", "Ah10"), None).board.pieces[0]
    assert home.state == ("home",)
    assert "home" in str(home.label)


def test_every_player_looks_up_the_board():
    assert [scene(duel(), seat).board.turned for seat in (RED, BLUE, None)] == [False, True, False]


def test_tiles_have_names_and_kinds():
    tiles = {tile.id: tile for tile in scene(duel(), None).board.tiles}
    assert [str(tiles[at].label) for at in ("a1", "h10", "d5", "d4")] == [
        "a1, Red base",
        "h10, Blue base",
        "d5",
        "d4, asteroid spot 2",
    ]
    assert {tile.kind for tile in tiles.values()} == {"space", "red-base", "blue-base", "spot"}


@pytest.mark.rule("DF-A24", "DF-50")
def test_headlines_speak_to_their_audience():
    state = do(duel(), Attack(0, 2), chance=dice(attack=[1]))
    assert str(scene(state, BLUE).status.headline) == "Your Corvette at d6 is about to be hit: brace or take it"
    assert str(scene(state, RED).status.headline) == "Blue decides how to meet the attack"
    assert str(scene(state, None).status.headline) == "Blue decides how to meet the attack"
    assert str(scene(duel(), RED).status.headline) == "Your turn: discard, then draw or spend"
    assert str(scene(duel(), BLUE).status.headline) == "Red's turn"
    for state in positions():
        for seat in (RED, BLUE, None):
            assert scene(state, seat).status.waiting


@pytest.mark.rule("DF-09", "DF-23")
def test_when_it_is_over_everything_can_be_revealed():
    state = duel()
    hands = {p.seat: p.cards for p in RULEBOOK.scene(CONTENT, state, REVEALED).panels if isinstance(p, HandPanel)}
    assert [card.symbol for card in hands[BLUE]] == ["counter-defense-1", "counter-blank"]
    assert RULEBOOK.determinize(CONTENT, state, REVEALED, Chance(b"x")) == state


def test_seats_show_ships_points_and_counters():
    state = battle("Da9 Ab1", "Ah10", hands=(("ap",), ()))
    red = next(p for p in scene(state, None).panels if isinstance(p, SeatPanel) and p.seat == RED)
    assert [(stat.symbol, stat.value) for stat in red.stats] == [
        ("stat-ships", "2"),
        ("stat-points", "25"),
        ("stat-hand", "1"),
    ]
    assert red.acting


def test_ids_are_plain():
    plain = re.compile(r"[a-z0-9-]+")
    for state in positions():
        shown = scene(state, RED)
        ids = [tile.id for tile in shown.board.tiles] + [piece.id for piece in shown.board.pieces]
        ids += [card.id for panel in shown.panels for card in getattr(panel, "cards", ())]
        assert all(plain.fullmatch(each) for each in ids)
        assert len(set(ids)) == len(ids)


def test_options_reach_the_game():
    state = RULEBOOK.setup(CONTENT, {"draw_on_tie": "draw", "blank": "dead", "safe_in_base": "yes"}, Chance(b"x")).state
    assert state.variant == Variant(True, True, True)
    assert RULEBOOK.setup(CONTENT, {}, Chance(b"x")).state.variant == Variant()
    defaults = {option.slug: option.choices[0][0] for option in RULEBOOK.options(CONTENT)}
    assert RULEBOOK.setup(CONTENT, defaults, Chance(b"x")).state.variant == Variant()


@pytest.mark.rule("DF-08")
def test_every_fleet_on_offer_is_drawn_ship_by_ship():
    start = RULEBOOK.setup(CONTENT, {}, Chance(b"x" * 16)).state
    offered = scene(start, RED).choices
    assert len(offered) == 10
    points = {ship.symbol: ship.points for ship in CONTENT.ships}
    assert {sum(points[symbol] for symbol in choice.symbols) for choice in offered} == {80}
