"""Charts of places on a plane: what lies where, what each place shows, and what stands beside it."""

from __future__ import annotations

import re
from math import hypot

import msgspec

from apps.games.live import regions
from apps.games.live.drawing import BESIDES, plan_for, standing
from apps.games.live.templates import short_lines
from apps.rulebooks.core.scene import Board, Choice, Mark, Piece
from apps.rulebooks.core.text import NOTHING, say
from tests.games.live import sample_scene
from tests.games.live.test_regions import VIEWS, context


def drawing_of(board: Board, view: str = "seat") -> regions.Drawing:
    words = context(sample_scene.scene(board), VIEWS[view])
    return regions.Drawing(VIEWS[view].layout, words.copy, "en")


def test_a_whole_orbit_fits_and_holds_the_chart_still():
    board = sample_scene.plane()
    board = msgspec.structs.replace(board, tiles=board.tiles[:3], pieces=(), marks=board.marks[:2])
    moved = tuple(msgspec.structs.replace(tile, col=-tile.row, row=tile.col) for tile in board.tiles)
    plan, later = plan_for(board), plan_for(msgspec.structs.replace(board, tiles=moved))
    sun = plan.spots["sol"]
    assert min(sun.x, sun.y, plan.width - sun.x, plan.height - sun.y) > 316
    assert (plan.width, plan.height, plan.spots["sol"]) == (later.width, later.height, later.spots["sol"])
    assert plan.key != later.key


def test_orbits_and_roads_lie_under_the_places_and_other_marks_over_them():
    board = sample_scene.plane()
    plan = plan_for(board)
    assert [line.kind for line in plan.lines] == ["orbit", "orbit", "road", "road", "course"]
    assert "a214 214" in plan.lines[0].path
    drawing = drawing_of(board)
    ground = drawing["terrain"]
    assert ground.index('class="lying l-orbit"') < ground.index('id="t-sol"')
    assert 'class="lying l-road seat-0"' in ground
    assert "m-orbit" not in drawing["marks"]
    assert "m-road" not in drawing["marks"]
    assert "m-course" not in drawing["marks"]
    assert ground.count('class="tip seat-0"') == 1


def test_names_keep_out_of_the_way_of_each_other():
    board = sample_scene.plane()
    one, other = (msgspec.structs.replace(board.tiles[1], id=id, col=col, row=row) for id, col, row in (
        ("one", 0, 0), ("other", 110, -40),
    ))  # fmt: skip
    plan = plan_for(msgspec.structs.replace(board, tiles=(one, other), pieces=(), marks=()))
    boxes = []
    for place, (side, _) in plan.sides.items():
        x, y, wide, high = BESIDES[side]
        boxes.append((plan.spots[place].x + x, plan.spots[place].y + y, wide, high))
    (x, y, wide, high), (u, v, _, _) = boxes
    assert abs(x - u) >= 2 * wide or abs(y - v) >= 2 * high


def test_a_button_on_a_road_says_what_it_does():
    board, choice = sample_scene.plane(), Choice("wait", "wait", say("Wait a day"), say("MERIDIAN moves."))
    words = context(msgspec.structs.replace(sample_scene.scene(board), choices=(choice,)), VIEWS["seat"])
    assert 'class="group long"' in regions.Drawing(VIEWS["seat"].layout, words.copy, "en")["actions"]


def test_a_new_stretch_of_road_is_drawn_anew():
    board = sample_scene.plane()
    further = Mark("s3", "road", NOTHING, to="sol")
    longer = msgspec.structs.replace(board, marks=(*board.marks, further))
    assert plan_for(board).key != plan_for(longer).key
    assert plan_for(board) is plan_for(sample_scene.plane())


def test_a_place_shows_its_name_and_not_its_id():
    ground = drawing_of(sample_scene.plane(), "tv")["terrain"]
    names = re.findall(r'<text class="place-name [^>]*>(.*?)</text>', ground, re.S)
    assert [re.sub(r"<[^>]+>", " ", name).split() for name in names] == [
        ["Sol"], ["Vesta"], ["New", "Tethys"], ["Corona", "Station"], ["Home", "base"], ["The", "Anvil"],
        ["Outer", "Picket"], ["Rubble", "Fields"], ["The", "Shroud"],
    ]  # fmt: skip
    assert 'class="tile-name"' not in ground


def test_a_long_name_is_set_in_two_lines():
    assert short_lines("Vesta, Resistance") == ["Vesta"]
    assert short_lines("Corona Station, held") == ["Corona", "Station"]
    assert short_lines("The Long Way Home") == ["The Long", "Way Home"]
    assert short_lines("Unpronounceable") == ["Unpronounceable"]
    assert short_lines(", nothing") == []


def test_each_kind_of_place_has_a_shape_or_a_sign_of_its_own():
    ground = drawing_of(sample_scene.plane())["terrain"]
    shapes = set()
    for place in re.findall(r'<g id="t-[^"]+".*?(?=<g id="t-|</svg>)', ground, re.S):
        kind = re.search(r'class="tile place k-([\w-]+)"', place)
        assert kind
        foot = re.sub(r'<text.*?</text>|<use class="ground-symbol"[^>]*>|\w+="[^"]*k-[\w-]+"', "", place, flags=re.S)
        shapes.add((kind[1], re.sub(r'<g id="t-[^>]*>', "", foot)))
    assert len({kind for kind, _ in shapes}) == len({tile.kind for tile in sample_scene.plane().tiles}) == 10
    assert len({shape for _, shape in shapes}) >= 9  # planets and sectors alone share a plain disc


def test_pieces_stand_beside_a_place_and_apart_from_each_other():
    board = sample_scene.plane()
    crowd = tuple(Piece(f"p-{n}", "vesta", "cruiser-1", say("Ship"), seat=n % 4) for n in range(6))
    for count in range(1, 7):
        some = msgspec.structs.replace(board, pieces=crowd[:count])
        plan = plan_for(some)
        spot, places = plan.spots["vesta"], standing(some, plan)
        for place in places:
            assert hypot(place.x - spot.x, place.y - spot.y) > 60
            assert place.y - spot.y < 54  # the name is below
        for one in places:
            for other in places:
                assert one is other or hypot(one.x - other.x, one.y - other.y) > 88 * one.scale


def test_what_is_under_way_stands_where_it_is():
    board = sample_scene.plane()
    plan = plan_for(board)
    scout = next(place for place in standing(board, plan) if place.piece.id == "scout")
    assert (scout.x, scout.y) == (plan.spots["deep"].x, plan.spots["deep"].y)


def test_a_deadline_is_written_beside_its_flag():
    pieces = drawing_of(sample_scene.plane())["pieces"]
    flag = pieces[pieces.index('id="p-threat"') :]
    assert '<g class="tag"' in flag
    assert "<text>3</text>" in flag[: flag.index('id="p-scout"')]


def test_the_list_names_places_and_ways_between_them():
    listed = drawing_of(sample_scene.plane())["list"]
    assert "New Tethys, threatened, falls in 3 days" in listed
    assert "Bound for Corona Station" in listed
    assert "The road to the Shroud" in listed
    assert "What happened last" not in listed
    assert "Between Vesta" not in listed


def test_on_a_chart_long_lists_fold_and_the_story_comes_before_what_can_be_done():
    drawing = drawing_of(sample_scene.plane())
    assert re.findall(r'<details open class="group folding[^>]*data-fold="(\w*)"', drawing["actions"]) == ["first", ""]
    assert drawing["actions"].count("</details>") == 2
    assert drawing["hand"].index('class="story"') < drawing["hand"].index('<details open class="hand')
    assert 'class="story"' not in drawing["info"]
    other = drawing_of(sample_scene.square())
    assert "<details" not in other["actions"] + other["hand"]
    assert 'class="story"' in other["info"]


def test_a_name_and_what_can_be_done_stand_where_no_other_place_is():
    at = {"sol": (0, 0), "vesta": (0, 140), "tethys": (0, 280), "corona": (500, 0), "home": (500, 140)}
    board = sample_scene.plane()
    tiles = tuple(msgspec.structs.replace(tile, col=at[tile.id][0], row=at[tile.id][1]) for tile in board.tiles[:5])
    far = tuple(msgspec.structs.replace(tile, col=tile.col + 9000) for tile in board.tiles[5:])
    plan = plan_for(Board("plane", tiles))
    assert plan.sides == {
        "sol": ("above", "left"),
        "vesta": ("left", "right"),
        "tethys": ("below", "left"),
        "corona": ("above", "left"),
        "home": ("below", "left"),
    }
    ground = drawing_of(msgspec.structs.replace(board, tiles=tiles + far))["terrain"]
    assert 'data-said="right"' in ground
    assert 'class="place-name at-left" x="-58"' in ground
