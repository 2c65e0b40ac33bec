"""Choices sorted by where a person finds them: many tiles as one list, directions as arrows, each piece by itself."""

from __future__ import annotations

from apps.games.live.offers import MANY, choice_at, offers_of
from apps.rulebooks.core.scene import Board, Choice, Piece, Scene, Status, Tile
from apps.rulebooks.core.text import say


def scene(*choices: Choice, turned: bool = False) -> Scene:
    """A row of hexes with a ship and a missile, and these choices."""
    tiles = tuple(Tile(f"a{n}", n, 0, say("a{n}", n=n)) for n in range(1, 2 * MANY))
    pieces = (
        Piece("ship-1", "a1", "cruiser-1", say("Ship"), 0, state=("active",)),
        Piece("ordnance-1", "a2", "ordnance-missile", say("Missile"), 0, state=("small", "due")),
    )
    return Scene("deckspace", Status(say("Go")), Board("hex", tiles, pieces, turned=turned), (), choices)


def jumps(count: int) -> list[Choice]:
    return [Choice(f"j{n}", "jump", say("Jump to a{n}", n=n), tile=f"a{n}", final=True) for n in range(1, count + 1)]


def test_very_many_tiles_are_one_list():
    shown = scene(*jumps(MANY), Choice("e", "end-turn", say("End turn"), key="e"))
    offers = offers_of(shown)
    (field,) = offers.fields
    assert field.value == "jump@"
    assert len(field.tiles) == MANY
    assert offers.on_board == ()
    assert [choice.id for group in offers.groups for choice in group.choices] == ["e"]
    assert choice_at(shown, "jump@", "a7") == "j7"
    assert choice_at(shown, "jump@", "nowhere") == "jump@"
    assert choice_at(shown, "e", "a7") == "e"


def test_fewer_tiles_are_buttons():
    offers = offers_of(scene(*jumps(MANY - 1)))
    assert offers.fields == ()
    assert len(offers.on_board) == MANY - 1


def test_a_choice_that_says_more_stays_a_button():
    odd = Choice("odd", "jump", say("Jump"), preview=say("Into a rock."), tile="a3")
    offers = offers_of(scene(*jumps(MANY), odd))
    assert [on.choice.id for on in offers.on_board] == ["odd"]
    assert choice_at(scene(*jumps(MANY), odd), "jump@", "a3") == "j3"


def test_directions_stand_among_the_buttons_and_turn_with_the_board():
    ways = [Choice(f"w{n}", "launch", say("Launch"), tile=f"a{n + 3}", aim=30 + 60 * n, key=str(n)) for n in range(6)]
    (group,) = offers_of(scene(*ways)).groups
    assert group.compass
    assert group.places["w0"].aim == 30
    (group,) = offers_of(scene(*ways, turned=True)).groups
    assert group.places["w0"].aim == 210


def test_what_only_one_piece_does_is_its_own_group():
    name = say("Missile 1")
    left = Choice("l", "steer-left", say("Left"), group=name, piece="ordnance-1", key="a")
    forward = Choice("f", "steer-forward", say("Forward"), group=name, piece="ordnance-1", tile="a3", aim=90, key="w")
    bang = Choice(
        "x", "detonate", say("Set off"), group=name, piece="ordnance-1", target="ordnance-1", area=("a1", "a2")
    )
    offers = offers_of(scene(left, forward, bang))
    (group,) = offers.groups
    assert group.of == "ordnance-1"
    assert not group.compass
    assert set(group.places) == {"f"}
    assert offers.on_board == ()


def test_what_is_docked_stands_among_the_buttons_and_on_its_tile():
    here = Choice("m", "supply", say("Supply run"), group=say("Here"), tile="a1", docked=True)
    away = Choice("t", "travel", say("Fly on"), tile="a5", preview=say("Two days."))
    offers = offers_of(scene(here, away))
    (group,) = offers.groups
    assert (str(group.title), group.places["m"].tile) == ("Here", "a1")
    assert [on.choice.id for on in offers.on_board] == ["t"]
