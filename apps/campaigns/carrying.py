"""A campaign as a file: to keep it, or to carry it to another house."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from django_ratelimit.core import is_ratelimited

from apps.accounts.guests import guests_welcome, person_of
from apps.campaigns import selectors, services
from apps.games.live.regions import translated
from apps.games.services import Refused
from apps.rulebooks.core.protocol import IllegalAction

MOST_FILE = 8_000_000


@login_required
@require_GET
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """A campaign as a file, for its owner."""
    campaign = selectors.seen_campaign(slug, request.user)
    try:
        data = services.export_campaign(campaign, request.user)
    except IllegalAction as illegal:
        messages.error(request, translated(illegal.message))
        return redirect(campaign)
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="starboard-campaign-{campaign.slug}.json"'
    return response


@require_http_methods(["GET", "POST"])
@guests_welcome
def bring_in(request: HttpRequest) -> HttpResponse:
    """Bring a campaign in from a file."""
    if request.method == "GET":
        return render(request, "campaigns/import.html")
    if is_ratelimited(request, group="import", key="user_or_ip", rate=settings.RATE_IMPORTS, increment=True):
        return render(request, "429.html", status=429)
    file = request.FILES.get("file")
    fault = _("Choose a file.") if file is None else ""
    if file is not None and file.size > MOST_FILE:
        fault = _("The file is too large.")
    if not fault:
        try:
            campaign = services.import_campaign(file.read(), person_of(request))
            messages.success(request, _("Played again and found right: here it is."))
            return redirect(campaign)
        except Refused as refused:
            fault = translated(refused.message)
    return render(request, "campaigns/import.html", {"fault": fault}, status=422)
