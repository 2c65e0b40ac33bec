"""Requests that change a campaign: each parses, calls a service, and leads back to the page that asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.campaigns import selectors, services
from apps.campaigns.models import Campaign, Member, Sortie
from apps.campaigns.questions import Question, question_of
from apps.games.live.regions import translated
from apps.games.numbers import number_of, signed_number_of
from apps.rulebooks.core.protocol import IllegalAction

Change = Callable[[HttpRequest, Campaign], str | None]
NO_NUMBER = -1_000_000_000  # below whatever is asked for: refused in words by whoever hears of it


def _change(request: HttpRequest, slug: str, what: str, change: Change, back: str) -> HttpResponse:
    """Ask first where that is due; then do it, or say why not, on the page that asked for it."""
    campaign = selectors.seen_campaign(slug, request.user)
    try:
        question = None if "sure" in request.POST else _question(request, campaign, what)
        if question is not None:
            given = [(name, value) for name, value in request.POST.items() if name != "csrfmiddlewaretoken"]
            context = {"campaign": campaign, "question": question, "given": given, "back": reverse(back, args=[slug])}
            return render(request, "campaigns/sure.html", context)
        done = change(request, campaign)
    except IllegalAction as illegal:
        messages.error(request, translated(illegal.message))
    else:
        if done:
            messages.success(request, done)
    return redirect(reverse(back, args=[slug]) if selectors.may_see(campaign, request.user) else "campaigns")


def _question(request: HttpRequest, campaign: Campaign, what: str) -> Question | None:
    if what == "archive" and request.POST.get("away") != "yes":
        return None
    member = _member(request, campaign) if what in ("remove", "hand-over") else None
    return question_of(what, campaign, member, request.user)


def _member(request: HttpRequest, campaign: Campaign) -> Member:
    pk = number_of(request.POST.get("member")) or 0
    return get_object_or_404(Member.objects.select_related("user"), campaign=campaign, pk=pk)


@require_POST
def change_members(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Links, roles, seats, leaving, handing over and taking over."""

    def change(request: HttpRequest, campaign: Campaign) -> str | None:
        who: dict[str, Any] = {"campaign": campaign, "user": request.user}
        role = request.POST.get("role", "")
        if what == "link":
            services.link_for(**who, role=role)
        elif what == "withdraw":
            services.withdraw_link(**who, role=role)
        elif what == "renew":
            services.renew_link(**who, role=role)
            return _("The old link leads nowhere any more. Here is the new one.")
        elif what == "remove":
            services.remove(**who, member=_member(request, campaign))
        elif what == "role":
            services.set_role(**who, member=_member(request, campaign), role=role)
        elif what == "hand-over":
            services.hand_over(**who, member=_member(request, campaign))
            return _("The campaign has a new owner.")
        elif what == "take-over":
            services.take_over(**who)
            return _("The campaign is yours.")
        elif what == "leave":
            services.leave(**who)
            return _("You have left the campaign.")
        elif what == "seat":
            number = number_of(request.POST.get("seat"))
            services.pass_seat(
                **who, number=NO_NUMBER if number is None else number, to=_member(request, campaign),
                battle_only="battle" in request.POST,
            )  # fmt: skip
        else:
            raise Http404
        return None

    return _change(request, slug, what, change, "campaign-members")


@require_POST
def change_campaign(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """Name, archive, corrections, another release, the next run, a restore point, deleting."""
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
            services.begin_run(**who, options=post.dict())
            return None
        if what == "restore":
            sorties = Sortie.objects.select_related("run__campaign").filter(run__campaign=campaign)
            sortie = get_object_or_404(sorties, pk=number_of(post.get("sortie")) or 0)
            services.restore(sortie=sortie, user=request.user)
            return _("The campaign stands where it stood before that table.")
        if what == "delete":
            services.delete_campaign(**who, name=post.get("name", ""))
            return _("The campaign is deleted.")
        raise Http404

    return _change(request, slug, what, change, back)


def _number(value: str | None) -> int:
    number = signed_number_of(value)
    return NO_NUMBER if number is None else number
