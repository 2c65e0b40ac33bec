"""The pages of rules, and the ways that lead to them."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from apps.content.services import publish
from apps.games import snapshots
from apps.games.live import regions
from apps.games.live.views_of import TV, View
from apps.games.rules.pages import address_of_rules
from apps.rulebooks.registry import RULEBOOKS
from tests.games.helpers import duel, play_on
from tests.games.lobby.test_pages import check

HTMX = {"HX-Request": "true"}


@pytest.fixture
def edition(released):
    """A second release, in which a fleet is worth 100 points."""
    raw = RULEBOOKS["dogfight"].base_pack()
    raw = {**raw, "fleet": [{**raw["fleet"][0], "budget": 100}]}
    return publish(game="dogfight", data=raw, note="Bigger fleets.")


def text_of(client, address: str, **headers) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_every_game_has_its_page(client, released):
    shelf = text_of(client, reverse("rules"))
    check(shelf)
    for game, book in RULEBOOKS.items():
        address = reverse("rules-game", args=[game])
        assert address in shelf
        page = text_of(client, address)
        check(page)
        assert f"<h1>{book.name}</h1>" in page
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_the_numbers_are_those_of_the_release(client, edition):
    newest = text_of(client, "/rules/dogfight/")
    assert "Edition 2." in newest
    assert 'exactly <b class="number">100</b>' in newest
    first = text_of(client, "/rules/dogfight/?release=1")
    assert "Edition 1." in first
    assert 'exactly <b class="number">80</b>' in first
    assert "Newest edition" in first
    assert '<input type="hidden" name="release" value="1">' in first


@pytest.mark.parametrize("address", ["/rules/nothing/", "/rules/dogfight/?release=99", "/rules/dogfight/?release=0"])
def test_what_does_not_exist(client, released, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("number", ["", "x", "-1", "1e3", "9" * 30, "٣"])
def test_a_release_that_is_no_number_is_not_asked_for(client, released, number):
    assert "Edition 1." in text_of(client, f"/rules/dogfight/?release={number}")


def test_searching_without_scripts(client, released):
    page = text_of(client, "/rules/dogfight/?q=wasp")
    assert "<h1>" in page
    assert 'href="#table-ships"' in page
    assert "<mark>Wasp</mark>" in page
    assert 'value="wasp"' in page


def test_searching_as_one_types(client, released):
    part = text_of(client, "/rules/dogfight/?q=follow", **HTMX)
    assert part.startswith('<section id="found"')
    assert "<h1>" not in part
    assert 'href="#DF-34"' in part or 'href="#term-follow-up"' in part
    assert "<mark>" not in text_of(client, "/rules/dogfight/?q=", **HTMX)


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    "question", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "'&lt;", "{{7*7}}x"]
)
def test_a_hostile_question_stays_text(client, released, question, headers):
    answer = client.get("/rules/dogfight/", {"q": question}, headers=headers)
    html = answer.content.decode()
    assert "<script>alert" not in html
    assert "<img" not in html
    assert "49x" not in html


def test_the_table_leads_to_its_rules(released, person, edition):
    table = duel(person("ann"), person("ben"))
    play_on(table, 24)
    now = snapshots.current(table.pk)
    assert now.release == 2
    drawn = regions.render(now, View("table", (now.waiting[0],), now.waiting[0]))
    for name in ("log", "actions"):
        links = re.findall(r'<a class="rule-link" href="([^"]+)"[^>]* aria-label="Rule ([^"]+)"', drawn[name])
        assert links, name
        for address, rule in links:
            assert address == f"/rules/dogfight/?release=2#{rule}" == address_of_rules("dogfight", 2, rule)
    assert "rule-link" not in regions.render(now, TV)["log"], "nobody touches a TV"


def test_a_table_has_rules_in_its_menu(client, person, edition):
    ann = person("ann")
    table = duel(ann, person("ben"))
    client.force_login(ann)
    page = text_of(client, table.get_absolute_url())
    assert page.count('href="/rules/dogfight/?release=2"') == 3


def test_pages_offer_rules_and_the_lesson(client, released, person):
    landing = text_of(client, "/")
    client.force_login(person("ann"))
    for page in (landing, text_of(client, "/")):
        assert 'href="/rules/dogfight/"' in page
        assert 'action="/learn/dogfight/"' in page
        assert "Learn in five minutes" in page
