"""The real thing: PostgreSQL, a Redis of its own, a worker and a beat process."""

from __future__ import annotations

import shutil

import pytest
from django.conf import settings
from django.db import connection

from tests.chaos.processes import RedisServer, kill_whole
from tests.servers import QUIET, Web, database_url, worker


def pytest_collection_modifyitems(items):
    """Skip where the services are not set: a test here on SQLite would prove nothing."""
    if connection.vendor == "postgresql" and settings.REDIS_URL and shutil.which("redis-server"):
        return
    for item in items:
        if "tests/services" in str(item.path):
            item.add_marker(pytest.mark.skip(reason="needs DATABASE_URL of a PostgreSQL, REDIS_URL and redis-server"))


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
def web(tmp_path, env):
    """One web process."""
    server = Web(env, tmp_path / "web.log")
    server.start()
    yield server
    server.kill()
    _forget_connections()


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
        kill_whole(process)


def _forget_connections() -> None:
    """Killed processes leave sessions behind that would keep the test database from being flushed."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
