"""Beginning a campaign, and the next run of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from apps.campaigns.models import Award, Campaign, Member, Run
from apps.campaigns.services.archiving import refuse_archived
from apps.campaigns.services.ledgers import held, newest_run, owner_of, require, road_of
from apps.campaigns.services.outings import lead_on
from apps.content.models import Release
from apps.content.services import content_of, newest_release
from apps.games.models import Circle, Seat, Table
from apps.games.services.tables import chosen_options, start_if_full
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.roads import EARNED
from apps.rulebooks.core.text import say
from apps.rulebooks.registry import RULEBOOKS, roads_of

LONGEST_NAME = 60


def found(
    *,
    game: str,
    road: str,
    name: str,
    owner: Any,
    options: Mapping[str, str] | None = None,
    public: bool = False,
) -> Campaign:
    """Begin a campaign with its first run. Raises IllegalAction naming what does not fit."""
    if game not in RULEBOOKS or road not in roads_of(game):
        raise IllegalAction("road", say("There is no such campaign."))
    if not roads_of(game)[road].ready(content_of(newest_release(game).pk)):
        raise IllegalAction("road", say("The content of this house does not have that campaign yet."))
    with transaction.atomic():
        circle = Circle.objects.create()
        circle.people.add(owner)
        campaign = Campaign.objects.create(name=proper_name(name), game=game, road=road, circle=circle, public=public)
        Member.objects.create(campaign=campaign, user=owner, role=Member.Role.OWNER)
        _open(campaign, 1, owner, {0: owner}, options or {}, newest_release(game))
    return campaign


def begin_run(*, campaign: Campaign, user: Any, options: Mapping[str, str] | None = None) -> Run:
    """Begin the next run once the last one is over, with the same people and release. Raises IllegalAction.

    Options that are not given stay as they were. A newer release is offered to it as to any run between two tables.
    """
    require(campaign, user, Member.Role.OWNER, Member.Role.PLAYER)
    with held(campaign):
        last = newest_run(campaign)
        if last.ledger.status != Table.Status.FINISHED:
            raise IllegalAction("running", say("The run is not over yet."))
        refuse_archived(campaign)
        owner = owner_of(campaign) or user
        people = {seat.number: seat.user or seat.keeper for seat in last.ledger.seats.select_related("user", "keeper")}
        belongs = set(campaign.circle.people.values_list("pk", flat=True))
        there = {number: who if who is not None and who.pk in belongs else owner for number, who in people.items()}
        chosen = {**last.ledger.options, **(options or {})}
        run = _open(campaign, last.number + 1, owner, there, chosen, last.ledger.release)
        Table.objects.filter(pk=last.ledger_id).update(onward_id=run.ledger_id)
        lead_on(last.ledger_id, run.ledger_id)
        return run


def proper_name(name: str) -> str:
    """A name that can be shown. Raises IllegalAction for an empty one."""
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME]
    if not shown:
        raise IllegalAction("name", say("Give the campaign a name."))
    return shown


def _open(
    campaign: Campaign,
    number: int,
    owner: Any,
    people: Mapping[int, Any],
    options: Mapping[str, str],
    release: Release,
) -> Run:
    road, content = road_of(campaign), content_of(release.pk)
    chosen = chosen_options(road, content, options)
    earned = Award.objects.filter(user=owner, game=campaign.game, road=campaign.road).order_by("slug")
    chosen[EARNED] = ",".join(earned.values_list("slug", flat=True))
    specs = road.seats(content, chosen)
    ledger = Table.objects.create(
        game=campaign.game,
        road=campaign.road,
        release=release,
        options=chosen,
        host=owner,
        visibility=visibility_of(campaign),
        idle_limit=Table.IdleLimit.NEVER,
        followed=True,
        circle=campaign.circle,
        seat_seqs=[0] * len(specs),
    )
    for spec in specs:
        sitter = people.get(spec.number)
        kind = Seat.Kind.OPEN if sitter is None else Seat.Kind.PERSON
        Seat.objects.create(table=ledger, number=spec.number, kind=kind, user=sitter)
    run = Run.objects.create(campaign=campaign, number=number, ledger=ledger)
    transaction.on_commit(lambda: start_if_full(table_id=ledger.pk))
    return run


def visibility_of(campaign: Campaign) -> str:
    """Who may watch the tables of a campaign."""
    return Table.Visibility.UNLISTED if campaign.public else Table.Visibility.PRIVATE
