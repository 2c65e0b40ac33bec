"""Requests that no page and no honest program would send: refused, never a fault of ours, and nothing is changed."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter

import pytest
from django.core.cache import cache

from apps.accounts.models import User
from apps.api.models import Token
from apps.content.models import Entry as Draft
from apps.content.models import Release
from apps.content.services import publish_base_packs
from apps.games import snapshots
from apps.games.models import Entry, Keyframe, Seat, Table
from tests.strength.asgi import Answer, Hostile, send
from tests.strength.hostile import PATHS, SCRIPT, Generator
from tests.strength.world import World

COUNT = 1000
SEED = 20260801
KEPT = (Table, Seat, Entry, Keyframe, Release, Draft)


@pytest.fixture
def world(transactional_db):
    publish_base_packs()
    world = World()
    yield world
    snapshots.forget()


def digest() -> dict[str, str]:
    """What must not change, table by table."""
    found = {}
    for model in KEPT:
        rows = model._base_manager.order_by("pk").values_list()
        found[model._meta.label] = hashlib.sha256(repr([[_plain(v) for v in row] for row in rows]).encode()).hexdigest()
    found["people"] = repr(sorted(User.objects.values_list("username", "password", "session_epoch", "is_staff")))
    found["tokens"] = repr(sorted(Token.objects.values_list("digest", "scope", "revoked_at")))
    return found


def _plain(value):
    return bytes(value) if isinstance(value, memoryview) else value


def fault_of(request: Hostile, answer: Answer) -> str:
    """What is wrong with an answer, or nothing."""
    if answer.status >= 500 or answer.status == 0:
        return "a fault of ours"
    if request.reads and answer.status not in (200, 204, 301, 302, 304) and answer.status < 400:
        return "an odd answer"
    # A page that is left says how far it was read, and whatever is no number counts as nothing.
    beacon = request.target.endswith(b"/looked/")
    if not request.reads and not beacon and answer.status < 300 and answer.status != 200:
        return "taken"
    if SCRIPT.encode() in answer.body and "html" in answer.headers.get("content-type", ""):
        return "a script in the page"
    if "x-evil" in answer.headers:
        return "a header of theirs"
    if answer.status in (301, 302) and answer.headers["location"].startswith(("//", "http")):
        return "sent to another site"
    return ""


def test_a_thousand_hostile_requests_change_nothing(world, caplog):
    from config.asgi import application

    caplog.set_level(logging.CRITICAL, "django")
    before, requests = digest(), list(Generator(world, SEED).requests(COUNT))
    wrong, counted = [], Counter()

    async def run() -> None:
        for request in requests:
            answer = await send(application, request)
            counted[answer.status] += 1
            fault = fault_of(request, answer)
            if fault:
                told = [pair for pair in request.headers if pair[0] != b"cookie"]
                wrong.append(f"{fault}: {answer.status} {request.why} {request.method} {request.target[:99]!r}")
                wrong.append(f"    {told!r:.300} {request.body[:200]!r}")

    asyncio.run(run())
    cache.clear()
    assert not wrong, "\n" + "\n".join(wrong)
    after = digest()
    assert [name for name in before if before[name] != after[name]] == []
    assert sum(counted[code] for code in range(400, 500)) > COUNT / 2, counted


@pytest.mark.parametrize("plain", [True, False])
def test_no_address_leads_out_of_the_static_files(released, settings, tmp_path, plain):
    from config.handler import OneHopHandler
    from config.static import with_static_files

    settings.PLAIN_STATIC = plain
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / "site.css").write_text("body {}")
    (tmp_path / "secret").write_text("PLANTED")
    application = with_static_files(OneHopHandler())

    async def run() -> None:
        for path in (*PATHS, *(b"/static/" + way + b"secret" for way in (b"../", b"%2e%2e/", b"..%5c", b"/", b"./"))):
            answer = await send(application, Hostile("path", "GET", path, []))
            assert 200 <= answer.status < 500, path
            assert b"PLANTED" not in answer.body

    asyncio.run(run())
