"""Work that waits for others on the network: mail servers and webhooks. It never stands in the way of bots.

With Redis it has a queue of its own. In one process the worker does one thing after the other, so
there it goes to a few threads beside the worker.
"""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue
from typing import Any

from django.conf import settings
from django.db import close_old_connections, connections

log = logging.getLogger(__name__)

QUEUE = "post"
THREADS = 4
TRIES = 5  # for what fails because somebody could not be reached
FIRST_RETRY = 30.0  # seconds; each further one waits twice as long

_jobs: SimpleQueue[tuple[Any, tuple[Any, ...], int]] = SimpleQueue()
_lock = threading.Lock()
_under_way: set[tuple[str, tuple[Any, ...]]] = set()
_threads: list[threading.Thread] = []


def aside(task: Any, *args: Any) -> None:
    """Have a task done soon. One under way already, with the same arguments, is not taken on twice."""
    if not (settings.EMBEDDED and settings.EMBEDDED_WORKER):
        task.apply_async(args, queue=QUEUE)
        return
    with _lock:
        if (task.name, args) in _under_way:
            return
        _under_way.add((task.name, args))
        if len(_threads) < THREADS:
            _threads.append(threading.Thread(target=_work, name=f"aside-{len(_threads)}", daemon=True))
            _threads[-1].start()
    _jobs.put((task, args, 0))


def _work() -> None:
    while True:
        task, args, tries = _jobs.get()
        close_old_connections()
        try:
            task(*args)
        except OSError:
            log.warning("%s could not reach somebody", task.name, exc_info=True)
            if tries < TRIES:
                later = threading.Timer(FIRST_RETRY * 2**tries, _jobs.put, [(task, args, tries + 1)])
                later.daemon = True
                later.start()
        except Exception:
            log.exception("%s failed", task.name)
        finally:
            connections.close_all()
            with _lock:
                _under_way.discard((task.name, args))
