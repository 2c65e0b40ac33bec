"""One page too many says so in plain words, and does not knock again."""

from __future__ import annotations

import pytest

from tests.servers import Web

LIVE = "() => document.documentElement.dataset.link === 'live'"
WORDS = "You have too many pages of Starboard open"


@pytest.fixture
def narrow(stage, tmp_path):
    """A second server on the same stage, with room for three sockets of a person."""
    env = {**stage.web.env, "RATE_LIMITS": "1", "SOCKETS_PER_USER": "3", "EMBEDDED_WORKER": "0"}
    server = Web(env, tmp_path / "narrow.log")
    server.start()
    yield server
    server.stop()


def test_a_page_too_many_says_so(open_page, stage, narrow):
    first = open_page("ann", "/", home=narrow.url)
    table = narrow.url + stage.path("axe")
    first.goto(table)
    first.wait_for_function(LIVE)  # two sockets: the table's and the person's
    pages = [first.context.new_page() for _page in range(2)]
    pages[0].goto(table)
    pages[0].wait_for_selector(f"text={WORDS} >> visible=true")
    sockets = []
    pages[0].on("websocket", lambda socket: sockets.append(socket.url))
    pages[0].wait_for_timeout(2500)
    assert not sockets, "it waits for a person to reload it"
    pages[1].goto(narrow.url + stage.path("gathering"))
    pages[1].wait_for_selector(f"text={WORDS} >> visible=true")
    first.goto("about:blank")
    pages[1].goto("about:blank")
    pages[0].wait_for_timeout(500)
    pages[0].reload()
    pages[0].wait_for_function(LIVE)
    assert not pages[0].get_by_text(WORDS).count()
