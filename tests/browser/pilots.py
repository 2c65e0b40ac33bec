"""People who fly a whole battle of Deckspace through a page: by mouse, by keyboard, by thumb."""

from __future__ import annotations

from tests.browser.players import LISTED, Keys, Mouse, Player, Thumb

SPENT = ("skip", "fire-pdc", "hold", "launch", "beam", "pulse", "jump@", "jump", "thrust-accelerate", "keep")


class Pilot(Player):
    """Plays what it holds, speeds up and flies straight on, so that a battle is short however it ends."""

    def decide(self) -> dict[str, str]:
        """Use up what was begun, then play a card, then end the turn."""
        offers = self.page.evaluate(LISTED)
        assert offers, "nothing is offered"
        plays = [offer for offer in offers if offer["verb"] == "play"]
        wanted = ("high-thrust", "thrust", "missile")
        plays.sort(key=lambda offer: next((n for n, card in enumerate(wanted) if offer["from"].endswith(card)), 9))
        for verb in SPENT:
            found = [offer for offer in offers if offer["verb"] == verb]
            if found:
                return found[0]
        if plays:
            return plays[0]
        return next((offer for offer in offers if offer["verb"] == "end-turn"), offers[0])


class MousePilot(Pilot, Mouse):
    """Clicks cards, arrows and buttons."""

    def choose(self, offer: dict[str, str]) -> None:
        """Click the card, the arrow on the board, or the button."""
        page = self.page
        if not offer["id"]:  # a hex of very many: where the board is looked at
            page.click("#view", position={"x": 300, "y": 200})
            page.click("[data-do]")
        elif offer["verb"] in ("play", "keep") and page.locator(f"[data-pick='{offer['from']}']").count():
            page.click(f"[data-pick='{offer['from']}']")
            if page.locator("#aim.armed").count():
                page.click("[data-do]")
        else:
            self.unfold(offer)
            page.click(f"#{offer['id']}")
        self.confirm(offer)

    def unfold(self, offer: dict[str, str]) -> None:
        """Pick the missile whose buttons are wanted."""
        chip = self.page.locator(f".chip[data-pick='{offer['from']}'][aria-pressed=false]")
        if offer["from"] and chip.count():
            chip.click()


class ThumbPilot(MousePilot, Thumb):
    """Taps; arrows are armed first."""

    def choose(self, offer: dict[str, str]) -> None:
        """Tap, and tap "Do it" where the page asks."""
        page = self.page
        if not offer["id"]:
            page.locator("#view").tap(position={"x": 150, "y": 120})
        elif offer["verb"] in ("play", "keep") and page.locator(f"[data-pick='{offer['from']}']").count():
            page.tap(f"[data-pick='{offer['from']}']")
        else:
            chip = page.locator(f".chip[data-pick='{offer['from']}'][aria-pressed=false]")
            if offer["from"] and chip.count():
                chip.tap()
            page.tap(f"#{offer['id']}")
        if page.locator("#aim.armed").count():
            page.tap("[data-do]")
        if offer["confirm"]:
            page.tap("#ask .go")


class KeysPilot(Pilot, Keys):
    """Never touches a pointer: letters, digits, Tab and Enter."""

    def choose(self, offer: dict[str, str]) -> None:
        """Press the key of the button; cards without one have the focus and Enter."""
        page = self.page
        if not offer["id"]:
            page.focus("#r-terrain .tile[tabindex='0']")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        elif offer["key"] and (not offer["from"] or self.picked() == offer["from"] or offer["verb"] == "play"):
            page.keyboard.press(offer["key"])
        elif offer["verb"] in ("play", "keep"):
            page.focus(f"[data-pick='{offer['from']}']")
            page.keyboard.press("Enter")
            if page.locator("#aim.armed").count():
                page.focus("[data-do]")
                page.keyboard.press("Enter")
        else:
            page.focus(f".chip[data-pick='{offer['from']}']")
            page.keyboard.press("Enter")
            page.keyboard.press(offer["key"])
        if offer["confirm"]:
            page.focus("#ask .go")
            page.keyboard.press("Enter")
