"""The page of a person."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from apps.accounts.models import User
from apps.games.people.records import record_of


@login_required
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    """The way to one's own page."""
    return redirect("person", request.user.username)


@require_GET
def person(request: HttpRequest, username: str) -> HttpResponse:
    """How a person fared; for others only at public tables. Guests have a page for themselves alone."""
    someone = User.objects.filter(username=username, is_active=True).first()
    oneself = someone is not None and someone == request.user
    if someone is None or (someone.is_guest and not oneself):
        raise Http404
    context = {"person": someone, "oneself": oneself, "record": record_of(someone, public=not oneself)}
    return render(request, "people/page.html", context)
