"""A guided first game: a real table, and a coach who knows how far one is."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from apps.games import services, snapshots
from apps.games.learn.coach import coach_of
from apps.games.learn.services import begin
from apps.games.live import regions
from apps.games.live.views_of import TV, View
from apps.games.models import Table
from apps.games.rules.pages import source_of
from apps.games.rules.parsing import read
from apps.games.tasks import decide
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.teaching import Teaches
from apps.rulebooks.registry import RULEBOOKS
from tests.games.helpers import bot_table, play_on
from tests.games.lobby.test_pages import KNOWN, check

TEACHING = [slug for slug, book in RULEBOOKS.items() if isinstance(book, Teaches)]
PUPIL = View("table", (0,), 0)


def act(table: Table, choose) -> None:
    """Let whoever is waited on do what `choose` picks; bots decide for themselves."""
    now = snapshots.current(table.pk)
    seat = now.waiting[0]
    action = decide(now, seat).action if now.seats[seat].kind == "bot" else choose(now, now.legal(seat))
    services.act(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key=uuid.uuid4().hex, action=action)


def forward(now, actions):
    """What somebody does who follows the coach."""
    by = {}
    for action in actions:
        by.setdefault(type(action).__name__, []).append(action)
    for name in ("Brace", "TakeIt", "FollowUp", "Attack", "Move", "Draw", "BuildFleet", "PlaceShip", "EndTurn"):
        if name in by:
            return max(by[name], key=lambda action: getattr(action, "to", (0, 0))[1]) if name == "Move" else by[name][0]
    return actions[0]


@pytest.fixture
def pupil(person):
    return person("pupil")


@pytest.mark.parametrize("game", TEACHING)
def test_lessons_fit_their_game(game):
    book = RULEBOOKS[game]
    lesson = book.lesson(book.read_content(book.base_pack()))
    ids = [step.id for step in lesson.steps]
    assert len(ids) == len(set(ids))
    assert lesson.level in {level.slug for level in book.bot_levels}
    assert set(lesson.options) <= {option.slug for option in book.options(book.read_content(book.base_pack()))}
    assert {step.rule for step in lesson.steps if step.rule} <= read(source_of(game)).anchors
    assert all(len(str(step.text)) <= 240 for step in lesson.steps), "short enough for a phone"
    assert 4 <= sum(bool(step.deed) for step in lesson.steps) <= 12


def test_following_the_coach_leads_to_the_end(released, pupil):
    table = begin("dogfight", pupil)
    seen: dict[str, None] = {}
    for _ in range(600):
        now = snapshots.current(table.pk)
        coach = coach_of(now, PUPIL)
        seen[coach.step.id] = None
        assert snapshots.read(table.pk).deeds == now.deeds, "the same after a restart"
        if not now.waiting:
            break
        act(table, forward)
    assert list(seen)[:1] == ["fleet"]
    assert list(seen)[-1] == "over"
    assert {"place", "draw", "draw-on", "move", "watch", "win"} <= set(seen)
    assert coach.done >= 4


def test_the_coach_tells_no_secret(released, pupil):
    """What it says is the same for every state that the pupil cannot tell from the real one."""
    table = begin("dogfight", pupil)
    book = RULEBOOKS["dogfight"]
    for turn in range(120):
        now = snapshots.current(table.pk)
        if not now.waiting:
            break
        guess = book.determinize(now.content, now.state, Audience.of(0), Chance(b"g" * 16, turn))
        for done in (frozenset(), now.done_by(0)):
            told = book.lesson_step(now.content, now.state, 0, done)
            assert told == book.lesson_step(now.content, guess, 0, done)
        act(table, lambda now, actions: Chance(b"p" * 16, now.seq).pick(actions, "any"))


@pytest.mark.parametrize("game", TEACHING)
def test_a_lesson_can_be_begun_and_played_to_its_end(game, released, pupil):
    """Whoever does anything at all has something sensible told at every moment."""
    table = begin(game, pupil)
    assert table.lesson
    for turn in range(900):
        now = snapshots.current(table.pk)
        assert coach_of(now, PUPIL).step
        if not now.waiting:
            break
        act(table, lambda now, actions, turn=turn: Chance(b"q" * 16, turn).pick(actions, "any"))
    assert coach_of(now, PUPIL).step.id == "over"


def test_only_the_pupil_of_a_lesson_has_a_coach(client, released, pupil):
    lesson, other = begin("dogfight", pupil), bot_table(pupil)
    now = snapshots.current(lesson.pk)
    assert "Choose your fleet" in regions.render(now, PUPIL)["coach"]
    assert "coach" not in list(regions.render(now, TV))
    assert "Choose" not in regions.render(now, View("table"))["coach"]
    assert "coach" not in list(regions.render(snapshots.current(other.pk), PUPIL))
    client.force_login(pupil)
    assert 'class="coach"' not in client.get(other.get_absolute_url()).content.decode()
    play_on(other, 3)
    assert not snapshots.current(other.pk).deeds


def test_one_press_begins_and_a_second_one_goes_on(client, released):
    page = client.get(reverse("learn", args=["dogfight"]))
    check(page.content.decode())
    assert Table.objects.count() == 0, "reading begins nothing"
    first = client.post(reverse("learn", args=["dogfight"]))
    table = Table.objects.get()
    assert first["Location"] == table.get_absolute_url()
    assert table.lesson
    assert client.post(reverse("learn", args=["dogfight"]))["Location"] == table.get_absolute_url()
    assert "Go on with your lesson" in client.get(reverse("learn", args=["dogfight"])).content.decode()
    again = client.post(reverse("learn", args=["dogfight"]), {"again": "1"})
    assert again["Location"] != table.get_absolute_url()
    assert client.get("/learn/nothing/").status_code == 404


def test_the_coach_leaves_and_comes_back(client, released):
    client.post(reverse("learn", args=["dogfight"]))
    table = Table.objects.get()
    address, coach = table.get_absolute_url(), reverse("coach", args=[table.slug])

    def page() -> str:
        return client.get(address).content.decode()

    check(page())
    assert 'class="coach" data-remember' in page()
    assert "Call the coach back" not in page()
    assert client.post(coach, {"away": "1"})["Location"] == address
    assert " open hidden>" in page()
    assert 'id="r-coach"' in page(), "what is pushed still finds its place"
    client.post(coach)
    assert " open hidden>" not in page()
    assert client.get(coach).status_code == 405


def test_the_drawings_exist():
    assert {"book", "search", "lesson"} <= KNOWN
