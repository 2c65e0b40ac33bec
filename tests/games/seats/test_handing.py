"""Seats that live: a bot takes over, the person comes back, and nothing is done twice."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.services import make_guest, merge_guest
from apps.games import services, snapshots
from apps.games.live.views_of import may_watch, view_of
from apps.games.models import Entry, Seat, Table
from apps.games.selectors import visible_to
from apps.games.services import SeatPlan
from apps.games.services.rewinding import replay_from_start
from apps.games.tasks import play_turn, sweep
from apps.rulebooks.core.protocol import PUBLIC, IllegalAction
from tests.games.helpers import duel, play_on

LEVEL = "cadet"


@pytest.fixture
def people(person):
    return person("ada"), person("bo")


@pytest.fixture
def table(released, people):
    return duel(*people)


@pytest.fixture
def tasks(monkeypatch):
    """The tasks that were sent, instead of a broker."""
    sent = []
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda args, **kwargs: sent.append(args))
    monkeypatch.setattr("apps.games.tasks.play_turn.delay", lambda *args: sent.append(args))
    return sent


def owner(table, seat):
    return table.seats.select_related("user").get(number=seat).user


def leave(table, seat, user=None):
    return services.give_to_bot(table_id=table.pk, number=seat, level=LEVEL, user=user or owner(table, seat)).snapshot


def first_waiting(table):
    return snapshots.current(table.pk).waiting[0]


def until_one_is_waited_on(table):
    play_on(table, 60, stop=lambda now: len(now.waiting) == 1)
    return first_waiting(table)


def test_a_bot_takes_over_at_once_and_the_person_comes_back(table, tasks):
    seat = until_one_is_waited_on(table)
    someone = owner(table, seat)
    after = leave(table, seat)
    assert tasks == [(table.pk, after.seq)]
    assert after.seats[seat].kind == "bot"
    assert after.seats[seat].keeper == someone.username
    assert someone.username in str(after.tail[-1].events[0].text)
    assert snapshots.read(table.pk) == after
    play_turn(*tasks.pop())
    assert Entry.objects.filter(table=table, kind="act").last().user is None
    back = services.come_back(table_id=table.pk, number=seat, user=someone).snapshot
    assert back.seats[seat] == snapshots.SeatInfo(seat, "person", someone.pk, someone.username)
    assert snapshots.read(table.pk) == back
    assert replay_from_start(back) == back.state


def test_a_seat_of_somebody_beside_one_keeps_its_name(released, people, tasks):
    ada = people[0]
    table = services.create_table(game="dogfight", host=ada, seats=[SeatPlan("me"), SeatPlan("hotseat", name="Zoe")])
    after = leave(table, 1, ada)
    assert after.seats[1].keeper == "Zoe"
    assert services.come_back(table_id=table.pk, number=1, user=ada).snapshot.seats[1].name == "Zoe"


def test_a_bot_takes_over_in_the_middle_of_a_reaction(table, tasks):
    """Whatever is being decided, by whomever: the bot decides it."""
    kinds = set()
    for _step in range(400):
        now = snapshots.current(table.pk)
        if not now.waiting or len(kinds) > 4:
            break
        seat = now.waiting[0]
        kind = tuple(sorted({type(action).__name__ for action in now.legal(seat)}))
        if kind not in kinds:
            kinds.add(kind)
            someone = owner(table, seat)
            after = leave(table, seat)
            play_turn(table.pk, after.seq)
            moved = snapshots.current(table.pk)
            assert moved.seq == after.seq + 1, kind
            assert moved.tail[-1].seat == seat
            if moved.status == "playing":
                services.come_back(table_id=table.pk, number=seat, user=someone)
        play_on(table, 1, seed=bytes([len(kinds)]) * 16)
    assert len(kinds) > 3
    assert replay_from_start(snapshots.read(table.pk)) == snapshots.read(table.pk).state


def test_a_hint_from_before_the_seat_changed_hands_does_nothing(table, tasks):
    seat = until_one_is_waited_on(table)
    someone = owner(table, seat)
    after = leave(table, seat)
    back = services.come_back(table_id=table.pk, number=seat, user=someone).snapshot
    play_turn(table.pk, after.seq)
    play_turn(table.pk, back.seq)
    assert snapshots.read(table.pk).seq == back.seq


def test_what_a_page_asked_for_before_its_seat_was_given_away_is_refused(table, tasks):
    seat = until_one_is_waited_on(table)
    someone = owner(table, seat)
    old = snapshots.current(table.pk)
    leave(table, seat)
    asked = {"table_id": table.pk, "seat": seat, "key": "late", "user_id": someone.pk}
    snapshots.remember(old)
    with pytest.raises(services.Conflict):
        services.act(**asked, expected=old.seat_seqs[seat], action=old.legal(seat)[0])
    with pytest.raises(services.Conflict):
        services.concede(**asked)
    assert snapshots.read(table.pk).seq == old.seq + 1


def race(*writers):
    """Run all at once; the names of those that did it, and of those that were told they could not."""
    gate = threading.Barrier(len(writers))
    outcomes = []

    def run(name, write):
        gate.wait()
        try:
            write()
            outcomes.append((name, "done"))
        except (services.Conflict, IllegalAction):
            outcomes.append((name, "told"))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=writer) for writer in writers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return dict(outcomes)


def test_of_a_person_and_the_bot_on_one_seat_exactly_one_acts(table, tasks):
    """The person acts on the page they still have while they leave, on another device, and a bot wakes."""
    for turn in range(6):
        seat = until_one_is_waited_on(table)
        someone, now = owner(table, seat), snapshots.current(table.pk)

        def act(now=now, seat=seat, someone=someone, turn=turn):
            services.act(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key=f"person-{turn}",
                         action=now.legal(seat)[-1], user_id=someone.pk)  # fmt: skip

        def go(seat=seat, someone=someone):
            play_turn(table.pk, leave(table, seat, someone).seq)

        outcomes = race(("person", act), ("bot", go))
        stored = snapshots.read(table.pk)
        assert outcomes["bot"] == "done"
        theirs = Entry.objects.filter(table=table, kind="act", key=f"person-{turn}", user=someone)
        assert theirs.count() == (outcomes["person"] == "done")
        assert replay_from_start(stored) == stored.state
        services.come_back(table_id=table.pk, number=seat, user=someone)
        if snapshots.current(table.pk).status != "playing":
            break


def test_coming_back_while_the_bot_acts_loses_nothing(table, tasks):
    for _turn in range(6):
        seat = until_one_is_waited_on(table)
        someone = owner(table, seat)
        after = leave(table, seat)
        outcomes = race(
            ("person", lambda seat=seat, someone=someone: services.come_back(
                table_id=table.pk, number=seat, user=someone)),
            ("bot", lambda after=after: play_turn(table.pk, after.seq)),
        )  # fmt: skip
        stored = snapshots.read(table.pk)
        assert outcomes["person"] == "done"
        assert stored.seats[seat].user_id == someone.pk
        assert stored.seq - after.seq in (1, 2)
        seqs = list(Entry.objects.filter(table=table).values_list("seq", flat=True))
        assert seqs == list(range(1, stored.seq + 1))


def test_two_who_come_back_at_once_are_one(table, tasks):
    someone = owner(table, 0)
    leave(table, 0)

    def back():
        services.come_back(table_id=table.pk, number=0, user=someone)

    outcomes = race(("phone", back), ("desk", back))
    assert sorted(outcomes.values()) == ["done", "told"]


def test_only_those_concerned_can_change_a_seat(table, people, person, tasks):
    ada, bo = people
    for who, seat in ((bo, 0), (person("eve"), 0), (ada, 1), (ada, 7), (ada, -1)):
        for change in (services.give_to_bot, services.relieve):
            with pytest.raises(IllegalAction):
                change(table_id=table.pk, number=seat, level=LEVEL, user=who)
    with pytest.raises(IllegalAction):
        services.give_to_bot(table_id=table.pk, number=0, level="god", user=ada)
    leave(table, 0)
    for who in (bo, person("mallory")):
        with pytest.raises(IllegalAction):
            services.come_back(table_id=table.pk, number=0, user=who)
    with pytest.raises(IllegalAction):
        services.give_to_bot(table_id=table.pk, number=0, level=LEVEL, user=ada)


def test_when_all_have_left_the_bots_wait_until_somebody_comes_back(table, people, tasks, settings):
    settings.BOT_SILENCE = 0
    leave(table, 0)
    assert not snapshots.current(table.pk).asleep
    tasks.clear()
    last = leave(table, 1)
    assert last.asleep
    assert tasks == []
    assert sweep() == 0
    play_turn(table.pk, last.seq)
    assert snapshots.read(table.pk).seq == last.seq
    services.come_back(table_id=table.pk, number=0, user=people[0])
    assert tasks
    assert sweep() == 1


def test_a_table_made_for_bots_goes_on_by_itself(released, people, tasks, settings):
    settings.BOT_SILENCE = 0
    table = services.create_table(game="dogfight", host=people[0], seats=[SeatPlan("bot", LEVEL)] * 2)
    assert not snapshots.current(table.pk).asleep
    assert tasks
    assert sweep() == 1


def long_ago(table, days):
    Entry.objects.filter(table=table).update(at=timezone.now() - timedelta(days=days))


def test_somebody_who_is_away_for_long_is_relieved_by_the_others_only(table, people, tasks):
    seat = until_one_is_waited_on(table)
    late, other = people[seat], people[1 - seat]
    asked = {"table_id": table.pk, "number": seat, "level": LEVEL}
    with pytest.raises(IllegalAction):
        services.relieve(**asked, user=other)
    long_ago(table, 4)
    with pytest.raises(IllegalAction):
        services.relieve(**asked, user=late)
    with pytest.raises(IllegalAction):
        services.relieve(**{**asked, "number": 1 - seat}, user=late)
    after = services.relieve(**asked, user=other).snapshot
    assert after.seats[seat].keeper_id == late.pk
    assert tasks
    back = services.come_back(table_id=table.pk, number=seat, user=late).snapshot
    assert back.seats[seat].user_id == late.pk
    assert services.relieved_from(back, seat) > timezone.now(), "coming back starts the clock again"


def test_a_bot_is_never_late(table, people, tasks):
    seat = until_one_is_waited_on(table)
    leave(table, seat)
    long_ago(table, 30)
    with pytest.raises(IllegalAction):
        services.relieve(table_id=table.pk, number=seat, level=LEVEL, user=people[1 - seat])


def test_whoever_left_still_sees_a_private_table_but_not_their_hand(released, people, person, tasks):
    ada, bo = people
    table = duel(ada, bo, visibility="private")
    after = leave(table, 1)
    assert may_watch(after, bo.pk)
    assert table in visible_to(bo)
    view = view_of(after, bo.pk)
    assert (view.seats, view.kept, view.audience) == ((), (1,), PUBLIC)
    assert not may_watch(after, person("eve").pk)


def test_a_guest_who_logs_in_takes_kept_seats_along(released, person, tasks):
    guest, member = make_guest(), person("mia")
    table = duel(person("host"), guest)
    leave(table, 1)
    merge_guest(guest=guest, member=member)
    now = snapshots.current(table.pk)
    assert now.kept_for(member.pk) == (1,)
    assert now == snapshots.read(table.pk)
    services.come_back(table_id=table.pk, number=1, user=member)
    assert owner(table, 1) == member


def test_a_rematch_keeps_the_seat_of_whoever_left(table, people, tasks):
    ada, bo = people
    leave(table, 1)
    services.concede(table_id=table.pk, seat=0, key="enough")
    table.refresh_from_db()
    following = services.rematch(table=table, user=ada)
    assert [(seat.kind, seat.keeper) for seat in following.seats.all()] == [("bot", bo), ("person", None)]


def test_the_host_asks_somebody_to_go_before_the_start(released, people, person):
    ada, bo = people
    table = services.create_table(game="dogfight", host=ada, seats=[SeatPlan("open"), SeatPlan("open")])
    services.take_seat(table_id=table.pk, number=0, user=bo)
    link = Seat.objects.get(table=table, number=0).invite
    for who in (bo, person("eve")):
        with pytest.raises(IllegalAction):
            services.unseat(table_id=table.pk, number=0, user=who)
    after = services.unseat(table_id=table.pk, number=0, user=ada).snapshot
    assert after == snapshots.read(table.pk)
    assert after.seats[0].kind == "invited"
    for invite in ("", link):
        with pytest.raises(IllegalAction):
            services.take_seat(table_id=table.pk, number=0, user=bo, invite=invite)
    with pytest.raises(IllegalAction):
        services.unseat(table_id=table.pk, number=0, user=ada)


def test_nobody_is_asked_to_go_once_the_game_has_begun(table, people):
    with pytest.raises(IllegalAction):
        services.unseat(table_id=table.pk, number=1, user=people[0])
    assert Table.objects.get(pk=table.pk).seats.get(number=1).user == people[1]
