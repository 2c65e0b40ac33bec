"""`make bench`: the figures of the design, measured on this machine and printed."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> None:
    """Measure everything, or only what is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--only", default="", help="rulebook, stack, calm, memory, page, long")
    parser.add_argument("--database", default="", help="a PostgreSQL address that may be filled; SQLite without it")
    parser.add_argument("--redis", default="", help="a Redis address; embedded without it")
    parser.add_argument("--webs", type=int, default=1, help="web processes")
    asked = parser.parse_args()
    wanted = asked.only.split(",") if asked.only else ["rulebook", "stack", "calm", "memory", "page", "long"]
    if "rulebook" in wanted:
        rulebook_alone()
    if set(wanted) - {"rulebook"}:
        with tempfile.TemporaryDirectory() as folder:
            stack(Path(folder), asked, wanted)


def say(what: str, figure: str) -> None:
    """Print one figure."""
    print(f"{what:<62} {figure}", flush=True)  # noqa: T201


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


def stack(folder: Path, asked: Any, wanted: list[str]) -> None:
    """Measure whole servers on a database of their own."""
    os.environ["DATABASE_URL"] = asked.database or f"sqlite:///{folder / 'bench.sqlite3'}"
    os.environ["REDIS_URL"] = asked.redis
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.update(RATE_LIMITS="0")
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0, interactive=False)
    call_command("load_content", verbosity=0)
    from tests.servers import QUIET, Web

    env = {**QUIET, "SWEEP_EVERY": "10", "HEARTBEAT": "15", "EMBEDDED_WORKER": "0", "PLAIN_STATIC": "0",
           "DATABASE_URL": os.environ["DATABASE_URL"], "REDIS_URL": asked.redis}  # fmt: skip
    subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"], cwd=ROOT, check=True, env={**os.environ}
    )
    webs = [Web(env, folder / f"web{number}.log") for number in range(asked.webs)]
    for number, web in enumerate(webs):
        web.start()
        os.sched_setaffinity(web.child.pid, {number % (os.cpu_count() or 1)})
    os.sched_setaffinity(0, {(os.cpu_count() or 1) - 1})
    kind = f"{'PostgreSQL' if asked.database else 'SQLite'}, {asked.webs} web"
    try:
        if "page" in wanted:
            first_page(webs[0])
        if "stack" in wanted:
            asyncio.run(no_pauses(kind, webs, 1, asked.seconds / 2))
            asyncio.run(no_pauses(kind, webs, 32, asked.seconds))
        if "calm" in wanted:
            asyncio.run(calm(kind, webs, 100, asked.seconds))
        if "memory" in wanted:
            asyncio.run(memory(webs, 200))
        if "long" in wanted:
            asyncio.run(long_game(kind, webs[0]))
    finally:
        for web in webs:
            web.kill()


def new_tables(count: int) -> list[tuple[str, list[str]]]:
    """Tables of two people in play: their addresses and the cookies of both seats."""
    from apps.accounts.models import User
    from apps.games import services
    from apps.games.services import SeatPlan
    from tests.servers import session_of

    made = []
    for _number in range(count):
        tag = os.urandom(6).hex()
        people = [User.objects.create(username=f"bench-{tag}-{side}", is_guest=True) for side in range(2)]
        cookies = [f"sessionid={session_of(someone)}" for someone in people]
        table = services.create_table(game="dogfight", host=people[0], seats=[SeatPlan("me"), SeatPlan("open")])
        services.take_seat(table_id=table.pk, number=1, user=people[1])
        made.append((table.slug, cookies))
    return made


async def open_pages(webs: list[Any], tables: list[tuple[str, list[str]]], compression: str | None = None) -> list[Any]:
    """Three pages per table, both seats and a spectator; tables are spread over the web processes."""
    from tests.bench.client import Page

    groups = []
    for number, (slug, cookies) in enumerate(tables):
        port = webs[number % len(webs)].port
        pages = [Page(port, slug, cookie, seat) for seat, cookie in enumerate(cookies)] + [Page(port, slug, "", None)]
        for page in pages:
            await page.open(compression)
        groups.append(pages)
    return groups


async def close_pages(groups: list[Any]) -> None:
    """Close every page."""
    for pages in groups:
        for page in pages:
            await page.close()


async def no_pauses(kind: str, webs: list[Any], count: int, seconds: float) -> None:
    """Every table acts as soon as the acting page shows what can be done."""
    groups = await open_pages(webs, await asyncio.to_thread(new_tables, count))
    end = time.perf_counter() + seconds
    taken: list[float] = []

    async def table(pages: list[Any], dice: random.Random) -> None:
        while time.perf_counter() < end:
            ready = [page for page in pages[:2] if page.choices]
            if not ready:
                if all(page.expected == 0 for page in pages[:2]) and pages[0].seq > 20:
                    return  # the game is over
                await asyncio.sleep(0.001)
                continue
            page = dice.choice(ready)
            page.changed.clear()
            began = time.perf_counter()
            status = await page.act(dice)
            if status == 204:
                taken.append(time.perf_counter() - began)
            await asyncio.wait_for(page.changed.wait(), 10)

    began, cpu = time.perf_counter(), _cpu(webs)
    await asyncio.gather(*(table(pages, random.Random(n)) for n, pages in enumerate(groups)))
    spent, cpu = time.perf_counter() - began, _cpu(webs) - cpu
    every = [page for pages in groups for page in pages]
    size = sum(p.bytes for p in every) / max(1, sum(p.frames for p in every))
    say(f"{kind}, {count} tables, 3 sockets each, no pauses", f"{len(taken) / spent:,.0f} actions/s")
    say("   processor time of the web processes per action", f"{cpu / max(1, len(taken)) * 1000:.2f} ms")
    say("   answer to the one who acts, p50", f"{statistics.median(taken) * 1000:.1f} ms")
    say("   pushed per action and screen, before compression", f"{size:,.0f} bytes")
    await close_pages(groups)


async def calm(kind: str, webs: list[Any], count: int, seconds: float) -> None:
    """Every table acts once a second; how long from the click to each other screen."""
    groups = await open_pages(webs, await asyncio.to_thread(new_tables, count))
    delays: list[float] = []
    end = time.perf_counter() + seconds

    async def table(pages: list[Any], dice: random.Random) -> None:
        await asyncio.sleep(dice.random())
        while time.perf_counter() < end:
            ready = [page for page in pages[:2] if page.choices]
            if ready:
                page = dice.choice(ready)
                others = [other for other in pages if other is not page]
                before = max(other.seq for other in pages)
                began = time.perf_counter()
                if await page.act(dice) == 204:
                    await asyncio.sleep(0.5)
                    for other in others:
                        at = other.seen_at.get(before + 1)
                        delays.append(999.0 if at is None else at - began)
            await asyncio.sleep(0.5)

    await asyncio.gather(*(table(pages, random.Random(n)) for n, pages in enumerate(groups)))
    lost = sum(delay > 900 for delay in delays)
    known = sorted(delay for delay in delays if delay < 900)
    say(f"{kind}, {count} tables at one action a second: click to other screens, p50", f"{_at(known, 50):.1f} ms")
    say("   p99", f"{_at(known, 99):.1f} ms")
    say("   screens that skipped it within half a second", f"{lost} of {len(delays)}")
    await close_pages(groups)


async def memory(webs: list[Any], count: int) -> None:
    """What an open table with three sockets costs the server."""
    tables = await asyncio.to_thread(new_tables, count)
    before = sum(_rss(web.child.pid) for web in webs)
    groups = await open_pages(webs, tables)
    after = sum(_rss(web.child.pid) for web in webs)
    say(f"memory per open table with 3 sockets ({count} tables)", f"{(after - before) / count / 1024:,.0f} KB")
    await close_pages(groups)


async def long_game(kind: str, web: Any) -> None:
    """One table over 3,000 entries: playing a turn and taking it back again and again."""
    from django.db import connections

    from apps.games import services, snapshots
    from apps.games.models import Table
    from apps.rulebooks.core.chance import Chance

    slug, _cookies = (await asyncio.to_thread(new_tables, 1))[0]

    def grow() -> tuple[list[float], list[float]]:
        table = Table.objects.get(slug=slug)
        times: list[float] = []
        loads: list[float] = []
        number = 0
        while snapshots.current(table.pk).seq < 3000:
            number += 1
            now = snapshots.current(table.pk)
            seat = now.waiting[0]
            if now.takeable_back(seat):
                services.take_back(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key=f"b{number}")
                continue
            legal = now.legal(seat)
            moves = [a for a in legal if type(a).__name__ == "Move"]
            action = moves[0] if moves else Chance(b"long" * 4, number).pick(legal, "long")
            began = time.perf_counter()
            services.act(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key=f"a{number}", action=action)
            times.append(time.perf_counter() - began)
            if number % 50 == 1:
                began = time.perf_counter()
                snapshots.read(table.pk)
                loads.append(time.perf_counter() - began)
            if not snapshots.current(table.pk).waiting:
                break
        connections.close_all()
        return times, loads

    times, loads = await asyncio.to_thread(grow)
    early, late = statistics.median(times[20:220]), statistics.median(times[-200:])
    say(f"{kind}, action late against early in a game of {len(times):,} actions", f"{late / early:.2f} times")
    say(
        "   loading the table late against early",
        f"{statistics.median(loads[-8:]) / statistics.median(loads[:8]):.2f} times",
    )


def first_page(web: Any) -> None:
    """Everything a browser fetches for the first page of a table, compressed as it travels."""
    import re

    import httpx

    slug, cookies = new_tables(1)[0]
    total, seen = 0, set()
    with httpx.Client(base_url=web.url, headers={"Accept-Encoding": "gzip", "Cookie": cookies[0]}) as client:
        queue = [f"/t/{slug}/"]
        while queue:
            path = queue.pop()
            if path in seen:
                continue
            seen.add(path)
            with client.stream("GET", path) as answer:
                total += len(b"".join(answer.iter_raw()))
            if path.startswith("/t/"):
                text = client.get(path).text
                queue += re.findall(r'(?:src|href)="(/static/[^"#]+)', text)
    say(f"first page of a table, {len(seen)} files, as transferred", f"{total / 1024:,.0f} KB")


def _at(values: list[float], percent: int) -> float:
    return values[min(len(values) - 1, len(values) * percent // 100)] * 1000 if values else float("nan")


def _cpu(webs: list[Any]) -> float:
    """Processor time that the web processes have used, in seconds."""
    ticks = 0
    for web in webs:
        fields = Path(f"/proc/{web.child.pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _rss(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


if __name__ == "__main__":
    main()
