"""Deckspace with company: four at one device, and a series between two browsers that a TV follows."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE, TV
from tests.browser.pilots import MousePilot
from tests.browser.players import LISTED
from tests.browser.test_together import live, pair

ROUNDS = 3
HANDS = "() => [...document.querySelectorAll('[data-pick^=\"card-\"]')].map((card) => card.dataset.pick.split('-')[1])"


class Deserter(MousePilot):
    """Turns about as soon as it holds thrust, and so leaves the board before long."""

    brakes = 0

    def decide(self):
        """Brake, then turn about, then end every turn; begin the next game."""
        offers = self.page.evaluate(LISTED)
        for offer in offers if self.brakes < 2 else ():
            if offer["verb"] == "thrust-decelerate":
                self.brakes += 1
                return offer
        for offer in offers if self.brakes < 2 else ():
            if offer["verb"] == "play" and offer["from"].endswith("thrust"):
                return offer
        if offers[0]["verb"] == "next":
            self.brakes = 0
        for verb in ("end-turn", "discard", "skip", "next"):
            found = [offer for offer in offers if offer["verb"] == verb]
            if found:
                return found[0]
        return offers[0]


@pytest.mark.rule("DS-06")
def test_four_at_one_device(open_page, stage):
    page = live(open_page("ann", stage.path("deck-four")))
    pilot = MousePilot(page)
    turns: list[str] = []
    while len(turns) < 4 * ROUNDS and not pilot.over():
        page.wait_for_selector(".curtain, .end, #r-turn[data-yours='1']", state="attached")
        curtain = page.locator(".curtain")
        if curtain.count():
            assert not page.evaluate(HANDS), "nobody's cards are on the screen while the device changes hands"
            title = curtain.locator("h2").inner_text()
            if not turns or turns[-1] != title:
                turns.append(title)
            curtain.get_by_role("link").click()
            curtain.wait_for(state="detached")
        ships = set(page.evaluate(HANDS))
        assert len(ships) <= 1, "only the hand of whoever holds the device is shown"
        pilot.await_turn()
        if pilot.over():
            break
        seq = page.get_attribute("[data-live]", "data-seq")
        pilot.choose(pilot.decide())
        page.wait_for_selector(f"[data-live]:not([data-seq='{seq}'])", state="attached")
    assert len(set(turns)) >= 3 or pilot.over()


@pytest.mark.rule("DS-03", "DS-05")
def test_a_series_of_three_with_the_tv(open_page, stage):
    ann = live(open_page("ann", stage.path("deck-series")))
    ben = live(open_page("ben", stage.path("deck-series"), **PHONE))
    tv = live(open_page(None, "/tv/", **TV))
    pair(tv, ann, stage, "deck-series")
    live(ann)
    players = [Deserter(ann), Deserter(ben)]
    games: set[str] = set()
    while not any(player.over() for player in players):
        mover = next(p for p in players if p.page.get_attribute("#r-turn", "data-yours") == "1")
        mover.play(until=len(mover.done) + 1)
        seq = mover.page.get_attribute("[data-live]", "data-seq")
        for page in (ann, ben, tv):
            page.wait_for_selector(f"[data-live][data-seq='{seq}']", state="attached")
        games.add(tv.locator("#r-turn .phase").inner_text().partition(",")[0])
    told = tv.locator("#r-end").inner_text()
    assert "wins the series" in told or "series is drawn" in told
    assert {"Game 1 of 3", "Game 2 of 3"} <= games
    assert sum(player.done.count("next") for player in players) >= 1
