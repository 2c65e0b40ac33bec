"""Sitting down, getting up, inviting, and who may see what."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from apps.accounts.models import User
from apps.games import services, snapshots
from apps.games.lobby.selectors import room_context
from apps.games.models import Seat, Table
from apps.games.services import SeatPlan


@pytest.fixture
def host(person, released):
    return person("host")


def table_of(host, second="invited", visibility="unlisted", first="me"):
    return services.create_table(
        game="dogfight", host=host, seats=[SeatPlan(first), SeatPlan(second)], visibility=visibility
    )


def link(table, number=1):
    return reverse("invite", args=[table.slug, table.seats.get(number=number).invite])


def seats(table):
    return list(table.seats.order_by("number").values_list("kind", "user__username"))


@pytest.mark.parametrize("visibility", Table.Visibility.values)
def test_an_invitation_shows_the_seat_and_takes_one_click(client, host, visibility):
    table = table_of(host, visibility=visibility)
    page = client.get(link(table))
    assert page.status_code == 200
    for words in ("Space Dogfight", "host keeps a seat for you", "Sit down as Blue"):
        assert words in page.content.decode()
    assert User.objects.count() == 1, "looking makes no guest"
    answer = client.post(link(table))
    assert answer.url == table.get_absolute_url()
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert table.seats.get(number=1).user.is_guest


def test_an_invitation_is_for_one_seat_once(client, host):
    table = table_of(host)
    address = link(table)
    Client().post(address)
    late = client.get(address)
    assert late.status_code == 410
    assert "This seat is gone" in late.content.decode()
    assert "Watch the table" in late.content.decode()
    client.post(address)
    assert User.objects.count() == 2, "no guest for a seat that is gone"


def test_whoever_sat_down_comes_back_by_the_same_link(client, host):
    table = table_of(host)
    address = link(table)
    client.post(address)
    assert client.get(address).url == table.get_absolute_url()


def test_a_used_invitation_to_a_private_table_opens_nothing(client, host):
    table = table_of(host, visibility="private")
    address = link(table)
    Client().post(address)
    assert client.get(address).status_code == 404


def test_a_link_does_not_fit_another_table(client, host):
    one, other = table_of(host), table_of(host, visibility="private")
    invite = one.seats.get(number=1).invite
    assert client.post(reverse("invite", args=[other.slug, invite])).status_code == 404
    assert seats(other)[1] == ("invited", None)


def test_the_host_who_tries_the_link_is_told_whom_it_is_for(client, host):
    client.force_login(host)
    page = client.get(link(table_of(host))).content.decode()
    assert "You sit at this table already" in page
    assert "Sit down as" not in page


def sit(client, table, number=1, invite=""):
    return client.post(reverse("sit", args=[table.slug]), {"seat": number, "invite": invite})


def test_an_open_seat_is_for_anyone_who_sees_the_table(client, host):
    table = table_of(host, second="open", visibility="public")
    assert sit(client, table).url == table.get_absolute_url()
    assert table.seats.get(number=1).user.is_guest


def test_a_kept_seat_needs_its_link(client, host):
    table = table_of(host, visibility="public")
    page = client.post(reverse("sit", args=[table.slug]), {"seat": 1})
    assert page.status_code == 302
    assert seats(table)[1] == ("invited", None)


@pytest.mark.parametrize("name", ["sit", "leave", "seat-bot", "close-table"])
def test_a_private_table_is_not_there_for_strangers(client, host, person, name):
    table = table_of(host, second="open", visibility="private")
    client.force_login(person("stranger"))
    assert client.post(reverse(name, args=[table.slug]), {"seat": 1, "level": "ace"}).status_code == 404
    assert seats(table) == [("person", "host"), ("open", None)]


@pytest.mark.parametrize("number", ["", "x", "-1", "7", "99999999999", "²"])
@pytest.mark.parametrize("name", ["sit", "leave", "seat-bot"])
def test_nonsense_for_a_seat_changes_nothing(client, host, name, number):
    table = table_of(host, second="open")
    client.force_login(host)
    answer = client.post(reverse(name, args=[table.slug]), {"seat": number, "level": "ace"})
    assert answer.status_code in (302, 404)
    assert seats(table) == [("person", "host"), ("open", None)]


def test_getting_up_and_a_bot_instead(client, host):
    table = table_of(host, second="open")
    client.force_login(host)
    client.post(reverse("leave", args=[table.slug]), {"seat": 0})
    assert seats(table) == [("open", None), ("open", None)]
    client.post(reverse("seat-bot", args=[table.slug]), {"seat": 1, "level": "ace"})
    assert table.seats.get(number=1).bot_level == "ace"
    sit(client, table, 0)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING


def test_only_the_host_seats_bots_and_closes(client, host, person):
    table = table_of(host, second="open", visibility="public")
    client.force_login(person("stranger"))
    client.post(reverse("seat-bot", args=[table.slug]), {"seat": 1, "level": "ace"})
    client.post(reverse("close-table", args=[table.slug]))
    client.post(reverse("leave", args=[table.slug]), {"seat": 0})
    table.refresh_from_db()
    assert seats(table) == [("person", "host"), ("open", None)]
    assert table.status == Table.Status.OPEN
    client.force_login(host)
    assert client.post(reverse("close-table", args=[table.slug])).url == "/"
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_a_bad_level_changes_nothing(client, host):
    table = table_of(host, second="open")
    client.force_login(host)
    client.post(reverse("seat-bot", args=[table.slug]), {"seat": 1, "level": "god"})
    assert seats(table)[1] == ("open", None)


def room(table, user):
    request = RequestFactory().get(table.get_absolute_url())
    return room_context(snapshots.current(table.pk), user, request)


@pytest.mark.parametrize(("second", "shown"), [("invited", False), ("open", True)])
def test_only_the_host_sees_the_link_of_a_kept_seat(host, person, second, shown):
    table = table_of(host, second=second)
    theirs, mine = room(table, person("stranger"))["chairs"][1], room(table, host)["chairs"][1]
    assert bool(theirs.invite_url) is bool(theirs.qr) is bool(theirs.invite) is shown
    assert mine.invite_url.endswith(link(table))
    assert 'stroke="currentColor"' in mine.qr
    assert "style" not in mine.qr


def test_a_taken_seat_shows_no_link(host):
    chair = room(table_of(host), host)["chairs"][0]
    assert (chair.invite_url, chair.can_sit, chair.can_leave) == ("", False, True)


def test_the_room_never_shows_the_key_of_a_kept_seat_to_others(client, host, person):
    table = table_of(host)
    client.force_login(person("stranger"))
    key = Seat.objects.get(table=table, number=1).invite
    for address in ("/", table.get_absolute_url()):
        assert key not in client.get(address).content.decode()
