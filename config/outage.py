"""What it looks like when the database or Redis cannot be reached, and what is answered then."""

from __future__ import annotations

import logging
import sys
from typing import Any

import redis.exceptions
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

log = logging.getLogger("apps.outage")

NO_REDIS = (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError)
OUTAGES = (OperationalError, InterfaceError, *NO_REDIS)
RETRY_AFTER = 2  # seconds; a restart rarely takes longer


def failed(request: HttpRequest) -> HttpResponse:
    """The answer to a request that raised: 503 during an outage, after which the same works, else 500."""
    fault = sys.exc_info()[1]
    return come_back(request, fault) if isinstance(fault, OUTAGES) else server_error(request)


def come_back(request: HttpRequest, fault: BaseException) -> HttpResponse:
    """Ask for the same again in a moment: nothing is done twice. Uses nothing that could be missing too."""
    return unavailable(HttpResponse(render_to_string("503.html"), status=503), request, fault)


def unavailable(response: Any, request: HttpRequest, fault: BaseException) -> Any:
    """Say with an answer when to come back, and put one line into the log instead of a page for each request."""
    response["Retry-After"] = str(RETRY_AFTER)
    response["Cache-Control"] = "no-store"
    response._has_been_logged = True
    log.warning("no answer to %s %s: %s", request.method, request.path, str(fault).partition("\n")[0])
    return response
