"""Limits hold for one person and for one address, and while they hold the right one is refused too."""

from __future__ import annotations

import uuid

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client

from apps.api.tokens import make_token
from apps.games import snapshots
from apps.games.models import Screen
from apps.rulebooks.core.protocol import action_id
from tests.games.helpers import duel

PASSWORD = "right-horse-staple"


@pytest.fixture(autouse=True)
def _limits(settings):
    settings.RATELIMIT_ENABLE = True
    settings.ACCOUNT_RATE_LIMITS = {}


@pytest.fixture
def ada(released, person):
    ada = person("ada")
    ada.password = make_password(PASSWORD)
    ada.save()
    return ada


@pytest.fixture
def table(ada, person):
    return duel(ada, person("bo"))


def browser(user=None, address="192.0.2.1") -> Client:
    client = Client(REMOTE_ADDR=address)
    if user is not None:
        client.force_login(user)
    return client


@pytest.mark.parametrize("path", ["/account/enter/", "/account/login/"])
def test_logging_in(ada, path):
    client = browser()
    for _attempt in range(5):
        assert client.post(path, {"login": "ada", "password": "wrong"}).status_code == 200
    answer = client.post(path, {"login": "ada", "password": PASSWORD})
    assert answer.status_code == 429
    assert "_auth_user_id" not in client.session
    # The name is limited wherever somebody tries it; others log in from elsewhere as before.
    elsewhere = browser(address="192.0.2.2")
    assert elsewhere.post(path, {"login": "ada", "password": PASSWORD}).status_code == 429
    assert "_auth_user_id" not in elsewhere.session


def test_one_address_trying_many_names(ada):
    client = browser()
    for number in range(10):
        client.post("/account/enter/", {"login": f"name{number}", "password": "wrong"})
    assert client.post("/account/enter/", {"login": "ada", "password": PASSWORD}).status_code == 429
    assert (
        browser(address="192.0.2.2").post("/account/enter/", {"login": "ada", "password": PASSWORD}).status_code == 302
    )


def test_staff_log_in_by_the_same_door(ada):
    ada.is_staff = True
    ada.save()
    answer = browser().post("/admin/login/", {"username": "ada", "password": PASSWORD})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/account/login/")


def test_guests(released, settings):
    settings.RATE_GUESTS = "3/h"
    for _guest in range(3):
        assert browser().post("/guest/").status_code == 302
    assert browser().post("/guest/").status_code == 429
    assert browser().post("/play/dogfight/").status_code == 429
    assert browser(address="192.0.2.2").post("/guest/").status_code == 302


def test_tables(ada, person, settings):
    settings.RATE_TABLES = "2/h"
    client = browser(ada)
    for _table in range(2):
        assert client.post("/play/dogfight/").status_code == 302
    assert client.post("/play/dogfight/").status_code == 429
    assert browser(ada, "192.0.2.2").post("/play/dogfight/").status_code == 429
    _token, key = make_token(user=ada, name="x", scope="play")
    asked = {"game": "dogfight", "seats": [{"who": "me"}, {"who": "open"}]}
    program = Client(headers={"authorization": f"Bearer {key}"})
    assert program.post("/api/v1/tables/", asked, content_type="application/json").status_code == 429
    assert browser(person("eve")).post("/play/dogfight/").status_code == 302


def test_codes_of_screens(table, settings):
    settings.RATE_CODES = "4/m"
    browser().get("/tv/")
    code = Screen.objects.get().code
    client = browser(table.seats.get(number=0).user)
    for _attempt in range(4):
        assert client.post(f"/t/{table.slug}/tv/", {"code": "WRONG"}).status_code == 422
    assert client.post(f"/t/{table.slug}/tv/", {"code": code}).status_code == 429
    assert Screen.objects.get().table is None
    anonymous = browser()
    for _attempt in range(4):
        anonymous.post(f"/t/{table.slug}/tv/", {"code": "WRONG"})
    assert browser().post(f"/t/{table.slug}/tv/", {"code": code}).status_code == 429


def test_actions(table, settings):
    settings.RATE_ACTIONS = "5/h"
    now = snapshots.current(table.pk)
    seat = now.waiting[0]
    user = table.seats.get(number=seat).user
    choice = action_id(now.legal(seat)[0])
    client = browser(user)
    for _attempt in range(5):
        form = {"seat": seat, "expected": 9999, "key": uuid.uuid4().hex, "choice": choice}
        assert client.post(f"/t/{table.slug}/act/", form).status_code == 409
    right = {"expected": now.seat_seqs[seat], "key": "k", "choice": choice}
    assert client.post(f"/t/{table.slug}/act/", {"seat": seat, **right}).status_code == 429
    _token, key = make_token(user=user, name="x", scope="play")
    path = f"/api/v1/tables/{table.slug}/seats/{seat}/act/"
    program = Client(headers={"authorization": f"Bearer {key}"})
    assert program.post(path, right, content_type="application/json").status_code == 429
    assert snapshots.read(table.pk).seq == now.seq


def test_requests_of_a_token_and_of_all_tokens_of_a_person(ada, person, settings):
    settings.RATE_API, settings.RATE_API_USER = "4/h", "6/h"
    one, two, three = (
        Client(headers={"authorization": f"Bearer {make_token(user=ada, name='x', scope='read')[1]}"}) for _ in range(3)
    )
    for _request in range(4):
        assert one.get("/api/v1/me/").status_code == 200
    answer = one.get("/api/v1/me/")
    assert answer.status_code == 429
    assert answer.json()["error"]["code"] == "too-fast"
    assert two.get("/api/v1/me/").status_code == 200
    assert three.get("/api/v1/me/").status_code == 429
    other = Client(headers={"authorization": f"Bearer {make_token(user=person('eve'), name='x', scope='read')[1]}"})
    assert other.get("/api/v1/me/").status_code == 200


def test_guessing_tokens(ada, settings):
    settings.RATE_TOKENS = "3/h"
    _token, key = make_token(user=ada, name="x", scope="read")
    for _attempt in range(4):
        assert browser().get("/api/v1/me/", headers={"authorization": "Bearer sb_no"}).status_code == 401
    assert browser().get("/api/v1/me/", headers={"authorization": f"Bearer {key}"}).status_code == 429
    elsewhere = browser(address="192.0.2.2")
    assert elsewhere.get("/api/v1/me/", headers={"authorization": f"Bearer {key}"}).status_code == 200
