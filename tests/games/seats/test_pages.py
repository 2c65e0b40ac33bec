"""The page of seats and its requests: who may do what."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from apps.games import snapshots
from apps.games.models import Entry
from tests.games.helpers import duel, play_on
from tests.games.seats.test_handing import long_ago

NAMES = ["hand-over", "come-back", "relieve", "unseat"]


@pytest.fixture(autouse=True)
def _no_bots(monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)


@pytest.fixture
def people(released, person):
    return {name: person(name) for name in ("ada", "bo", "eve")}


def client_of(someone=None):
    client = Client()
    if someone is not None:
        client.force_login(someone)
    return client


def post(client, table, name, seat=0, **fields):
    return client.post(reverse(name, args=[table.slug]), {"seat": seat, "level": "cadet", **fields})


def test_leaving_and_coming_back_by_the_page(people):
    table = duel(people["ada"], people["bo"])
    client = client_of(people["ada"])
    page = client.get(reverse("seats", args=[table.slug])).content.decode()
    assert page.count("Leave: a bot plays for you") == 1
    assert post(client, table, "hand-over").url == table.get_absolute_url()
    assert snapshots.current(table.pk).seats[0].keeper == "ada"
    page = client.get(reverse("seats", args=[table.slug])).content.decode()
    assert "Take your seat again" in page
    assert "Plays for ada" in page
    board = client.get(table.get_absolute_url()).content.decode()
    assert "/come-back/" in board
    assert "/come-back/" not in client_of(people["bo"]).get(table.get_absolute_url()).content.decode()
    answer = client.post(reverse("come-back", args=[table.slug]), {"seat": 0}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, table.get_absolute_url())
    assert snapshots.current(table.pk).seats[0].user_id == people["ada"].pk


def test_the_page_offers_to_relieve_somebody_only_when_it_is_time(people):
    table = duel(people["ada"], people["bo"])
    play_on(table, 60, stop=lambda now: len(now.waiting) == 1)
    late = snapshots.current(table.pk).waiting[0]
    client = client_of(people["bo" if late == 0 else "ada"])
    address = reverse("seats", args=[table.slug])
    assert "you may put a bot here in" in client.get(address).content.decode()
    long_ago(table, 4)
    assert "Put a bot here until they come back" in client.get(address).content.decode()
    assert "Put a bot here" not in client_of(people["eve"]).get(address).content.decode()
    post(client, table, "relieve", late)
    assert snapshots.current(table.pk).seats[late].kind == "bot"


@pytest.mark.parametrize("visibility", ["public", "private"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("who", [None, "eve"])
def test_others_change_nothing(people, who, name, visibility):
    table = duel(people["ada"], people["bo"], visibility=visibility)
    before = Entry.objects.filter(table=table).count()
    client = client_of(people.get(who))
    answer = post(client, table, name, 1)
    assert answer.status_code == (404 if who and visibility == "private" else 302)
    assert Entry.objects.filter(table=table).count() == before
    assert client.get(reverse(name, args=[table.slug])).status_code in (302, 405)
    expected = 404 if visibility == "private" else 200
    assert client.get(reverse("seats", args=[table.slug])).status_code == expected


@pytest.mark.parametrize("number", ["", "x", "-1", "99", "²", "1000"])
@pytest.mark.parametrize("name", NAMES)
def test_nonsense_for_a_seat_changes_nothing(people, name, number):
    table = duel(people["ada"], people["bo"])
    before = Entry.objects.filter(table=table).count()
    assert post(client_of(people["ada"]), table, name, number).status_code in (302, 404)
    assert Entry.objects.filter(table=table).count() == before
