"""A real server, a real Chromium, and pages that complain about any error of their own."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers import QUIET, ROOT, Web

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome") or ""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
TV = {"viewport": {"width": 1920, "height": 1080}}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands here, and say so where there is no Chromium."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip(reason="no Chromium was found (CHROMIUM names one)"))


class Stage:
    """The server, and the people and tables that it knows."""

    def __init__(self, web: Web, found: dict[str, dict[str, str]], database: Path) -> None:
        self.web, self.found, self.database = web, found, database
        self.sessions, self.tables = found["sessions"], found["tables"]
        self.campaigns, self.ledgers = found["campaigns"], found["ledgers"]

    def path(self, table: str) -> str:
        """The address of a table on the stage."""
        return f"/t/{self.tables[table]}/"

    def home(self, campaign: str) -> str:
        """The address of the home of a campaign on the stage."""
        return f"/c/{self.campaigns[campaign]}/"

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What stands in the database of the stage."""
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            return database.execute(query, values).fetchall()


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server of its own, on a database of its own."""
    folder = tmp_path_factory.mktemp("stage")
    env = {**QUIET, "DATABASE_URL": f"sqlite:///{folder / 'stage.sqlite3'}", "REDIS_URL": "", "HEARTBEAT": "2"}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    run("manage.py", "migrate", "-v", "0")
    run("manage.py", "load_content")
    found = json.loads(run("-m", "tests.browser"))
    web = Web(env, folder / "web.log")
    web.start()
    yield Stage(web, found, folder / "stage.sqlite3")
    web.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for the tests of a file: none lives so long that it tires."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Any, stage: Stage) -> Iterator[Any]:
    """Opens a page as somebody; afterwards no page may have reported an error or a forbidden thing."""
    contexts, complaints = [], []

    def listen(page: Any, allowed: tuple[str, ...]) -> None:
        def heard(text: str) -> None:
            if not any(part in text for part in allowed):
                complaints.append(text)

        page.on("console", lambda message: heard(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: heard(str(error)))

    def open_(who: str | None, path: str, allowed: tuple[str, ...] = (), home: str = "", **kind: Any) -> Any:
        context = chromium.new_context(**{**DESK, **kind})
        context.set_default_timeout(15_000)
        contexts.append(context)
        if who is not None:
            context.add_cookies([{"name": "sessionid", "value": stage.sessions[who], "url": home or stage.web.url}])
        page = context.new_page()
        listen(page, allowed)
        page.goto((home or stage.web.url) + path)
        return page

    yield open_
    told = list(complaints)  # a page that is closed while its socket opens complains too
    for context in contexts:
        context.close()
    assert not told
