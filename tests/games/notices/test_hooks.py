"""Webhooks: signed, small, repeated until they are taken, and never into our own network."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import socket
import threading
import time
from datetime import timedelta

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.utils import timezone

from apps.accounts.models import User
from apps.games import services, snapshots
from apps.games.services import SeatPlan
from apps.notices import guard, hooking, hooks
from apps.notices.collecting import collect
from apps.notices.forms import WishForm
from apps.notices.models import Notice, Wish
from apps.notices.tasks import send_due, tell_hooks
from tests.scenarios import stored, wait_for
from tests.servers import QUIET, Web, database_url


@pytest.fixture
def at_home(settings):
    settings.HOOKS_PRIVATE = True


def test_a_program_is_told_once_and_can_check_who_told_it(wisher, waiting, listener, at_home):
    ada = wisher(hook=listener.url)
    table = waiting(ada)
    for _run in range(3):
        send_due()
        tell_hooks(ada.pk)
    (heard,) = listener.heard
    now = snapshots.current(table.pk)
    assert heard.path == "/hook?a=1"
    assert heard.told == {
        "table": table.slug,
        "game": "Space Dogfight",
        "kind": "turn",
        "link": f"http://localhost:8000/t/{table.slug}/",
        "headline": heard.told["headline"],
        "seq": Notice.objects.get().seq,
    }
    assert heard.told["seq"] <= now.seq
    assert heard.told["headline"].startswith("It is your turn as Red")
    secret = Wish.objects.get().hook_secret
    signed = f"{heard.headers['X-Starboard-Time']}.".encode() + heard.body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    assert heard.headers["X-Starboard-Signature"] == f"sha256={expected}"
    assert abs(int(heard.headers["X-Starboard-Time"]) - time.time()) < 30
    assert heard.headers["Content-Type"] == "application/json"
    assert bytes(table.secret).hex() not in heard.body.decode()


def test_what_is_not_taken_is_repeated_later_with_the_same_key(wisher, waiting, listener, at_home):
    ada = wisher(hook=listener.url)
    waiting(ada)
    listener.answers[:] = [500, 302, 200]
    now = timezone.now()
    collect(now)
    pk = Notice.objects.get().pk
    assert not hooking.tell_hook(pk, now)
    assert Wish.objects.get().hook_fault == "HTTP 500"
    hooking.tell_hook(pk, now)
    assert len(listener.heard) == 1, "not before its time"
    assert not hooking.tell_hook(pk, now + timedelta(seconds=61)), "a redirection is not followed"
    assert hooking.tell_hook(pk, now + timedelta(seconds=400))
    assert Wish.objects.get().hook_fault == ""
    assert len(listener.heard) == 3
    assert {heard.path for heard in listener.heard} == {"/hook?a=1"}
    assert len({heard.headers["X-Starboard-Notice"] for heard in listener.heard}) == 1


def test_private_addresses_are_refused_when_it_is_told(wisher, waiting, listener):
    ada = wisher(hook=listener.url)
    waiting(ada)
    send_due()
    assert listener.heard == []
    assert Notice.objects.get().state == "failed"
    assert "private" in Wish.objects.get().hook_fault


PRIVATE = [
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.5.4", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::ffff:10.0.0.1", "::ffff:127.0.0.1", "fc00::1", "fd12::1", "fe80::1", "fec0::1",
    "ff02::1", "2001:db8::1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:c0a8:101::",
    "fe80::1%eth0", "nonsense",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_no_disguise_makes_a_private_address_public(address):
    assert not guard.is_public(address)


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1"]
)
def test_public_addresses_are_told(address):
    assert guard.is_public(address)


def answers(*found):
    """A name service that says this."""
    return lambda host, port, type: [
        (socket.AF_INET6 if ":" in one else socket.AF_INET, type, 6, "", (one, port)) for one in found
    ]


def test_a_name_is_judged_by_all_of_its_addresses_and_used_as_it_was_judged(monkeypatch):
    monkeypatch.setattr(guard.socket, "getaddrinfo", answers("1.1.1.1", "10.0.0.1"))
    with pytest.raises(guard.Refused):
        guard.resolve("two-faced.example", 443)
    monkeypatch.setattr(guard.socket, "getaddrinfo", answers("2606:4700::1111", "1.1.1.1"))
    assert guard.resolve("plain.example", 443) == "1.1.1.1"
    asked = []
    monkeypatch.setattr(hooks.socket, "create_connection", lambda to, timeout: asked.append(to) or fail())
    with pytest.raises(hooks.Failed):
        hooks.post("https://plain.example/x", "secret", {}, "1")
    assert asked == [("1.1.1.1", 443)], "no second look-up, which could say something else"


def fail():
    raise ConnectionRefusedError


@pytest.mark.parametrize(
    "address",
    ["ftp://example.org/", "file:///etc/passwd", "gopher://example.org", "http://", "https://me:pw@example.org/",
     "https://me@example.org/", "http://example.org:99999/", "http://exa mple.org/", "http://example.org/a\r\nX: y",
     "http://exämple.org/", "javascript:alert(1)"],
)  # fmt: skip
def test_only_plain_web_addresses_are_told(address):
    with pytest.raises(guard.Refused):
        guard.split(address)


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1/", "http://localhost:6379/", "https://[::1]/", "http://10.0.0.1/", "http://me.local/"]
)
def test_plainly_private_addresses_are_refused_in_the_form(address):
    form = WishForm({"mail": "off", "hook": address})
    assert not form.is_valid()
    assert list(form.errors) == ["hook"]
    with pytest.raises(ValidationError):
        raise form.errors.as_data()["hook"][0]


def test_a_program_that_drips_its_answer_is_cut_off(settings, at_home):
    settings.HOOK_TIMEOUT = 0.6
    quiet = socket.create_server(("127.0.0.1", 0))
    try:
        before = time.monotonic()
        with pytest.raises(hooks.Failed):
            hooks.post(f"http://127.0.0.1:{quiet.getsockname()[1]}/", "secret", {"a": 1}, "1")
        assert time.monotonic() - before < 3
    finally:
        quiet.close()


def test_a_webhook_that_fails_is_let_be_for_longer_and_longer_then_turned_off(
    wisher, waiting, listener, at_home, settings, client
):
    settings.HOOK_FAILURES = 3
    ada = wisher(hook=listener.url)
    for _table in range(4):
        waiting(ada)
    listener.answers[:] = [500]
    now = timezone.now()
    collect(now)
    pks = list(Notice.objects.values_list("pk", flat=True))
    tell_hooks(ada.pk)
    assert len(listener.heard) == 1, "one failure is enough for this time"
    for pk in pks[1:]:
        hooking.tell_hook(pk, now + timedelta(seconds=30))
    assert len(listener.heard) == 1, "other notices wait as well"
    assert Wish.objects.get().hook_rest_until > now + timedelta(seconds=59)
    hooking.tell_hook(pks[1], now + timedelta(seconds=90))
    rest = Wish.objects.get().hook_rest_until
    assert rest > now + timedelta(seconds=190)
    assert mail.outbox == []
    hooking.tell_hook(pks[2], rest + timedelta(seconds=1))
    wish = Wish.objects.get()
    assert (wish.hook_off, wish.hook_failures, len(listener.heard)) == (True, 3, 3)
    (message,) = mail.outbox
    assert message.to == ["ada@example.org"]
    assert "3 messages in a row" in message.body
    assert listener.url in message.body
    assert not Notice.objects.filter(state="due").exists()
    waiting(ada)
    send_due()
    assert len(listener.heard) == 3
    client.force_login(ada)
    assert "Your webhook is turned off" in client.get("/account/notices/").content.decode()
    listener.answers[:] = [200]
    assert client.post("/account/notices/", {"mail": "off", "hook": listener.url}).status_code == 302
    wish.refresh_from_db()
    assert (wish.hook_off, wish.hook_failures, wish.hook_rest_until) == (False, 0, None)
    assert "turned off" not in client.get("/account/notices/").content.decode()
    waiting(ada)
    send_due()
    assert len(listener.heard) == 5, "this turn, and the one that came meanwhile and still waits"


def test_one_success_forgives(wisher, waiting, listener, at_home):
    ada = wisher(hook=listener.url)
    waiting(ada)
    listener.answers[:] = [500, 200]
    now = timezone.now()
    collect(now)
    pk = Notice.objects.get().pk
    hooking.tell_hook(pk, now)
    hooking.tell_hook(pk, now + timedelta(seconds=61))
    wish = Wish.objects.get()
    assert (wish.hook_fault, wish.hook_failures, wish.hook_rest_until) == ("", 0, None)


def test_what_fails_says_why_in_words(wisher, waiting, listener, at_home, settings, client):
    settings.HOOK_TIMEOUT = 0.3
    quiet = socket.create_server(("127.0.0.1", 0))
    ada = wisher(hook=f"http://127.0.0.1:{quiet.getsockname()[1]}/")
    waiting(ada)
    send_due()
    quiet.close()
    client.force_login(ada)
    assert "did not arrive: no answer came in time." in client.get("/account/notices/").content.decode()


class Hanging:
    """A program that takes connections and never says a word."""

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}/"
        self.held = []
        threading.Thread(target=self.hold, daemon=True).start()

    def hold(self):
        with contextlib.suppress(OSError):
            while True:
                self.held.append(self.server.accept()[0])

    def close(self):
        for one in (self.server, *self.held):
            one.close()


def test_bots_never_wait_for_a_webhook_that_hangs(wisher, waiting, tmp_path):
    """A real server with one worker: six programs hang for minutes while a bot plays itself."""
    hanging = Hanging()
    for number in range(6):
        waiting(wisher(f"hung{number}", hook=hanging.url))
    env = {**QUIET, "DATABASE_URL": database_url(), "REDIS_URL": "", "NOTICE_AFTER": "0", "NOTICE_EVERY": "0.2",
           "HOOKS_PRIVATE": "1", "HOOK_TIMEOUT": "300"}  # fmt: skip
    server = Web(env, tmp_path / "web.log")
    try:
        server.start()
        wait_for(lambda: len(hanging.held) >= 4, 60)
        host = User.objects.create_user("host")
        table = services.create_table(game="dogfight", host=host, seats=[SeatPlan("bot", "cadet")] * 2)
        wait_for(lambda: stored(table).line > 30 or not stored(table).waiting, 60)
        assert Notice.objects.filter(state="sending").count() >= 4, "the programs still hang"
    finally:
        hanging.close()
        server.stop()
    assert "Traceback" not in server.log.read_text()
