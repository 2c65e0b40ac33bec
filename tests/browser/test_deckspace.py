"""Deckspace on the page: flying by mouse, keys and thumb, looking around, aiming, and the question before a loss."""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import PHONE, TV
from tests.browser.pilots import KeysPilot, MousePilot, ThumbPilot

HEX = "() => document.querySelector('#r-terrain .face').getBoundingClientRect().width"
LIES = "() => document.querySelector('.board').style.transform"


def where(page, selector):
    """The middle of something on the screen, and whether it is inside the view."""
    return page.evaluate(
        """(selector) => {
          const box = document.querySelector(selector).getBoundingClientRect();
          const view = document.querySelector('#view').getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          return {x, y, inside: x > view.left && x < view.right && y > view.top && y < view.bottom,
                  off: Math.hypot(x - view.left - view.width / 2, y - view.top - view.height / 2)};
        }""",
        selector,
    )


def settle(page):
    """Wait until nothing glides any more."""
    page.wait_for_timeout(450)


def headline(page):
    return page.locator("#r-turn .headline").inner_text()


@pytest.mark.rule("DS-16")
@pytest.mark.parametrize(
    ("table", "pilot", "kind"),
    [("deck-mouse", MousePilot, {}), ("deck-keys", KeysPilot, {}), ("deck-thumb", ThumbPilot, PHONE)],
)
def test_a_whole_battle(open_page, stage, table, pilot, kind):
    page = open_page("ann", stage.path(table), **kind)
    done = pilot(page).play()
    assert {"play", "end-turn"} <= set(done)
    assert page.locator(".end h2").inner_text()


@pytest.mark.rule("DS-16")
@pytest.mark.rule("DS-27")
@pytest.mark.rule("DS-28")
def test_keys_begin_to_aim_and_escape_takes_it_back(open_page, stage):
    page = open_page("ann", stage.path("deck-cards"))
    assert page.locator("#r-actions .compass").count() == 0
    for key, card, verb in (("g", "Mass Driver", "beam"), ("f", "Missile", "launch")):
        page.keyboard.press(key)
        page.wait_for_selector("#r-turn[data-aiming]")
        assert card in headline(page)
        assert page.locator(f"#overlay .target.v-{verb} .pointer").count() == 6
        page.keyboard.press("Escape")
        page.wait_for_selector("#r-turn:not([data-aiming])")
        assert page.locator("#r-actions .compass, #overlay .target").count() == 0
    page.keyboard.press("f")
    page.wait_for_selector("#r-turn[data-aiming]")
    page.keyboard.press("1")
    page.wait_for_selector("#r-pieces .piece.is-due")
    assert page.locator("#r-actions .compass").count() == 0


@pytest.mark.rule("DS-28")
@pytest.mark.rule("DS-64")
def test_lanes_are_lit_before_a_shot(open_page, stage):
    page = open_page("ann", stage.path("deck-beam"))
    page.click("[data-pick$='mass-driver']")
    page.wait_for_selector("#r-actions .compass")
    page.hover("#r-actions .compass [data-key='4']")
    assert page.locator("#overlay .area.v-beam").count() > 3
    lane = page.locator("#overlay .target").first.bounding_box()
    page.mouse.click(lane["x"] + lane["width"] / 2, lane["y"] + lane["height"] / 2)
    assert page.locator("#aim.armed b").inner_text().startswith("Fire to the")
    page.click("[data-do]")
    page.wait_for_selector("#r-marks .m-beam", state="attached")


@pytest.mark.rule("DS-20")
@pytest.mark.rule("DS-23")
def test_keys_fly_the_missile_that_is_picked(open_page, stage):
    page = open_page("ann", stage.path("deck-steer"))
    assert page.locator(".piece.picked").count() == 0
    page.keyboard.press("w")  # nothing is picked, and the ship has no use for it: the first that must move
    page.wait_for_selector(".piece.picked.is-due")
    first = page.locator(".piece.picked").get_attribute("id")
    chips = page.locator("#r-actions .chip[aria-pressed=true]")
    assert chips.count() == 1
    page.hover("#r-actions [data-of]:not(.folded) [data-verb=steer-forward]")
    assert page.locator("#overlay .area").count() > 6  # what it can reach
    turn = page.locator(f"#{first} > g").first.get_attribute("transform")
    page.keyboard.press("d")
    page.wait_for_function(
        "([id, turn]) => document.querySelector(`#${id} > g`)?.getAttribute('transform') !== turn", arg=[first, turn]
    )
    others = page.locator(f".piece.is-due:not(#{first})").first.get_attribute("id")
    page.click(f"#t-{page.get_attribute(f'#{others}', 'data-at')}")
    assert page.locator(".piece.picked").get_attribute("id") == others
    page.keyboard.press("Escape")
    assert page.locator(".piece.picked").count() == 0


@pytest.mark.rule("DS-25")
@pytest.mark.rule("DS-26")
@pytest.mark.rule("DS-29")
def test_looking_around(open_page, stage):
    page = open_page("ann", stage.path("deck-look"), viewport={"width": 1000, "height": 620})
    settle(page)
    assert page.evaluate(HEX) >= 35.5
    assert where(page, ".is-active .plate")["inside"]
    lies = page.evaluate(LIES)
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowLeft")
    settle(page)
    assert page.evaluate(LIES) != lies

    page.click("[data-zoom='0']")  # everything at once: nothing is beyond the edge
    settle(page)
    tiles = page.locator("#r-terrain .tile").evaluate_all("(all) => all.map((tile) => tile.id)")
    assert all(where(page, f"#{tile} .face")["inside"] for tile in tiles[:: len(tiles) // 30])
    assert page.locator(".pointer-out").count() == 0
    whole = page.evaluate(HEX)
    for _press in range(9):
        page.keyboard.press("+")
    settle(page)
    assert page.evaluate(HEX) > 2 * 35.5
    assert page.evaluate(HEX) < 2 * 37
    page.keyboard.press("-")
    page.mouse.move(300, 300)
    page.mouse.wheel(0, 400)
    settle(page)
    assert whole < page.evaluate(HEX) < 2 * 35.5
    page.keyboard.press("0")
    settle(page)
    assert page.evaluate(HEX) == pytest.approx(whole, abs=0.5)

    page.click("[data-zoom='1']")
    page.click("[data-zoom='1']")
    page.click("[data-zoom='1']")
    settle(page)
    lies, seq = page.evaluate(LIES), page.get_attribute("main", "data-seq")
    page.mouse.move(300, 300)
    page.mouse.down()
    page.mouse.move(420, 380, steps=5)
    page.mouse.up()
    assert page.evaluate(LIES) != lies
    assert page.locator("#aim.armed").count() == 0
    assert page.get_attribute("main", "data-seq") == seq  # a drag chooses nothing

    pointer = page.locator(".pointer-out").first
    assert re.match(r"Show \w+ at ", pointer.get_attribute("aria-label"))
    ship = pointer.get_attribute("data-show")
    pointer.click()
    settle(page)
    assert where(page, f"#{ship} .plate")["inside"]


@pytest.mark.rule("DS-25")
def test_the_board_follows_a_ship_that_moves(open_page, stage):
    page = open_page("ann", stage.path("deck-look"), viewport={"width": 1000, "height": 620})
    page.click("[data-zoom='1']")
    page.click("[data-zoom='1']")
    settle(page)
    for _press in range(6):
        page.keyboard.press("Shift+ArrowLeft")
        page.keyboard.press("Shift+ArrowUp")
    settle(page)
    focus = page.get_attribute("#r-marks", "data-focus")
    page.keyboard.press("e")
    page.wait_for_function("(was) => document.querySelector('#r-marks').dataset.focus !== was", arg=focus)
    settle(page)
    now = page.get_attribute("#r-marks", "data-focus")
    assert where(page, f"#t-{now} .face")["inside"]


@pytest.mark.rule("DS-35")
def test_a_fatal_end_of_the_turn_is_asked_about(open_page, stage):
    page = open_page("ann", stage.path("deck-edge"))
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.wait_for_selector("#ask[open]")
    assert "lost" in page.locator("#ask-words").inner_text()
    seq = page.get_attribute("main", "data-seq")
    page.click("#ask .quiet")
    page.wait_for_selector("#ask:not([open])", state="attached")
    assert page.get_attribute("main", "data-seq") == seq
    assert page.locator("#r-marks .m-course-off").count() == 1
    page.keyboard.press("e")
    page.click("#ask .go")
    page.wait_for_selector(".end")


@pytest.mark.rule("DS-83")
def test_cards_of_the_pool_are_chosen_as_cards(open_page, stage):
    page = open_page("ann", stage.path("deck-offer"))
    offered = page.locator(".offered .card")
    assert offered.count() >= 2
    assert all(text for text in page.locator(".offered .card-text").all_inner_texts())
    offered.first.click()
    page.click("[data-do]")
    page.wait_for_selector(".offered", state="detached")


@pytest.mark.rule("DS-79")
def test_a_hex_of_very_many_is_chosen_by_mouse_keys_or_list(open_page, stage):
    page = open_page("ann", stage.path("deck-worm"))
    page.click("[data-pick$='wormhole']")
    page.wait_for_selector("#r-moves [data-field]", state="attached")
    assert page.locator("#r-moves option").count() > 500
    assert page.locator("#r-moves [name=choice]").count() == 1
    page.focus("#r-terrain .tile[tabindex='0']")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert "wormhole" in page.locator("#aim.armed b").inner_text()
    page.keyboard.press("Escape")
    page.click("summary:has-text('All moves')")
    page.select_option("#r-moves select", index=40)
    page.click("#r-moves [name=choice]")
    page.wait_for_selector("#r-marks .m-jump", state="attached")


def test_on_a_phone_tiles_can_be_touched(open_page, stage):
    page = open_page("ann", stage.path("deck-phone"), **PHONE)
    settle(page)
    assert page.evaluate(HEX) >= 35.5
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    page.tap("[data-pick$='missile']")
    page.wait_for_selector("#r-actions .compass")
    settle(page)
    spot = where(page, "#overlay .target")
    assert spot["inside"]
    page.touchscreen.tap(spot["x"], spot["y"])
    assert "Launch" in page.locator("#aim.armed b").inner_text()
    page.tap("[data-cancel]")
    page.tap("#r-actions .compass [data-key='2']")  # a thumb is asked once more
    assert "east" in page.locator("#aim.armed b").inner_text()
    page.tap("[data-do]")
    page.wait_for_selector(".piece.is-due")


@pytest.mark.rule("DS-26")
def test_two_fingers_zoom_and_one_looks_elsewhere(open_page, stage):
    page = open_page("ann", stage.path("deck-look"), **PHONE)
    settle(page)
    fingers = page.context.new_cdp_session(page)

    def touch(kind, *spots):
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    usual = page.evaluate(HEX)
    touch("touchStart", (150, 250), (200, 250))
    for step in range(1, 6):
        touch("touchMove", (150 - 4 * step, 250), (200 + 4 * step, 250))
    touch("touchEnd")
    assert 1.5 * usual < page.evaluate(HEX) <= 2.05 * usual
    lies = page.evaluate(LIES)
    touch("touchStart", (200, 300))
    for step in range(1, 6):
        touch("touchMove", (200 - 12 * step, 300))
    touch("touchEnd")
    assert page.evaluate(LIES) != lies
    assert page.locator("#aim.armed").count() == 0


@pytest.mark.parametrize("still", [True, False])
def test_what_happened_in_order_can_be_told(open_page, stage, still):
    motion = {"reduced_motion": "reduce"} if still else {}
    page = open_page("ann", stage.path("deck-still"), **motion)
    numbers = page.locator("#r-marks .order")
    assert numbers.count() >= 2
    assert numbers.first.is_visible() == still
    marks = page.locator("#r-marks .mark[class*=' o-']")
    names = marks.evaluate_all("(found) => found.map((mark) => getComputedStyle(mark).animationName)")
    assert set(names) == ({"none"} if still else {"happen"})


def test_where_everything_fits_nothing_is_added(open_page, stage):
    page = open_page("ann", stage.path("axe"))
    assert page.locator(".zoom").is_visible() is False
    assert page.evaluate(LIES) == ""
    page = open_page("ann", stage.path("axe"), **TV)
    assert page.locator(".zoom").is_visible() is False
