"""How people fared: counted rightly, quickly, and shown to the right readers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.accounts.services import make_guest
from apps.games import services
from apps.games.models import Table
from apps.games.people.records import record_of
from apps.games.services import SeatPlan
from tests.games.helpers import bot_table, duel


@pytest.fixture(autouse=True)
def _no_bots(monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)


@pytest.fixture
def people(released, person):
    return person("ada"), person("bo")


def ended(table, loser=None, days=0):
    """End a game at once: one side resigns, or nobody wins."""
    services.concede(table_id=table.pk, seat=loser or 0, key="enough")
    table.refresh_from_db()
    if loser is None:
        table.result["winners"] = []
    table.finished_at = timezone.now() - timedelta(days=days)
    table.save()
    return table


def tallies(found):
    return {tally.name: (tally.won, tally.lost, tally.drawn) for tally in found}


def test_games_are_counted_by_game_opponent_and_level(people):
    ada, bo = people
    ended(duel(ada, bo), loser=1, days=1)
    ended(duel(bo, ada), loser=0, days=2)
    ended(duel(ada, bo), loser=0, days=3)
    ended(duel(ada, bo), days=4)
    ended(bot_table(ada, "ace"), loser=0, days=5)
    ended(bot_table(ada), loser=1, days=6)
    ended(bot_table(ada), loser=1, days=7)
    record = record_of(ada, public=False)
    assert (record.total.won, record.total.lost, record.total.drawn) == (4, 2, 1)
    assert tallies(record.games) == {"Space Dogfight": (4, 2, 1)}
    assert tallies(record.people) == {"bo": (2, 1, 1)}
    bots = tallies(record.bots)
    assert sorted(bots.values()) == [(0, 1, 0), (2, 0, 0)]
    assert (record.streak, record.streak_length) == ("won", 2)
    assert [one.outcome for one in record.recent] == ["won", "won", "lost", "drawn", "lost", "won", "won"]
    theirs = record_of(bo, public=False)
    assert tallies(theirs.people) == {"ada": (1, 2, 1)}
    assert (theirs.streak, theirs.streak_length) == ("lost", 2)


def test_what_nobody_won_or_lost_is_left_out(people, monkeypatch):
    ada, bo = people
    alone = services.create_table(game="dogfight", host=ada, seats=[SeatPlan("me"), SeatPlan("hotseat", name="Zoe")])
    ended(alone, loser=1)
    lesson = ended(bot_table(ada), loser=1)
    Table.objects.filter(pk=lesson.pk).update(lesson=True)
    running = duel(ada, bo)
    left = duel(ada, bo)
    services.give_to_bot(table_id=left.pk, number=0, level="cadet", user=ada)
    ended(left, loser=0)
    assert running.status == "playing"
    record = record_of(ada, public=False)
    assert record.total.games == 0
    assert (record.streak, record.streak_length, record.recent) == ("", 0, [])
    assert tallies(record_of(bo, public=False).bots) != {}


def test_two_queries_whatever_there_is_to_count(people, django_assert_num_queries):
    ada, bo = people
    for count in range(3):
        for day in range(2):
            ended(duel(ada, bo), loser=1, days=day)
        with django_assert_num_queries(2):
            record = record_of(ada, public=False)
            assert record.total.games == 2 * (count + 1)


@pytest.mark.parametrize(("visibility", "theirs", "mine"), [("public", 1, 1), ("unlisted", 0, 1), ("private", 0, 1)])
def test_others_read_only_of_public_tables(client, people, person, visibility, theirs, mine):
    ada, bo = people
    table = ended(duel(ada, bo, visibility=visibility), loser=1)
    address = reverse("person", args=["ada"])
    for reader, count in ((None, theirs), (person("eve"), theirs), (bo, theirs), (ada, mine)):
        client.logout()
        if reader is not None:
            client.force_login(reader)
        page = client.get(address)
        assert page.status_code == 200
        assert page.context["record"].total.games == count
        assert (table.slug in page.content.decode()) is bool(count)
        assert "@" not in page.content.decode().split("<main")[1].split("</main")[0]


def test_guests_have_a_page_for_themselves_alone(client, released, people):
    guest = make_guest()
    ended(duel(people[0], guest, visibility="public"), loser=0)
    address = reverse("person", args=[guest.username])
    assert client.get(address).status_code == 404
    client.force_login(people[0])
    assert client.get(address).status_code == 404
    own = client.get(reverse("my-record"), follow=True)
    assert guest.username not in own.content.decode(), "a guest is known by the name at the table only"
    client.force_login(guest)
    assert client.get(reverse("my-record")).url == address
    assert client.get(address).context["record"].total.won == 1


def test_nobody_by_that_name(client, people):
    assert client.get(reverse("person", args=["nobody"])).status_code == 404
    people[0].is_active = False
    people[0].save()
    assert client.get(reverse("person", args=["ada"])).status_code == 404
