"""`make chaos`: 10,000 actions over 50 tables while every part of the site is killed again and again."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from tests.chaos.ledger import Ledger
from tests.chaos.pages import HEARTBEAT, OnPaper, OnSocket
from tests.chaos.people import Person, Program, Run
from tests.chaos.processes import KINDS, PostgresServer, RedisServer, Stack
from tests.servers import QUIET

QUIET_WITHIN = 60  # seconds after the last kill in which everything must be at rest


def main() -> None:
    """Run it, and end with 1 if anything was lost, doubled or left hanging."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=10_000, help="how many must be acknowledged")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--kills", type=int, default=10, help=f"of each of {', '.join(KINDS)}")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that nothing is left running
    with tempfile.TemporaryDirectory(prefix="chaos-") as folder:
        told = storm(Path(folder), asked)
    say(json.dumps(told, indent=1))
    sys.exit(any(told["wrong"].values()))


def say(line: str) -> None:
    """Print a line."""
    print(line, flush=True)  # noqa: T201


def storm(folder: Path, asked: Any) -> dict[str, Any]:
    """The whole run on a site of its own; what came of it."""
    postgres, broker = PostgresServer(), RedisServer(folder / "redis.log")
    stack = None
    try:
        postgres.start()
        broker.start()
        env = {**QUIET, "DATABASE_URL": postgres.url, "REDIS_URL": broker.url, "EMBEDDED_WORKER": "0",
               "HEARTBEAT": str(HEARTBEAT), "SWEEP_EVERY": "1", "RATE_LIMITS": "1", "RATE_ACTIONS": "9999/s",
               "RATE_API": "9999/s", "RATE_API_USER": "9999/s"}  # fmt: skip
        os.environ.update(env, DJANGO_SETTINGS_MODULE="config.settings")
        prepare()
        stack = Stack(folder, postgres, broker, env)
        stack.start()
        ledger = Ledger()
        began = time.monotonic()
        kills = asyncio.run(play(stack, ledger, asked))
        seconds = time.monotonic() - began
        say("all is started again; waiting for quiet")
        left = {"parts that are not well": ailing(stack), **at_rest()}
        told = ledger.verify()
        return {
            "acknowledged": len(ledger.acknowledged),
            "seconds": round(seconds, 1),
            "kills": kills,
            "retries": ledger.retries,
            "double clicks": ledger.doubled,
            "rematches": len(ledger.games),
            "pages that heard nothing": ledger.stale,
            "seconds for an answer": ledger.waits(),
            "troubles": dict(ledger.troubles.most_common()),
            "faults": dict(ledger.faults),
            **told,
            "wrong": {**told["wrong"], **left, "faults": sum(ledger.faults.values())},
        }
    finally:
        if stack is not None:
            keep_logs(folder)
            stack.end()
        postgres.remove()
        broker.kill()


def prepare() -> None:
    """Make the database ready."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    call_command("migrate", verbosity=0, interactive=False)
    call_command("load_content", verbosity=0)
    connections.close_all()  # what this thread held open would be killed too


def seat_people(run: Run, tables: int, seed: int) -> list[Person]:
    """Set up the tables: every fifth has a bot, and every fifth person is a program or has no socket."""
    from django.db import connections

    from apps.accounts.models import User
    from apps.api.tokens import make_token
    from apps.games import services
    from apps.games.services import SeatPlan
    from tests.servers import session_of

    people: list[Person] = []
    for number in range(tables):
        users = [User.objects.create_user(f"chaos-{number}-{side}") for side in range(2)]
        other = SeatPlan("bot", "cadet") if number % 5 == 4 else SeatPlan("open")
        table = services.create_table(game="dogfight", host=users[0], seats=[SeatPlan("me"), other])
        if other.who == "open":
            services.take_seat(table_id=table.pk, number=1, user=users[1])
        for side, user in enumerate(users[: 1 if other.who == "bot" else 2]):
            name = f"{seed}-{number}-{side}"
            kind = {3: Program, 7: OnPaper}.get(len(people) % 10, OnSocket)
            pass_ = make_token(user=user, name="chaos", scope="play")[1] if kind is Program else session_of(user)
            people.append(kind(run, table.slug, pass_, name))
    connections.close_all()
    return people


async def play(stack: Stack, ledger: Ledger, asked: Any) -> dict[str, int]:
    """Let everyone play and everything be killed; how often each kind was killed."""
    run = Run([web.port for web in stack.webs], ledger)
    people = await asyncio.to_thread(seat_people, run, asked.tables, asked.seed)
    dice = random.Random(asked.seed)
    kinds = [kind for kind in KINDS for _kill in range(asked.kills)]
    dice.shuffle(kinds)
    due = sorted(dice.uniform(0.02, 0.98) * asked.actions for _kind in kinds)
    kills = dict.fromkeys(stack.parts, 0)
    began = time.monotonic()
    async with run.http:
        playing = [asyncio.create_task(person.play()) for person in people]
        bouncing: list[asyncio.Task[None]] = []
        said = 0
        while len(ledger.acknowledged) < asked.actions or kinds:
            await asyncio.sleep(0.05)
            done = len(ledger.acknowledged)
            if kinds and done >= due[0]:
                due.pop(0)
                for kind in ["worker", "beat"][: dice.randint(1, 2)] if kinds[-1] == "worker" else [kinds[-1]]:
                    kills[kind] += 1
                    bouncing.append(asyncio.create_task(dice.choice(stack.parts[kind]).bounce(dice)))
                kinds.pop()
            if done // 500 > said:
                said = done // 500
                say(f"{time.monotonic() - began:6.0f} s {done:6} acknowledged, {sum(kills.values())} kills")
            for task in [*playing, *bouncing]:
                if task.done():
                    task.result()  # raises what went wrong in here
        await asyncio.gather(*bouncing)
        run.over = True
        await asyncio.gather(*playing)
    return kills


def ailing(stack: Stack) -> int:
    """How many web processes do not become well again."""
    end = time.monotonic() + QUIET_WITHIN
    while time.monotonic() < end:
        answers = [httpx.get(f"{web.url}/healthz", timeout=10) for web in stack.webs]
        if all(answer.status_code == 200 for answer in answers):
            return 0
        time.sleep(0.2)
    say(f"not well: {[answer.text for answer in answers]}")
    return sum(answer.status_code != 200 for answer in answers)


def at_rest() -> dict[str, int]:
    """Wait until every table waits for a person or is over; how many never do."""
    from apps.games.models import Seat, Table

    end = time.monotonic() + QUIET_WITHIN
    while True:
        bots = set(Seat.objects.filter(kind="bot").values_list("table", "number"))
        playing = Table.objects.filter(status="playing").values_list("pk", "waiting")
        hanging = sum(any((pk, seat) in bots for seat in waiting) for pk, waiting in playing)
        waiting = Table.objects.filter(status="open").count()
        if not hanging + waiting or time.monotonic() > end:
            return {"bots that hang": hanging, "games that never began": waiting}
        time.sleep(0.2)


def keep_logs(folder: Path) -> None:
    """With CHAOS_LOGS, copy what the processes wrote to that folder."""
    import shutil

    if os.environ.get("CHAOS_LOGS"):
        shutil.copytree(folder, os.environ["CHAOS_LOGS"], dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sched*"))


if __name__ == "__main__":
    main()
