"""A first game on a phone, led by the coach to its end; and the rules as a page."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import DESK, PHONE
from tests.browser.players import Thumb

STEP = "#r-coach"
ACTIONS = 300


class Pupil(Thumb):
    """Taps what the coach asks for."""

    def step(self) -> str:
        """Which step the coach is at."""
        return str(self.page.get_attribute(STEP, "data-step"))


def axe(page) -> list[str]:
    """What axe finds wrong."""
    return [f"{v['id']}: {v['nodes'][0]['target']}" for v in Axe().run(page).response["violations"]]


@pytest.mark.browser
def test_a_first_game_on_a_phone(open_page):
    page = open_page(None, "/", **PHONE)
    page.tap("main >> text=Learn in five minutes")
    page.wait_for_selector(f"{STEP}[data-step=fleet]")
    page.wait_for_selector("#r-terrain .tile[aria-label]")  # the script has named the tiles
    assert axe(page) == []
    pupil, seen = Pupil(page), ["fleet"]
    while not pupil.over():
        pupil.await_turn()
        if pupil.over():
            break
        seen.append(pupil.step())
        if seen[-1] == "draw" and "draw" not in seen[:-1]:
            assert page.locator(".coach-text").is_visible()
            page.reload()
            page.wait_for_selector(f"{STEP}[data-step=draw]")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
        pupil.play(until=len(pupil.done) + 1)
        assert len(pupil.done) < ACTIONS
    page.wait_for_selector(f"{STEP}[data-step=over]")
    assert {"fleet", "place", "place-on", "draw", "draw-on", "move", "win"} <= set(seen)
    assert page.locator(".coach-mark.done").count() >= 4
    page.tap(".coach-away")
    page.wait_for_selector(".coach", state="hidden")
    page.reload()
    assert page.locator(".coach").is_hidden()


@pytest.mark.browser
def test_the_coach_stays_folded(open_page):
    page = open_page(None, "/learn/dogfight/", **PHONE)
    page.tap("main form button")
    page.wait_for_selector(STEP)
    page.tap(".coach > summary")
    assert page.locator(".coach-text").is_hidden()
    page.wait_for_selector("html[data-link=live]")
    page.reload()
    page.wait_for_selector("html[data-link=live]")
    assert page.locator(".coach-text").is_hidden()


@pytest.mark.browser
@pytest.mark.parametrize("kind", [PHONE, {**DESK, "color_scheme": "light"}], ids=["phone", "desk"])
def test_the_rules_are_searched_while_typing(open_page, kind):
    page = open_page(None, "/rules/dogfight/", **kind)
    page.fill("#q", "follow-up")
    page.wait_for_selector(".found-list mark")
    assert axe(page) == []
    page.fill("#q", "df-34")
    page.wait_for_function("() => document.querySelectorAll('.found-list li').length === 1")
    page.click(".found-list a")
    page.wait_for_function("() => location.hash === '#DF-34'")
    rule = page.locator("#DF-34")
    assert "fire again" in rule.inner_text()
    assert page.evaluate("document.querySelector('#DF-34').matches(':target')")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.browser
def test_the_rules_need_no_script(open_page):
    page = open_page(None, "/rules/dogfight/", **PHONE, java_script_enabled=False)
    page.fill("#q", "asteroid")
    page.press("#q", "Enter")
    assert page.locator(".found-list mark").count() > 3
