"""Who may do what: every address and socket of the project against every kind of visitor.

The table stands in `roles.txt`. An address that is not in it fails here: look at what the failure
prints, and write it down if that is what each visitor should get.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from channels.testing import WebsocketCommunicator
from django.db import transaction
from django.test import Client
from django.urls import reverse

from apps.content.services import publish_base_packs
from apps.games import snapshots
from tests.servers import session_of
from tests.strength.world import World, addresses

TABLE = Path(__file__).with_name("roles.txt")
OUR_ADMIN = "admin/studio/"


def expected() -> dict[str, dict[str, str]]:
    """The table: row -> role -> what it gets. A row with one entry is the same for all."""
    lines = [line.split() for line in TABLE.read_text().splitlines() if line.strip() and not line.startswith("#")]
    roles = lines[0][2:]
    rows = {}
    for name, method, *codes in lines[1:]:
        assert len(codes) in (1, len(roles)), name
        rows[f"{name} {method}"] = dict(zip(roles, codes if len(codes) > 1 else codes * len(roles), strict=True))
    return rows


def in_words(row: str, got: dict[str, str]) -> str:
    codes = list(got.values()) if len(set(got.values())) > 1 else [next(iter(got.values()))]
    name, method = row.split()
    return (f"{name:42}{method:6}" + "".join(f"{code:9}" for code in codes)).rstrip()


def compare(got: dict[str, dict[str, str]], rows: dict[str, dict[str, str]]) -> None:
    wrong = [in_words(row, codes) for row, codes in got.items() if rows.get(row) != codes]
    assert not wrong, "these are not in the table, or differ from it:\n" + "\n".join(wrong)


@pytest.fixture
def world(db):
    from django.test import TestCase

    with TestCase.captureOnCommitCallbacks(execute=True):
        publish_base_packs()
    made = None
    with TestCase.captureOnCommitCallbacks(execute=True):
        made = World()
    for table in made.tables.values():
        table.refresh_from_db()
        assert table.status == "playing"
    return made


def address_of(world: World, name: str, pattern: str, role: str) -> str:
    arguments = world.arguments(pattern, world.table(role))
    needed = set(re.findall(r"<(?:\w+:)?(\w+)>", pattern))
    if name == "api:nowhere":
        return "/api/v1/nowhere/"
    return reverse(name, kwargs={key: value for key, value in arguments.items() if key in needed})


def ask(world: World, name: str, pattern: str, method: str, role: str) -> str:
    """What a visitor gets, and nothing is changed by it."""
    path, client, table = address_of(world, name, pattern, role), world.client(role), world.table(role)
    with transaction.atomic():
        if method == "GET":
            answer = client.get(path)
        elif name.startswith("api:"):
            answer = client.post(path, json.dumps(world.body(name, table)), content_type="application/json")
        else:
            answer = client.post(path, world.form(name, table))
        transaction.set_rollback(True)
    snapshots.forget()
    return str(answer.status_code)


def test_every_address_answers_every_visitor_as_the_table_says(world):
    rows = expected()
    got = {}
    seen = set()
    for name, pattern in addresses():
        if pattern.startswith("admin/") and not pattern.startswith(OUR_ADMIN):
            continue
        for method in ("GET", "POST"):
            got[f"{name} {method}"] = {role: ask(world, name, pattern, method, role) for role in world.roles}
            seen.add(f"{name} {method}")
    compare(got, rows)
    gone = {row for row in rows if not row.startswith("ws/")} - seen
    assert not gone, f"in the table, but no address any more: {sorted(gone)}"


def test_the_admin_is_for_staff_alone(world):
    """All of Django's own admin pages, whatever models they are about."""
    staff = {"200", "302", "403", "404", "405"}
    for name, pattern in addresses():
        if not pattern.startswith("admin/") or pattern.startswith(OUR_ADMIN):
            continue
        path = "/" + re.sub(r"<[^>]+>", "1", re.sub(r"\(\?P<url>\.\*\)\$", "nothing", pattern))
        path = path.replace("^", "").replace("$", "")
        for role in world.roles:
            for method in ("get", "post"):
                with transaction.atomic():
                    code = str(getattr(world.client(role), method)(path).status_code)
                    transaction.set_rollback(True)
                assert code in (staff if role == "staff" else {"302", "403"}), (name, method, role, code)


def sockets() -> list[str]:
    """The routes of every socket of the project."""
    from apps.api.sockets import websocket_urlpatterns as programs
    from apps.games.live.routing import websocket_urlpatterns as pages

    return [str(route.pattern) for route in (*pages, *programs)]


def test_every_socket_answers_every_visitor_as_the_table_says(transactional_db, settings):
    publish_base_packs()
    world = World()
    rows = expected()
    got = {}
    for route in sockets():
        for headers in ("own", "none", "evil"):
            row = f"{route.replace('<slug:slug>', '-')} {headers}"
            got[row] = {role: asyncio.run(knock(world, route, headers, role)) for role in world.roles}
    compare(got, {row: codes for row, codes in rows.items() if row in got})
    assert {row for row in rows if row.startswith("ws/")} == set(got)


async def knock(world: World, route: str, origin: str, role: str) -> str:
    """Open a socket: "open", the code it was closed with, or 403 when the handshake was refused."""
    from config.asgi import application

    name = world.roles[role][0]
    headers = [(b"host", b"localhost")]
    if origin != "none":
        headers.append((b"origin", b"http://localhost" if origin == "own" else b"https://evil.example"))
    if name in world.keys:
        headers.append((b"authorization", f"Bearer {world.keys[name]}".encode()))
    elif name:
        session = await asyncio.to_thread(session_of, world.people[name])
        headers.append((b"cookie", f"sessionid={session}".encode()))
    path = "/" + route.replace("<slug:slug>", world.table(role).slug)
    visitor = WebsocketCommunicator(application, path, headers=headers)
    opened, _code = await visitor.connect(timeout=10)
    if not opened:
        return "403"
    try:
        while True:
            message = await visitor.receive_output(timeout=10)
            if message["type"] == "websocket.close":
                return str(message.get("code", 1000))
            if "reload" not in message.get("text", ""):
                await visitor.disconnect()
                return "open"
    finally:
        await asyncio.sleep(0)


def test_no_form_is_taken_without_the_token_of_its_page(world):
    """Every address but those of programs and of mail programs, which bring a secret of their own."""
    exempt = {"notices-off"}
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.people["seat"])
    for name, pattern in addresses():
        if name.startswith("api:") or name in exempt or "?P<url>" in pattern:
            continue
        if pattern.startswith("admin/") and not pattern.startswith(OUR_ADMIN):
            path = "/" + re.sub(r"<[^>]+>", "1", pattern).replace("^", "").replace("$", "")
        else:
            path = address_of(world, name, pattern, "seat")
        assert client.post(path, world.form(name, world.table("seat"))).status_code in (403, 405), name
