"""Every symbol that a game or a page names is drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import PUBLIC, Audience
from apps.rulebooks.registry import RULEBOOKS, rulebook

ROOT = Path(__file__).resolve().parent.parent
DRAWN = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static/svg/symbols.svg").read_text()))


def symbols_in(value: object) -> set[str]:
    """The symbols that anything in a scene names."""
    found = set()
    for field in getattr(value, "__struct_fields__", ()):
        inner = getattr(value, field)
        if field == "symbol" and inner:
            found.add(inner)
        elif field == "verb":
            found.add(f"verb-{inner}")
        else:
            found |= symbols_in(inner)
    if isinstance(value, tuple):
        for inner in value:
            found |= symbols_in(inner)
    return found


@pytest.mark.parametrize("slug", sorted(RULEBOOKS))
def test_what_a_game_names_is_drawn(slug):
    book = rulebook(slug)
    content = book.read_content(book.base_pack())
    named: set[str] = set()
    for game in range(3):
        secret = f"symbols-{game}".encode().ljust(16)
        state = book.setup(content, {}, Chance(secret, 0)).state
        for number in range(1, 400):
            for audience in (Audience.of(0), Audience.of(1), PUBLIC):
                named |= symbols_in(book.scene(content, state, audience))
            waiting = book.waiting_on(state)
            if not waiting:
                break
            seat = min(waiting)
            action = Chance(secret, -number).pick(book.legal_actions(content, state, seat), "any")
            state = book.apply(content, state, seat, action, Chance(secret, number)).state
    assert len(named) > 10
    assert named <= DRAWN


def test_what_a_page_names_is_drawn():
    pages = [*ROOT.glob("templates/**/*.html")]
    named = {name for page in pages for name in re.findall(r'{% symbol "([a-z0-9-]+)"', page.read_text())}
    named |= {name for page in pages for name in re.findall(r'\bsym\("([a-z0-9-]+)"', page.read_text())}
    assert len(named) > 10
    assert named - {"emblem-", "die-", "verb-"} <= DRAWN
