"""Every page for everybody: axe finds nothing, nothing is cut off when it is enlarged, every control can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from django.test import RequestFactory

from tests.browser.pages import VISITORS, names, visits
from tests.servers import ROOT

DESK = {"width": 1280, "height": 800}
ENLARGED = {"width": 640, "height": 400}  # the same screen at 200 %
PHONE = {"width": 360, "height": 740}
RULES = {"resultTypes": ["violations"]}
WIDE = """() => { const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide <= 0) return [];
  const over = (e) => e.getBoundingClientRect().right > innerWidth + 1;
  const found = [...document.querySelectorAll('body *')].filter(over).slice(0, 3);
  return [wide, ...found.map((e) => e.outerHTML.slice(0, 120))]; }"""
# What can be pressed or typed into must be somewhere on the page where a pointer finds it.
HIDDEN_CONTROLS = """() => {
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const all = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const curtain = [...document.querySelectorAll('[aria-modal=true]')].find(shown) ?? document;
  const cover = (e, block) => {
    e.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
    const held = e.closest('label') ?? e;
    const spot = held.getClientRects()[0];
    if (!spot?.width || !spot.height) return '';
    const x = spot.left + spot.width / 2, y = spot.top + spot.height / 2;
    const at = document.elementFromPoint(x, y);
    const met = x >= 0 && x <= innerWidth && at && (held.contains(at) || at.contains(held));
    return met ? '' : `${e.outerHTML.slice(0, 110)} at ${x | 0},${y | 0} under ${at?.outerHTML.slice(0, 60)}`;
  };
  const found = [];
  for (const e of curtain.querySelectorAll(all)) {
    if (!shown(e) || e.disabled || e.closest('[inert], .skip, .skip-to-content-link, .sr-only')) continue;
    const covers = ['center', 'start', 'end'].map((block) => () => cover(e, block));
    if (covers.every((look) => look())) found.push(cover(e, 'center'));
  }
  return found.slice(0, 5);
}"""


def violations(page: Any) -> list[Any]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [(v["id"], v["impact"], [node["html"][:160] for node in v["nodes"][:3]]) for v in found]


@pytest.fixture(scope="module")
def browsers(chromium: Any, stage: Any) -> Iterator[Any]:
    """A browser for each person, with two dots to a pixel, as when a page is enlarged."""
    contexts: dict[str | None, Any] = {}

    def page_of(who: str | None) -> Any:
        if who not in contexts:
            contexts[who] = chromium.new_context(viewport=DESK, device_scale_factor=2, reduced_motion="reduce")
            contexts[who].set_default_timeout(15_000)
            if who is not None:
                cookie = {"name": "sessionid", "value": stage.sessions[who], "url": stage.web.url}
                contexts[who].add_cookies([cookie])
        return contexts[who].new_page()

    yield page_of
    for context in contexts.values():
        context.close()


def everything(page: Any) -> dict[str, Any]:
    """All that is wrong with a page, in the ways in which people look at it."""
    wrong: dict[str, Any] = {"axe, dark": violations(page)}
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = !one.matches('.menu'); })")
    page.set_viewport_size(ENLARGED)
    wrong["wide at 200 %"] = page.evaluate(WIDE)
    wrong["out of reach at 200 %"] = page.evaluate(HIDDEN_CONTROLS)
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="light")
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    wrong["axe, light, phone"] = violations(page)
    wrong["wide at 360"] = page.evaluate(WIDE)
    wrong["out of reach at 360"] = page.evaluate(HIDDEN_CONTROLS)
    return {what: found for what, found in wrong.items() if found}


def test_no_page_is_forgotten() -> None:
    """Whom each page is looked at by is written down for pages that are there."""
    assert set(VISITORS) <= names() | {"home"}
    assert len(names()) > 40


NAMES = [name for name, _who, _path in visits({"tables": {"pair": "x", "replay": "x", "gathering": "x", "device": "x",
         "lesson": "x"}, "campaigns": {"look": "x", "system": "x"},
         "keys": {"draft": 1, "off": "x", "invite": "x", "confirm": "x", "used": "x", "report": 1, "join": "x",
                  "reset": {"uidb36": "x", "key": "x"}}})]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_everybody_can_use_it(browsers: Any, stage: Any, name: str) -> None:
    _name, who, path = next(visit for visit in visits(stage.found) if visit[0] == name)
    page = browsers(who)
    page.emulate_media(color_scheme="dark")
    answer = page.goto(stage.web.url + path)
    assert "text/html" in answer.headers["content-type"], path
    assert answer.status in (200, 404 if name in ("nowhere",) else 200, 410), (answer.status, path)
    if page.locator("[data-live]").count():
        page.wait_for_function("() => document.documentElement.dataset.link === 'live'")
    assert everything(page) == {}
    page.close()


@pytest.mark.parametrize("template", sorted(path.name for path in Path(ROOT / "templates").glob("[45]*.html")))
def test_pages_that_say_no(browsers: Any, stage: Any, template: str) -> None:
    body = render_to_string(template, {"message": "No."}, RequestFactory().get("/"))
    page = browsers(None)
    page.emulate_media(color_scheme="dark")
    page.route("**/says-no/", lambda route: route.fulfill(body=body, content_type="text/html"))
    page.goto(stage.web.url + "/says-no/")
    assert everything(page) == {}
    page.close()
