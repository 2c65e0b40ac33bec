"""What is missing for a moment: the database, Redis, or whoever should have said something before they died."""

from __future__ import annotations

import asyncio
import uuid
from types import SimpleNamespace

import pytest
from django.core.cache import caches
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import timezone
from django_ratelimit.core import is_ratelimited

from apps.api.tokens import make_token
from apps.games import services, snapshots, tasks
from apps.games.live import consumers, push
from apps.games.models import Entry, Table
from apps.games.services import SeatPlan, rematching, tables
from apps.rulebooks.core.protocol import action_id
from tests.games.helpers import bot_table, duel, play_on

GONE = OperationalError("connection failed: the server is not there\nIs it running?")
NO_REDIS = "redis://127.0.0.1:1/0"  # a port at which nothing ever listens


@pytest.fixture
def pair(released, person):
    return person("ada"), person("bo")


@pytest.fixture
def table(pair):
    return duel(*pair)


def browser(user) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def form(table, seat=None, key=None):
    now = snapshots.read(table.pk)
    seat = now.waiting[0] if seat is None else seat
    choice = action_id(now.legal(seat)[0])
    return {"seat": seat, "expected": now.seat_seqs[seat], "choice": choice, "key": key or uuid.uuid4().hex, "live": 1}


def fail(*_args, **_kwargs):
    raise GONE


# --- Answers ---------------------------------------------------------------------------------------


def test_without_a_database_an_action_is_asked_for_again_in_words_that_the_page_shows(table, pair, monkeypatch):
    monkeypatch.setattr(services, "act", fail)
    answer = browser(pair[0]).post(f"/t/{table.slug}/act/", form(table, 0))
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert b'role="alert"' in answer.content


def test_without_a_database_not_even_the_session_can_be_read(table, pair, monkeypatch):
    client = browser(pair[0])
    monkeypatch.setattr("apps.accounts.sessions.SessionStore._get_session_from_db", fail)
    for path in (f"/t/{table.slug}/", "/", "/no/such/page/"):
        assert client.get(path).status_code == 503, path


def test_a_fault_of_our_own_is_still_a_fault(table, pair, monkeypatch):
    monkeypatch.setattr(services, "act", lambda **_how: 1 / 0)
    answer = browser(pair[0]).post(f"/t/{table.slug}/act/", form(table, 0))
    assert answer.status_code == 500
    assert "Retry-After" not in answer


def test_programs_are_told_to_come_back(table, pair, monkeypatch):
    _token, key = make_token(user=pair[0], name="test", scope="play")
    monkeypatch.setattr("apps.api.views.reading.picture", fail)
    answer = Client().get(f"/api/v1/tables/{table.slug}/scene/", headers={"authorization": f"Bearer {key}"})
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert answer.json()["error"]["code"] == "unavailable"


def test_health_is_answered_without_a_database(monkeypatch, released):
    monkeypatch.setattr("apps.games.health.connection", SimpleNamespace(cursor=fail))
    answer = Client(raise_request_exception=False).get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["database"] == "down"


# --- Redis -----------------------------------------------------------------------------------------


@pytest.fixture
def no_redis(settings):
    """The cache as it is with Redis, which is not there."""
    settings.CACHES = {"default": {"BACKEND": "config.caches.SteadyRedisCache", "LOCATION": NO_REDIS}}
    settings.RATELIMIT_ENABLE = True


def test_without_redis_the_cache_is_the_memory_of_the_process(no_redis):
    cache = caches["default"]
    assert cache.get("a") is None
    cache.set("a", 1, timeout=60)
    assert cache.incr("a") == 2
    assert not cache.add("a", 5)
    assert cache.get_many(["a", "b"]) == {"a": 2}
    assert cache.delete("a")
    assert "a" not in cache


def test_without_redis_people_act_and_limits_hold(no_redis, table, pair):
    assert browser(pair[0]).post(f"/t/{table.slug}/act/", form(table, 0)).status_code == 204
    request = RequestFactory().get("/")
    limited = [is_ratelimited(request, group="test", key="ip", rate="3/h", increment=True) for _try in range(5)]
    assert limited == [False, False, False, True, True]


# --- Several processes -----------------------------------------------------------------------------


@pytest.fixture
def moved_elsewhere(table):
    """Another process has moved the table on, and this one has not heard of it."""
    before = snapshots.current(table.pk)
    play_on(table, 1)
    snapshots.forget()
    snapshots.remember(before)
    return before


def test_a_page_is_never_older_than_the_database(table, pair, moved_elsewhere):
    assert f'data-seq="{moved_elsewhere.seq + 1}"' in browser(pair[0]).get(f"/t/{table.slug}/").content.decode()


def test_a_program_sees_what_another_process_has_stored(table, pair, moved_elsewhere):
    _token, key = make_token(user=pair[0], name="test", scope="play")
    answer = Client().get(f"/api/v1/tables/{table.slug}/scene/", headers={"authorization": f"Bearer {key}"})
    assert answer.json()["seq"] == moved_elsewhere.seq + 1


def test_who_sat_down_by_way_of_another_process_may_act_here(pair):
    ada, bo = pair
    table = services.create_table(game="dogfight", host=ada, seats=[SeatPlan("me"), SeatPlan("open")])
    before = snapshots.current(table.pk)
    services.take_seat(table_id=table.pk, number=1, user=bo)
    snapshots.forget()
    snapshots.remember(before)
    asked = form(table, 1) if 1 in snapshots.read(table.pk).waiting else form(table, 0)
    assert browser(pair[asked["seat"]]).post(f"/t/{table.slug}/act/", asked).status_code == 204


# --- Words that were lost --------------------------------------------------------------------------


def test_an_action_whose_teller_died_is_told_when_it_is_asked_again(table, pair, monkeypatch):
    asked = form(table, 0)
    client = browser(pair[0])
    monkeypatch.setattr("apps.games.services.journal._committed", lambda before, after: None)
    assert client.post(f"/t/{table.slug}/act/", asked).status_code == 204
    told = []
    monkeypatch.setattr(push, "announce", lambda table_id, seq: told.append((table_id, seq)))
    assert client.post(f"/t/{table.slug}/act/", asked).status_code == 204
    assert told == [(table.pk, Entry.objects.get(key=asked["key"]).seq)]


def test_a_bot_whose_waker_died_is_woken_when_the_action_is_asked_again(pair, monkeypatch):
    woken = []
    monkeypatch.setattr(tasks.play_turn, "apply_async", lambda asked, **_how: woken.append(asked))
    table = bot_table(pair[0])
    while True:  # until an action hands on to the bot
        now = snapshots.current(table.pk)
        seat = now.waiting[0]
        action = now.legal(seat)[-1]
        how = {"table_id": table.pk, "seat": seat, "expected": now.seat_seqs[seat], "key": f"k{now.seq}"}
        after = services.act(**how, action=action).snapshot
        if seat == 0 and 1 in after.waiting:
            break
    woken.clear()
    assert services.act(**how, action=action).repeated
    assert woken == [(table.pk, after.seq)]


def test_a_game_whose_last_seat_was_taken_by_somebody_who_died_begins_all_the_same(pair, monkeypatch):
    monkeypatch.setattr(tables, "start_if_full", lambda table_id: None)
    table = services.create_table(game="dogfight", host=pair[0], seats=[SeatPlan("me"), SeatPlan("hotseat")])
    waiting = services.create_table(game="dogfight", host=pair[0], seats=[SeatPlan("me"), SeatPlan("open")])
    monkeypatch.undo()
    assert snapshots.read(table.pk).status == Table.Status.OPEN
    tasks.begin_full_tables(timezone.now())
    assert snapshots.read(table.pk).status == Table.Status.PLAYING
    assert snapshots.read(waiting.pk).status == Table.Status.OPEN


def test_a_rematch_whose_maker_died_begins_when_it_is_asked_for_again(table, pair, monkeypatch):
    services.concede(table_id=table.pk, seat=0, key="k")
    table.refresh_from_db()
    monkeypatch.setattr(rematching, "_rematch_made", lambda old, new: None)
    following = services.rematch(table=table, user=pair[0])
    monkeypatch.undo()
    assert snapshots.read(following.pk).status == Table.Status.OPEN
    assert services.rematch(table=table, user=pair[1]) == following
    assert snapshots.read(following.pk).status == Table.Status.PLAYING


def test_heartbeats_go_on_after_a_moment_without_database(settings):
    settings.HEARTBEAT = 0.01
    sent, tries = [], []

    class Page(consumers.LiveConsumer):
        async def send_json(self, frame):
            sent.append(frame)

    async def sometimes():
        tries.append(1)
        if len(tries) < 3:
            raise GONE

    async def run():
        page = Page()
        page.joined = None
        page.catch_up = sometimes
        heart = asyncio.create_task(page.beat())
        async with asyncio.timeout(5):
            while len(sent) < 2:
                await asyncio.sleep(0.01)
        heart.cancel()

    asyncio.run(run())
    assert len(tries) >= 4
