"""Without colour, without movement: what is told by either is told in another way too, and words stand out enough."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests.browser.players import Mouse

LIVE = "() => document.documentElement.dataset.link === 'live'"
GROUNDS = ("--ground", "--ground-deep", "--panel", "--panel-2", "--panel-3", "--field")
WORDS = ("--ink", "--ink-2", "--link")
PAIRS = [
    *((ink, ground) for ink in WORDS for ground in GROUNDS),
    *((ink, ground) for ink in ("--ink-3", "--good", "--bad") for ground in ("--ground", "--panel", "--panel-2")),
    ("--action-ink", "--action"), ("--action-ink", "--action-hover"), ("--beacon-ink", "--beacon"),
    ("--ink", "--beacon-wash"), ("--ink-2", "--beacon-wash"), ("--ink", "--bad-wash"), ("--bad", "--bad-wash"),
    *((f"--seat-{n}-ink", f"--seat-{n}") for n in range(4)),
    *((ink, f"--seat-{n}-wash") for n in range(4) for ink in ("--ink", "--ink-2")),
]  # fmt: skip
COLOURS = """(names) => {
  const probe = document.body.appendChild(document.createElement('i'));
  const dot = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return Object.fromEntries(names.map((name) => {
    probe.style.setProperty('color', `var(${name})`);
    dot.clearRect(0, 0, 1, 1);
    dot.fillStyle = getComputedStyle(probe).color;
    dot.fillRect(0, 0, 1, 1);
    return [name, [...dot.getImageData(0, 0, 1, 1).data].slice(0, 3)];
  }));
}"""
# The share of dots of two pictures that differ in brightness by more than `plainly` of 255.
UNLIKE = """async ([one, other, plainly]) => {
  const dots = async (data) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(40, 40).getContext('2d');
    canvas.drawImage(picture, 0, 0, 40, 40);
    const { data: raw } = canvas.getImageData(0, 0, 40, 40);
    const light = (at) => raw[at] * .2126 + raw[at + 1] * .7152 + raw[at + 2] * .0722;
    return Array.from({ length: 1600 }, (_, at) => light(4 * at));
  };
  const [a, b] = [await dots(one), await dots(other)];
  return a.filter((light, at) => Math.abs(light - b[at]) > plainly).length / a.length;
}"""
WATCH = """() => {
  window.moved = new Set();
  const look = () => {
    for (const one of document.getAnimations()) {
      if (one.effect.getComputedTiming().duration > 10) window.moved.add(one.transitionProperty ?? one.animationName);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def brightness(colour: list[int]) -> float:
    """The relative luminance of WCAG."""
    parts = [part / 255 for part in colour]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[int], other: list[int]) -> float:
    lighter, darker = sorted((brightness(one), brightness(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_words_stand_out_on_every_ground(open_page: Any, scheme: str) -> None:
    page = open_page(None, "/", color_scheme=scheme)
    found = page.evaluate(COLOURS, sorted({name for pair in PAIRS for name in pair}))
    weak = {pair: round(contrast(found[pair[0]], found[pair[1]]), 2) for pair in PAIRS}
    assert {pair: value for pair, value in weak.items() if value < 4.5} == {}


def grey(page: Any) -> None:
    """See the page as somebody does who sees no colour."""
    page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"})


def unlike(page: Any, one: Any, other: Any, plainly: int = 30) -> float:
    """How far two things on the page differ to the eye."""
    blank = page.context.new_page()
    pictures = [base64.b64encode(thing.screenshot(animations="disabled")).decode() for thing in (one, other)]
    share = blank.evaluate(UNLIKE, [*pictures, plainly])
    blank.close()
    return float(share)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_table_is_read_without_colour(open_page: Any, stage: Any, scheme: str) -> None:
    page = open_page("ann", stage.path("grey"), color_scheme=scheme)
    page.wait_for_function(LIVE)
    grey(page)
    player = Mouse(page)
    while not (page.locator(".piece.seat-0").count() and page.locator(".piece.seat-1").count()):
        player.play(until=len(player.done) + 1)
    # Whose: an emblem of its own on every piece, on the seat and on every line of the log; a pattern in its base.
    emblems = [
        set(page.locator(f".piece.seat-{seat} .emblem").evaluate_all("(all) => all.map((e) => e.href.baseVal)"))
        for seat in (0, 1)
    ]
    assert all(len(found) == 1 for found in emblems)
    assert emblems[0] != emblems[1]
    for seat in (0, 1):
        assert page.locator(f".piece.seat-{seat}:not(:has(.emblem))").count() == 0
        assert page.locator(f".piece.seat-{seat}:not(:has(.letter))").count() == 0
    assert unlike(page, page.locator("#r-seats .emblem.seat-0, .seat-0 .emblem").first,
                  page.locator("#r-seats .emblem.seat-1, .seat-1 .emblem").first) > 0.15  # fmt: skip
    assert unlike(page, page.locator("#t-d1"), page.locator("#t-d10"), plainly=8) > 0.05
    dashes = page.evaluate(
        "() => [0, 1].map((s) => getComputedStyle(document.querySelector(`.piece.seat-${s} .plate`)).strokeDasharray)"
    )
    assert dashes[0] != dashes[1]


def test_what_is_picked_aimed_at_and_moved_differs_in_shape(open_page: Any, stage: Any) -> None:
    page = open_page("ann", stage.path("shape"))
    page.wait_for_function(LIVE)
    grey(page)
    player = Mouse(page)
    player.await_turn()
    while not page.locator("[data-verb='move']").count():
        player.play(until=len(player.done) + 1)
        player.await_turn()
    ship = page.locator("[data-verb='move']").first.get_attribute("data-from")
    piece = page.locator(f"#p-{ship}")
    page.mouse.move(2, 2)
    before = base64.b64encode(piece.screenshot(animations="disabled")).decode()
    page.click(f"#t-{piece.get_attribute('data-at')}")
    page.mouse.move(2, 2)
    after = base64.b64encode(piece.screenshot(animations="disabled")).decode()
    blank = page.context.new_page()
    assert blank.evaluate(UNLIKE, [before, after, 30]) > 0.05, "what is picked looks otherwise in grey too"
    blank.close()
    # Where it can go carries a frame and the sign of the verb, not a tint alone.
    targets = page.locator(".target")
    assert targets.count() > 0
    assert page.locator(".target:not(:has(.frame))").count() == 0
    assert page.locator(".target.v-move:not(:has(use[href$='#verb-move'])):not(:has(text))").count() == 0
    here = targets.first.evaluate("(g) => g.getAttribute('transform')")
    assert here
    player.play(until=len(player.done) + 1)
    page.wait_for_selector(".m-from")
    dash = "(mark) => getComputedStyle(mark).strokeDasharray"
    begun, ended = page.locator(".m-from").first.evaluate(dash), page.locator(".m-to").first.evaluate(dash)
    assert begun != ended, "where a move began and where it ended have other outlines"
    assert page.locator(".trail").first.evaluate(dash) not in (begun, ended)


@pytest.mark.parametrize("how", ["device", "choice", "neither"])
def test_nothing_moves_for_those_who_wish_so(open_page: Any, stage: Any, how: str) -> None:
    page = open_page("ann", stage.path("still"), reduced_motion="reduce" if how == "device" else "no-preference")
    page.wait_for_function(LIVE)
    if how == "choice":
        page.evaluate("() => { document.documentElement.dataset.motion = 'still'; }")
    page.evaluate(WATCH)
    player = Mouse(page)
    moves = 0
    while moves < 2 and not player.over():
        moves += player.play(until=len(player.done) + 1)[-1] in ("move", "place")
    page.wait_for_timeout(400)
    moved = page.evaluate("() => [...window.moved]")
    assert (moved == []) == (how != "neither"), moved
