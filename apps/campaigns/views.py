"""The pages of a campaign. They read, call a service, and show; what is decided in it is decided at its ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from apps.accounts.guests import guests_welcome, host_of, person_of
from apps.campaigns import selectors, services
from apps.campaigns.models import Campaign, Invitation, Member, Run, Sortie
from apps.campaigns.services.ledgers import ledger_of, newest_run, owner_of, road_of, role_of
from apps.campaigns.services.roles import is_better, prospect_of
from apps.content.services import content_of, newest_release
from apps.games.live.regions import translated
from apps.games.models import Table
from apps.games.numbers import number_of
from apps.games.table.views import page_context
from apps.rulebooks.core.protocol import IllegalAction, Option
from apps.rulebooks.registry import RULEBOOKS, roads_of


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """One's campaigns, and what can be begun."""
    context: dict[str, Any] = {"roads": selectors.roads()}
    if request.user.is_authenticated:
        context["mine"] = selectors.my_campaigns(request.user)
        context["archived"] = selectors.my_campaigns(request.user, archived=True)
    return render(request, "campaigns/index.html", context)


@require_http_methods(["GET", "POST"])
@guests_welcome
def new(request: HttpRequest, game: str, road: str) -> HttpResponse:
    """Begin a campaign."""
    found = roads_of(game).get(road) if game in RULEBOOKS else None
    if found is None or not found.ready(content_of(newest_release(game).pk)):
        raise Http404
    content = content_of(newest_release(game).pk)
    options = found.options(content)
    given = {option.slug: request.POST[option.slug] for option in options if option.slug in request.POST}
    fault = ""
    if request.method == "POST":
        try:
            campaign = services.found(
                game=game, road=road, name=request.POST.get("name", ""), owner=host_of(request), options=given,
                public="public" in request.POST,
            )  # fmt: skip
            return redirect(campaign)
        except IllegalAction as illegal:
            fault = translated(illegal.message)
    owned = selectors.collection(game, road, request.user)
    context = {
        "road": found,
        "game": game,
        "game_name": translated(RULEBOOKS[game].name),
        "options": _offered(options, given),
        "name": request.POST.get("name", translated(found.name)),
        "unlocks": owned,
        "unlocked": sum(one.at is not None for one in owned),
        "fault": fault,
    }
    return render(request, "campaigns/new.html", context, status=422 if fault else 200)


def _offered(options: Iterable[Option], chosen: Mapping[str, str]) -> list[dict[str, Any]]:
    """What can be chosen before a run, each with the value that stands now."""
    return [
        {
            "slug": option.slug,
            "name": translated(option.name),
            "help": translated(option.help),
            "choices": [(value, translated(label)) for value, label in option.choices],
            "value": chosen.get(option.slug, option.choices[0][0]),
        }
        for option in options
    ]


@require_GET
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """The home of a campaign: its ledger, live, as each member sees it."""
    campaign = selectors.seen_campaign(slug, request.user)
    run = newest_run(campaign)
    return _run_page(request, campaign, run)


@require_GET
def run_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """An earlier run of a campaign, as it ended."""
    campaign = selectors.seen_campaign(slug, request.user)
    run = get_object_or_404(Run.objects.select_related("ledger"), campaign=campaign, number=number)
    return _run_page(request, campaign, run)


def _run_page(request: HttpRequest, campaign: Campaign, run: Run) -> HttpResponse:
    ledger = ledger_of(run)
    if ledger.state is None:
        return render(
            request, "campaigns/waiting.html", {"campaign": campaign, "role": role_of(campaign, request.user)}
        )
    context = page_context(request, run.ledger, ledger) | _frame(request, campaign, run, "home")
    if ledger.status == Table.Status.FINISHED:
        context["summary"] = _summary(run)
        context["options"] = _offered(ledger.book.options(ledger.content), ledger.options)
    return render(request, "campaigns/home.html", context)


def _frame(request: HttpRequest, campaign: Campaign, run: Run, page: str) -> dict[str, Any]:
    """What every page of a campaign reads."""
    role = role_of(campaign, request.user)
    newest = run if page != "home" else newest_run(campaign)
    return {
        "campaign": campaign,
        "run": run,
        "is_newest": newest.pk == run.pk,
        "role": role,
        "owns": role == Member.Role.OWNER,
        "decides": role in (Member.Role.OWNER, Member.Role.PLAYER),
        "road": road_of(campaign),
        "game_name": translated(RULEBOOKS[campaign.game].name),
        "page": page,
    }


def _summary(run: Run) -> dict[str, Any]:
    """How a run that is over went: its tables, and what it has earned."""
    names = {owned.slug: owned for owned in selectors.collection(run.campaign.game, run.campaign.road, run.ledger.host)}
    slugs = list(dict.fromkeys(run.awards.values_list("slug", flat=True)))
    return {"tables": selectors.tables_of(run), "earned": [names[slug] for slug in slugs if slug in names]}


@require_GET
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that happened in a run: who, when, from which table, and what changed."""
    campaign = selectors.seen_campaign(slug, request.user)
    run = _asked_run(request, campaign)
    page, rows = selectors.history(run, request.GET.get("page"))
    context = _frame(request, campaign, run, "history") | {
        "pager": page,
        "rows": rows,
        "runs": list(campaign.runs.values_list("number", flat=True).order_by("-number")),
    }
    return render(request, "campaigns/history.html", context)


@require_GET
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of a run, each with its restore point."""
    campaign = selectors.seen_campaign(slug, request.user)
    run = _asked_run(request, campaign)
    context = _frame(request, campaign, run, "tables") | {
        "tables": selectors.tables_of(run),
        "playing": run.ledger.status == Table.Status.PLAYING,
        "runs": list(campaign.runs.values_list("number", flat=True).order_by("-number")),
    }
    return render(request, "campaigns/tables.html", context)


def _asked_run(request: HttpRequest, campaign: Campaign) -> Run:
    asked = number_of(request.GET.get("run"))
    runs = Run.objects.select_related("ledger", "campaign").defer("ledger__state", "ledger__secret")
    if asked is not None:
        return get_object_or_404(runs, campaign=campaign, number=asked)
    return newest_run(campaign)


@require_GET
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who belongs to a campaign, who decides, and the links by which people join."""
    campaign = selectors.seen_campaign(slug, request.user)
    run = newest_run(campaign)
    ledger = ledger_of(run)
    people = list(campaign.members.select_related("user"))
    links = {link.role: link for link in campaign.invitations.all()}
    specs = ledger.book.seats(ledger.content, ledger.options)
    context = _frame(request, campaign, run, "members") | {
        "people": people,
        "links": [
            {"role": role, "label": Member.Role(role).label, "link": links.get(role)}
            for role in (Member.Role.PLAYER, Member.Role.GUEST, Member.Role.WATCHER)
        ],
        "roles": [(role, Member.Role(role).label) for role in ("player", "guest", "watcher")],
        "seats": [(spec.number, translated(spec.name), ledger.seats[spec.number]) for spec in specs],
        "under_way": Sortie.objects.filter(run=run, void=False, report_line=None).exists(),
        "ledger_seats": run.ledger.slug,
        "owner": owner_of(campaign),
        "may_take_over": services.may_take_over(campaign, request.user),
    }
    return render(request, "campaigns/members.html", context)


@require_GET
def settings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What its owner may change about a campaign."""
    campaign = selectors.seen_campaign(slug, request.user)
    return _settings(request, campaign)


def _settings(request: HttpRequest, campaign: Campaign, fault: str = "") -> HttpResponse:
    context = _frame(request, campaign, newest_run(campaign), "settings") | {"fault": fault}
    if context["owns"]:
        context |= {"offer": services.offered(campaign), "correctable": _correctable(campaign)}
    return render(request, "campaigns/settings.html", context, status=422 if fault else 200)


def _correctable(campaign: Campaign) -> list[dict[str, Any]]:
    return [
        {"slug": one.slug, "name": translated(one.name), "value": one.value, "least": one.least, "most": one.most}
        for one in services.correctable(campaign)
        if one.least < one.most
    ]


@require_GET
def collection(request: HttpRequest, game: str, road: str) -> HttpResponse:
    """What somebody has unlocked, and how the rest is earned."""
    if game not in RULEBOOKS or road not in roads_of(game):
        raise Http404
    if not roads_of(game)[road].ready(content_of(newest_release(game).pk)):
        raise Http404
    owned = selectors.collection(game, road, request.user)
    context = {
        "road": roads_of(game)[road],
        "game": game,
        "game_name": translated(RULEBOOKS[game].name),
        "owned": owned,
        "count": sum(one.at is not None for one in owned),
    }
    slug = request.GET.get("campaign")
    if slug:  # looked at from one of its campaigns, which stays at hand
        campaign = selectors.seen_campaign(slug, request.user)
        context |= _frame(request, campaign, newest_run(campaign), "collection")
    return render(request, "campaigns/collection.html", context)


@require_GET
def ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """From a table of a campaign, or its ledger, to the campaign."""
    campaign, table = selectors.campaign_of_table(slug, request.user)
    run = Run.objects.filter(ledger=table).first()
    if run is not None and run.number != newest_run(campaign).number:
        return redirect("campaign-run", campaign.slug, run.number)
    return redirect(campaign)


@require_http_methods(["GET", "POST"])
@guests_welcome
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Follow an invitation: what it is for, and then to join."""
    invitation = Invitation.objects.select_related("campaign").filter(token=token).first()
    if invitation is None:
        return render(request, "campaigns/gone.html", status=410)
    campaign = invitation.campaign
    if request.method == "POST":
        try:
            services.join(token=token, user=person_of(request))
        except IllegalAction as illegal:
            messages.error(request, translated(illegal.message))
            return redirect("campaigns")
        return redirect(campaign)
    role = role_of(campaign, request.user)
    context = {"campaign": campaign, "invitation": invitation, "road": road_of(campaign), "owner": owner_of(campaign),
               "prospect": prospect_of(invitation.role), "role": role,
               "may_join": is_better(invitation.role, role)}  # fmt: skip
    return render(request, "campaigns/join.html", context)
