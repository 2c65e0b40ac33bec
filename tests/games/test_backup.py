"""Everything as one file, and everything again from it."""

from __future__ import annotations

import gzip
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from apps.accounts.models import User
from apps.api.tokens import make_token, token_of
from apps.games import archives, services, snapshots
from apps.games.models import Entry, Keyframe, Seat, Table
from tests.games.helpers import bot_table, duel, play_on
from tests.servers import ROOT


@pytest.fixture
def house(released, person):
    """Some people and tables: one in play with something taken back, one that is over, one that waits."""
    ada, bo = person("ada"), person("bo")
    ada.set_password("right-horse-staple")
    ada.save()
    call_command("load_content", verbosity=0)
    table = duel(ada, bo)
    play_on(table, 400, stop=lambda now: any(now.takeable_back(seat) for seat in range(2)))
    now = snapshots.current(table.pk)
    services.take_back(table_id=table.pk, seat=now.waiting[0], expected=now.seat_seqs[now.waiting[0]], key="back")
    play_on(table, 60)
    over = bot_table(ada)
    services.concede(table_id=over.pk, seat=0, key="enough")
    services.create_table(game="dogfight", host=bo, seats=[services.SeatPlan("me"), services.SeatPlan("invited")])
    return make_token(user=ada, name="bot", scope="play")[1]


def everything():
    return {model: list(model._base_manager.order_by("pk").values_list()) for model in archives.kept()}


def test_a_backup_makes_everything_again_elsewhere(house, tmp_path):
    file, fresh = tmp_path / "all.backup", tmp_path / "fresh.sqlite3"
    call_command("backup", file)
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{fresh}", "REDIS_URL": ""}

    def manage(*words):
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)

    assert manage("migrate", "-v", "0").returncode == 0
    done = manage("restore", str(file))
    assert done.returncode == 0, done.stderr
    assert "2 sound, 0 broken" in done.stdout
    with closing(sqlite3.connect(fresh)) as copy:
        for model in (Table, Seat, Entry, Keyframe, User):
            found = copy.execute(f"SELECT COUNT(*) FROM {model._meta.db_table}").fetchone()[0]
            assert found == model._base_manager.count() > 0
        table = Table.objects.order_by("pk").first()
        slug, seq, secret = copy.execute("SELECT slug, seq, secret FROM games_table ORDER BY id").fetchone()
        assert (slug, seq, secret) == (table.slug, table.seq, bytes(table.secret))
    again = manage("restore", str(file))
    assert again.returncode != 0
    assert "not empty" in again.stderr


def test_everything_comes_back_as_it_was(house, tmp_path):
    before = everything()
    call_command("backup", tmp_path / "all.backup")
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", tmp_path / "all.backup")
    play_on(Table.objects.order_by("pk").first(), 3)
    call_command("restore", tmp_path / "all.backup", into_empty=True)
    assert everything() == before
    assert token_of(house) is not None
    assert User.objects.get(username="ada").check_password("right-horse-staple")
    play_on(Table.objects.order_by("pk").first(), 3)
    assert Table.objects.create(game="dogfight", release=Table.objects.first().release).pk > max(
        row[0] for row in before[Table]
    )


def test_a_file_that_is_not_whole_changes_nothing(house, tmp_path):
    whole, cut = tmp_path / "all.backup", tmp_path / "cut.backup"
    call_command("backup", whole)
    before = everything()
    lines = gzip.decompress(whole.read_bytes()).splitlines(keepends=True)
    cases = {
        "half": whole.read_bytes()[: whole.stat().st_size // 2],
        "short": gzip.compress(b"".join(lines[:-3])),
        "other": gzip.compress(b'{"format": "x"}\n'),
        "none": b"hello",
        "old": gzip.compress(lines[0].replace(b"0001_initial", b"0000_initial") + b"".join(lines[1:])),
    }
    for why, data in cases.items():
        cut.write_bytes(data)
        with pytest.raises(CommandError):
            call_command("restore", cut, into_empty=True)
        assert everything() == before, why


def test_a_journal_that_does_not_replay_is_not_restored(house, tmp_path):
    call_command("backup", tmp_path / "all.backup")
    before = everything()
    data = gzip.decompress((tmp_path / "all.backup").read_bytes())
    secret = Table.objects.order_by("pk").first()
    old = archives.serializers.serialize("python", [secret])[0]["fields"]["secret"].encode()
    (tmp_path / "all.backup").write_bytes(gzip.compress(data.replace(old, b"A" * len(old[:-1]) + b"=")))
    with pytest.raises(CommandError):
        call_command("restore", tmp_path / "all.backup", into_empty=True)
    assert everything() == before


def test_writers_need_not_wait_for_a_backup(house):
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite's one writer")
    with archives.one_moment(), closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=1)) as other:
        Table.objects.count()
        other.execute("UPDATE games_table SET lesson = lesson")
        other.commit()
