"""Playing without a form: whoever comes gets a seat under a friendly name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django_ratelimit.core import is_ratelimited

from apps.accounts.models import User
from apps.accounts.services import make_guest

BACKEND = "django.contrib.auth.backends.ModelBackend"


class TooManyGuests(Exception):
    """This address has made too many guests lately, or this person too many tables."""


def person_of(request: HttpRequest) -> User:
    """The person of the session; a new guest, logged in, where there was none. Raises TooManyGuests."""
    if request.user.is_authenticated:
        return request.user
    if is_ratelimited(request, group="guests", key="ip", rate=settings.RATE_GUESTS, increment=True):
        raise TooManyGuests
    guest = make_guest()
    login(request, guest, backend=BACKEND)
    return guest


def host_of(request: HttpRequest) -> User:
    """The same, for somebody who sets up a table. Raises TooManyGuests for too many tables as well."""
    if is_ratelimited(request, group="tables", key="user_or_ip", rate=settings.RATE_TABLES, increment=True):
        raise TooManyGuests
    return person_of(request)


def guests_welcome(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view call `person_of` or `host_of`: an address with too many guests, or tables, gets a plain answer."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TooManyGuests:
            return render(request, "429.html", status=429)

    return wrapped


def safe_next(request: HttpRequest, default: str) -> str:
    """The address to go on to, if it is one of ours."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(asked, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return asked if asked and ours else default
