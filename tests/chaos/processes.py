"""What is killed and started again: a PostgreSQL and a Redis of the run's own, web processes, worker and beat."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
import redis

from tests.servers import Process, Web, free_port, worker

KINDS = ("web", "worker", "redis", "postgres")
DOWN = (0.2, 2.0)  # seconds for which something killed stays away


def kill_whole(process: Process) -> None:
    """Kill -9 of a process with everything it has started, none of which can tidy up or outlive it."""
    child = process.child
    if child is None:
        return
    if child.poll() is None:
        os.kill(child.pid, signal.SIGSTOP)  # it starts no more while its family is counted
        family = [child.pid, *_descendants(child.pid)]
        for pid in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        child.wait()
        end = time.monotonic() + 10
        while any(map(_alive, family)) and time.monotonic() < end:
            time.sleep(0.01)
    process.child = None


def _descendants(pid: int) -> list[int]:
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
    found, queue = [], [pid]
    while queue:
        children = [child for child, parent in parents.items() if parent == queue[-1]]
        queue.pop()
        found += children
        queue += children
    return found


def _alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class RedisServer(Process):
    """A Redis that can be stopped without hurting anyone else's, and that remembers nothing."""

    def __init__(self, log: Path) -> None:
        self.port = free_port()
        arguments = ["redis-server", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        super().__init__([*arguments, "--dir", str(log.parent)], {}, log)

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it answers."""
        super().start()
        client = redis.Redis.from_url(self.url)
        for _attempt in range(100):
            try:
                client.ping()
                return
            except redis.ConnectionError:
                time.sleep(0.05)
        raise RuntimeError("redis did not start")


class PostgresServer(Process):
    """A PostgreSQL cluster of its own that is as careful as a real one: every commit reaches the disk."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="chaos-pg-"))
        self.owner = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        if self.owner:  # the server refuses to run as root
            shutil.chown(self.folder, "postgres", "postgres")
        self.data = self.folder / "data"
        arguments = [_binary("postgres"), "-D", str(self.data), "-p", str(self.port), "-k", str(self.folder)]
        arguments += ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=on", "-c", "synchronous_commit=on"]
        super().__init__(arguments, {}, self.folder / "postgres.log")
        initdb = [_binary("initdb"), "-D", str(self.data), "-U", "starboard", "-A", "trust", "-E", "UTF8"]
        subprocess.run(
            [*initdb, "--locale=C.UTF-8"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL, **self.owner
        )

    @property
    def url(self) -> str:
        """Its address."""
        return f"postgres://starboard@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it and wait until it has recovered and answers."""
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(self.arguments, cwd=self.folder, stdout=log, stderr=log, **self.owner)
        for _attempt in range(600):
            with contextlib.suppress(psycopg.OperationalError):
                psycopg.connect(self.url, connect_timeout=5).close()
                return
            if self.child.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"PostgreSQL did not start: {self.log.read_text()[-2000:]}")

    def remove(self) -> None:
        """Take it off the disk."""
        kill_whole(self)
        shutil.rmtree(self.folder, ignore_errors=True)


def _binary(name: str) -> str:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    return str(found[-1]) if found else name


class Part:
    """A process that is killed now and then, never twice at once."""

    def __init__(self, process: Process) -> None:
        self.process, self.lock = process, asyncio.Lock()

    async def bounce(self, dice: random.Random) -> None:
        """Kill it, leave it down for a moment, and start it again."""
        away = dice.uniform(*DOWN)
        async with self.lock:
            await asyncio.to_thread(kill_whole, self.process)
            await asyncio.sleep(away)
            await asyncio.to_thread(self.process.start)


class Stack:
    """The whole site: two web processes, worker and beat, PostgreSQL and Redis."""

    def __init__(self, folder: Path, postgres: PostgresServer, broker: RedisServer, env: dict[str, str]) -> None:
        self.webs = [Web(env, folder / f"web{number}.log") for number in range(2)]
        self.beat = worker(env, folder / "beat.log", beat=True)
        self.worker = worker(env, folder / "worker.log")
        self.parts = {
            "web": [Part(web) for web in self.webs],
            "worker": [Part(self.worker)],
            "beat": [Part(self.beat)],
            "redis": [Part(broker)],
            "postgres": [Part(postgres)],
        }

    def start(self) -> None:
        """Start what needs PostgreSQL and Redis, which run already."""
        for process in (*self.webs, self.worker, self.beat):
            process.start()

    def end(self) -> None:
        """Kill everything."""
        for parts in self.parts.values():
            for part in parts:
                kill_whole(part.process)
