"""What screens offer: choices, keys, questions, previews, focus, marks, and texts for every moment."""

import pytest
from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, REVEALED, Audience, action_id
from apps.rulebooks.core.scene import DeckPanel, HandPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn
from apps.rulebooks.deckspace.play import concede, waiting_on
from apps.rulebooks.deckspace.state import Trace

from .helpers import CONTENT, battle, board, do, drift, duel, end, given, legal, ship, shot, step, using
from .test_series import series, won

EVERY = "thrust high-thrust missile small-nuke mass-driver emp wormhole null"


def positions():
    """A position for each thing that can be asked or shown."""
    armed = {"pdc": True}
    yield duel("e5 E 1", hand=EVERY, ordnance=[shot(1, 1, "h5 E", fuel=2), shot(2, 1, "h9 E", "large-nuke")])
    for card in EVERY.split():
        yield using(duel("e5 E 1", "e7 W 0", red=armed), card)
    yield using(duel("e5 E 0", "f5 W 0"), "high-thrust")
    yield end(battle(ship(1, "e5 E 0", **armed), ship(2, "e7 W 0"), active=2))
    yield do(duel("e5 E 1", hand="emp thrust"), EndTurn())
    yield step(duel("e5 E 2", chart=board({"e6": "c"}), pool=("emp", "thrust", "thrust")), EndTurn(),
               chance=Chance(b"o")).state  # fmt: skip
    yield concede(CONTENT, battle(ship(1, "a1 E 0"), ship(2, "e5 E 0"), ship(3, "k1 E 0")), 0).state
    yield won(series(), 0)
    yield duel("e15 E 1", chart=board(drifts=(drift("c5", "E", "W", rocks="c5"),)), round=55)


@pytest.mark.rule("DS-16", "DS-30")
def test_every_legal_action_is_one_choice():
    verbs = set()
    for state in positions():
        for seat in range(len(state.sides)):
            shown = RULEBOOK.scene(CONTENT, state, Audience.of(seat)).choices
            assert [choice.id for choice in shown] == [action_id(action) for action in legal(state, seat)]
            assert len({choice.id for choice in shown}) == len(shown)
            verbs |= {choice.verb for choice in shown}
            assert all(str(choice.label) for choice in shown)
        assert RULEBOOK.scene(CONTENT, state, PUBLIC).choices == ()
        assert RULEBOOK.scene(CONTENT, state, REVEALED).choices == ()
    assert verbs == {
        "play", "thrust-accelerate", "thrust-forward", "thrust-left", "thrust-right", "thrust-decelerate", "launch",
        "steer-forward", "steer-left", "steer-right", "hold", "detonate", "beam", "pulse", "jump", "fire-pdc", "skip",
        "keep", "discard", "end-turn", "next",
    }  # fmt: skip


@pytest.mark.rule("DS-16")
def test_choices_hang_on_things_that_are_there():
    for state in positions():
        for seat in waiting_on(state):
            shown = RULEBOOK.scene(CONTENT, state, Audience.of(seat))
            pieces = {piece.id for piece in shown.board.pieces}
            tiles = {tile.id for tile in shown.board.tiles}
            cards = {card.id for panel in shown.panels if isinstance(panel, HandPanel | DeckPanel)
                     for card in panel.cards}  # fmt: skip
            assert len(pieces) == len(shown.board.pieces)
            for choice in shown.choices:
                assert not choice.piece or choice.piece in pieces
                assert not choice.target or choice.target in pieces
                assert not choice.tile or choice.tile in tiles
                assert not choice.card or choice.card in cards
                assert set(choice.path) | set(choice.area) <= tiles


@pytest.mark.rule("DS-20", "DS-14", "DS-12")
def test_w_accelerates_and_is_forward_with_high_thrust():
    for card, forward in (("thrust", "thrust-accelerate"), ("high-thrust", "thrust-forward")):
        shown = RULEBOOK.scene(CONTENT, using(duel("e5 E 1"), card), Audience.of(0)).choices
        keys = {choice.key: choice.verb for choice in shown if choice.verb.startswith("thrust-")}
        assert keys == {"w": forward, "a": "thrust-left", "d": "thrust-right", "s": "thrust-decelerate"}


@pytest.mark.rule("DS-23", "DS-27", "DS-28")
def test_a_key_means_one_thing_for_one_piece():
    for state in positions():
        for seat in waiting_on(state):
            shown = RULEBOOK.scene(CONTENT, state, Audience.of(seat)).choices
            keys = [(choice.key, choice.piece) for choice in shown if choice.key and choice.verb != "play"]
            assert len(set(keys)) == len(keys)


@pytest.mark.rule("DS-27", "DS-28")
def test_launching_and_aiming_have_their_keys():
    shown = RULEBOOK.scene(CONTENT, duel("e5 E 1", hand=EVERY), Audience.of(0)).choices
    keys = {choice.card: choice.key for choice in shown if choice.verb == "play"}
    assert {card: key for card, key in keys.items() if key} == {"card-1-missile": "f", "card-1-mass-driver": "g"}
    for card in ("missile", "mass-driver", "wormhole", "small-nuke"):
        assert RULEBOOK.scene(CONTENT, using(duel("e5 E 1"), card), Audience.of(0)).status.aiming
    assert not RULEBOOK.scene(CONTENT, using(duel("e5 E 1"), "thrust"), Audience.of(0)).status.aiming


@pytest.mark.rule("DS-25")
def test_the_board_follows_the_ship_whose_turn_it_is():
    state = duel("e5 E 1", "k15 W 0")
    for audience in (Audience.of(0), Audience.of(1), PUBLIC):
        assert RULEBOOK.scene(CONTENT, state, audience).board.focus == ("e5",)
        assert RULEBOOK.scene(CONTENT, end(state), audience).board.focus == ("k15",)


@pytest.mark.rule("DS-15", "DS-14")
def test_what_a_thrust_move_does_is_said_before():
    def preview(red, verb):
        shown = RULEBOOK.scene(CONTENT, using(duel(red), "thrust"), Audience.of(0)).choices
        return next((str(c.label), str(c.preview)) for c in shown if c.verb == verb)

    assert preview("e5 E 1", "thrust-accelerate") == ("Accelerate", "Speed 2.")
    assert preview("e5 E 1", "thrust-decelerate") == ("Decelerate", "Speed 0.")
    assert preview("e5 E 0", "thrust-decelerate") == ("Turn about", "Your ship looks the other way, at speed 1.")


@pytest.mark.rule("DS-31", "DS-35")
def test_the_end_of_the_turn_says_where_it_leads():
    def choice(red):
        shown = RULEBOOK.scene(CONTENT, duel(red), Audience.of(0)).choices
        return next(c for c in shown if c.verb == "end-turn")

    assert (choice("e5 E 2").path, str(choice("e5 E 2").preview)) == (("e6", "e7"), "Your ship flies to e7.")
    assert str(choice("e5 E 0").preview) == "Your ship stays where it is."
    assert str(choice("e15 E 1").preview) == "Your ship flies off the board."


def test_every_moment_has_a_headline_for_everybody():
    for state in positions():
        for audience in (*map(Audience.of, range(len(state.sides))), PUBLIC, REVEALED):
            scene = RULEBOOK.scene(CONTENT, state, audience)
            assert str(scene.status.headline)
            assert str(scene.status.phase)
            assert set(scene.status.waiting) == waiting_on(state)
            assert all(str(piece.label) for piece in scene.board.pieces)


def test_every_trace_has_words():
    kinds = ("from", "to", "thrust", "launch", "steer", "explosion", "blast", "beam", "emp", "strike", "duel", "jump",
             "wreck", "lost", "marker")  # fmt: skip
    trace = tuple(Trace(kind, (3, 4), 0, (4, 4), 1) for kind in kinds)
    marks = RULEBOOK.scene(CONTENT, replace(duel("e5 E 0"), trace=trace), PUBLIC).board.marks
    shown = {mark.kind: str(mark.label) for mark in marks}
    assert set(kinds) <= set(shown)
    assert all("{" not in words for words in shown.values())


def test_stunned_and_active_ships_look_it():
    state = given(duel("e5 E 0"), 2, stunned=True)
    looks = {piece.id: piece.state for piece in RULEBOOK.scene(CONTENT, state, PUBLIC).board.pieces}
    assert looks["ship-1"] == ("active",)
    assert looks["ship-2"] == ("stunned",)
