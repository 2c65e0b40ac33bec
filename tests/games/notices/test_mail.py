"""Mail that it is your turn: once, in time, and not to those who are looking."""

from __future__ import annotations

import re
import threading
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.games import services, snapshots
from apps.games.live import presence
from apps.games.models import Seat
from apps.notices import sending
from apps.notices.collecting import collect, next_digest
from apps.notices.models import Notice, Wish
from apps.notices.tasks import send_due
from tests.games.helpers import play_on
from tests.games.notices.conftest import age


def states(someone):
    return list(Notice.objects.filter(user=someone).order_by("pk").values_list("kind", "state"))


def test_one_mail_tells_of_a_turn_however_often_the_task_runs(wisher, waiting):
    ada = wisher(mail="table")
    table = waiting(ada)
    for _run in range(3):
        send_due()
    (message,) = mail.outbox
    assert message.to == ["ada@example.org"]
    assert message.subject == "Starboard: Your turn at Space Dogfight"
    html = message.alternatives[0][0]
    for text in (message.body, html):
        assert f"http://localhost:8000/t/{table.slug}/" in text
        assert "It is your turn as Red" in text
    assert states(ada) == [("turn", "sent")]


def test_two_workers_at_once_send_one_mail(wisher, waiting):
    ada = wisher(mail="table")
    for _table in range(3):
        waiting(ada)
    gate = threading.Barrier(4)

    def work():
        gate.wait()
        try:
            send_due()
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = [line for message in mail.outbox for line in re.findall(r"http://\S+/t/\w+/", message.body)]
    assert len(told) == len(set(told)) == 3
    assert [state for _kind, state in states(ada)] == ["sent"] * 3


def test_a_turn_that_has_just_come_waits_for_the_grace_period(wisher, waiting):
    ada = wisher(mail="table")
    table = waiting(ada, minutes=4)
    send_due()
    assert (mail.outbox, states(ada)) == ([], [])
    age(table, 6)
    send_due()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("how", ["is here", "has looked", "has acted and left"])
def test_nobody_is_told_who_is_looking_or_has_looked(wisher, waiting, how):
    ada = wisher(mail="table")
    table = waiting(ada)
    if how == "is here":
        presence.touch(table.pk, ada.pk)
    else:
        Seat.objects.filter(table=table, user=ada).update(seen_at=timezone.now() - timedelta(minutes=9))
    if how == "has acted and left":
        play_on(table, 90, stop=lambda now: now.waiting == (0,) and now.tail[-1].seat == 0)
        assert snapshots.current(table.pk).waiting == (0,)
        age(table, 30)
        Seat.objects.filter(table=table, user=ada).update(seen_at=timezone.now() - timedelta(minutes=30))
    send_due()
    assert mail.outbox == []
    assert states(ada) == [("turn", "skipped")]


def another_turn(table, minutes=10):
    """Both sides act until it is the first side's turn again, without anybody looking."""
    play_on(table, 1)
    play_on(table, 60, stop=lambda now: now.waiting == (1,))
    play_on(table, 60, stop=lambda now: now.waiting == (0,))
    age(table, minutes)
    then = timezone.now() - timedelta(minutes=minutes + 20)
    Notice.objects.update(created_at=then)
    Notice.objects.filter(sent_at__isnull=False).update(sent_at=then)


def test_there_is_no_second_mail_of_a_table_before_its_reader_has_looked(wisher, waiting):
    ada = wisher(mail="table")
    table = waiting(ada)
    send_due()
    another_turn(table)
    send_due()
    assert len(mail.outbox) == 1
    assert states(ada) == [("turn", "sent"), ("turn", "skipped")]
    Seat.objects.filter(table=table, user=ada).update(seen_at=timezone.now() - timedelta(minutes=15))
    another_turn(table)
    send_due()
    assert len(mail.outbox) == 2


def test_whoever_looks_between_finding_and_sending_is_not_told(wisher, waiting):
    ada = wisher(mail="table")
    table = waiting(ada)
    collect(timezone.now())
    Seat.objects.filter(table=table, user=ada).update(seen_at=timezone.now())
    send_due()
    assert mail.outbox == []
    assert states(ada) == [("turn", "skipped")]


def test_a_turn_that_a_bot_took_over_is_not_told(wisher, waiting):
    ada = wisher(mail="table")
    table = waiting(ada)
    collect(timezone.now())
    services.give_to_bot(table_id=table.pk, number=0, level="cadet", user=ada)
    send_due()
    assert mail.outbox == []


def test_several_tables_are_one_mail(wisher, waiting):
    ada = wisher(mail="table")
    tables = [waiting(ada) for _table in range(3)]
    send_due()
    (message,) = mail.outbox
    assert message.subject == "Starboard: 3 tables wait for you"
    assert all(table.slug in message.body for table in tables)


def test_the_daily_mail_comes_once_a_day_and_names_what_still_waits(wisher, waiting):
    ada = wisher(mail="daily")
    kept, left = waiting(ada), waiting(ada)
    send_due()
    assert mail.outbox == []
    services.give_to_bot(table_id=left.pk, number=0, level="cadet", user=ada)
    morning = next_digest(timezone.now())
    assert timezone.now() < morning <= timezone.now() + timedelta(days=1)
    for _run in range(2):
        for user_id in sending.due("mail", morning):
            sending.send_mail_to(user_id, morning)
    (message,) = mail.outbox
    assert kept.slug in message.body
    assert left.slug not in message.body


@pytest.mark.parametrize("why", ["no wish", "not confirmed", "lesson"])
def test_nobody_is_mailed_who_did_not_ask_or_whose_address_is_not_confirmed(wisher, waiting, why):
    ada = wisher(mail="off" if why == "no wish" else "table", verified=why != "not confirmed")
    table = waiting(ada)
    if why == "lesson":
        type(table).objects.update(lesson=True)
    send_due()
    assert (mail.outbox, states(ada)) == ([], [])


def test_the_end_of_a_game_is_told_to_those_who_did_not_see_it(wisher, waiting):
    ada = wisher(mail="table")
    table = waiting(ada)
    services.concede(table_id=table.pk, seat=1, key="enough")
    age(table, 10)
    send_due()
    send_due()
    (message,) = mail.outbox
    assert message.subject == "Starboard: Space Dogfight is over"
    assert states(ada) == [("over", "sent")]


def test_an_old_end_is_no_news(wisher, waiting):
    ada = wisher(mail="table")
    table = waiting(ada)
    services.concede(table_id=table.pk, seat=1, key="enough")
    age(table, 60 * 24 * 3)
    send_due()
    assert mail.outbox == []


def test_a_mail_server_out_of_reach_delays_and_at_last_ends_it(wisher, waiting, monkeypatch):
    ada = wisher(mail="table")
    waiting(ada)
    monkeypatch.setattr("apps.notices.sending.EmailMultiAlternatives.send", failing)
    now = timezone.now()
    collect(now)
    waits = []
    for _try in range(sending.TRIES):
        assert sending.send_mail_to(ada.pk, now) == 0
        due_at = Notice.objects.get().due_at
        waits.append((due_at - now).total_seconds())
        now = due_at
    assert waits == [60, 120, 240, 480, 960, 1920]
    assert states(ada) == [("turn", "failed")]


def failing(self):
    raise ConnectionRefusedError


def test_a_notice_whose_worker_died_is_sent_by_another(wisher, waiting):
    ada = wisher(mail="table")
    waiting(ada)
    now = timezone.now()
    collect(now)
    assert len(sending.claim(now, user_id=ada.pk)) == 1
    send_due()
    assert mail.outbox == []
    Notice.objects.update(claimed_at=now - timedelta(minutes=11))
    send_due()
    assert len(mail.outbox) == 1


def test_mail_is_turned_off_by_its_link_and_by_mail_programs(wisher, waiting):
    ada = wisher(mail="table")
    waiting(ada)
    send_due()
    (message,) = mail.outbox
    link = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link in message.body
    assert link in message.alternatives[0][0]
    path = link.removeprefix("http://localhost:8000")
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(path).status_code == 200
    assert Wish.objects.get().mail == "table", "looking at the link turns nothing off"
    assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Wish.objects.get().mail == "off"
    assert stranger.post(path[:-3] + "xx/").status_code == 404


def test_finding_what_is_due_asks_little_of_tables_that_were_told(wisher, waiting, django_assert_max_num_queries):
    ada = wisher(mail="table")
    for _table in range(4):
        waiting(ada)
    send_due()
    with django_assert_max_num_queries(9):
        send_due()
