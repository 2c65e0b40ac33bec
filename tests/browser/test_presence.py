"""Who is here, word of a turn on another page, and a seat that goes to a bot and comes back."""

from __future__ import annotations

from tests.browser.conftest import PHONE
from tests.browser.players import Mouse

LIVE = "() => document.documentElement.dataset.link === 'live'"


def test_seats_live_and_word_comes_to_other_pages(open_page, stage):
    path = stage.path("presence")
    ann = open_page("ann", path)
    ben = open_page("ben", path, **PHONE)
    for page in (ann, ben):
        page.wait_for_function(LIVE)
        page.wait_for_function("() => document.querySelectorAll('.presence.here').length === 2")
    eve = open_page("eve", path)
    ann.wait_for_function("() => document.querySelector('[data-watching]').textContent.includes('1')")
    eve.close()

    ann_acts = ann.get_attribute("#r-turn", "data-yours") == "1"
    actor, waiter = (ann, ben) if ann_acts else (ben, ann)
    waiter.goto(stage.web.url + "/rules/")
    assert waiter.locator("#word .word").count() == 0
    before = int(waiter.locator("[data-turns] span").first.inner_text() or 0)
    assert waiter.locator("[data-turns]").first.is_visible() == (before > 0)
    player = Mouse(actor)
    while actor.get_attribute("#r-turn", "data-yours") == "1":
        player.play(until=len(player.done) + 1)
    waiter.wait_for_selector("#word .word")
    assert waiter.locator("[data-turns] span").first.inner_text() == str(before + 1)
    assert waiter.title().startswith(f"({before + 1}) ")
    waiter.locator("#word a").click()
    waiter.wait_for_function(LIVE)
    assert waiter.url.startswith(stage.web.url + path)

    waiter.goto(stage.web.url + path + "seats/")
    waiter.get_by_role("button", name="Leave").click()
    waiter.wait_for_function(LIVE)
    actor.wait_for_selector("#r-seats >> text=plays for")
    waiter.get_by_role("button", name="Take your seat again").click()
    waiter.wait_for_function("() => !document.querySelector('#r-seats').textContent.includes('plays for')")
    actor.wait_for_function("() => !document.querySelector('#r-seats').textContent.includes('plays for')")


def test_the_waiting_room_shows_who_is_here(open_page, stage):
    path = stage.path("gathering")
    eve = open_page("eve", path)
    eve.wait_for_function(LIVE)
    eve.wait_for_function("() => document.querySelector('[data-presence]').textContent !== ''")
    ann = open_page("ann", path)
    ann.wait_for_function(LIVE)
    eve.wait_for_function("() => document.querySelectorAll('[data-presence].here').length === 1")
    assert eve.locator("[data-presence]").inner_text() == "here"
    ann.close()
    eve.wait_for_function("() => document.querySelectorAll('[data-presence].here').length === 0", timeout=30_000)
    assert "last seen" in eve.locator("[data-presence]").inner_text()
