"""`make bench`: the figures of the design, measured on this machine and printed.

Both stacks are measured: SQLite in one process, and PostgreSQL with Redis where they can be reached. `BENCH_DATABASE`
names a database by which another one can be made for the while, `BENCH_REDIS` a Redis whose content does not matter.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import redis

from tests.bench.rows import say
from tests.bench.stack import ROOT, ROWS

DATABASE = os.environ.get("BENCH_DATABASE", "postgres://starboard:starboard@127.0.0.1:5432/postgres")
REDIS = os.environ.get("BENCH_REDIS", "redis://127.0.0.1:6379/9")
EMBEDDED = ("page", "stack", "calm", "memory", "long", "campaign")  # what a process alone can be asked


def main() -> None:
    """Measure everything, or only what is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--only", default="", help=", ".join(("rulebook", "embedded", "services", *ROWS)))
    parser.add_argument("--webs", type=int, default=1, help="web processes of the services")
    asked = parser.parse_args()
    only = set(asked.only.split(",")) - {""}
    rows = [row for row in ROWS if row in only] or list(ROWS)
    everything = not only & {"rulebook", "embedded", "services"}
    if "rulebook" in only or not only:
        rulebook_alone()
    if "embedded" in only or everything:
        _stack({}, asked.seconds, [row for row in rows if row in EMBEDDED])
    if "services" in only or everything:
        missing = _missing()
        if missing:
            say("PostgreSQL with Redis, and two web processes", f"skipped: {missing} cannot be reached")
            return
        with _database() as address:
            _stack({"DATABASE_URL": address, "REDIS_URL": REDIS}, asked.seconds, rows, asked.webs)


def rulebook_alone() -> None:
    """Random play of the rulebook alone, without bots that think and without checks."""
    from apps.rulebooks.core.simulation import RANDOM, play_game, usual_options
    from apps.rulebooks.registry import RULEBOOKS

    for slug, book in RULEBOOKS.items():
        content = book.read_content(book.base_pack())
        options = usual_options(book.options(content))
        levels = [RANDOM] * len(book.seats(content, options))
        began, actions, number = time.perf_counter(), 0, 0
        while time.perf_counter() - began < 5:
            actions += play_game(book, content, options, levels, f"bench-{number}", check=False).actions
            number += 1
        say(f"{slug}: rulebook alone, random play", f"{actions / (time.perf_counter() - began):,.0f} actions/s")


def _stack(env: dict[str, str], seconds: float, rows: list[str], webs: int = 1) -> None:
    """A stack is measured by a process of its own: settings are read once."""
    if not rows:
        return
    plain = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    command = [sys.executable, "-m", "tests.bench.stack", "--seconds", str(seconds), "--only", ",".join(rows)]
    subprocess.run([*command, "--webs", str(webs)], cwd=ROOT, env={**plain, **env}, check=True)


def _missing() -> str:
    """Which of the services cannot be reached, if any."""
    try:
        psycopg.connect(DATABASE, connect_timeout=3).close()
    except psycopg.OperationalError:
        return "PostgreSQL"
    try:
        redis.Redis.from_url(REDIS).ping()
    except redis.RedisError:
        return "Redis"
    return ""


@contextmanager
def _database() -> Iterator[str]:
    """A database for the while, by its address."""
    name = f"starboard_bench_{os.getpid()}"
    with psycopg.connect(DATABASE, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{DATABASE.rpartition('/')[0]}/{name}"
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


if __name__ == "__main__":
    main()
