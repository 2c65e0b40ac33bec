"""Making a table of a game whose map is chosen first: it is drawn, power-ups are a scale, and the seats follow."""

from __future__ import annotations

import re

import pytest

from apps.games.models import Table

NEW = "/new/deckspace/"
CHOSEN = {
    "option-map": "crossing", "option-markers": "few", "option-series": "1", "option-new_maps": "no",
    "visibility": "unlisted", "seat-0": "me", "seat-1": "hotseat", "name-1": "Zoe",
}  # fmt: skip


def seats_on(page: str) -> int:
    return len(re.findall(r'class="seatbox seat-', page))


@pytest.mark.rule("DS-02")
def test_the_map_is_asked_first_and_drawn_with_its_markers(client, released):
    page = client.get(NEW).content.decode()
    assert page.index('name="option-map"') < page.index('name="seat-0"')
    assert 'value="classic" id="option-map-classic" checked' in page
    drawing = page[page.index('class="map"') : page.index("</figure>")]
    assert drawing.count("#marker-") >= 4
    assert "#rock" in drawing
    assert "cruiser-2" in drawing


@pytest.mark.rule("DS-04")
def test_power_ups_are_steps_from_scarce_to_plenty(client, released):
    page = client.get(NEW).content.decode()
    steps = re.findall(r'name="option-markers" value="(\w+)" id="[\w-]+"( checked)?', page)
    assert [value for value, _ in steps] == ["scarce", "few", "standard", "many", "plenty"]
    assert [value for value, chosen in steps if chosen] == ["standard"]


@pytest.mark.rule("DS-06")
def test_another_map_brings_its_seats_and_keeps_what_was_chosen(client, released):
    answer = client.post(NEW, {**CHOSEN, "look": "1"}, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in part
    assert seats_on(part) == 4
    assert 'name="seat-1" value="hotseat" checked' in part
    assert 'value="Zoe"' in part
    assert 'value="few" id="option-markers-few" checked' in part
    assert not Table.objects.exists()


def test_without_scripts_it_is_a_page(client, released):
    page = client.post(NEW, {**CHOSEN, "look": "1"}).content.decode()
    assert "<html" in page
    assert seats_on(page) == 4
    assert not Table.objects.exists()


@pytest.mark.rule("DS-02")
def test_a_random_map_is_told_in_words(client, released):
    part = client.post(NEW, {**CHOSEN, "option-map": "random-3", "look": "1"}).content.decode()
    assert seats_on(part) == 3
    assert "#rock" not in part
    assert "when the table begins" in part


@pytest.mark.rule("DS-09")
def test_who_cannot_play_together_is_told_in_plain_words(client, released):
    four = {**CHOSEN, "seat-1": "open", "seat-2": "bot", "level-2": "drone", "seat-3": "bot", "level-3": "drone"}
    answer = client.post(NEW, four)
    assert answer.status_code == 422
    assert "Bots join only at one device" in answer.content.decode()
    assert not Table.objects.exists()
