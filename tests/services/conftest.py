"""The real thing: PostgreSQL, a Redis of its own, a worker and a beat process."""

from __future__ import annotations

import shutil
import subprocess
import time

import pytest
import redis
from django.conf import settings
from django.db import connection

from tests.servers import QUIET, Process, Web, database_url, free_port, worker


def pytest_collection_modifyitems(items):
    """Skip where the services are not set: a test here on SQLite would prove nothing."""
    if connection.vendor == "postgresql" and settings.REDIS_URL and shutil.which("redis-server"):
        return
    for item in items:
        if "tests/services" in str(item.path):
            item.add_marker(pytest.mark.skip(reason="needs DATABASE_URL of a PostgreSQL, REDIS_URL and redis-server"))


class RedisServer(Process):
    """A Redis that can be stopped without hurting anyone else's."""

    def __init__(self, log) -> None:
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


@pytest.fixture
def broker(tmp_path):
    """A Redis of this test's own."""
    server = RedisServer(tmp_path / "redis.log")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def env(broker, released):
    """The environment of every process of the stack."""
    return {**QUIET, "DATABASE_URL": database_url(), "REDIS_URL": broker.url, "EMBEDDED_WORKER": "0"}


@pytest.fixture
def webs(tmp_path, env):
    """Two web processes."""
    servers = [Web(env, tmp_path / f"web{number}.log") for number in range(2)]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.kill()
    _forget_connections()


@pytest.fixture
def bots(tmp_path, env):
    """A worker and the beat that makes it sweep."""
    processes = [worker(env, tmp_path / "worker.log"), worker(env, tmp_path / "beat.log", beat=True)]
    for process in processes:
        process.start()
    yield processes
    for process in processes:
        process.kill()
    subprocess.run(["pkill", "-9", "-f", f"celery.*{env['REDIS_URL']}"], check=False)


def _forget_connections() -> None:
    """Killed processes leave sessions behind that would keep the test database from being flushed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
