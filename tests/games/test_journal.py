"""The journal: nothing lost, nothing doubled, everything replayed."""

from __future__ import annotations

import threading
import uuid

import msgspec
import pytest
from django.db import OperationalError, connection, transaction

from apps.games import services, snapshots
from apps.games.models import Entry, Keyframe, Table, new_secret
from apps.games.services import journal, storing
from apps.games.services.rewinding import replay_from_start, state_at
from apps.games.tasks import play_turn, sweep, wake_bots
from apps.rulebooks.core.protocol import IllegalAction
from tests.games.helpers import bot_table, duel, play_on


@pytest.fixture
def table(released, person):
    return duel(person("ada"), person("bo"))


def request_of(table: Table, seat: int | None = None, now: snapshots.Snapshot | None = None) -> dict:
    now = now or snapshots.current(table.pk)
    seat = now.waiting[0] if seat is None else seat
    return {
        "table_id": table.pk,
        "seat": seat,
        "expected": now.seat_seqs[seat],
        "key": uuid.uuid4().hex,
        "action": now.legal(seat)[0],
    }


def test_a_full_table_starts_and_waits_for_both_fleets(table):
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert table.waiting == [0, 1]


def test_a_repeated_request_changes_nothing_and_gets_the_same_answer(table):
    asked = request_of(table)
    first = services.act(**asked)
    again = services.act(**asked)
    assert again.repeated
    assert again.seq == first.seq
    assert Entry.objects.filter(table=table, kind="act").count() == 1


def test_a_stale_page_is_refused_and_changes_nothing(table):
    asked = request_of(table, seat=0)
    services.act(**asked)
    late = {**asked, "key": "another", "action": asked["action"]}
    with pytest.raises(services.Conflict) as refused:
        services.act(**late)
    assert refused.value.snapshot.seq == snapshots.current(table.pk).seq
    assert Entry.objects.filter(table=table, kind="act").count() == 1


def test_another_seats_action_does_not_bounce_mine_in_a_simultaneous_phase(table):
    mine, theirs = request_of(table, seat=0), request_of(table, seat=1)
    services.act(**theirs)
    services.act(**mine)
    assert Entry.objects.filter(table=table, kind="act").count() == 2


def test_an_action_that_is_not_legal_is_refused_with_words_and_changes_nothing(table):
    asked = request_of(table, seat=0)
    other = snapshots.current(table.pk)
    with pytest.raises(IllegalAction) as refused:
        services.act(**{**asked, "action": None, "choice": "no-such-choice"})
    assert str(refused.value.message)
    assert snapshots.read(table.pk).seq == other.seq


def test_two_writers_at_once_store_one_action(table):
    play_on(table, 30)
    now = snapshots.current(table.pk)
    seat = now.waiting[0]
    gate = threading.Barrier(8)
    outcomes: list[str] = []

    def write(number: int) -> None:
        gate.wait()
        try:
            services.act(
                table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key=f"w{number}", action=now.legal(seat)[0]
            )
            outcomes.append("stored")
        except services.Conflict:
            outcomes.append("conflict")
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["conflict"] * 7 + ["stored"]
    stored = snapshots.read(table.pk)
    assert stored.seq == now.seq + 1
    assert replay_from_start(stored) == stored.state


def test_a_writer_with_an_old_memory_looks_again(table):
    old = snapshots.current(table.pk)
    play_on(table, 5)
    snapshots.forget(table.pk)
    snapshots.remember(old)
    asked = {**request_of(table), "key": "from-an-old-page"}
    with pytest.raises(services.Conflict):
        services.act(**asked)
    assert snapshots.current(table.pk).seq > old.seq


def test_what_a_transaction_wrote_twice_and_took_back_is_not_remembered(table):
    stored = snapshots.current(table.pk)

    class Undone(Exception):
        pass

    def twice() -> None:
        with transaction.atomic():
            for _ in range(2):
                services.act(**request_of(table, now=snapshots.read(table.pk)))
            raise Undone

    with pytest.raises(Undone):
        twice()
    assert snapshots.current(table.pk).seq == snapshots.read(table.pk).seq == stored.seq


def test_a_writer_that_the_database_sent_back_for_a_deadlock_tries_again(table, monkeypatch):
    class Deadlock(Exception):
        sqlstate = "40P01"

    faults = [OperationalError("deadlock detected")]
    faults[0].__cause__ = Deadlock()
    monkeypatch.setattr(journal, "store", lambda *entry: fail(faults.pop()) if faults else storing.store(*entry))
    done = services.act(**request_of(table))
    assert (done.repeated, faults) == (False, [])
    assert Entry.objects.filter(table=table, kind="act").count() == 1


def test_another_fault_of_the_database_is_told(table, monkeypatch):
    monkeypatch.setattr(journal, "store", lambda *entry: fail(OperationalError("the disk is full")))
    with pytest.raises(OperationalError, match="disk"):
        services.act(**request_of(table))


def fail(fault: Exception) -> None:
    raise fault


def test_a_whole_game_replays_to_its_state_and_keeps_keyframes(table):
    play_on(table, 4000)
    stored = snapshots.read(table.pk)
    assert stored.status == Table.Status.FINISHED
    assert stored.result["ending"] in stored.book.endings
    assert replay_from_start(stored) == stored.state
    frames = Keyframe.objects.filter(table=table)
    assert frames.count() == 1 + stored.line // 25
    seqs = list(Entry.objects.filter(table=table).values_list("seq", flat=True))
    assert seqs == list(range(1, stored.seq + 1))


def until_takeable(now) -> bool:
    return any(now.takeable_back(seat) for seat in range(2))


def test_taking_back_restores_the_state_and_buys_no_other_chance(table):
    play_on(table, 400, stop=until_takeable)
    moved = snapshots.current(table.pk)
    seat = moved.waiting[0]
    assert moved.takeable_back(seat) == 1
    before = state_at(moved, moved.line - 1)
    undone = services.take_back(table_id=table.pk, seat=seat, expected=moved.seat_seqs[seat], key="undo").snapshot
    assert undone.state == before
    assert undone.seq == moved.seq + 1
    assert undone.line == moved.line - 1
    again = Entry.objects.get(table=table, line=moved.line, kind="act")
    action = msgspec.convert(again.action, undone.book.actions)
    redone = services.act(
        table_id=table.pk, seat=seat, expected=undone.seat_seqs[seat], key="again", action=action
    ).snapshot
    assert redone.state == moved.state
    stored = snapshots.read(table.pk)
    assert replay_from_start(stored) == stored.state
    play_on(table, 60)
    stored = snapshots.read(table.pk)
    assert replay_from_start(stored) == stored.state


def test_nothing_is_taken_back_across_a_barrier(table):
    play_on(table, 400, stop=until_takeable)
    now = snapshots.current(table.pk)
    seat = now.waiting[0]
    undone = services.take_back(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key="undo").snapshot
    with pytest.raises(IllegalAction):
        services.take_back(table_id=table.pk, seat=seat, expected=undone.seat_seqs[seat], key="undo-more")


def test_resigning_ends_the_game_for_the_other_side(table):
    play_on(table, 12)
    services.concede(table_id=table.pk, seat=0, key="enough")
    stored = snapshots.read(table.pk)
    assert stored.result["winners"] == [1]
    assert replay_from_start(stored) == stored.state


def test_a_rematch_swaps_sides_and_is_made_once(table):
    services.concede(table_id=table.pk, seat=0, key="enough")
    table.refresh_from_db()
    ada, bo = (seat.user for seat in table.seats.select_related("user"))
    following = services.rematch(table=table, user=bo)
    assert services.rematch(table=table, user=ada) == following
    assert [seat.user for seat in following.seats.all()] == [bo, ada]
    following.refresh_from_db()
    assert following.status == Table.Status.PLAYING


def test_bots_finish_a_game_by_their_tasks_and_repeats_do_nothing(released, person, monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)
    host = person("host")
    table = bot_table(host)
    for _turn in range(3000):
        now = snapshots.current(table.pk)
        if not now.waiting:
            break
        bots = [seat for seat in now.waiting if now.seats[seat].kind == "bot"]
        if bots:
            play_turn(table.pk, now.seq)
            play_turn(table.pk, now.seq)  # delivered twice
            assert snapshots.current(table.pk).seq == now.seq + 1
        else:
            play_on(table, 1)
    stored = snapshots.read(table.pk)
    assert stored.status == Table.Status.FINISHED
    assert replay_from_start(stored) == stored.state


def test_the_sweeper_wakes_only_silent_bots(released, person, monkeypatch, settings):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)
    woken = []
    monkeypatch.setattr("apps.games.tasks.play_turn.delay", lambda *args: woken.append(args))
    table = bot_table(person("host"))
    settings.BOT_SILENCE = 60
    assert sweep() == 0
    settings.BOT_SILENCE = 0
    assert sweep() == 1
    assert woken == [(table.pk, snapshots.current(table.pk).seq)]


def test_secrets_differ_between_tables_made_at_once():
    assert Table._meta.get_field("secret").default is new_secret
    assert len({new_secret() for _table in range(50)}) == 50


def test_a_bot_says_why_in_the_log(released, person, monkeypatch):
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)
    table = bot_table(person("host"))
    play_turn(table.pk, snapshots.current(table.pk).seq)
    entry = Entry.objects.get(table=table, seat=1, kind="act")
    assert entry.events[0]["kind"] == "thought"
    assert entry.events[0]["text"] == entry.why


def test_bots_pause_for_what_can_be_read_and_go_on_quickly_with_what_cannot(released, person, settings, monkeypatch):
    waits = []
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda args, **how: waits.append(how["countdown"]))
    settings.BOT_PAUSE = 0.8
    table = bot_table(person("ada"))
    snapshot = snapshots.current(table.pk)
    *earlier, last = snapshot.tail
    waits.clear()
    for events in (last.events, ()):
        line = msgspec.structs.replace(last, events=events)
        wake_bots(msgspec.structs.replace(snapshot, tail=(*earlier, line), waiting=(1,)))
    assert waits == [0.8, pytest.approx(0.2)]
