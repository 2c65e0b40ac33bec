"""Webhooks: signed, small, repeated until they are taken, and never into our own network."""

from __future__ import annotations

import hashlib
import hmac
import socket
import time
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from apps.games import snapshots
from apps.notices import guard, hooks, sending
from apps.notices.collecting import collect
from apps.notices.forms import WishForm
from apps.notices.models import Notice, Wish
from apps.notices.tasks import send_due, tell_hook


@pytest.fixture
def at_home(settings):
    settings.HOOKS_PRIVATE = True


def test_a_program_is_told_once_and_can_check_who_told_it(wisher, waiting, listener, at_home):
    ada = wisher(hook=listener.url)
    table = waiting(ada)
    for _run in range(3):
        send_due()
        tell_hook(Notice.objects.get().pk)
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
    assert not sending.tell_hook(pk, now)
    assert Wish.objects.get().hook_fault == "HTTP 500"
    assert not sending.tell_hook(pk, now), "not before its time"
    assert not sending.tell_hook(pk, now + timedelta(seconds=61)), "a redirection is not followed"
    assert sending.tell_hook(pk, now + timedelta(seconds=400))
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
