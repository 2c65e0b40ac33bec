"""Middleware that turns away what no browser of ours would send, and says what pages may not do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from apps.api.faults import Fault, refused

API = "/api/v1/"
NUL = "\x00"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
SAME_ORIGIN = "same-origin"


class WellFormed:
    """Refuses NUL characters wherever they could reach the database, which cannot store them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on what is well formed."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Look at the address, the query, the cookies and the form; raises BadRequest."""
        malformed = NUL in request.path or any(NUL in value for value in request.COOKIES.values())
        malformed = malformed or _holds(request.GET)
        if request.path.startswith(API):  # which has its own words, and no forms
            return refused(Fault(400, "malformed", _("That request made no sense."))) if malformed else None
        if malformed or (request.content_type in FORMS and _holds(_form_of(request))):
            raise BadRequest("NUL")
        return None


class PermissionsPolicy:
    """Says with every answer what its page may not use, and that no other site may embed it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", SAME_ORIGIN)
        return response


def _form_of(request: HttpRequest) -> Any:
    """The fields of a form. One that cannot be read counts as empty from now on: the page that says so asks again."""
    try:
        return request.POST
    except (BadRequest, SuspiciousOperation):
        request._mark_post_parse_error()
        raise


def _holds(values: Any) -> bool:
    return any(NUL in key or any(NUL in value for value in found) for key, found in values.lists())
