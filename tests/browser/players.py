"""People who play a whole game of Space Dogfight through a page, each in their own way.

What to do is read from the buttons that the page offers; how it is done is what the classes differ in.
"""

from __future__ import annotations

import re
from typing import Any

ACTIONS = 700  # after that something is wrong
READY = """() => document.querySelector('.end') || (document.querySelector('#r-turn').dataset.yours === '1'
  && document.querySelector('input[name=expected]'))"""
LISTED = """() => [...document.querySelectorAll('#r-actions [name=choice], #r-moves [name=choice]')].map((b) => ({
  id: b.id, key: b.dataset.key || '', from: b.dataset.from || '', tile: b.dataset.tile || '',
  verb: b.dataset.verb || b.querySelector('use').href.baseVal.split('#verb-')[1],
  confirm: b.dataset.confirm || ''}))"""


class Player:
    """Reads what can be done, decides, and does it with `choose`."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.done: list[str] = []

    def play(self, until: int = ACTIONS) -> list[str]:
        """Play to the end, or `until` so many actions; returns the verbs of what was done."""
        while len(self.done) < until:
            self.await_turn()
            if self.over():
                return self.done
            before = self.expected()
            offer = self.decide()
            self.choose(offer)
            self.done.append(offer["verb"])
            self.await_change(before)
        assert until < ACTIONS, "the game does not end"
        return self.done

    def decide(self) -> dict[str, str]:
        """Draw when there is nothing to spend, attack whenever possible, and otherwise go forward."""
        offers = self.page.evaluate(LISTED)
        assert offers, "nothing is offered"
        by_verb: dict[str, list[dict[str, str]]] = {}
        for offer in offers:
            by_verb.setdefault(offer["verb"], []).append(offer)
        for verb in ("brace", "take-it", "follow-up", "attack"):
            if verb in by_verb:
                return by_verb[verb][0]
        if "move" in by_verb:
            return max(by_verb["move"], key=lambda offer: int(re.sub(r"\D", "", offer["tile"])))
        for verb in ("build", "place", "draw", "end-turn"):
            if verb in by_verb:
                return by_verb[verb][0]
        return offers[0]

    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.page.locator(".end").count())

    def expected(self) -> str:
        """What the page would send along as the state it shows."""
        return str(self.page.input_value("input[name=expected]"))

    def await_turn(self) -> None:
        """Wait until there is something to do, or nothing more."""
        self.page.wait_for_function(READY)

    def await_change(self, before: str) -> None:
        """Wait until the page shows what came of it."""
        self.page.wait_for_function(
            "(before) => document.querySelector('.end') ||"
            " document.querySelector('input[name=expected]').value !== before",
            arg=before,
        )

    def confirm(self, offer: dict[str, str]) -> None:
        """Answer the question that some choices ask."""
        if offer["confirm"]:
            self.page.click("#ask .go")

    def choose(self, offer: dict[str, str]) -> None:
        """Do it."""
        raise NotImplementedError

    def source_tile(self, offer: dict[str, str]) -> str:
        """Where the acting piece stands; empty for a card."""
        piece = self.page.locator(f"#p-{offer['from']}")
        return str(piece.get_attribute("data-at")) if piece.count() else ""

    def picked(self) -> str:
        """The piece or card that is picked now."""
        return str(self.page.evaluate(
            "() => document.querySelector('.piece.picked')?.id.slice(2)"
            " ?? document.querySelector('[data-pick][aria-pressed=true]')?.dataset.pick ?? ''"
        ))  # fmt: skip


class Mouse(Player):
    """Clicks ships, squares and buttons."""

    def choose(self, offer: dict[str, str]) -> None:
        """Pick, aim, and press "Do it" where asked."""
        page = self.page
        if not offer["tile"]:
            page.click(f"#{offer['id']}")
            return self.confirm(offer)
        if offer["from"] and self.picked() != offer["from"]:
            tile = self.source_tile(offer)
            page.click(f"#t-{tile}" if tile else f"[data-pick={offer['from']}]")
        page.click(f"#t-{offer['tile']}")
        if page.locator("#aim.armed").count():
            page.click("[data-do]")
        return None


class Thumb(Player):
    """Taps on a phone; every choice on the board is armed first."""

    def choose(self, offer: dict[str, str]) -> None:
        """Tap the ship, tap the square, tap "Do it"."""
        page = self.page
        if not offer["tile"]:
            button = page.locator(f"#{offer['id']}")
            if button.is_visible():
                button.tap()
            else:  # what a card can do by itself is reached by touching the card
                page.tap(f"[data-pick={offer['from']}]")
                page.tap("[data-do]")
            return self.confirm(offer)
        if offer["from"] and self.picked() != offer["from"]:
            tile = self.source_tile(offer)
            page.tap(f"#t-{tile}" if tile else f"[data-pick={offer['from']}]")
        page.tap(f"#t-{offer['tile']}")
        page.tap("[data-do]")
        return None


class Keys(Player):
    """Never touches a pointer: Tab, arrow keys, Enter, and the letters on the buttons."""

    honest = 12  # actions for which every step is made by Tab; later ones go straight to where Tab has led before

    def go_to(self, selector: str) -> None:
        """Bring the focus to something with Tab alone."""
        page = self.page
        if len(self.done) >= self.honest:
            page.focus(selector)
            return
        for _step in range(250):
            if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def choose(self, offer: dict[str, str]) -> None:
        """Walk to the ship, walk to the square; or press the letter."""
        page = self.page
        if not offer["tile"]:
            if offer["key"]:
                page.keyboard.press(offer["key"])
            else:
                self.go_to(f"#{offer['id']}")
                page.keyboard.press("Enter")
            if offer["confirm"]:
                self.go_to("#ask .go")
                page.keyboard.press("Enter")
            return
        if offer["from"] and self.picked() != offer["from"]:
            tile = self.source_tile(offer)
            if tile:
                self.walk(tile)
            else:
                self.go_to(f"[data-pick={offer['from']}]")
            page.keyboard.press("Enter")
        self.walk(offer["tile"])
        page.keyboard.press("Enter")
        if page.locator("#aim.armed").count():
            page.keyboard.press("Enter")

    def walk(self, tile: str) -> None:
        """Go to a square with the arrow keys alone."""
        page = self.page
        self.go_to("#r-terrain .tile[tabindex='0']")
        for _step in range(40):
            at = page.evaluate("() => document.activeElement.id.slice(2)")
            if at == tile:
                return
            (x, y), (to_x, to_y) = self.spot(at), self.spot(tile)
            if abs(to_x - x) > 1:
                page.keyboard.press("ArrowRight" if to_x > x else "ArrowLeft")
            else:
                page.keyboard.press("ArrowDown" if to_y > y else "ArrowUp")
        raise AssertionError(f"the arrow keys do not lead to {tile}")

    def spot(self, tile: str) -> tuple[float, float]:
        """Where a tile lies in the drawing."""
        found = re.findall(r"[\d.]+", self.page.get_attribute(f"#t-{tile}", "transform"))
        return float(found[0]), float(found[1])


class Reader(Player):
    """Reads the list and presses its buttons, without any script: every action is a form and a new page."""

    def await_turn(self) -> None:
        """Look again until it is their turn."""
        for _look in range(200):
            if self.over() or self.page.get_attribute("#r-turn", "data-yours") == "1":
                return
            self.page.wait_for_timeout(50)
            self.page.reload()

    def await_change(self, before: str) -> None:
        """The answer was the change."""

    def choose(self, offer: dict[str, str]) -> None:
        """Press the button in the list."""
        page = self.page
        if offer["tile"]:
            page.click("#r-moves >> xpath=ancestor::details/summary")
        page.click(f"#{offer['id']}")
