"""Several screens at one table: they agree, survive a restart, and nothing is done twice."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE, TV
from tests.browser.players import Mouse

LIVE = "() => document.documentElement.dataset.link === 'live'"
GONE = ("ERR_CONNECTION", "htmx:error", "htmx:ws:error", "WebSocket", "Failed to load resource")
PIECES = "() => [...document.querySelectorAll('#r-pieces .piece')].map((p) => [p.id, p.dataset.at]).sort().join()"


def live(page):
    page.wait_for_function(LIVE)
    return page


def press(page, name):
    page.locator("#r-actions").get_by_role("button", name=name).click()


def pair(tv, phone_page, stage, table):
    """Send a table to the TV by its code."""
    code = "".join(tv.locator(".code span").all_inner_texts())
    phone_page.locator("summary", has=phone_page.locator("[href$='#tv']")).click()
    phone_page.fill("#tv-code", code.lower())
    phone_page.locator("#tv-code ~ button").click()
    phone_page.wait_for_selector("text=The table is on the TV")
    phone_page.goto(stage.web.url + stage.path(table))
    tv.wait_for_selector("#r-turn")
    live(tv)


def test_two_browsers_and_a_tv(open_page, stage):
    ann = live(open_page("ann", stage.path("pair")))
    ben = live(open_page("ben", stage.path("pair"), **PHONE))
    tv = live(open_page(None, "/tv/", **TV))
    pair(tv, ann, stage, "pair")
    live(ann)
    players = [Mouse(ann), Mouse(ben)]
    node = ann.evaluate_handle("() => document.querySelector('#r-pieces .piece')")
    for _round in range(14):
        mover = next(p for p in players if p.page.get_attribute("#r-turn", "data-yours") == "1")
        mover.play(until=len(mover.done) + 1)
        seq = mover.page.get_attribute("[data-live]", "data-seq")
        for page in (ann, ben, tv):
            page.wait_for_selector(f"[data-live][data-seq='{seq}']", state="attached")
        assert ann.evaluate(PIECES) == ben.evaluate(PIECES) == tv.evaluate(PIECES)
    assert node.evaluate("(node) => node.isConnected && node.namespaceURI.endsWith('svg')")
    assert "Your turn" in (ann.title() + ben.title())
    assert not tv.locator("button, input, a").count()
    assert not tv.locator("[data-yours]").count()


def test_the_tv_is_read_from_a_sofa(open_page, stage):
    """Within 5 % of the edge stands no text, none is smaller than 28 px, nothing scrolls, nothing is pure white."""
    tv = live(open_page(None, "/tv/", **TV))
    ann = live(open_page("ann", stage.path("keys")))
    found = [tv.evaluate(TEXTS)]
    pair(tv, ann, stage, "keys")
    found.append(tv.evaluate(TEXTS))
    for page in found:
        assert page["count"] > 5
        assert page["smallest"] >= 28
        assert page["left"] >= 96 - 3
        assert page["top"] >= 54 - 3
        assert page["right"] <= 1920 - 96 + 3
        assert page["bottom"] <= 1080 - 54 + 3
        assert not page["white"]
        assert page["scroll"] == [0, 0]


TEXTS = """() => {
  const found = {count: 0, smallest: 999, left: 9999, top: 9999, right: 0, bottom: 0, white: false,
    scroll: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || !parent.checkVisibility() || parent.closest('.sr-only, svg, script')) continue;
    const range = document.createRange(); range.selectNodeContents(node);
    const box = range.getBoundingClientRect(), style = getComputedStyle(parent);
    if (!box.width) continue;
    if (parent.closest('#r-log') && box.top < document.querySelector('#r-log').getBoundingClientRect().top) continue;
    found.count += 1;
    found.smallest = Math.min(found.smallest, parseFloat(style.fontSize));
    found.left = Math.min(found.left, box.left); found.right = Math.max(found.right, box.right);
    found.top = Math.min(found.top, box.top); found.bottom = Math.max(found.bottom, box.bottom);
    found.white ||= style.color === 'rgb(255, 255, 255)';
  }
  return found; }"""


def test_a_restart_of_the_server_is_survived(open_page, stage):
    ann = live(open_page("ann", stage.path("late"), GONE))
    ben = live(open_page("ben", stage.path("late"), GONE, **PHONE))
    tv = live(open_page(None, "/tv/", GONE, **TV))
    pair(tv, ann, stage, "late")
    live(ann)
    actor = ann if ann.get_attribute("#r-turn", "data-yours") == "1" else ben
    stage.web.kill()
    for page in (ann, ben, tv):
        page.wait_for_function("() => document.documentElement.dataset.link === 'again'")
    assert tv.locator(".offline").is_visible()
    assert actor.get_by_text("reconnecting").is_visible()
    press(actor, "Draw")  # nobody hears it
    actor.wait_for_selector("#r-notice.shown")
    stage.web.start()
    for page in (ann, ben, tv):
        live(page)
    before = actor.locator("#r-log li").count()
    press(actor, "Draw")  # the same once more: it has the key of the first
    for page in (ann, ben, tv):
        page.wait_for_function("() => /draws/.test(document.querySelector('#r-log').innerText)")
    assert actor.locator("#r-log li").count() > before
    assert not tv.locator(".offline").is_visible()


def test_a_double_click_draws_once(open_page, stage):
    pages = [live(open_page(who, stage.path("click"))) for who in ("ann", "ben")]
    actor = next(page for page in pages if page.get_attribute("#r-turn", "data-yours") == "1")
    posts = []
    actor.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    player = Mouse(actor)
    while not actor.locator("#r-actions").get_by_role("button", name="Draw").count():
        player.play(until=len(player.done) + 1)
        if actor.get_attribute("#r-turn", "data-yours") != "1":
            actor = next(page for page in pages if page != actor)
            player = Mouse(actor)
            player.await_turn()
    posts.clear()
    held = actor.locator(".seat .stats b").nth(2).inner_text()
    actor.locator("#r-actions").get_by_role("button", name="Draw").dblclick()
    actor.wait_for_timeout(600)
    after = actor.locator(".seat .stats b").nth(2).inner_text()
    assert int(after.split("/")[0]) <= int(held.split("/")[0]) + 1
    assert len(posts) <= 1


SLOW_ANSWERS = """() => { const fast = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await fast(...asked);
    await new Promise((done) => setTimeout(done, 700));
    return answer;
  }; }"""


def test_the_next_click_counts_although_the_last_answer_is_late(open_page, stage):
    """The socket has shown what a click did; whoever goes on before the answer to it has come is heard."""
    page = live(open_page("ann", stage.path("late-answer")))
    page.evaluate(SLOW_ANSWERS)
    page.set_default_timeout(6_000)
    player = Mouse(page)
    assert len(player.play(until=8)) == 8


def test_a_stale_page_is_told_and_put_right(open_page, stage):
    ann = live(open_page("ann", stage.path("stale"), ("409",)))
    ben = live(open_page("ben", stage.path("stale"), ("409",)))
    actor = ann if ann.get_attribute("#r-turn", "data-yours") == "1" else ben
    actor.evaluate("() => { document.querySelector('input[name=expected]').value = '1'; }")
    actor.locator("#r-actions button[data-key]").first.click()
    if actor.locator("#ask[open]").count():
        actor.click("#ask .go")
    actor.wait_for_selector("#r-notice.shown >> text=moved on")
    assert actor.input_value("input[name=expected]") != "1"
    assert actor.locator("#r-terrain .tile").count() == 80


def test_one_device_for_two(open_page, stage):
    """Nothing of a seat is shown before the device is in its hands."""
    page = live(open_page("ann", stage.path("device")))
    assert page.get_by_role("dialog").is_visible()
    assert not page.locator(".dock [name=choice]").count()
    assert page.evaluate("() => document.querySelector('.table').inert")
    page.get_by_role("link", name="go on").click()
    live(page)
    page.locator(".dock [name=choice]").first.click()
    page.click("#ask .go")
    page.wait_for_selector(".curtain >> text=Blue")
    assert not page.locator(".dock [name=choice]").count()
    page.get_by_role("link", name="go on").click()
    page.wait_for_selector(".dock [name=choice]")


def test_those_who_wait_see_the_game_begin(open_page, stage):
    ann = live(open_page("ann", stage.path("gathering")))
    eve = live(open_page("eve", stage.path("gathering")))
    eve.get_by_role("button", name="Sit down").first.click()
    for page in (ann, eve):
        page.wait_for_selector("#r-turn")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_pieces_glide_only_where_that_is_wanted(open_page, stage, motion):
    page = live(open_page("eve", stage.path("pair"), reduced_motion=motion))
    running = page.evaluate(
        """() => { const piece = document.querySelector('.piece'); piece.getBoundingClientRect();
        piece.setAttribute('transform', 'translate(400 400)'); piece.getBoundingClientRect();
        return piece.getAnimations().map((a) => a.effect.getTiming().duration); }"""
    )
    assert running == ([] if motion == "reduce" else [260])


def test_a_fresh_page_is_not_sent_again(open_page, stage, chromium):
    page = open_page("eve", "/")
    frames = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(frame)))
    page.goto(stage.web.url + stage.path("late"))
    live(page)
    page.wait_for_timeout(300)
    assert frames
    assert max(len(frame) for frame in frames) < 200


def test_a_tv_left_alone(open_page, stage):
    """It moves by a pixel each minute, dims when nothing happens, and loads itself afresh when it is old."""
    tv = open_page(None, "/", GONE, **TV)
    tv.clock.install()
    tv.goto(stage.web.url + "/tv/")
    live(tv)
    tv.route("**/healthz", lambda route: route.abort())  # a server that is away: nothing to load afresh from
    tv.clock.run_for(61_000)
    assert tv.evaluate("() => document.body.dataset.shift") == "1"
    assert not tv.locator("body.dim").count()
    tv.clock.run_for(11 * 60_000)
    assert tv.locator("body.dim").count()
    tv.evaluate("() => { window.old = true; }")
    tv.clock.fast_forward(29 * 3_600_000)
    assert tv.evaluate("() => window.old")
    tv.unroute("**/healthz")
    tv.clock.run_for(70_000)
    tv.wait_for_function("() => !window.old")
    live(tv)
