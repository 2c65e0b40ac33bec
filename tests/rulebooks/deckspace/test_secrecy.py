"""What is secret: hands, and where cards lie in piles."""

import msgspec
import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, REVEALED, Audience
from apps.rulebooks.core.scene import DeckPanel, HandPanel, SeatPanel
from apps.rulebooks.deckspace import RULEBOOK
from apps.rulebooks.deckspace.actions import EndTurn, KeepCard

from .helpers import CONTENT, do, duel, shot, step


def ended(state):
    return do(state, EndTurn())


RED = {"draw": "emp wormhole missile", "discard": "large-nuke thrust"}
BLUE = {"hand": "mass-driver missile", "draw": "small-nuke thrust", "discard": "high-thrust"}


def position(**more):
    pieces = [shot(1, 2, "e5 W", fuel=4)]
    return duel("a1 E 2", hand="medium-nuke thrust", red=RED, blue={**BLUE, "armor": 1}, ordnance=pieces, **more)


def panels(audience, kind, state=None):
    shown = RULEBOOK.scene(CONTENT, state or position(), audience).panels
    return [panel for panel in shown if isinstance(panel, kind)]


def hands(audience):
    return {
        panel.seat: [(str(card.name), card.face_down) for card in panel.cards] for panel in panels(audience, HandPanel)
    }


@pytest.mark.rule("DS-A61")
def test_everyone_sees_their_own_hand_and_backs_of_the_others():
    back = [("Hidden cards", True)]
    assert hands(Audience.of(0)) == {0: [("Medium Nuke", False), ("Thrust", False)], 1: back}
    assert hands(Audience.of(1)) == {0: back, 1: [("Mass Driver", False), ("Missile", False)]}
    assert hands(PUBLIC) == {0: back, 1: back}
    assert hands(REVEALED)[1] == [("Mass Driver", False), ("Missile", False)]


@pytest.mark.rule("DS-A61")
def test_counts_fuel_and_stats_are_open():
    for audience in (Audience.of(0), Audience.of(1), PUBLIC):
        stats = {(panel.seat, stat.symbol): stat.value for panel in panels(audience, SeatPanel) for stat in panel.stats}
        assert stats[0, "stat-hand"] == stats[1, "stat-hand"] == "2"
        assert (stats[0, "stat-draw"], stats[0, "stat-discard"]) == ("3", "2")
        assert (stats[1, "stat-draw"], stats[1, "stat-discard"]) == ("2", "1")
        assert (stats[1, "stat-armor"], stats[0, "stat-speed"], stats[1, "stat-health"]) == ("1", "2", "4")
        (missile,) = [p for p in RULEBOOK.scene(CONTENT, position(), audience).board.pieces if p.id == "ordnance-1"]
        assert "4 fuel" in str(missile.label)


@pytest.mark.rule("DS-A61")
def test_the_own_pile_is_known_but_not_its_order():
    def pile(state):
        found = [panel for panel in panels(Audience.of(0), DeckPanel, state) if panel.id == "draw-1"]
        return [[(card.id, card.count) for card in panel.cards] for panel in found]

    one = position()
    other = msgspec.structs.replace(one, ships=(msgspec.structs.replace(one.ships[0], draw=one.ships[0].draw[::-1]),
                                                one.ships[1]))  # fmt: skip
    assert pile(one) == pile(other) != []
    assert not [panel for panel in panels(Audience.of(1), DeckPanel) if panel.id == "draw-1"]


@pytest.mark.rule("DS-A61")
@pytest.mark.parametrize(("seat", "known"), [(0, ("hand", "discard")), (1, ())])
def test_what_a_guess_keeps_and_what_it_deals_anew(seat, known):
    state = position()
    guesses = [RULEBOOK.determinize(CONTENT, state, Audience.of(seat), Chance(b"%d" % n)) for n in range(60)]
    for guess in guesses:
        assert sorted(guess.ship(1).cards) == sorted(state.ship(1).cards)
        assert len(guess.ship(1).hand) == 2
        for pile in known:
            assert getattr(guess.ship(1), pile) == getattr(state.ship(1), pile)
    for pile in {"hand", "draw", "discard"} - set(known):
        assert len({getattr(guess.ship(1), pile) for guess in guesses}) > 3
    assert RULEBOOK.determinize(CONTENT, state, REVEALED, Chance(b"x")) == state


@pytest.mark.rule("DS-A61")
def test_the_log_names_no_card_that_stays_hidden():
    state = position()
    done = step(ended(state), KeepCard("medium-nuke"))
    for event in done.events:
        assert "Nuke" not in str(event.text)
        assert "Thrust" not in str(event.text)


@pytest.mark.rule("DS-A61")
def test_every_screen_is_the_same_for_every_guess():
    for state in (position(), ended(position())):
        for audience in (Audience.of(0), Audience.of(1), PUBLIC):
            shown = RULEBOOK.scene(CONTENT, state, audience)
            for seed in range(10):
                guess = RULEBOOK.determinize(CONTENT, state, audience, Chance(b"%d" % seed))
                assert RULEBOOK.scene(CONTENT, guess, audience) == shown
