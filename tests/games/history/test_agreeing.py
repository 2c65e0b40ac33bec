"""Agreements: going back together, and draws; everybody is asked, and everything is in the journal."""

from __future__ import annotations

import threading

import msgspec
import pytest
from django.db import connection

from apps.games import services, snapshots
from apps.games.models import Entry, Table
from apps.games.services import SeatPlan, agreeing
from apps.games.services.journal import Repeated
from apps.games.services.rewinding import replay_from_start, state_at
from apps.games.tasks import play_turn, wake_bots
from apps.rulebooks.core.protocol import IllegalAction
from tests.games.helpers import bot_table, duel
from tests.games.history.playing import client_of, go_on


def propose(table, seat, to=None, key="ask", page=None):
    now = page or snapshots.current(table.pk)
    asked = {"table_id": table.pk, "seat": seat, "expected": now.seat_seqs[seat], "key": key,
             "user_id": now.seats[seat].user_id}  # fmt: skip
    if to is None:
        return services.propose_draw(**asked)
    return services.propose_back(to=to, **asked)


def answer(table, seat, yes, motion, key="reply"):
    user_id = snapshots.current(table.pk).seats[seat].user_id
    return services.answer(table_id=table.pk, seat=seat, motion=motion, yes=yes, key=key, user_id=user_id)


def stored(table):
    return snapshots.read(table.pk)


def test_going_back_is_asked_and_done_when_the_other_agrees(running):
    before = snapshots.current(running.pk)
    wanted = state_at(before, before.line - 12)
    asked = propose(running, 0, before.line - 12).snapshot
    assert (asked.motion.kind, asked.motion.seat, asked.line) == ("back", 0, before.line)
    assert asked.state == before.state
    assert stored(running).motion == asked.motion
    done = answer(running, 1, True, asked.motion.seq).snapshot
    assert (done.line, done.motion) == (before.line - 12, None)
    assert done.state == wanted
    assert Entry.objects.filter(table=running, voided_by=done.seq).count() == 12
    now = stored(running)
    assert replay_from_start(now) == now.state == done.state
    assert now.motion is None
    assert done.tail == now.tail


def test_the_same_line_played_again_has_the_same_chance(running):
    before = snapshots.current(running.pk)
    asked = propose(running, 0, 20)
    answer(running, 1, True, asked.snapshot.motion.seq)
    lost = Entry.objects.filter(table=running, voided_by__isnull=False, kind="act").order_by("line")
    for number, entry in enumerate(lost):
        now = snapshots.current(running.pk)
        action = msgspec.convert(entry.action, now.book.actions)
        services.act(table_id=running.pk, seat=entry.seat, expected=now.seat_seqs[entry.seat], key=f"a{number}",
                     action=action)  # fmt: skip
    now = stored(running)
    assert now.state == before.state
    rolls = Entry.objects.filter(table=running, kind="act").order_by("line", "seq")
    by_line = {}
    for entry in rolls:
        assert by_line.setdefault(entry.line, entry.chance) == entry.chance
    assert replay_from_start(now) == now.state


def test_a_refusal_and_a_withdrawal_leave_everything_as_it_was(running):
    before = snapshots.current(running.pk)
    asked = propose(running, 0, 20)
    refused = answer(running, 1, False, asked.snapshot.motion.seq).snapshot
    assert (refused.motion, refused.line, refused.state) == (None, before.line, before.state)
    with pytest.raises(IllegalAction, match="asked that already"):
        propose(running, 0, 30, key="nag")
    offered = propose(running, 0, key="offer")
    taken = answer(running, 0, False, offered.snapshot.motion.seq, key="changed-my-mind").snapshot
    assert taken.motion is None
    told = [str(event.text) for line in taken.tail[-4:] for event in line.events]
    assert [words.split()[1] for words in told] == ["asks", "refuses.", "offers", "withdraws"]


def test_a_draw_needs_both(running):
    offer = propose(running, 1)
    assert offer.snapshot.status == Table.Status.PLAYING
    with pytest.raises(IllegalAction):
        answer(running, 1, True, offer.snapshot.motion.seq)
    done = answer(running, 0, True, offer.snapshot.motion.seq).snapshot
    assert done.status == Table.Status.FINISHED
    assert (done.result["ending"], list(done.result["winners"])) == ("agreed", [])
    now = stored(running)
    assert replay_from_start(now) == now.state
    assert Entry.objects.get(table=running, kind="agree").line == now.line


def test_a_proposal_expires_when_the_game_moves_on(running):
    offer = propose(running, 1)
    go_on(running, 1)
    assert snapshots.current(running.pk).motion is None
    assert stored(running).motion is None
    with pytest.raises(services.Conflict):
        answer(running, 0, True, offer.snapshot.motion.seq)


def test_a_double_click_does_nothing_twice(running):
    page = snapshots.current(running.pk)
    offer, same = propose(running, 0, 30, page=page), propose(running, 0, 30, page=page)
    assert same.repeated
    assert same.seq == offer.seq
    motion = offer.snapshot.motion.seq
    first, again = answer(running, 1, True, motion), answer(running, 1, True, motion)
    assert again.repeated
    assert again.seq == first.seq
    assert Entry.objects.filter(table=running, kind="undo").count() == 1
    with pytest.raises(services.Conflict):
        answer(running, 1, True, motion, key="another-tab")
    draw = propose(running, 0, key="draw").snapshot.motion.seq
    ended = answer(running, 1, True, draw, key="end")
    assert answer(running, 1, True, draw, key="end").seq == ended.seq


def test_only_one_proposal_at_a_time(running):
    propose(running, 0)
    with pytest.raises(IllegalAction, match="Another proposal"):
        propose(running, 1, 10)


def test_two_answers_at_once_count_once(running):
    offer = propose(running, 0)
    gate = threading.Barrier(6)
    outcomes = []

    def click(number):
        gate.wait()
        try:
            done = answer(running, 1, number % 2 == 0, offer.snapshot.motion.seq, key=f"k{number}")
            outcomes.append(done.snapshot.status if not done.repeated else "repeated")
        except (services.Conflict, IllegalAction) as late:
            outcomes.append(type(late).__name__)
        finally:
            connection.close()

    threads = [threading.Thread(target=click, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Entry.objects.filter(table=running, kind__in=["answer", "agree"]).count() == 1
    assert len([outcome for outcome in outcomes if outcome in ("playing", "finished")]) == 1
    now = stored(running)
    assert replay_from_start(now) == now.state


def test_the_start_of_my_last_turn(running):
    now = snapshots.current(running.pk)
    for seat in range(2):
        begun = [
            entry.line
            for entry in Entry.objects.filter(table=running, voided_by=None).order_by("line")
            if any(event["kind"] == "turn-began" and event.get("seat") == seat for event in entry.events)
        ]
        mine = Entry.objects.filter(table=running, seat=seat, kind="act").order_by("-line")[0].line
        asked = propose(running, seat, "turn", key=f"t{seat}").snapshot.motion
        assert asked.line == max(line for line in begun if line < mine)
        answer(running, seat, False, asked.seq, key=f"w{seat}")
        assert agreeing._target(now, seat, "action") == mine - 1


def test_alone_with_a_bot_one_may_go_back_at_once_but_not_draw(released, ada, monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)
    table = bot_table(ada)
    go_on(table, 60)
    now = snapshots.current(table.pk)
    with pytest.raises(IllegalAction):
        propose(table, 0)
    done = propose(table, 0, "turn", key="back").snapshot
    assert done.line < now.line
    assert done.motion is None
    after = stored(table)
    assert replay_from_start(after) == after.state
    play_turn(table.pk, after.seq)  # a bot that is waited for goes on from there
    after = stored(table)
    assert replay_from_start(after) == after.state


def test_two_on_one_device_agree_by_themselves(released, ada):
    table = services.create_table(game="dogfight", host=ada, seats=[SeatPlan("me"), SeatPlan("hotseat", name="Cy")])
    go_on(table, 30)
    assert propose(table, 1).snapshot.result["ending"] == "agreed"


def test_bots_hold_back_while_people_have_something_to_answer(running, monkeypatch):
    woken = []
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: woken.append(args))
    asked = propose(running, 0).snapshot
    seats = tuple(msgspec.structs.replace(seat, kind="bot") for seat in asked.seats)
    wake_bots(msgspec.structs.replace(asked, seats=seats))
    assert woken == []
    wake_bots(msgspec.structs.replace(asked, seats=seats, motion=None))
    assert len(woken) == 1


def test_what_one_may_take_back_alone_is_not_asked_for(released, ada, bo):
    table = duel(ada, bo)
    go_on(table, 400, stop=lambda now: any(now.takeable_back(seat) for seat in range(2)))
    now = snapshots.current(table.pk)
    seat = now.waiting[0]
    done = propose(table, seat, now.line - 1).snapshot
    assert (done.line, done.motion) == (now.line - 1, None)


def test_everybody_else_is_asked_and_each_person_once(running):
    now = snapshots.current(running.pk)
    ada, bo = now.seats
    both = msgspec.structs.replace(ada, number=2)  # Ada plays a second seat, and Cy a third
    cy = msgspec.structs.replace(bo, number=3, user_id=999)
    motion = snapshots.Motion("back", 0, ada.user_id, now.line - 20, seq=5)
    table = msgspec.structs.replace(now, seats=(ada, bo, both, cy), motion=motion)
    assert agreeing.asked_by(table, ada.user_id) == {bo.user_id, 999}
    first = agreeing._answered(table, motion, 1, bo.user_id, True, "k")
    assert (first.kind, first.motion.agreed, first.state) == ("answer", (bo.user_id,), now.state)
    with pytest.raises(Repeated):
        agreeing._answered(table, first.motion, 1, bo.user_id, True, "again")
    assert agreeing._answered(table, first.motion, 1, 999, False, "k").motion is None
    last = agreeing._answered(table, first.motion, 1, 999, True, "k")
    assert (last.kind, last.line, last.motion) == ("undo", now.line - 20, None)
    with pytest.raises(IllegalAction):
        agreeing._answered(table, motion, 1, 12345, True, "k")


def test_the_page_offers_the_answers_to_those_who_are_asked(running, ada, bo, person):
    motion = propose(running, 0).snapshot.motion.seq
    pages = {who: client_of(user).get(f"/t/{running.slug}/").content.decode()
             for who, user in (("made", ada), ("asked", bo), ("watches", person("eve")), ("nobody", None))}  # fmt: skip
    assert f'value="yes-{motion}"' in pages["asked"]
    assert f'value="no-{motion}"' in pages["asked"]
    assert f'value="yes-{motion}"' not in pages["made"]
    assert f'value="no-{motion}"' in pages["made"]
    for who in ("watches", "nobody"):
        assert "offers a draw" in pages[who]
        assert f'-{motion}" class' not in pages[who]


def post(client, table, what, **data):
    return client.post(f"/t/{table.slug}/{what}/", data)


def test_proposals_and_answers_go_through_the_page(running, ada, bo, person):
    now = snapshots.current(running.pk)
    form = {"seat": 0, "expected": now.seat_seqs[0], "key": "k1"}
    eve = client_of(person("eve"))
    assert post(eve, running, "propose", choice="draw", **form).status_code == 403
    assert post(client_of(bo), running, "propose", choice="draw", **form).status_code == 403
    assert post(client_of(ada), running, "propose", choice="nonsense", **form).status_code == 422
    assert post(client_of(ada), running, "propose", line="999", **form).status_code == 422
    assert post(client_of(ada), running, "propose", line="40", **form).status_code == 302
    motion = snapshots.current(running.pk).motion
    assert motion.line == 40
    reply = {"seat": 1, "expected": 0, "key": "k2"}
    assert post(eve, running, "answer", choice=f"yes-{motion.seq}", **reply).status_code == 403
    assert post(client_of(bo), running, "answer", choice="yes-1", **reply).status_code == 409
    assert post(client_of(bo), running, "answer", choice=f"yes-{motion.seq}", **reply).status_code == 302
    assert snapshots.current(running.pk).line == 40
