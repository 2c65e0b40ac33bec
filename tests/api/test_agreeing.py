"""Programs agree on draws and on going back, under the same rules as people on the pages."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.games import services, snapshots
from apps.games.models import Entry
from tests.games.helpers import bot_table, duel
from tests.games.history.playing import go_on


@pytest.fixture(autouse=True)
def _no_bots(monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)


@pytest.fixture
def ada(program):
    return program("ada")


@pytest.fixture
def bo(program):
    return program("bo")


@pytest.fixture
def table(ada, bo):
    made = duel(ada.user, bo.user)
    go_on(made, 30)
    return made


def scene(who, table, query=""):
    return who.get(f"tables/{table.slug}/scene/{query}").json()


def propose(who, table, seat=0, key="ask", **wish):
    expected = snapshots.current(table.pk).seat_seqs[seat]
    return who.post(f"tables/{table.slug}/seats/{seat}/propose/", expected=expected, key=key, **wish)


def reply(who, table, number, seat=1, yes=True, key="reply"):
    return who.post(f"tables/{table.slug}/seats/{seat}/answer/", proposal=number, yes=yes, key=key)


def code(answer):
    return answer.json()["error"]["code"]


def test_a_draw_is_offered_seen_and_agreed_on(ada, bo, program, table):
    assert scene(ada, table)["can_draw"]
    assert scene(ada, table)["proposal"] is None
    made = propose(ada, table, kind="draw").json()
    number = made["proposal"]["proposal"]
    assert (made["seq"], made["status"]) == (number, "playing")
    assert made["proposal"] == scene(ada, table)["proposal"]
    assert made["proposal"] == {
        "proposal": number, "kind": "draw", "to": None, "seat": 0, "text": "Red offers a draw.", "may_answer": False,
        "mine": True, "missing": 1,
    }  # fmt: skip
    seen = scene(bo, table)["proposal"]
    assert (seen["may_answer"], seen["mine"]) == (True, False)
    watched = scene(program("eve"), table)["proposal"]
    assert (watched["may_answer"], watched["mine"]) == (False, False)
    done = reply(bo, table, number).json()
    assert (done["status"], done["proposal"]) == ("finished", None)
    assert bo.get(f"tables/{table.slug}/").json()["result"]["ending"] == "agreed"
    assert reply(bo, table, number).json()["repeated"], "a repeated request changes nothing"


@pytest.mark.parametrize("to", ["action", "turn", 4, None])
def test_going_back_together(ada, bo, table, to):
    before = snapshots.current(table.pk)
    wish = {"kind": "back"} if to is None else {"kind": "back", "to": to}
    made = propose(ada, table, **wish).json()
    target = made["proposal"]["to"]
    assert scene(ada, table)["line"] == before.line
    assert target < before.line
    assert to != 4 or target == 4
    reply(bo, table, made["proposal"]["proposal"])
    now = scene(ada, table)
    assert (now["line"], now["proposal"]) == (target, None)
    assert now["seq"] > before.seq


def test_a_refusal_a_withdrawal_and_asking_again(ada, bo, table):
    number = propose(ada, table, kind="draw").json()["proposal"]["proposal"]
    assert code(propose(bo, table, seat=1, kind="draw")) == "open"
    assert reply(bo, table, number, yes=False).json()["proposal"] is None
    assert code(propose(ada, table, key="again", kind="draw")) == "asked"
    back = propose(ada, table, key="back", kind="back", to=2).json()["proposal"]["proposal"]
    assert code(reply(ada, table, back, seat=0)) == "not-asked"
    assert reply(ada, table, back, seat=0, yes=False, key="no").json()["proposal"] is None
    late = reply(bo, table, back, key="late")
    assert late.status_code == 409
    assert late.json()["current"]["proposal"] is None


def test_where_nobody_is_asked_it_happens_at_once(ada):
    table = bot_table(ada.user)
    go_on(table, 30)
    assert not scene(ada, table)["can_draw"]
    assert code(propose(ada, table, kind="draw")) == "no-draw"
    done = propose(ada, table, key="two", kind="back", to=3).json()
    assert done["proposal"] is None
    assert scene(ada, table)["line"] == 3


def test_only_ones_own_seat_and_a_token_that_may_play(ada, bo, program, table):
    eve, reader = program("eve"), program("ada", scope="read")
    for who, status in ((eve, 403), (reader, 403), (bo, 403)):
        assert propose(who, table, kind="draw").status_code == status
    number = propose(ada, table, kind="draw").json()["proposal"]["proposal"]
    for who, seat in ((eve, 1), (ada, 1), (program("bo", scope="read"), 1)):
        assert reply(who, table, number, seat=seat).status_code == 403
    private = duel(ada.user, bo.user, visibility="private")
    assert propose(eve, private, kind="draw").status_code == 404
    assert reply(eve, private, 1).status_code == 404
    assert snapshots.current(table.pk).motion is not None


def test_a_page_answers_a_program_and_the_other_way_round(ada, bo, table):
    number = propose(ada, table, kind="draw").json()["proposal"]["proposal"]
    page = Client()
    page.force_login(bo.user)
    assert "Red offers a draw." in page.get(f"/t/{table.slug}/").content.decode()
    now = snapshots.current(table.pk)
    form = {"seat": 1, "expected": now.seat_seqs[1], "key": "page", "choice": f"no-{number}"}
    assert page.post(f"/t/{table.slug}/answer/", form).status_code == 302
    assert scene(ada, table)["proposal"] is None
    now = snapshots.current(table.pk)
    asked = services.propose_back(
        table_id=table.pk, seat=1, expected=now.seat_seqs[1], key="b", to=5, user_id=bo.user.pk
    )
    assert reply(ada, table, asked.seq, seat=0).status_code == 200
    assert scene(ada, table)["line"] == 5


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "draw", "to": "turn"},
        {"kind": "treaty"},
        {"kind": "back", "to": "never"},
        {"kind": "back", "to": -1},
        {"kind": "back", "to": 1.5},
        {"kind": "back", "to": True},
        {"kind": "back", "to": [1]},
        {},
        {"kind": "draw", "wish": 1},
    ],
)
def test_a_wrong_wish_changes_nothing(ada, table, body):
    before = Entry.objects.count()
    answer = propose(ada, table, **body)
    assert (answer.status_code, code(answer)) == (400, "wrong-field")
    assert Entry.objects.count() == before


def test_a_scene_that_is_known_becomes_news_with_a_proposal(ada, bo, table):
    path = f"tables/{table.slug}/scene/"
    tag = bo.get(path).headers["ETag"]
    propose(ada, table, kind="draw")
    assert bo.get(path, **{"if-none-match": tag}).json()["proposal"]["may_answer"]


def test_limits_are_those_of_the_pages(ada, table, settings):
    settings.RATELIMIT_ENABLE = True
    settings.RATE_ACTIONS = "1/h"
    assert propose(ada, table, kind="draw").status_code == 200
    assert reply(ada, table, 1, seat=0).status_code == 429
