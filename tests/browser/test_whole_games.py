"""A whole game by mouse, by keyboard, by thumb on a phone, and by the list without any script."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE
from tests.browser.players import Keys, Mouse, Reader, Thumb


@pytest.mark.parametrize(
    ("table", "player", "kind"),
    [
        ("mouse", Mouse, {}),
        ("keys", Keys, {}),
        ("phone", Thumb, PHONE),
        ("list", Reader, {"java_script_enabled": False}),
    ],
)
def test_a_whole_game(open_page, stage, table, player, kind):
    page = open_page("ann", stage.path(table), **kind)
    if player is Reader:  # words and forms will do
        page.route("**/static/**", lambda route: route.fulfill(body=""))
    done = player(page).play()
    assert {"build", "place", "draw", "end-turn", "move"} <= set(done)
    assert page.locator(".end h2").inner_text()
    assert page.locator("#r-log li").count() > 10
