"""Everybody can play: axe finds nothing, one tab stop leads onto the board, colours are never alone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PHONE, TV
from tests.browser.players import Mouse

RULES = {"resultTypes": ["violations"]}


def violations(page):
    found = Axe().run(page, options=RULES).response["violations"]
    return [(v["id"], v["impact"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("kind", [{}, PHONE], ids=["desk", "phone"])
def test_the_table(open_page, stage, scheme, kind):
    page = open_page("ann", stage.path("axe"), color_scheme=scheme, **kind)
    page.wait_for_function("() => document.documentElement.dataset.link === 'live'")
    assert violations(page) == []
    player = Mouse(page)
    player.play(until=6)
    page.evaluate("() => document.querySelectorAll('.fold').forEach((fold) => { fold.open = true; })")
    assert violations(page) == []
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    assert violations(page) == []


def test_the_curtain_the_codes_and_the_end(open_page, stage):
    for who, path, kind in (("ann", stage.path("device"), {}), (None, "/tv/", TV), ("ann", "/tv/pair/?code=ABC", {})):
        assert violations(open_page(who, path, **kind)) == []
    page = open_page("ben", stage.path("resign"))
    page.wait_for_function("() => document.documentElement.dataset.link === 'live'")
    page.locator("summary", has=page.locator("[href$='#tv']")).click()
    page.get_by_role("button", name="Resign").click()
    page.click("#ask .go")
    page.wait_for_selector(".end")
    assert violations(page) == []
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: stage.path("resign") not in url)


def test_the_board_is_one_tab_stop(open_page, stage):
    page = open_page("ann", stage.path("mouse"))
    page.wait_for_function("() => document.documentElement.dataset.link === 'live'")
    assert page.locator("#r-terrain [tabindex='0']").count() == 1
    page.focus("#r-terrain .tile[tabindex='0']")
    seen = set()
    for key in ("ArrowDown",) * 9 + ("ArrowRight",) * 7:
        seen.add(page.evaluate("() => document.activeElement.getAttribute('aria-label')"))
        page.keyboard.press(key)
    assert page.evaluate("() => document.activeElement.id") == "t-h1"
    assert page.locator("#r-terrain [tabindex='0']").count() == 1
    assert any("Blue base" in label for label in seen)


def test_sides_differ_without_colour(open_page, stage):
    """Emblem, letter, facing and outline tell the sides apart."""
    page = open_page("eve", stage.path("late"))
    looks = page.evaluate(
        """() => [0, 1].map((seat) => { const piece = document.querySelector(`.piece.seat-${seat}`);
        return piece && [piece.querySelector('.emblem').href.baseVal.split('#')[1],
          getComputedStyle(piece.querySelector('.plate')).strokeDasharray]; }).filter(Boolean)"""
    )
    assert len({str(look) for look in looks}) == len(looks) > 0
