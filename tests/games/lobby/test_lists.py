"""The lists: who finds what, in which order, at what price."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from apps.games import services
from apps.games.lobby.selectors import my_tables, tables_to_join, tables_to_watch, turn_count
from apps.games.models import Table
from apps.games.services import SeatPlan


@pytest.fixture
def ada(client, person, released):
    member = person("ada")
    client.force_login(member)
    return member


def table_of(host, *plans, visibility="unlisted"):
    seats = [SeatPlan(plan, bot_level="cadet" if plan == "bot" else "") for plan in plans]
    return services.create_table(game="dogfight", host=host, seats=seats, visibility=visibility)


def slugs(cards):
    return {card.slug for card in cards}


def test_my_turn_comes_first_then_play_then_waiting(ada, person):
    bea = person("bea")
    mine = table_of(ada, "me", "bot")
    waiting = table_of(ada, "me", "invited")
    theirs = table_of(ada, "me", "bot")
    Table.objects.filter(pk=theirs.pk).update(waiting=[1])
    table_of(bea, "me", "bot")
    lists = my_tables(ada)
    assert slugs(lists["turns"]) == {mine.slug}
    assert slugs(lists["playing"]) == {theirs.slug}
    assert slugs(lists["gathering"]) == {waiting.slug}
    assert turn_count(ada) == 1


def test_the_title_and_the_icon_say_whose_turn_it_is(client, ada):
    assert "<title>Your tables" in client.get("/").content.decode()
    table_of(ada, "me", "bot")
    table_of(ada, "me", "bot")
    page = client.get("/").content.decode()
    assert "<title>(2) Your tables" in page
    assert "svg/favicon-turn" in page


def test_public_tables_are_listed_and_no_others(ada, person):
    bea = person("bea")
    open_ones = {v: table_of(bea, "me", "open", visibility=v) for v in Table.Visibility.values}
    playing = {v: table_of(bea, "me", "bot", visibility=v) for v in Table.Visibility.values}
    kept = table_of(bea, "me", "invited", visibility="public")
    own = table_of(ada, "me", "open", visibility="public")
    assert slugs(tables_to_join(ada)) == {open_ones["public"].slug}
    assert slugs(tables_to_watch(ada)) == {playing["public"].slug}
    assert slugs([kept, own]).isdisjoint(slugs(tables_to_join(ada)))


def test_nothing_of_a_private_table_reaches_anyone_else(client, ada, person):
    hidden = [table_of(ada, "me", "open", visibility="private"), table_of(ada, "me", "bot", visibility="private")]
    for user in (None, person("bea")):
        client.logout()
        if user is not None:
            client.force_login(user)
        page = client.get("/").content.decode()
        assert not any(table.slug in page for table in hidden)


def test_a_finished_game_shows_how_it_ended(client, ada):
    table = table_of(ada, "me", "bot")
    services.concede(table_id=table.pk, seat=0, key="end", user_id=ada.pk)
    for address in ("/", reverse("finished-tables")):
        page = client.get(address).content.decode()
        assert table.slug in page
        assert "Lost" in page
    assert turn_count(ada) == 0


def test_finished_games_are_paged(client, ada):
    for _time in range(21):
        table = table_of(ada, "me", "bot")
        services.concede(table_id=table.pk, seat=0, key="end", user_id=ada.pk)
    assert "Page 1 of 2" in client.get(reverse("finished-tables")).content.decode()
    assert client.get(reverse("finished-tables"), {"page": "nonsense"}).status_code == 200


@pytest.mark.parametrize("address", ["/", "/tables/finished/"])
def test_lists_cost_the_same_however_long_and_load_no_state(client, ada, person, address):
    bea = person("bea")

    def fill(count):
        for _time in range(count):
            for host in (ada, bea):
                table_of(host, "me", "bot", visibility="public")
                table_of(host, "me", "open", visibility="public")
            over = table_of(ada, "me", "bot")
            services.concede(table_id=over.pk, seat=0, key="end", user_id=ada.pk)

    def cost():
        client.get(address)  # what is kept per process is kept now
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address).status_code == 200
        return [query["sql"] for query in queries]

    fill(1)
    few = cost()
    fill(4)
    many = cost()
    assert len(few) == len(many) <= 14
    assert not [sql for sql in many if re.search(r'"games_table"\."(state|secret)"', sql)]


def test_the_landing_page_offers_play_and_log_in(client, released):
    page = client.get("/").content.decode()
    assert reverse("play-now", args=["dogfight"]) in page
    assert "?preset=friend" in page
    assert reverse("enter") in page
