"""Whether the site is well, for a load balancer and for people who run it."""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

from apps.games.live import hub

WORKER_LATE = 6  # sweeps that may be missed before the worker counts as gone


def healthz(request: HttpRequest) -> JsonResponse:
    """The state of database, push and workers as JSON; 503 when something is down."""
    pushes = hub.is_well()
    state = {
        "database": _database(),
        "push": "ok" if pushes else "down",
        "worker": _worker() if pushes else "unknown",  # its signs of life are kept where messages go
    }
    well = all(value == "ok" for value in state.values())
    answer = JsonResponse({"status": "ok" if well else "degraded", **state}, status=200 if well else 503)
    answer._has_been_logged = True  # whoever asks reads it; the log need not repeat it
    return answer


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:
        return "down"
    return "ok"


def _worker() -> str:
    try:
        seen = cache.get("worker-seen")
    except Exception:
        return "unknown"
    if seen is None:
        return "not seen yet"
    age = timezone.now().timestamp() - seen
    return "ok" if age < WORKER_LATE * settings.SWEEP_EVERY else f"silent for {age:.0f} s"
