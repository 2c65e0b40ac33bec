"""Making tables: every kind of seat, presets, and bad input that changes nothing."""

from __future__ import annotations

import pytest
from django.urls import reverse

from apps.accounts.models import User
from apps.games.lobby.forms import PRESETS
from apps.games.models import Seat, Table

NEW = "/new/dogfight/"
GOOD = {"seat-0": "me", "seat-1": "bot", "level-1": "cadet", "visibility": "unlisted"}


@pytest.fixture
def ada(client, person, released):
    member = person("ada")
    client.force_login(member)
    return member


def made():
    return list(Table.objects.get().seats.order_by("number"))


def test_one_click_seats_a_guest_against_a_bot(client, released):
    answer = client.post(reverse("play-now", args=["dogfight"]))
    table = Table.objects.get()
    assert answer.url == table.get_absolute_url()
    assert table.status == Table.Status.PLAYING
    assert table.host.is_guest
    assert [seat.kind for seat in made()] == ["person", "bot"]
    assert made()[1].bot_level == "pilot"


def test_a_table_with_everyone_there_begins_and_leads_to_its_page(client, ada):
    answer = client.post(NEW, GOOD)
    table = Table.objects.get()
    assert answer.url == table.get_absolute_url()
    assert table.status == Table.Status.PLAYING
    assert table.host == ada


@pytest.mark.parametrize(
    ("fields", "kinds", "names", "status"),
    [
        ({"seat-1": "open"}, ["person", "open"], ["", ""], "open"),
        ({"seat-1": "invited"}, ["person", "invited"], ["", ""], "open"),
        ({"seat-1": "hotseat", "name-1": " Bea "}, ["person", "person"], ["", "Bea"], "playing"),
        ({"seat-1": "hotseat"}, ["person", "person"], ["", "Player 2"], "playing"),
        ({"seat-1": "bot", "level-1": "ace", "name-1": "ignored"}, ["person", "bot"], ["", "Ace"], "playing"),
        ({"seat-0": "bot", "level-0": "ace"}, ["bot", "bot"], ["Ace", "Cadet"], "playing"),
        ({"seat-0": "open", "seat-1": "me"}, ["open", "person"], ["", ""], "open"),
    ],
)
def test_every_kind_of_seat(client, ada, fields, kinds, names, status):
    assert client.post(NEW, {**GOOD, **fields}).status_code == 302
    assert [seat.kind for seat in made()] == kinds
    assert [seat.name for seat in made()] == names
    assert Table.objects.get().status == status


@pytest.mark.parametrize("visibility", Table.Visibility.values)
def test_who_may_watch(client, ada, visibility):
    client.post(NEW, {**GOOD, "visibility": visibility})
    assert Table.objects.get().visibility == visibility


def test_variants_are_kept_with_the_table(client, ada):
    client.post(NEW, {**GOOD, "option-blank": "dead"})
    assert Table.objects.get().options["blank"] == "dead"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"seat-1": "admin"}, "Blue: choose who sits there."),
        ({"seat-1": ""}, "Blue: choose who sits there."),
        ({"level-1": "god"}, "Blue: choose who sits there."),
        ({"level-1": ""}, "Choose how strong the bot shall be."),
        ({"seat-1": "hotseat", "name-1": "x" * 31}, "Blue: choose who sits there."),
        ({"visibility": "secret"}, "Choose who may watch this table."),
        ({"option-blank": "wrong"}, "choose one of the values offered"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(client, released, fault, words):
    answer = client.post(NEW, {**GOOD, **fault})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Table.objects.exists()


def test_a_fault_keeps_what_was_chosen(client, ada):
    page = client.post(NEW, {**GOOD, "seat-0": "open", "level-1": "", "option-blank": "dead"}).content.decode()
    for field in ('name="seat-0" value="open" checked', 'name="option-blank" value="dead" checked'):
        assert field in page


@pytest.mark.parametrize(
    ("preset", "second", "visibility"),
    [("bot", "bot", "unlisted"), ("friend", "invited", "unlisted"), ("device", "hotseat", "unlisted"),
     ("open", "open", "public"), ("nonsense", "bot", "unlisted")],
)  # fmt: skip
def test_presets_fill_the_form(client, released, preset, second, visibility):
    page = client.get(NEW, {"preset": preset}).content.decode()
    assert 'name="seat-0" value="me" checked' in page
    assert f'name="seat-1" value="{second}" checked' in page
    assert f'name="visibility" value="{visibility}" checked' in page
    assert not User.objects.exists(), "looking makes no guest"
    assert set(PRESETS) == {"bot", "friend", "device", "open"}


def test_unknown_games_are_not_found(client, released):
    assert client.get("/new/chess/").status_code == 404
    assert client.post("/play/chess/").status_code == 404


def test_playing_needs_a_post(client, released):
    assert client.get(reverse("play-now", args=["dogfight"])).status_code == 405


def test_no_seat_belongs_to_nobody(client, ada):
    client.post(NEW, GOOD)
    assert Seat.objects.filter(kind="person").get().user == ada
