"""Going back in a real browser: by button, key, slider and by itself, without scripts too; and agreeing."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PHONE

LAST = 61


def violations(page):
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [(v["id"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found]


def stands_at(page, line):
    page.wait_for_function("(line) => document.querySelector('#r-steps').dataset.line === String(line)", arg=line)
    assert page.input_value("#slider") == str(line)
    page.wait_for_url(re.compile(rf"/replay/{line}/"))


def test_stepping_by_button_key_slider_and_by_itself(open_page, stage):
    page = open_page("eve", stage.path("replay") + "replay/")
    stands_at(page, 0)
    page.click("[data-step='1']")
    stands_at(page, 1)
    page.keyboard.press("Escape")
    page.evaluate("() => document.activeElement.blur()")
    for key, line in (("ArrowRight", 2), ("ArrowLeft", 1), ("End", LAST), ("Home", 0)):
        page.keyboard.press(key)
        stands_at(page, line)
    page.fill("#slider", "30")
    stands_at(page, 30)
    pieces = page.locator("#r-pieces .piece").count()
    assert pieces
    page.click("[data-way='seat-1']")
    stands_at(page, 30)
    assert page.locator("#r-hand .hand").count() == 1
    page.click("[data-way='revealed']")
    stands_at(page, 30)
    assert page.locator("#r-hand .hand").count() == 2
    page.select_option("#pace", "250")
    page.click("#play")
    page.wait_for_function("() => Number(document.querySelector('#r-steps').dataset.line) >= 33")
    page.click("#play")
    assert page.get_attribute("#play", "aria-pressed") == "false"
    page.click("[data-step='last']")
    stands_at(page, LAST)
    assert page.locator(".end").count() == 1
    page.click(".moment-more summary")
    assert page.input_value("#moment-link").endswith(f"/replay/{LAST}/")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("kind", [{}, PHONE], ids=["desk", "phone"])
def test_everybody_can_use_it(open_page, stage, scheme, kind):
    page = open_page("ann", stage.path("replay") + "replay/40/?as=revealed", color_scheme=scheme, **kind)
    page.click(".moment-more summary")
    assert violations(page) == []
    width, shown = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert width <= shown
    for path in ("/import/", stage.path("replay") + "report/", stage.path("replay") + "replay/40/new/"):
        page.goto(stage.web.url + path)
        assert violations(page) == []


def test_without_scripts(open_page, stage):
    page = open_page(None, stage.path("replay") + "replay/", java_script_enabled=False)
    page.click("[data-step='1']")
    page.wait_for_url("**/replay/1/")
    page.click("[data-step='last']")
    page.wait_for_url(f"**/replay/{LAST}/")
    page.click(".slide button")
    page.wait_for_url(f"**/replay/{LAST}/")
    assert not page.locator("#play").is_visible()


def test_a_draw_is_offered_and_agreed_on(open_page, stage):
    ann, ben = open_page("ann", stage.path("agree")), open_page("ben", stage.path("agree"))
    for page in (ann, ben):
        page.wait_for_function("() => document.documentElement.dataset.link === 'live'")
    ann.locator("summary", has=ann.locator("[href$='#tv']")).click()
    ann.get_by_role("button", name="Offer a draw").click()
    ann.click("#ask .go")
    ann.get_by_role("button", name="Withdraw").wait_for()
    ben.get_by_role("button", name="Agree").wait_for()
    assert violations(ben) == []
    ben.get_by_role("button", name="Agree").click()
    ben.click("#ask .go")
    for page in (ann, ben):
        page.wait_for_selector(".end")
        assert "Nobody has won" in page.inner_text(".end")
    ben.get_by_role("link", name="Watch it again").click()
    stands_at(ben, 0)
