"""How the API says no: one shape for everything that can go wrong."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext as _

JSON = "application/json"


class Fault(Exception):
    """An answer that is an error. `extra` stands beside it, such as the scene as it is now."""

    def __init__(self, status: int, code: str, message: str, **extra: Any) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.message, self.extra = status, code, message, extra


def answer(value: Any, status: int = 200) -> HttpResponse:
    """A value as JSON; what is encoded already goes out as it is."""
    return HttpResponse(msgspec.json.encode(value), content_type=JSON, status=status)


def refused(fault: Fault) -> HttpResponse:
    """An error as JSON."""
    response = answer({"error": {"code": fault.code, "message": fault.message}, **fault.extra}, fault.status)
    if fault.status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="starboard"'
    return response


def not_found() -> Fault:
    """The one answer for what does not exist and for what may not be seen."""
    return Fault(404, "not-found", _("There is nothing here."))


def too_fast() -> Fault:
    """Somebody is over a limit."""
    return Fault(429, "too-fast", _("That was very fast. Wait a moment and try again."))
