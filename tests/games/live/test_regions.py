"""The regions: well-formed, escaped, without anything that a strict Content-Security-Policy forbids."""

from __future__ import annotations

import re
from functools import partial
from html.parser import HTMLParser

import msgspec
import pytest

from apps.games import services, snapshots
from apps.games.live import regions
from apps.games.live.deltas import delta
from apps.games.live.drawing import plan_for, standing
from apps.games.live.frames import Frames
from apps.games.live.logbook import lines_of, lines_since
from apps.games.live.motions import OpenMotion
from apps.games.live.speech import speak
from apps.games.live.views_of import TV, View
from apps.games.rules.pages import address_of_rules
from apps.games.snapshots import SeatInfo
from apps.rulebooks.core.protocol import Result, SeatSpec
from apps.rulebooks.core.scene import Scene
from apps.rulebooks.core.text import say
from tests.games.helpers import duel, play_on
from tests.games.live import sample_scene
from tests.servers import unfold

VOID = {"input", "br", "hr", "img", "meta", "link"}
VIEWS = {
    "seat": View("table", (0,), 0),
    "watching": View("table"),
    "device": View("table", (0, 1), 0, hand_to=1),
    "tv": TV,
}


class Strict(HTMLParser):
    """Complains about tags that do not match, doubled ids, and anything inline."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.roots: list[dict[str, str | None]] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        assert tag not in ("script", "style"), tag
        assert not [name for name in found if name == "style" or name.startswith("on")], found
        if not self.open:
            self.roots.append(found)
        if found.get("id"):
            self.ids.append(found["id"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag, f"</{tag}> does not fit"


def strict(html: str) -> Strict:
    parser = Strict()
    parser.feed(html)
    parser.close()
    assert not parser.open, parser.open
    assert len(parser.ids) == len(set(parser.ids)), "an id appears twice"
    return parser


def context(scene: Scene, view: View, over: bool = False) -> dict:
    speak("en")
    return {
        **regions.of_scene(scene),
        "view": view,
        "specs": tuple(SeatSpec(n, say(name), colour) for n, (name, colour) in enumerate(
            [("Red", "red"), ("Blue", "blue"), ("Gold", "gold"), ("Green", "green")])),
        "seats": tuple(SeatInfo(n, "bot" if n else "person", None, f"<i>{n}</i>") for n in range(4)),
        "log": lambda: "",
        "result": Result("home", (0,), (40, 25), sample_scene.NASTY) if over else None,
        "slug": "abc",
        "rule_address": partial(address_of_rules, "dogfight", 1),
        "coach": None,
        "motion": OpenMotion(7, 0, sample_scene.NASTY, may_answer=True, made=False, missing=1),
        "seq": 7,
        "expected": 5,
        "takeable": 2,
        "followed": False,
        "strongest": "<i>hunter</i>",
        "shelved": False,
        "is_lost": False,
        "your_turn": True,
        "playing": not over,
        "finished": over,
    }  # fmt: skip


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize(
    "board", [sample_scene.square(), sample_scene.hexes(), sample_scene.plane()], ids=["square", "hex", "plane"]
)
@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_every_region_is_well_formed_and_escaped(view, board, over):
    words = context(sample_scene.scene(board), view, over)
    page = ""
    for name in regions.REGIONS[view.layout]:
        html = regions.Drawing(view.layout, words.copy, "en")[name]
        assert [root.get("id") for root in strict(html).roots] == [f"r-{name}"]
        page += html
    assert "<script>" not in page
    assert "<i>" not in page
    strict(page)


def test_every_choice_is_one_button_of_the_form():
    words = context(sample_scene.scene(sample_scene.square()), VIEWS["seat"])
    html = regions.Drawing("table", words.copy, "en")["actions"] + regions.Drawing("table", words.copy, "en")["moves"]
    assert re.findall(r'name="choice" value="(\w+)"', html) == ["c4", "c5", "c1", "c2", "c3"]
    assert html.count('form="act"') == 5 + 3 + 2 + 1  # choices, what they are sent with, taking back, the bot


def test_the_target_of_an_attack_is_where_it_stands():
    words = context(sample_scene.scene(sample_scene.square()), VIEWS["seat"])
    assert 'data-tile="c9" data-from="ship-1"' in regions.Drawing("table", words.copy, "en")["moves"]


def test_pieces_on_one_tile_make_room():
    board = sample_scene.hexes()
    places = standing(board, plan_for(board))
    crowd = {(place.x, place.y) for place in places if place.piece.at == "h2-2"}
    assert len(crowd) == 4
    assert places[0].turn == 180  # the board is turned, and everything with it


def test_a_square_board_has_rulers_and_turns():
    board = sample_scene.square()
    plan = plan_for(board)
    assert [tick.text for tick in plan.ticks[:8]] == list("abcdefgh")
    assert plan.spots["a1"].y > plan.spots["a10"].y
    turned = plan_for(type(board)(board.geometry, board.tiles, turned=True))
    assert turned.spots["a1"].y < turned.spots["a10"].y
    assert turned.spots["a1"].x > turned.spots["h1"].x
    assert plan.key != turned.key


@pytest.fixture
def playing(released, person):
    table = duel(person("ann"), person("ben"))
    play_on(table, 14)
    return table


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
def test_a_real_table_draws_in_every_view(playing, view):
    drawn = regions.render(snapshots.current(playing.pk), view)
    assert list(drawn) == list(regions.REGIONS[view.layout])
    strict("".join(drawn.values()))


def test_only_new_sentences_are_sent(playing):
    view = View("table")
    before = snapshots.current(playing.pk)
    play_on(playing, 1)
    after = snapshots.current(playing.pk)
    fresh = lines_since(after, view, before.seq)
    assert fresh
    assert str(lines_of(after, view)).endswith(str(fresh))
    frames = Frames()
    whole = frames.next(before, view, regions.render(before, view), -1)
    assert set(whole["full"]) == set(regions.REGIONS["table"])
    told = frames.next(after, view, regions.render(after, view), before.seq)
    assert told["log"] == fresh
    assert "log" not in told["full"]


def test_frames_lead_every_page_to_what_is_drawn_for_it(playing):
    pages = {name: (view, Frames(), {}) for name, view in VIEWS.items()}
    seq = -1
    sizes = []
    for _step in range(60):
        now = snapshots.current(playing.pk)
        for view, frames, texts in pages.values():
            drawing = regions.render(now, view)
            frame = frames.next(now, view, drawing, seq)
            sizes.append(len(str(frame)))
            unfold(frame, texts)
            for name, html in drawing.items():
                if name != "log" or view.layout == "tv":
                    assert texts[name] == html
        seq = now.seq
        if not now.waiting:
            break
        play_on(playing, 1, seed=seq.to_bytes(16, "big"))
    assert sum(sizes[len(pages) :]) / len(sizes) < 5_000


@pytest.mark.parametrize(
    ("old", "new"),
    [("", ""), ("", "a"), ("abc", ""), ("abc", "abc"), ("aXc", "aYc"), ("aa", "aaa"), ("abab", "ab"), ("x", "y"),
     ("a\U0001f680b", "a\U0001f680c"),
     ("\U0001f680\U0001f681", "\U0001f680\U0001f682"), ("ab\U0001f680", "b\U0001f680")],
)  # fmt: skip
def test_a_delta_turns_one_text_into_the_other(old, new):
    texts = {"r": old}
    unfold({"full": {}, "delta": {"r": delta(old, new)}}, texts)
    assert texts["r"] == new


def test_what_was_taken_back_leaves_the_log(playing):
    view = View("table")
    for _step in range(400):
        now = snapshots.current(playing.pk)
        seat = now.waiting[0]
        if now.takeable_back(seat):
            break
        play_on(playing, 1, seed=now.seq.to_bytes(16, "big"))
    last = f'id="l{now.seq}-0"'
    assert last in lines_of(now, view)
    services.take_back(table_id=playing.pk, seat=seat, expected=now.seat_seqs[seat], key="back")
    after = snapshots.current(playing.pk)
    assert last not in lines_of(after, view)
    assert lines_since(after, view, now.seq) is None


def test_the_sides_of_a_tile_turn_with_the_board():
    board = sample_scene.hexes()
    straight = plan_for(type(board)(board.geometry, board.tiles))
    turned = plan_for(board)
    assert (turned.corners[0].x, turned.corners[0].y) == (-straight.corners[0].x, -straight.corners[0].y)


def test_what_somebody_chooses_from_is_seen_on_the_tv():
    words = context(sample_scene.scene(sample_scene.square()), VIEWS["tv"])
    (panel, *_) = words["deck_panels"]
    name = str(panel.cards[0].name)
    assert name not in regions.Drawing("tv", words.copy, "en")["info"]
    words["deck_panels"] = [msgspec.structs.replace(panel, offered=True)]
    assert name in regions.Drawing("tv", words.copy, "en")["info"]


def test_a_table_that_is_put_away_says_so_and_waits_for_nobody():
    for layout, view in (("table", "seat"), ("tv", "tv")):
        words = context(sample_scene.scene(sample_scene.square()), VIEWS[view]) | {"shelved": True}
        turn = regions.Drawing(layout, words.copy, "en")["turn"]
        assert "This campaign is put away" in turn
        assert "emblem-" not in turn


def test_those_who_lost_together_are_shown_no_trophy_and_no_score():
    words = context(sample_scene.scene(sample_scene.square()), VIEWS["seat"], over=True)
    won = regions.Drawing("table", words.copy, "en")["end"]
    words |= {"is_lost": True, "followed": True}
    lost = regions.Drawing("table", words.copy, "en")["end"]
    assert ("#wreck" in lost, "scores" in lost) == (True, False)
    assert ("#wreck" in won, "scores" in won) == (False, True)
