"""People who wish to be told, tables that have waited, and a webhook that listens."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from apps.games import snapshots
from apps.games.models import Entry, Table
from apps.notices import tasks
from apps.notices.models import Wish
from tests.games.helpers import duel, play_on


@pytest.fixture
def wisher(person):
    """Makes a person with wishes and, unless told otherwise, a confirmed address."""

    def make(name="ada", *, mail="off", hook="", verified=True):
        someone = person(name)
        EmailAddress.objects.create(user=someone, email=f"{name}@example.org", primary=True, verified=verified)
        Wish.objects.create(user=someone, mail=mail, hook=hook)
        return someone

    return make


@pytest.fixture
def waiting(released, person):
    """Makes a table that has waited for somebody, by default for ten minutes."""

    def make(someone, minutes=10, **kwargs):
        other = person(f"other-{Table.objects.count()}")
        table = duel(someone, other, **kwargs)
        play_on(table, 90, stop=lambda now: now.waiting == (0,) and now.line > 4)
        assert snapshots.current(table.pk).waiting == (0,)
        age(table, minutes)
        return table

    return make


def age(table, minutes):
    """Let everything at a table have happened so long ago."""
    then = timezone.now() - timedelta(minutes=minutes)
    Entry.objects.filter(table=table).update(at=then)
    Table.objects.filter(pk=table.pk).update(started_at=then, moved_at=then)
    Table.objects.filter(pk=table.pk, finished_at__isnull=False).update(finished_at=then)


@pytest.fixture(autouse=True)
def _tasks_at_once(monkeypatch):
    """Mail and webhooks are sent in the same thread."""
    monkeypatch.setattr(tasks, "aside", lambda task, *args: task(*args))
    monkeypatch.setattr("apps.games.tasks.play_turn.apply_async", lambda *args, **kwargs: None)


@pytest.fixture
def listener():
    """A program that listens: what it heard, and the statuses it answers with, the last one for ever."""
    heard, answers = [], [200]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.append(SimpleNamespace(path=self.path, headers=dict(self.headers), body=body, told=json.loads(body)))
            status = answers.pop(0) if len(answers) > 1 else answers[0]
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}/hook?a=1", heard=heard, answers=answers)
    server.shutdown()
    server.server_close()
