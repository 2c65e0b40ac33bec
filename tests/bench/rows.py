"""What is measured of whole servers, and how people who play are made for it."""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import time
from pathlib import Path
from typing import Any

from tests.bench.client import Page


def say(what: str, figure: str) -> None:
    """Print one figure."""
    print(f"{what:<74} {figure}", flush=True)  # noqa: T201


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


async def open_pages(webs: list[Any], tables: list[tuple[str, list[str]]]) -> list[Any]:
    """Three pages per table, both seats and a spectator; tables are spread over the web processes."""
    groups = []
    for number, (slug, cookies) in enumerate(tables):
        port = webs[number % len(webs)].port
        pages = [Page(port, slug, cookie, seat) for seat, cookie in enumerate(cookies)] + [Page(port, slug, "", None)]
        for page in pages:
            await page.open()
        groups.append(pages)
    return groups


async def close_pages(groups: list[Any]) -> None:
    """Close every page."""
    for pages in groups:
        for page in pages:
            await page.close()


async def no_pauses(kind: str, webs: list[Any], count: int, seconds: float) -> float:
    """Every table acts as soon as the acting page shows what can be done; the actions per second."""
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
    frames = max(1, sum(page.frames for page in every))
    say(f"{kind}, {count} tables, 3 sockets each, no pauses", f"{len(taken) / spent:,.0f} actions/s")
    say("   processor time of the web processes per action", f"{cpu / max(1, len(taken)) * 1000:.2f} ms")
    say("   answer to the one who acts, p50", f"{statistics.median(taken) * 1000:.1f} ms")
    say("   pushed per action and screen", f"{sum(page.bytes for page in every) / frames:,.0f} bytes")
    say("   the same as it travels, compressed", f"{sum(page.travelled for page in every) / frames:,.0f} bytes")
    await close_pages(groups)
    return len(taken) / spent


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
