"""Whether the site is well, for a load balancer and for people who run it."""

from __future__ import annotations

import asyncio

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

WORKER_LATE = 6  # sweeps that may be missed before the worker counts as gone


def healthz(request: HttpRequest) -> JsonResponse:
    """The state of database, channel layer and workers as JSON; 503 when something is down."""
    layer = async_to_sync(_channel_layer)()
    state = {
        "database": _database(),
        "channel_layer": layer,
        "worker": _worker() if layer == "ok" else "unknown",  # its signs of life are kept where the layer is
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


async def _channel_layer() -> str:
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(2):
            channel = await layer.new_channel()
            await layer.send(channel, {"type": "health"})
            await layer.receive(channel)
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
