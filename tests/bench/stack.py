"""One stack measured: its servers are started on a database of their own, and the rows asked for are printed."""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS = ("page", "stack", "calm", "memory", "long", "campaign", "two")


def main() -> None:
    """Measure the stack that DATABASE_URL and REDIS_URL name; SQLite in one process without them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--only", default=",".join(ROWS))
    parser.add_argument("--webs", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/bench.sqlite3")
        os.environ.setdefault("REDIS_URL", "")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ.update(RATE_LIMITS="0")
        _prepare()
        _measure(Path(folder), asked.webs, asked.seconds, asked.only.split(","))


def _prepare() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    call_command("load_content", verbosity=0)
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"]
    subprocess.run(collect, cwd=ROOT, check=True)


def _servers(folder: Path, count: int) -> list[Any]:
    """Web processes, each on a core of its own as far as there are any; whoever asks them stays on the last core."""
    from tests.servers import QUIET, Web

    cores = os.cpu_count() or 1
    env = {**QUIET, "SWEEP_EVERY": "10", "HEARTBEAT": "15", "EMBEDDED_WORKER": "0", "PLAIN_STATIC": "0"}
    webs = [Web(env, folder / f"web{number}.log") for number in range(count)]
    for number, web in enumerate(webs):
        web.start()
        os.sched_setaffinity(web.child.pid, {number % cores})
    os.sched_setaffinity(0, {cores - 1})
    return webs


def _measure(folder: Path, count: int, seconds: float, wanted: list[str]) -> None:
    from tests.bench.campaign import old_campaign
    from tests.bench.long import long_game
    from tests.bench.rows import calm, first_page, memory, no_pauses, say

    place = "PostgreSQL" if os.environ["DATABASE_URL"].startswith("postgres") else "SQLite"
    webs = _servers(folder, count)
    kind = f"{place}, {count} web"
    alone = 0.0
    try:
        if "page" in wanted:
            first_page(webs[0])
        if "stack" in wanted:
            asyncio.run(no_pauses(kind, webs, 1, seconds / 2))
        if "stack" in wanted or "two" in wanted:
            alone = asyncio.run(no_pauses(kind, webs, 32, seconds))
        if "calm" in wanted:
            asyncio.run(calm(kind, webs, 100, seconds))
        if "memory" in wanted:
            asyncio.run(memory(webs, 200))
        if "long" in wanted:
            asyncio.run(long_game(kind, webs[0]))
        if "campaign" in wanted:
            old_campaign(kind, webs[0])
    finally:
        for web in webs:
            web.kill()
    if "two" in wanted and os.environ["REDIS_URL"]:
        webs = _servers(folder, 2 * count)
        try:
            both = asyncio.run(no_pauses(f"{place}, {2 * count} web", webs, 32, seconds))
        finally:
            for web in webs:
                web.kill()
        say("twice as many web processes against that", f"{both / alone:.2f} times the actions/s")
        if (os.cpu_count() or 1) < 2 * count + 2:
            say("   which share their cores with database and players here", "(too few cores)")


if __name__ == "__main__":
    main()
