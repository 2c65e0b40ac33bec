"""Requests that change a campaign: each parses, calls a service, and leads back to the page that asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.campaigns import selectors, services
from apps.campaigns.models import Campaign, Member, Sortie
from apps.campaigns.services.ledgers import role_of
from apps.games.live.regions import translated
from apps.rulebooks.core.protocol import IllegalAction

Change = Callable[[HttpRequest, Campaign], str | None]


def _change(request: HttpRequest, slug: str, change: Change, back: str) -> HttpResponse:
    """Do it, or say why not, on the page that asked for it."""
    campaign = selectors.seen_campaign(slug, request.user)
    try:
        done = change(request, campaign)
    except IllegalAction as illegal:
        messages.error(request, translated(illegal.message))
    else:
        if done:
            messages.success(request, done)
    return redirect(reverse(back, args=[slug]) if role_of(campaign, request.user) or campaign.public else "campaigns")


def _member(request: HttpRequest, campaign: Campaign) -> Member:
    asked = request.POST.get("member", "")
    return get_object_or_404(
        Member.objects.select_related("user"), campaign=campaign, pk=int(asked) if asked.isdigit() else 0
    )


@require_POST
def change_members(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Links, roles, seats, leaving, handing over."""

    def change(request: HttpRequest, campaign: Campaign) -> str | None:
        who: dict[str, Any] = {"campaign": campaign, "user": request.user}
        role = request.POST.get("role", "")
        if what == "link":
            services.link_for(**who, role=role)
        elif what == "withdraw":
            services.withdraw_link(**who, role=role)
        elif what == "remove":
            services.remove(**who, member=_member(request, campaign))
        elif what == "role":
            services.set_role(**who, member=_member(request, campaign), role=role)
        elif what == "hand-over":
            services.hand_over(**who, member=_member(request, campaign))
            return _("The campaign has a new owner.")
        elif what == "leave":
            services.leave(**who)
            return _("You have left the campaign.")
        elif what == "seat":
            number = request.POST.get("seat", "")
            services.pass_seat(
                **who, number=int(number) if number.isdigit() else -1, to=_member(request, campaign),
                battle_only="battle" in request.POST,
            )  # fmt: skip
        else:
            raise Http404
        return None

    return _change(request, slug, change, "campaign-members")


@require_POST
def change_campaign(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Name, archive, corrections, another release, the next run, a restore point."""
    back = {"next-run": "campaign", "restore": "campaign"}.get(what, "campaign-settings")

    def change(request: HttpRequest, campaign: Campaign) -> str | None:
        who: dict[str, Any] = {"campaign": campaign, "user": request.user}
        post = request.POST
        if what == "rename":
            services.rename(**who, name=post.get("name", ""), public="public" in post)
            return _("Saved.")
        if what == "archive":
            services.archive(**who, away=post.get("away") == "yes")
            return None
        if what == "correct":
            services.correct(
                **who, slug=post.get("slug", ""), value=_number(post.get("value")), reason=post.get("reason", "")
            )
            return _("Corrected. The history says so.")
        if what == "move":
            services.move(**who, number=_number(post.get("number")))
            return _("The campaign goes on with that release.")
        if what == "next-run":
            services.begin_run(**who)
            return None
        if what == "restore":
            asked = post.get("sortie", "")
            sortie = get_object_or_404(
                Sortie.objects.select_related("run__campaign"),
                run__campaign=campaign,
                pk=int(asked) if asked.isdigit() else 0,
            )
            services.restore(sortie=sortie, user=request.user)
            return _("The campaign stands where it stood before that table.")
        raise Http404

    return _change(request, slug, change, back)


def _number(value: str | None) -> int:
    try:
        return int(value or "")
    except ValueError:
        return -1_000_000
