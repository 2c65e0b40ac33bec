"""People who lead a campaign through its pages: what is decided between battles, by mouse and by thumb."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from tests.browser.pilots import MousePilot, ThumbPilot
from tests.browser.players import LISTED

# Something can be decided, or the run is over, or there is a battle to go to.
SETTLED = """() => document.documentElement.dataset.link === 'live' && (document.querySelector('.end')
  || document.querySelector('#next:not([hidden])') || document.querySelector('#r-turn')?.dataset.yours === '1')"""
BACK = """() => document.documentElement.dataset.link === 'live'
  && !document.querySelector('[data-verb=restart]') && (document.querySelector('.end')
  || document.querySelector('#r-turn')?.dataset.yours === '1')"""
# Names on the chart that can be seen and lie over each other.
OVERLAID = """() => { const names = [...document.querySelectorAll('#r-terrain .place-name:not(.hushed)')];
  const boxes = names.map((name) => [name.textContent, name.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  ).map(([other]) => `${one} and ${other}`)); }"""
# The places of a chart whose middle a finger does not reach, or which are not whole: cut off, or under something.
# Where two lie over each other, a finger reaches the nearer one.
OUT_OF_REACH = """() => [...document.querySelectorAll('#r-terrain .place:not(.k-under-way)')].filter((place) => {
  const box = place.querySelector('.face').getBoundingClientRect();
  const reach = place.querySelector('.reachable').getBoundingClientRect().width;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const seen = [[x, y], [box.x + 1, y], [box.right - 1, y], [x, box.y + 1], [x, box.bottom - 1]]
    .every((point) => document.elementFromPoint(...point)?.closest('.place'));
  return !seen || !document.elementsFromPoint(x, y).some((one) => place.contains(one)) || reach < 35.5;
}).map((place) => place.id)"""
BATTLE = 90_000  # the longest that a bot's battle may take, in milliseconds
MOST = 200  # after so many decisions something is wrong


class Captain:
    """Decides between battles by a list of verbs, most wanted first, and lets the bot fly what it does not fly."""

    pilot: type[MousePilot] = MousePilot
    wanted: tuple[str, ...] = ()
    by_hand = 2  # own actions in the first battle

    def __init__(self, page: Any) -> None:
        self.page = page
        self.home = self.path()
        self.done: list[str] = []
        self.battles = 0

    def path(self) -> str:
        """Where the page is."""
        return urlsplit(self.page.url).path

    def over(self) -> bool:
        """Whether the run has ended."""
        return self.path() == self.home and bool(self.page.locator(".end").count())

    def lead(self, to_battle: bool = False) -> None:
        """Go on to the end of the run, or only to the next battle."""
        for _step in range(MOST):
            self.page.wait_for_function(SETTLED)
            if self.path() != self.home:
                if to_battle:
                    return
                self.fight()
            elif self.page.locator("#next:not([hidden])").count():
                self.press("#next")
            elif self.over():
                return
            else:
                self.decide(self.offers())
        raise AssertionError("the run does not end")

    def offers(self) -> list[dict[str, str]]:
        """What can be decided now."""
        found: list[dict[str, str]] = self.page.evaluate(LISTED)
        assert found, "nothing is offered"
        return found

    def decide(self, offers: list[dict[str, str]]) -> None:
        """The first that is wanted; of several alike, another each time."""
        verbs = {offer["verb"] for offer in offers}
        verb = next((verb for verb in self.wanted if verb in verbs), offers[0]["verb"])
        alike = [offer for offer in offers if offer["verb"] == verb]
        self.carry_out(alike[len(self.done) % len(alike)])

    def carry_out(self, offer: dict[str, str]) -> None:
        """Do it, and wait for what comes of it."""
        page = self.page
        seq = page.get_attribute("[data-live]", "data-seq")
        with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
            self.choose(offer)
        self.done.append(offer["verb"])
        onward = answer.value.headers.get("hx-redirect")
        if onward:
            page.wait_for_url(f"**{onward}", wait_until="commit")
        else:
            page.wait_for_selector(f"[data-live]:not([data-seq='{seq}'])", state="attached")

    def choose(self, offer: dict[str, str]) -> None:
        """The button, the card or the place on the chart, and "Do it" where the page asks."""
        page, button = self.page, f"#{offer['id']}"
        if page.locator(button).is_visible():
            self.press(button)
        elif offer["from"]:
            self.press(f"[data-pick='{offer['from']}']")
        else:
            self.press_place(offer)
        if page.locator("[data-do]").is_visible():
            self.press("[data-do]")
        if offer["confirm"]:
            self.press("#ask .go")

    def press_place(self, offer: dict[str, str]) -> None:
        """The place on the chart, and which of the things that it stands for."""
        self.see_all()
        alike = [one["id"] for one in self.offers() if one["tile"] == offer["tile"]]
        box = self.page.locator(f"#t-{offer['tile']} .face").bounding_box()
        self.press_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # its neighbour may lie over it
        if len(alike) > 1:
            self.press(f".alternative >> nth={alike.index(offer['id'])}")

    def see_all(self) -> None:
        """Look at the whole chart, where it is larger than its place: nothing of it is out of reach."""
        page = self.page
        if page.locator("[data-zoom='0']").is_visible():
            self.press("[data-zoom='0']")
            page.wait_for_timeout(300)  # it glides there
        assert not page.evaluate(OUT_OF_REACH)
        assert not page.evaluate(OVERLAID)
        assert page.locator("#r-terrain .place-name:not(.hushed)").count() > 3

    def press(self, selector: str) -> None:
        """Click."""
        self.page.click(selector)

    def press_at(self, x: float, y: float) -> None:
        """Click where something is."""
        self.page.mouse.click(x, y)

    def fight(self) -> None:
        """Fly a little by hand the first time and watch the bot fly on; later wait for it at the ledger."""
        page = self.page
        self.battles += 1
        if self.battles == 1:
            self.pilot(page).play(until=self.by_hand)
        fly_on = page.get_by_role("button", name="Let the bot fly on")
        if not page.locator(".end").count() and fly_on.count():
            with page.expect_navigation(wait_until="commit"):
                self.press(".fly-on button")
                self.press("#ask .go")
        if self.battles == 1:
            page.wait_for_selector(".end", timeout=BATTLE)
            self.press("#next")
            page.wait_for_url(f"**{self.home}")
        else:
            page.goto(page.url.partition("/t/")[0] + self.home, wait_until="commit", timeout=BATTLE)
        page.wait_for_function(BACK, timeout=BATTLE)


class ThumbCaptain(Captain):
    """Taps."""

    pilot = ThumbPilot

    def press(self, selector: str) -> None:
        """Tap."""
        self.page.tap(selector)

    def press_at(self, x: float, y: float) -> None:
        """Tap where something is."""
        self.page.touchscreen.tap(x, y)
