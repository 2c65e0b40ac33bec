"""How long a table waits for somebody away: chosen by the host, shown to all, kept by what comes of the table."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.games import services, snapshots
from apps.games.models import Entry, Table
from apps.games.services import SeatPlan
from apps.games.templatetags.turns import until
from apps.rulebooks.core.protocol import IllegalAction
from tests.games.helpers import duel, play_on

HOUR, DAY, NEVER = Table.IdleLimit.HOUR, Table.IdleLimit.DAY, Table.IdleLimit.NEVER


@pytest.fixture(autouse=True)
def _no_bots(monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)


@pytest.fixture
def people(released, person):
    return person("ada"), person("bo")


def client_of(someone):
    client = Client()
    client.force_login(someone)
    return client


def waits_for(table, hours):
    """Play until one seat alone is waited for, since so many hours; that seat."""
    play_on(table, 60, stop=lambda now: len(now.waiting) == 1)
    Entry.objects.filter(table=table).update(at=timezone.now() - timedelta(hours=hours))
    return snapshots.current(table.pk).waiting[0]


def gathering(host, **kwargs):
    return services.create_table(game="dogfight", host=host, seats=[SeatPlan("me"), SeatPlan("open")], **kwargs)


@pytest.mark.parametrize(
    ("limit", "early", "late"), [(300, 0.05, 0.1), (HOUR, 0.9, 1.1), (DAY, 23, 25), (Table.IdleLimit.DAYS_3, 71, 73)]
)
def test_each_limit_counts_from_when_the_table_began_to_wait(people, limit, early, late):
    table = duel(*people, idle_limit=limit)
    seat = waits_for(table, early)
    asked = {"table_id": table.pk, "number": seat, "level": "cadet", "user": people[1 - seat]}
    with pytest.raises(IllegalAction):
        services.relieve(**asked)
    waits_for(table, late)
    assert services.relieve(**asked).snapshot.seats[seat].kind == "bot"


def test_never_means_never(people):
    table = duel(*people, idle_limit=NEVER)
    seat = waits_for(table, 24 * 400)
    with pytest.raises(IllegalAction):
        services.relieve(table_id=table.pk, number=seat, level="cadet", user=people[1 - seat])
    page = client_of(people[1 - seat]).get(reverse("seats", args=[table.slug])).content.decode()
    assert "Nobody may put a bot on the seat" in page
    assert "Put a bot here" not in page
    assert "you may put a bot here" not in page


def test_the_page_says_when_the_others_may_act(people):
    table = duel(*people)
    seat = waits_for(table, 1)
    page = client_of(people[1 - seat]).get(reverse("seats", args=[table.slug])).content.decode()
    assert "you may put a bot here in 23 hours" in page
    assert "keeps the others waiting for 1 day" in page
    late = client_of(people[seat]).get(reverse("seats", args=[table.slug])).content.decode()
    assert "you may put a bot here" not in late


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-5, "1 minute"), (30, "1 minute"), (3540, "59 minutes"), (3599, "1 hour"), (3700, "2 hours"),
     (47.5 * 3600, "2 days"), (47 * 3600 - 5, "47 hours"), (71 * 3600, "3 days")],
)  # fmt: skip
def test_a_wait_is_never_promised_too_short(seconds, words):
    assert until(timezone.now() + timedelta(seconds=seconds)) == words


def test_it_is_chosen_with_the_table(people):
    client = client_of(people[0])
    assert 'name="idle_limit" value="86400" checked' in client.get("/new/dogfight/").content.decode()
    form = {"seat-0": "me", "seat-1": "open", "level-1": "cadet", "visibility": "unlisted", "idle_limit": "0"}
    assert client.post("/new/dogfight/", form).status_code == 302
    assert Table.objects.get().idle_limit == NEVER
    page = client.post("/new/dogfight/", {**form, "idle_limit": "7"})
    assert page.status_code == 422
    assert "Choose one of the waiting times offered." in page.content.decode()
    kept = client.post("/new/dogfight/", {**form, "idle_limit": "300", "seat-1": ""}).content.decode()
    assert 'name="idle_limit" value="300" checked' in kept


def test_the_host_changes_it_before_the_start_and_all_are_told(people):
    ada, bo = people
    table = gathering(ada)
    address = reverse("idle-limit", args=[table.slug])
    before = snapshots.current(table.pk).seq
    assert client_of(ada).post(address, {"idle_limit": "3600"}).url == table.get_absolute_url()
    assert snapshots.current(table.pk).seq == before + 1, "open pages hear of it"
    assert snapshots.current(table.pk) == snapshots.read(table.pk)
    for someone in people:
        room = client_of(someone).get(table.get_absolute_url()).content.decode()
        assert "keeps the others waiting for 1 hour" in room
        assert ('name="idle_limit"' in room) == (someone == ada)
    invitation = client_of(bo).get(reverse("invite", args=[table.slug, table.seats.get(number=1).invite]))
    assert "keeps the others waiting for 1 hour" in invitation.content.decode()
    client_of(bo).post(address, {"idle_limit": "0"})
    assert client_of(ada).post(address, {"idle_limit": "²"}).status_code == 404
    client_of(ada).post(address, {"idle_limit": "61"})
    services.take_seat(table_id=table.pk, number=1, user=bo)
    with pytest.raises(IllegalAction):
        services.set_idle_limit(table_id=table.pk, seconds=0, user=ada)
    table.refresh_from_db()
    assert table.idle_limit == HOUR


def test_what_comes_of_a_table_keeps_it(people):
    ada, _bo = people
    table = duel(*people, idle_limit=HOUR)
    play_on(table, 8)
    services.concede(table_id=table.pk, seat=0, key="enough")
    table.refresh_from_db()
    assert services.rematch(table=table, user=ada).idle_limit == HOUR
    file = services.export_game(table, ada.pk)
    assert services.import_game(file, ada).idle_limit == HOUR
    old = json.loads(file)
    del old["idle_limit"]
    assert services.import_game(json.dumps(old).encode(), ada).idle_limit == DAY, "a file from before there was one"
    with pytest.raises(services.Refused):
        services.import_game(json.dumps({**old, "idle_limit": 12}).encode(), ada)
    page = client_of(ada).get(reverse("branch", args=[table.slug, 3])).content.decode()
    assert 'name="idle_limit" value="3600" checked' in page
    source = snapshots.current(table.pk)
    seats = [SeatPlan("me"), SeatPlan("open")]
    assert services.continue_from(source=source, line=3, host=ada, seats=seats, idle_limit=0).idle_limit == NEVER


@pytest.mark.parametrize("limit", [1, 86401])
def test_no_other_limit_is_stored(people, limit):
    table = gathering(people[0])
    with pytest.raises(IllegalAction):
        gathering(people[0], idle_limit=limit)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(idle_limit=limit)


def test_both_are_seen_in_the_waiting_room(people):
    """Names of people carry a place where the socket writes whether they are here."""
    table = services.create_table(game="dogfight", host=people[0], seats=[SeatPlan("open"), SeatPlan("open")])
    services.take_seat(table_id=table.pk, number=0, user=people[1])
    room = client_of(people[0]).get(table.get_absolute_url()).content.decode()
    assert 'data-presence="0"' in room
    assert 'data-presence="1"' not in room
