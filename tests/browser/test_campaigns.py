"""Campaigns on the page: whole runs, what is clicked twice, who watches, and the screen on the wall."""

from __future__ import annotations

import pytest

from tests.browser.captains import Captain, ThumbCaptain
from tests.browser.conftest import PHONE, TV
from tests.browser.test_together import live

RUNS = 6  # so many runs at most until one got past its first battle


class SectorCaptain(Captain):
    """Takes an upgrade or a card, whatever is offered."""

    wanted = ("launch-run", "reward", "remove")


BUSY = "() => [...document.querySelectorAll('#r-pieces .piece:not([class*=seat-])')].map((piece) => piece.dataset.at)"


class Rebel(ThumbCaptain):
    """Buys once, flies every mission that is there, and then goes where there might be others."""

    wanted = (
        "answer",
        "part",
        "scrap",
        "hunt",
        "strike",
        "retake",
        "defend",
        "supply",
        "repair",
        "travel",
        "wait",
        "boss",
    )

    def decide(self, offers):
        if "buy" not in self.done:
            buys = [offer for offer in offers if offer["verb"] == "buy"]
            if buys:
                return self.carry_out(buys[-1])
        busy = self.page.evaluate(BUSY)
        idle = [offer for offer in offers if offer["verb"] == "travel" and offer["tile"] not in busy]
        return super().decide([offer for offer in offers if offer not in idle] if busy else offers)


def begin(page, road, name):
    """From the list of campaigns to the home of a new one."""
    page.get_by_role("link", name=road).click()
    page.get_by_label("What shall it be called?").fill(name)
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/c/*/")
    return live(page)


def look_back(captain):
    """What the run has earned: it stands there, or a link leads to it where the run ended before one's eyes."""
    assert captain.over()
    page = captain.page
    if not page.locator(".run-summary").count():
        page.get_by_role("link", name="What the run has earned").click()
    page.wait_for_selector(".run-summary")


@pytest.mark.rule("DS-91", "DS-92", "DS-98")
def test_a_form_is_sent_once_however_often_it_is_clicked(open_page, stage):
    page = open_page("ann", "/campaigns/new/deckspace/sectors/")
    sent = page.evaluate("""() => {
        let sent = 0;
        window.addEventListener("submit", (event) => {
            if (!event.defaultPrevented) sent += 1;
            event.preventDefault();
        });
        for (const click of [1, 2, 3]) document.querySelector(".submit-bar button").click();
        return sent;
    }""")
    assert sent == 1


def test_a_run_through_the_sectors_from_its_beginning_to_its_end_and_on(open_page, stage):
    page = open_page("ben", "/campaigns/")
    captain = SectorCaptain(begin(page, "Five sectors", "From the start"))
    number = 1
    while True:
        captain.lead()
        look_back(captain)
        if "reward" in captain.done or number == RUNS:
            break
        number += 1
        page.get_by_role("button", name="Begin the next run").click()
        page.wait_for_selector(".run-ended", state="attached")
    assert "reward" in captain.done
    assert captain.done.count("launch-run") == captain.battles
    page.reload()
    earned = page.locator(".run-summary .earned li b").all_inner_texts()
    page.get_by_role("button", name="Begin the next run").click()
    page.wait_for_selector("#r-actions [data-verb=launch-run], #r-moves [data-verb=launch-run]", state="attached")
    assert not page.locator(".run-summary").count()
    page.get_by_role("link", name="Collection").click()
    unlocked = page.locator(".collection li:not(.locked) h2").all_inner_texts()
    assert set(earned) <= set(unlocked)
    assert unlocked
    page.goto(stage.web.url + captain.home + f"runs/{number}/")
    assert page.locator(".end").count()
    page.get_by_role("link", name="To the run that goes on").click()
    live(page)


@pytest.mark.rule("DS-106", "DS-107")
def test_a_run_of_the_resistance_on_a_phone(open_page, stage):
    page = open_page("ben", "/campaigns/", **PHONE | {"viewport": {"width": 360, "height": 740}})
    captain = Rebel(begin(page, "The Resistance", "In the dark"))
    captain.lead()
    look_back(captain)
    assert captain.battles
    assert {"buy", "travel"} <= set(captain.done)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".end h2").inner_text()
    page.get_by_role("button", name="Begin the next run").click()
    page.wait_for_selector("#r-turn[data-yours='1']")


# --- Clicked twice, and in two tabs ---------------------------------------------------------------

ENTRIES = """select e.kind from games_entry e join games_table t on t.id = e.table_id
  where t.slug = ? and e.voided_by is null and e.kind not in ('start', 'seat') order by e.seq"""


def decided(stage, campaign):
    """The kinds of what stands in the ledger."""
    return [kind for (kind,) in stage.rows(ENTRIES, stage.ledgers[campaign])]


def ship_and_turn(page):
    """What a page shows of the ship, and whose turn it is; who is here comes a moment later."""
    return page.locator("#r-seats .stats").all_inner_texts(), page.locator("#r-turn").inner_text()


@pytest.mark.parametrize(("campaign", "picked"), [("choice", "offer-"), ("port", "shelf-")])
def test_what_is_clicked_twice_or_in_two_tabs_is_granted_once(open_page, stage, campaign, picked):
    tab = live(open_page("ann", stage.home(campaign), ("409",)))
    other = live(open_page("ann", stage.home(campaign), ("409",)))
    before, held = decided(stage, campaign), []
    other.route("**/act/", lambda route: held.append(route))
    for page, twice in ((other, False), (tab, True)):
        card = page.locator(f"[data-pick^='{picked}']").first
        if twice:
            card.dblclick()
        else:
            card.click()
        if page.locator("#aim.armed").count():
            page.locator("[data-do]").dblclick()
        if page is other:
            for _ in range(500):
                if not held:
                    page.wait_for_timeout(20)
            assert held
    tab.wait_for_function("(count) => document.querySelector('[data-live]').dataset.seq > count", arg="0")
    tab.wait_for_timeout(500)
    assert decided(stage, campaign) == [*before, "act"]
    held[0].continue_()
    other.wait_for_selector("#r-notice.shown >> text=moved on")
    other.wait_for_timeout(300)
    assert decided(stage, campaign) == [*before, "act"]
    shown = ship_and_turn(tab)
    assert ship_and_turn(other) == shown
    tab.reload()
    live(tab)
    assert ship_and_turn(tab) == shown
    assert decided(stage, campaign) == [*before, "act"]


# --- Those who watch ------------------------------------------------------------------------------


def test_a_watcher_sees_the_ledger_move_and_has_no_choice(open_page, stage):
    ann = live(open_page("ann", stage.home("watched")))
    eve = live(open_page("eve", stage.home("watched")))
    assert not eve.locator("[name=choice], input[name=expected], .fly-on").count()
    captain = SectorCaptain(ann)
    captain.lead(to_battle=True)
    eve.wait_for_selector("#next:not([hidden])")
    assert not eve.locator("[name=choice]").count()
    eve.click("#next")
    eve.wait_for_url("**/t/*/")
    live(eve)
    assert not eve.locator("[name=choice], input[name=expected], .fly-on, [data-pick^=card]").count()
    resign(ann)
    for page in (ann, eve):
        page.wait_for_selector(".end")
        page.click("#next")
        page.wait_for_url(f"**{stage.home('watched')}")
    assert ann.get_by_role("button", name="Begin the next run").count()
    assert not eve.get_by_role("button", name="Begin the next run").count()


def resign(page):
    """Give the battle up."""
    live(page)
    page.locator("summary", has=page.locator("[href$='#tv']")).click()
    page.get_by_role("button", name="Resign").click()
    page.click("#ask .go")


def test_somebody_removed_is_shown_out_of_every_open_page(open_page, stage):
    allowed = ("404", "WebSocket")
    eve = live(open_page("eve", stage.home("removed"), allowed))
    ann = open_page("ann", stage.home("removed") + "members/")
    row = ann.locator(".members li", has=ann.get_by_text("Eve", exact=True))
    row.locator("summary").click()
    row.get_by_role("button", name="Remove").click()
    ann.get_by_role("button", name="Remove Eve").click()
    eve.wait_for_function("() => !document.querySelector('[data-live]')")
    for page in ("", "history/", "tables/", "members/", "settings/", "export/"):
        assert eve.request.get(stage.web.url + stage.home("removed") + page).status == 404
    assert "removed from the campaign" in ann.request.get(stage.web.url + stage.home("removed") + "history/").text()


def test_campaigns_and_their_tabs_are_found_on_a_phone(open_page, stage):
    page = open_page("ann", "/campaigns/", **PHONE)
    cards = page.locator(".cards .card")
    assert cards.filter(has_text="Waits for you").count() > 1
    assert max(card.bounding_box()["height"] for card in cards.all()) < 220
    page.goto(stage.web.url + stage.home("look") + "settings/")
    box = page.locator(".tabs [aria-current]").bounding_box()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


# What stands beside the board of a screen and is neither whole nor out of sight.
CUT = """() => { const inside = (whole, part) => part.top >= whole.top - 1 && part.bottom <= whole.bottom + 1;
  const beside = document.querySelector('.beside').getBoundingClientRect();
  const info = document.querySelector('#r-info').getBoundingClientRect();
  const told = [...document.querySelectorAll('#r-info > *')].map((one) => one.getBoundingClientRect());
  const parts = [...document.querySelectorAll('.beside > :not(:empty)')].map((one) => one.getBoundingClientRect());
  return told.filter((part) => part.left < info.right && !inside(info, part)).length
    + parts.filter((part) => part.height && !inside(beside, part)).length; }"""


def test_the_screen_follows_from_the_system_to_the_battle_and_back(open_page, stage):
    tv = live(open_page(None, "/tv/", **TV))
    ann = live(open_page("ann", stage.home("screen")))
    code = "".join(tv.locator(".code span").all_inner_texts())
    ann.locator("summary", has=ann.locator("[href$='#tv']")).click()
    ann.fill("#tv-code", code)
    ann.locator("#tv-code ~ button").click()
    tv.wait_for_selector("#r-terrain .place")
    assert not tv.locator("button, input, a").count()
    assert not tv.evaluate(CUT)
    assert "Supplies" in tv.locator(".stats").inner_text(), "what a number means is told in words"
    ann.goto(stage.web.url + stage.home("screen"))
    captain = Rebel(live(ann))
    captain.press, captain.press_at = ann.click, ann.mouse.click
    captain.lead(to_battle=True)
    tv.wait_for_selector("#r-pieces .piece >> nth=1", state="attached")
    tv.wait_for_selector("#r-terrain .place", state="detached")
    assert not tv.locator("button, input, a").count()
    resign(ann)
    tv.wait_for_selector("#r-terrain .place")
    tv.wait_for_selector(".end")
    assert not tv.evaluate(CUT)


def test_a_page_that_missed_where_its_people_go_on_is_told_again(open_page, stage):
    """As after a reconnection: everything else that a page has missed it learns from the next frame or heartbeat."""
    page = live(open_page("ann", stage.home("away")))
    SectorCaptain(page).lead(to_battle=True)
    page.route_web_socket("**/ws/t/**", deaf)
    page.reload()
    resign(page)
    page.wait_for_selector(".end")
    page.wait_for_selector("#next:not([hidden])", timeout=5_000)


def deaf(socket):
    """Lose the first word of where people go on, as when the connection is gone just then."""
    lost = []

    def hear(message):
        if '"onward"' in str(message) and not lost:
            lost.append(message)
        else:
            socket.send(message)

    socket.connect_to_server().on_message(hear)
