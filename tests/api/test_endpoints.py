"""What programs see and do: the same as the pages, in JSON."""

from __future__ import annotations

import pytest

from apps.games import snapshots
from apps.games.models import Entry, Table
from apps.rulebooks.core.protocol import PUBLIC, Audience
from tests.games.helpers import duel, play_on
from tests.games.test_secrecy import MARKER, planted

SEATS = [{"who": "me"}, {"who": "bot", "bot_level": "cadet"}]


@pytest.fixture
def ada(program):
    return program("ada")


@pytest.fixture
def bo(program):
    return program("bo")


@pytest.fixture
def table(ada, bo):
    return duel(ada.user, bo.user)


def error_of(answer):
    body = answer.json()
    assert set(body["error"]) == {"code", "message"}
    assert body["error"]["message"]
    return body["error"]["code"]


def test_who_am_i(program):
    reader = program("ada", "read")
    assert reader.get("me/").json() == {
        "username": "ada", "name": "ada", "token": {"name": "test", "scope": "read"}, "turns": 0}  # fmt: skip


def test_a_reading_token_does_nothing(program):
    reader = program("ada", "read")
    answer = reader.post("tables/", game="dogfight", seats=SEATS)
    assert answer.status_code == 403
    assert error_of(answer) == "scope"
    assert not Table.objects.exists()


def test_games_tell_what_can_be_chosen(ada):
    (game,) = [g for g in ada.get("games/").json()["games"] if g["game"] == "dogfight"]
    assert game == ada.get("games/dogfight/").json()
    assert [seat["number"] for seat in game["seats"]] == [0, 1]
    assert game["bot_levels"][0]["level"] == "cadet"
    assert all(option["values"] for option in game["options"])
    assert ada.get("games/chess/").status_code == 404


def test_a_table_is_made_found_and_listed(ada, bo):
    made = ada.post("tables/", game="dogfight", seats=[{"who": "me"}, {"who": "open"}], visibility="public")
    assert made.status_code == 201
    facts = made.json()
    assert made.headers["Location"] == f"/api/v1/tables/{facts['table']}/"
    assert bo.get(f"tables/{facts['table']}/").json()["seats"][1]["free"]
    assert [t["table"] for t in bo.get("tables/?list=open").json()["tables"]] == [facts["table"]]
    assert bo.get("tables/").json() == {"tables": [], "next": None}
    assert bo.post(f"tables/{facts['table']}/seats/1/take/").json()["status"] == "playing"
    assert [t["table"] for t in bo.get("tables/?list=mine").json()["tables"]] == [facts["table"]]


def test_a_table_waits_as_long_as_was_asked_for(ada):
    assert ada.post("tables/", game="dogfight", seats=SEATS).json()["idle_limit"] == 86400
    made = ada.post("tables/", game="dogfight", seats=SEATS, idle_limit=0).json()
    assert made["idle_limit"] == 0
    assert ada.get("tables/").json()["tables"][0]["idle_limit"] == 0
    assert Table.objects.get(slug=made["table"]).idle_limit == Table.IdleLimit.NEVER


def test_lists_come_in_pages_and_load_no_state(ada, django_assert_max_num_queries):
    made = [ada.post("tables/", game="dogfight", seats=SEATS).json()["table"] for _ in range(5)]
    found, path = [], "tables/?limit=2"
    with django_assert_max_num_queries(40) as queries:
        while True:
            page = ada.get(path).json()
            found += [table["table"] for table in page["tables"]]
            if page["next"] is None:
                break
            path = f"tables/?limit=2&cursor={page['next']}"
    assert found == made[::-1]
    assert not any('"games_table"."state"' in query["sql"] for query in queries)
    assert ada.get("tables/?cursor=nonsense").status_code == 400


def test_a_kept_seat_needs_its_invitation(ada, bo):
    seats = [{"who": "me"}, {"who": "invited"}]
    facts = ada.post("tables/", game="dogfight", seats=seats, visibility="private").json()
    slug, invite = facts["table"], facts["seats"][1]["invite"]
    assert invite
    assert bo.get(f"tables/{slug}/").status_code == 404
    assert bo.post(f"tables/{slug}/seats/1/take/", invite="wrong").status_code == 404
    assert bo.post(f"tables/{slug}/seats/0/take/", invite=invite).status_code == 404
    assert bo.post(f"tables/{slug}/seats/1/take/", invite=invite).status_code == 200
    assert bo.get(f"tables/{slug}/").json()["seats"][1]["mine"]


def test_a_seat_is_left_before_the_game_begins(ada, bo):
    slug = ada.post("tables/", game="dogfight", seats=[{"who": "me"}, {"who": "open"}]).json()["table"]
    assert error_of(bo.post(f"tables/{slug}/seats/0/leave/")) == "no-seat"
    assert ada.post(f"tables/{slug}/seats/0/leave/").status_code == 204
    assert ada.get(f"tables/{slug}/").json()["seats"][0]["free"]


def test_the_scene_is_the_scene_of_the_page_in_words(ada, table):
    told = ada.get(f"tables/{table.slug}/scene/").json()
    now = snapshots.current(table.pk)
    scene = now.book.scene(now.content, now.state, Audience.of(0))
    assert told["seat"] == 0
    assert (told["seq"], told["expected"]) == (now.seq, now.seat_seqs[0])
    assert [c["id"] for c in told["scene"]["choices"]] == [choice.id for choice in scene.choices]
    assert [c["label"] for c in told["scene"]["choices"]] == [str(choice.label) for choice in scene.choices]
    assert [p["type"] for p in told["scene"]["panels"]] == [p.__struct_config__.tag for p in scene.panels]
    assert told["log"][0]["text"]
    public = ada.get(f"tables/{table.slug}/scene/?seat=public").json()
    assert public["seat"] is None
    assert public["expected"] is None
    assert public["scene"]["choices"] == []


def test_only_ones_own_seats_are_shown(ada, bo, program, table):
    assert error_of(ada.get(f"tables/{table.slug}/scene/?seat=1")) == "no-seat"
    assert error_of(program("eve").get(f"tables/{table.slug}/scene/?seat=0")) == "no-seat"
    assert error_of(ada.get(f"tables/{table.slug}/scene/?seat=x")) == "wrong-field"
    assert program("eve").get(f"tables/{table.slug}/scene/").json()["seat"] is None


def test_no_scene_tells_what_its_audience_cannot_know(ada, bo, program, table):
    play_on(table, 400, stop=lambda now: all(side.hand for side in now.state.sides))
    now = snapshots.current(table.pk)
    for who, audience in ((ada, Audience.of(0)), (bo, Audience.of(1)), (program("eve"), PUBLIC)):
        marked, zones = planted(now, audience)
        assert zones
        snapshots.forget()
        snapshots.remember(marked)
        for path in ("", "scene/", "scene/?since=0", "scene/?seat=public"):
            answer = who.get(f"tables/{table.slug}/{path}")
            assert answer.status_code == 200
            assert MARKER not in answer.content.decode()
            assert bytes(table.secret).hex() not in answer.content.decode()
    snapshots.forget()


def test_the_log_goes_on_from_where_one_has_read(ada, table):
    play_on(table, 80)
    whole = ada.get(f"tables/{table.slug}/scene/?since=0").json()
    assert whole["log_from"] == 1
    assert {line["seq"] for line in whole["log"]} >= {3, whole["seq"]}
    late = ada.get(f"tables/{table.slug}/scene/?since={whole['seq'] - 2}").json()
    assert {line["seq"] for line in late["log"]} <= {whole["seq"] - 1, whole["seq"]}
    events = [event for row in Entry.objects.filter(table=table) for event in row.events]
    private = [event for event in events if event["to"] == [1]]
    assert private
    assert not any(line["seat"] == 1 and line["kind"] == private[0]["kind"] and line["text"] == private[0]["text"]
                   for line in whole["log"])  # fmt: skip


def test_a_scene_that_is_known_is_not_sent_again(ada, bo, table):
    first = ada.get(f"tables/{table.slug}/scene/")
    tag = first.headers["ETag"]
    again = ada.get(f"tables/{table.slug}/scene/", **{"if-none-match": f'"x", {tag}'})
    assert again.status_code == 304
    assert not again.content
    assert bo.get(f"tables/{table.slug}/scene/", **{"if-none-match": tag}).status_code == 200
    play_on(table, 1)
    assert ada.get(f"tables/{table.slug}/scene/", **{"if-none-match": tag}).status_code == 200


def test_a_choice_is_carried_out_once(ada, bo, table):
    play_on(table, 5, stop=lambda now: now.waiting == (0,))
    told = ada.get(f"tables/{table.slug}/scene/").json()
    asked = {"choice": told["scene"]["choices"][0]["id"], "expected": told["expected"], "key": "k1"}
    path = f"tables/{table.slug}/seats/0/act/"
    done = ada.post(path, **asked)
    stored = {"seq": told["seq"] + 1, "repeated": False, "status": "playing", "proposal": None}
    assert done.json() == stored
    assert ada.post(path, **asked).json() == {**stored, "repeated": True}
    stale = ada.post(path, **{**asked, "key": "k2"})
    assert stale.status_code == 409
    assert error_of(stale) == "moved-on"
    assert stale.json()["current"]["seq"] == told["seq"] + 1
    assert stale.json()["current"]["seat"] == 0
    expected = snapshots.current(table.pk).seat_seqs[0]
    wrong = ada.post(path, choice="0" * 12, expected=expected, key="k3")
    assert wrong.status_code == 422
    assert error_of(wrong) == "not-legal"
    assert bo.post(path, **asked).status_code == 403


def test_a_key_that_was_used_before_names_that_request(ada, table):
    path = f"tables/{table.slug}/seats/0/act/"
    for _turn in range(2):
        play_on(table, 5, stop=lambda now: now.waiting == (0,))
        told = ada.get(f"tables/{table.slug}/scene/").json()
        answer = ada.post(path, choice=told["scene"]["choices"][0]["id"], expected=told["expected"], key="same")
    assert answer.status_code == 200
    assert answer.json()["repeated"]


def test_nobody_takes_the_key_of_a_bot(ada, table):
    told = ada.get(f"tables/{table.slug}/scene/").json()
    path = f"tables/{table.slug}/seats/0/act/"
    answer = ada.post(path, choice=told["scene"]["choices"][0]["id"], expected=told["expected"], key="bot-9")
    assert error_of(answer) == "key"


def test_taking_back_resigning_and_playing_again(ada, bo, table):
    play_on(table, 400, stop=lambda now: any(now.takeable_back(seat) for seat in range(2)))
    now = snapshots.current(table.pk)
    actor = (ada, bo)[now.waiting[0]]
    seat = now.waiting[0]
    told = actor.get(f"tables/{table.slug}/scene/").json()
    assert told["takeable"]
    base = f"tables/{table.slug}/seats/{seat}"
    back = actor.post(f"{base}/take-back/", expected=told["expected"], key="back")
    assert back.json()["seq"] == told["seq"] + 1
    assert error_of(ada.post(f"tables/{table.slug}/rematch/")) == "not-finished"
    assert actor.post(f"{base}/resign/", key="enough").json()["status"] == "finished"
    facts = ada.get(f"tables/{table.slug}/").json()
    assert facts["result"]["winners"] == [1 - seat]
    assert isinstance(facts["result"]["text"], str)
    following = ada.post(f"tables/{table.slug}/rematch/").json()["table"]
    assert bo.post(f"tables/{table.slug}/rematch/").json()["table"] == following
    assert bo.get(f"tables/{table.slug}/").json()["rematch"] == following


def test_what_may_not_be_seen_is_not_there(ada, bo, program):
    table = duel(ada.user, bo.user, visibility="private")
    eve = program("eve")
    for path in (f"tables/{table.slug}/", f"tables/{table.slug}/scene/", "tables/nosuchone/", "nowhere/"):
        answer = eve.get(path)
        assert answer.status_code == 404
        assert error_of(answer) == "not-found"
    for path in ("seats/0/act/", "seats/0/resign/", "seats/0/take/", "seats/0/leave/", "rematch/"):
        body = {"choice": "0" * 12, "expected": 0} if "act" in path else {}
        key = {"key": "k"} if "act" in path or "resign" in path else {}
        assert eve.post(f"tables/{table.slug}/{path}", **body, **key).status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": 7, "seats": SEATS}, "game"),
        ({"game": "dogfight", "seats": "two"}, "seats"),
        ({"game": "dogfight", "seats": [{"who": "queen"}]}, "seats[0].who"),
        ({"game": "dogfight", "seats": SEATS, "visibility": None}, "visibility"),
        ({"game": "dogfight", "seats": SEATS, "colour": "blue"}, "colour"),
        ({"game": "dogfight", "seats": SEATS, "idle_limit": 301}, "idle_limit"),
        ({"game": "dogfight", "seats": [{"who": "hotseat", "name": "a\x00b"}]}, "name"),
        ({"game": "dogfight"}, "seats"),
    ],
)
def test_a_wrong_field_is_named(ada, body, field):
    answer = ada.post("tables/", **body)
    assert answer.status_code == 400
    assert error_of(answer) == "wrong-field"
    assert field in answer.json()["error"]["message"]


def test_bodies_that_are_none(ada):
    for body, content_type, status in (
        (b"{", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 60_000, "application/json", 400),
        (b"{}" + b" " * 70_000, "application/json", 413),
        (b"game=dogfight", "application/x-www-form-urlencoded", 415),
        (b"", "application/json", 400),
    ):
        answer = ada.send("tables/", body, content_type)
        assert answer.status_code == status, body[:20]
        error_of(answer)


def test_a_method_that_is_not_known(ada):
    answer = ada.client.delete("/api/v1/tables/")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET, POST"
    assert error_of(answer) == "wrong-method"


def test_what_does_not_fit_the_game_is_refused_in_words(ada):
    for body, code in (
        ({"game": "chess", "seats": SEATS}, "game"),
        ({"game": "dogfight", "seats": SEATS[:1]}, "seats"),
        ({"game": "dogfight", "seats": [{"who": "me"}, {"who": "bot"}]}, "bot-level"),
        ({"game": "dogfight", "seats": SEATS, "options": {"blank": "maybe"}}, "option"),
    ):
        answer = ada.post("tables/", **body)
        assert answer.status_code == 422
        assert error_of(answer) == code
    assert not Table.objects.exists()


def test_a_program_at_two_seats_says_which(ada):
    seats = [{"who": "me"}, {"who": "hotseat", "name": "Second"}]
    slug = ada.post("tables/", game="dogfight", seats=seats).json()["table"]
    for seat in (0, 1):
        assert ada.get(f"tables/{slug}/scene/?seat={seat}").json()["seat"] == seat
