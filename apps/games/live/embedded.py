"""Starts what lives inside the web process: the memory of its event loop, what is read ahead, and an embedded worker.

The server gives no start-up signal, so this happens at the first connection, which the play command
makes at once.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import time
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, connections

from apps.content.services import content_of, newest_release
from apps.games.live import hub
from apps.games.live.templates import environment, reads_of
from apps.rulebooks.registry import RULEBOOKS

log = logging.getLogger(__name__)

LAST_TASK = 10.0  # seconds that a stopping server waits for the task under way; what is cut off the sweeper finds again

worker_thread: threading.Thread | None = None
stopping = threading.Event()


class Embedded:
    """ASGI middleware that remembers the loop and, without Redis, runs Celery in a thread."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.started = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass everything on."""
        if not self.started:
            self.started = True
            hub.use_loop(asyncio.get_running_loop())
            threading.Thread(target=read_ahead, name="reading ahead", daemon=True).start()
            spare_the_collector()
            if settings.EMBEDDED and settings.EMBEDDED_WORKER:
                start_worker()
        await self.app(scope, receive, send)


def read_ahead() -> None:
    """Compile the regions and read the newest content of every game: the first visitors would wait for it otherwise."""
    for name in environment().list_templates():
        environment().get_template(name)
        reads_of(name)
    try:
        for game in RULEBOOKS:
            content_of(newest_release(game).pk)
    except (DatabaseError, ObjectDoesNotExist):  # it is read when it is needed
        log.info("the content could not be read ahead")
    finally:
        connections.close_all()


def spare_the_collector() -> None:
    """Have the garbage collector leave alone what was loaded, and come by less often.

    A server holds tens of thousands of immutable values that are freed by counting references; looking through
    all of them for cycles after every few hundred new ones took more time than drawing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def start_worker() -> None:
    """Start the worker thread and the sweeper thread of this process, once; they stop with the server."""
    global worker_thread
    if worker_thread is not None:
        return
    from twisted.internet import reactor  # the server's own: whoever imports it first decides which one it is
    from twisted.internet.threads import deferToThread

    reactor.addSystemEventTrigger("before", "shutdown", deferToThread, stop_worker)  # type: ignore[attr-defined]
    worker_thread = threading.Thread(target=_work, name="worker", daemon=True)
    worker_thread.start()
    threading.Thread(target=_sweep, name="sweeper", daemon=True).start()


def stop_worker() -> None:
    """Have the worker end what it is doing and take nothing more on; an interpreter that ends takes its pool away."""
    from celery.worker import state

    from config.celery import app

    stopping.set()
    state.should_stop = 0  # asked between two messages ...
    app.control.shutdown()  # ... and this one wakes a worker that waits for any
    if worker_thread is not None:
        worker_thread.join(LAST_TASK)


def _work() -> None:
    from celery.worker import WorkController

    from config.celery import app

    # Made and started in this thread: the Django fixup refuses to work inside an event loop.
    WorkController(
        app=app, pool_cls="threads", concurrency=1, without_heartbeat=True, without_mingle=True, without_gossip=True
    ).start()


def _sweep() -> None:
    """Do what a beat process does elsewhere: send each periodic task when its time has come."""
    from config.celery import app

    due = dict.fromkeys(settings.CELERY_BEAT_SCHEDULE, time.monotonic())
    while not stopping.is_set():
        for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
            if due[name] <= time.monotonic():
                due[name] = time.monotonic() + entry["schedule"]
                app.send_task(entry["task"])
        stopping.wait(max(0.0, min(due.values()) - time.monotonic()))
