"""Real servers for tests that are about servers: daphne, workers, and people who talk to them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any

import httpx
import websockets

ROOT = Path(__file__).resolve().parent.parent
QUIET = {
    "BOT_PAUSE": "0",
    "BOT_SILENCE": "1",
    "SWEEP_EVERY": "0.5",
    "HEARTBEAT": "1",
    "RATE_LIMITS": "0",
    "PLAIN_STATIC": "1",
    "EMBEDDED_WORKER": "1",
}


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def database_url() -> str:
    """The test database of this process, for another process to open."""
    from django.db import connection

    names = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{names['NAME']}"
    host = names["HOST"] or "127.0.0.1"
    return f"postgres://{names['USER']}:{names['PASSWORD']}@{host}:{names['PORT'] or 5432}/{names['NAME']}"


def session_of(someone: Any) -> str:
    """A new session of a person, by its key."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(someone.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = someone.get_session_auth_hash()
    session.create()
    return str(session.session_key)


class Process:
    """A child process that can be stopped gently, killed, and started again."""

    def __init__(self, arguments: list[str], env: dict[str, str], log: Path) -> None:
        self.arguments, self.log = arguments, log
        self.env = {**os.environ, **env}
        self.child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; its output goes to the log."""
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(self.arguments, cwd=ROOT, env=self.env, stdout=log, stderr=log)

    def kill(self) -> None:
        """Kill -9: no chance to tidy up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop. The exit code is not looked at."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(how)
            try:
                self.child.wait(20)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
        self.child = None


class Web(Process):
    """One daphne on a port of its own."""

    def __init__(self, env: dict[str, str], log: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        arguments = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port)]
        arguments += ["--websocket_timeout", "-1", "-v", "0", "config.asgi:application"]
        super().__init__(arguments, env, log)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait for its first answer."""
        super().start()
        for _attempt in range(300):
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"{self.url}/healthz", timeout=5)
                return
            if self.child is not None and self.child.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")


def worker(env: dict[str, str], log: Path, beat: bool = False) -> Process:
    """A Celery worker process, or the beat process that makes it sweep."""
    command = [sys.executable, "-m", "celery", "-A", "config"]
    command += ["beat", "-s", str(log.with_suffix(".schedule"))] if beat else ["worker", "-c", "1", "-P", "prefork"]
    return Process([*command, "-l", "WARNING"], env, log)


class Visitor:
    """A person with a browser's cookies, who reads pages and chooses what they offer."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, follow_redirects=True, timeout=30)

    def post(self, path: str, **fields: str) -> httpx.Response:
        """Send a form with the CSRF token of the session."""
        if "csrftoken" not in self.http.cookies:
            self.http.get("/account/login/")
        token = self.http.cookies.get("csrftoken", "")
        return self.http.post(path, data=fields, headers={"X-CSRFToken": token, "Referer": self.url})

    def be_guest(self) -> None:
        """Play without signing up."""
        self.post("/guest/", next="/")

    def log_in(self, someone: Any) -> None:
        """Have a session of `someone`, as if they had logged in on this device."""
        self.http.cookies.set("sessionid", session_of(someone))

    def act(self, slug: str, seat: int, expected: int, choice: str, key: str | None = None) -> httpx.Response:
        """Carry out a choice; the answer is 204 when it is stored."""
        fields = {"seat": str(seat), "expected": str(expected), "choice": choice, "key": key or uuid.uuid4().hex}
        return self.post(f"/t/{slug}/act/", live="1", **fields)

    def cookie_header(self) -> str:
        """The cookies as a socket's handshake sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


class Watcher:
    """An open page: everything its socket was sent."""

    def __init__(self, url: str, path: str, cookie: str = "", origin: str | None = None) -> None:
        self.address = url.replace("http", "ws", 1) + path
        headers = {"Cookie": cookie} if cookie else {}
        self.options = {"origin": origin or url, "additional_headers": headers, "max_size": None}
        self.frames: list[dict[str, Any]] = []
        self.regions: dict[str, str] = {}
        self.seq = -1

    async def __aenter__(self) -> Watcher:
        """Open the socket."""
        self.socket = await websockets.connect(self.address, **self.options)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close it."""
        await self.socket.close()

    async def hear(self, seconds: float = 10) -> dict[str, Any]:
        """The next frame."""
        frame = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
        self.frames.append(frame)
        unfold(frame, self.regions)
        self.seq = max(self.seq, frame.get("seq", -1))
        return frame

    async def until(self, seq: int, seconds: float = 10) -> None:
        """Wait for a frame that shows `seq` or later."""
        async with asyncio.timeout(seconds):
            while self.seq < seq:
                await self.hear(seconds)

    @property
    def text(self) -> str:
        """Everything that was ever shown here."""
        return "\n".join(shown for frame in self.frames for shown in frame.get("shown", ()))


def unfold(frame: dict[str, Any], regions: dict[str, str]) -> None:
    """Bring the texts of an open page up to what a frame tells, as its script does."""
    regions.update(frame.get("full", {}))
    for name, (start, end, html) in frame.get("delta", {}).items():
        before = regions[name].encode("utf-16-le")
        regions[name] = (before[: 2 * start] + html.encode("utf-16-le") + before[2 * end :]).decode("utf-16-le")
    if "full" in frame:
        names = [*frame["full"], *frame.get("delta", {})]
        frame["shown"] = [*(regions[name] for name in names), frame.get("log", "")]


EXPECTED = re.compile(r'name="expected" value="(\d+)"')
CHOICE = re.compile(r'name="choice" value="([0-9a-f]{12})"')
