"""Guests: at the table without a form, and kept whenever they like."""

from __future__ import annotations

import pytest
from django.test import override_settings
from django.urls import reverse

from apps.accounts.models import User
from apps.games import services, snapshots
from apps.games.models import Seat, Table
from apps.games.services import SeatPlan

PASSWORD = "correct-horse-battery"
KEEP = {"display_name": "Ada", "username": "ada", "password": PASSWORD, "email": ""}


@pytest.fixture
def guest(client, released):
    client.post(reverse("guest"))
    return User.objects.get(pk=client.session["_auth_user_id"])


def table_of(host, *plans):
    return services.create_table(game="dogfight", host=host, seats=plans or [SeatPlan("me"), SeatPlan("invited")])


def test_a_guest_plays_at_once_under_a_friendly_name(client, released):
    answer = client.post(reverse("guest"), {"next": "/tables/finished/"})
    guest = User.objects.get()
    assert answer.url == "/tables/finished/"
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert len(guest.shown_name.split()) == 2
    assert guest.shown_name != guest.username


def test_a_guest_is_made_once_only(client, guest):
    client.post(reverse("guest"))
    assert User.objects.count() == 1


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_the_way_on_leads_nowhere_else(client, released, elsewhere):
    assert client.post(reverse("guest"), {"next": elsewhere}).url == "/"


def test_making_a_guest_needs_a_post(client, released):
    assert client.get(reverse("guest")).status_code == 405
    assert not User.objects.exists()


def test_keeping_changes_the_same_person_so_that_seats_and_tables_stay(client, guest):
    table = table_of(guest)
    answer = client.post(reverse("keep"), KEEP)
    kept = User.objects.get()
    assert answer.status_code == 302
    assert (kept.pk, kept.username, kept.shown_name, kept.is_guest) == (guest.pk, "ada", "Ada", False)
    assert kept.check_password(PASSWORD)
    assert Seat.objects.get(table=table, number=0).user == kept
    assert client.get(reverse("profile")).status_code == 200, "still logged in"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ({"username": "taken"}, "Somebody has that name"),
        ({"username": "TAKEN"}, "Somebody has that name"),
        ({"username": "admin"}, "reserved"),
        ({"username": "guest-12"}, "does not begin with"),
        ({"username": ""}, "required"),
        ({"password": "123"}, "too short"),
        ({"password": "ada-ada-ada", "username": "ada-ada-ada"}, "too similar"),
        ({"email": "nonsense"}, "valid email"),
    ],
)
def test_keeping_with_a_fault_says_so_and_changes_nothing(client, guest, person, fault, words):
    person("taken")
    answer = client.post(reverse("keep"), {**KEEP, **fault})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest
    assert not guest.has_usable_password()


def test_a_member_has_nothing_to_keep(client, released, person):
    client.force_login(person("ada"))
    assert client.get(reverse("keep")).url == reverse("profile")


def test_keeping_with_an_address_tells_nobody_who_else_has_it(client, guest, person):
    User.objects.filter(pk=person("bea").pk).update(email="shared@example.org")
    answer = client.post(reverse("keep"), {**KEEP, "email": "shared@example.org"}, follow=True)
    assert answer.redirect_chain[-1][1] == 302
    assert "shared@example.org" not in answer.content.decode()
    assert User.objects.get(username="ada").email == "shared@example.org"


@pytest.mark.parametrize("page", ["account_signup", "account_login"])
def test_a_guest_who_wants_an_account_is_led_to_keep(client, guest, page):
    assert client.get(reverse(page)).url == reverse("keep")


def log_in(client, name):
    return client.post(reverse("enter"), {"login": name, "password": PASSWORD})


def test_logging_in_takes_the_guests_seats_along(client, guest, person):
    member = person("ada")
    waiting = table_of(guest)
    running = table_of(guest, SeatPlan("me"), SeatPlan("hotseat", name="Bea"))
    assert log_in(client, "ada").status_code == 302
    for table in (waiting, running):
        table.refresh_from_db()
        assert table.host == member
        assert snapshots.current(table.pk).host_id == member.pk
    assert snapshots.current(waiting.pk).seats_of(member.pk) == (0,)
    after = snapshots.current(running.pk)
    assert after.seats_of(member.pk) == (0, 1)
    assert [seat.name for seat in after.seats] == ["ada", "Bea"]
    assert after.status == Table.Status.PLAYING
    assert after.state is not None
    assert not Seat.objects.filter(user=guest).exists()
    guest.refresh_from_db()
    assert not guest.is_active


def test_a_finished_game_goes_along_too_and_keeps_its_date(client, guest, person):
    member = person("ada")
    table = table_of(guest, SeatPlan("me"), SeatPlan("hotseat", name="Bea"))
    services.concede(table_id=table.pk, seat=0, key="end", user_id=guest.pk)
    before = Table.objects.get(pk=table.pk)
    log_in(client, "ada")
    after = Table.objects.get(pk=table.pk)
    assert (after.seq, after.finished_at, after.status) == (before.seq, before.finished_at, Table.Status.FINISHED)
    assert snapshots.current(table.pk).seats_of(member.pk) == (0, 1)


def test_seats_at_a_table_where_the_member_sits_already_stay_with_the_guest(client, guest, person):
    member = person("ada")
    table = table_of(guest)
    invite = table.seats.get(number=1).invite
    services.take_seat(table_id=table.pk, number=1, user=member, invite=invite)
    log_in(client, "ada")
    assert snapshots.current(table.pk).seats_of(member.pk) == (1,)
    assert Seat.objects.get(table=table, number=0).user == guest


def test_a_wrong_password_moves_nothing(client, guest, person):
    person("ada")
    table = table_of(guest)
    answer = client.post(reverse("enter"), {"login": "ada", "password": "wrong"})
    assert "do not fit together" in answer.content.decode()
    assert Seat.objects.get(table=table, number=0).user == guest
    assert client.session["_auth_user_id"] == str(guest.pk)


@override_settings(RATELIMIT_ENABLE=True, RATE_GUESTS="3/h")
def test_one_address_makes_only_so_many_guests(client, released):
    for _time in range(3):
        assert client.post(reverse("guest")).status_code == 302
        client.logout()
    for address, data in ((reverse("guest"), {}), (reverse("play-now", args=["dogfight"]), {})):
        answer = client.post(address, data)
        assert answer.status_code == 429
        assert "Slow down" in answer.content.decode()
    assert User.objects.count() == 3
    assert not Table.objects.exists()
