"""Reading campaigns: lists and histories, never with a state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404

from apps.campaigns.models import Award, Campaign, Member, Run, Sortie
from apps.campaigns.services.ledgers import ledger_of, newest_run, road_of, role_of
from apps.content.services import content_of, newest_release
from apps.games.live.speech import translated
from apps.games.models import Entry, Table
from apps.games.snapshots import seat_name
from apps.rulebooks.core.protocol import Event, Result
from apps.rulebooks.registry import RULEBOOKS, roads_of

PAGE = 40  # entries of a history


class Row(msgspec.Struct, frozen=True):
    """One entry of a history, in words."""

    seq: int
    at: Any
    who: str
    lines: tuple[str, ...]
    kind: str
    struck: bool
    table: str = ""  # the address of the table that it comes from
    result: str = ""


class Listed(msgspec.Struct, frozen=True):
    """A campaign in a list."""

    url: str
    name: str
    game: str
    road: str
    run: int
    tables: int
    my_turn: bool
    role: str
    moved_at: Any
    over: bool
    archived: bool


class Owned(msgspec.Struct, frozen=True):
    """Something of a collection: what it is, how it is earned, and when it was."""

    slug: str
    name: str
    text: str
    how: str
    symbol: str
    at: Any = None


def seen_campaign(slug: str, user: Any) -> Campaign:
    """The campaign with this address. Raises Http404 when it does not exist or may not be seen."""
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None or not may_see(campaign, user):
        raise Http404
    return campaign


def may_see(campaign: Campaign, user: Any) -> bool:
    """Whether somebody may look at the pages of a campaign, as it is stored now."""
    public = Campaign.objects.filter(pk=campaign.pk).values_list("public", flat=True).first()
    return public is not None and (public or bool(role_of(campaign, user)))


def campaign_of_table(slug: str, user: Any) -> tuple[Campaign, Table]:
    """The campaign that a table belongs to, be it a ledger or one of its games. Raises Http404."""
    table = Table.objects.filter(slug=slug, followed=True).defer("state", "secret").first()
    run = None if table is None else Run.objects.filter(Q(ledger=table) | Q(sorties__table=table)).first()
    if table is None or run is None:
        raise Http404
    return seen_campaign(run.campaign.slug, user), table


def my_campaigns(user: Any, archived: bool = False) -> list[Listed]:
    """The campaigns that somebody belongs to, those that wait for them first."""
    members = Member.objects.filter(user=user, campaign__archived_at__isnull=not archived).select_related("campaign")
    by_campaign = {member.campaign_id: member for member in members}
    runs = (
        Run.objects.filter(campaign__in=by_campaign)
        .select_related("campaign", "ledger")
        .defer("ledger__state", "ledger__secret")
        .prefetch_related("ledger__seats")
        .annotate(tables=Count("sorties", filter=Q(sorties__void=False)))
        .order_by("number")
    )
    newest: dict[int, Run] = {}
    tables: dict[int, int] = {}
    for run in runs:
        newest[run.campaign_id] = run
        tables[run.campaign_id] = tables.get(run.campaign_id, 0) + run.tables
    found = [_listed(run, tables[run.campaign_id], by_campaign[run.campaign_id], user) for run in newest.values()]
    return sorted(found, key=lambda one: (not one.my_turn, -one.moved_at.timestamp()))


def _listed(run: Run, tables: int, member: Member, user: Any) -> Listed:
    campaign, ledger = run.campaign, run.ledger
    waits = {seat.number for seat in ledger.seats.all() if seat.user_id == user.pk} & set(ledger.waiting)
    return Listed(
        url=campaign.get_absolute_url(),
        name=campaign.name,
        game=translated(RULEBOOKS[campaign.game].name),
        road=translated(road_of(campaign).name),
        run=run.number,
        tables=tables,
        my_turn=bool(waits) and ledger.onward_id is None,
        role=member.get_role_display().partition(":")[0],
        moved_at=ledger.moved_at or ledger.created_at,
        over=ledger.status == Table.Status.FINISHED,
        archived=campaign.archived_at is not None,
    )


def roads() -> list[dict[str, Any]]:
    """Every kind of campaign that can be begun."""
    return [
        {"game": game, "road": slug, "name": translated(road.name), "tagline": translated(road.tagline),
         "game_name": translated(RULEBOOKS[game].name)}
        for game in RULEBOOKS
        for slug, road in roads_of(game).items()
        if road.ready(content_of(newest_release(game).pk))
    ]  # fmt: skip


def history(run: Run, page: Any) -> tuple[Any, list[Row]]:
    """A page of what happened in a run, newest first, and its rows: always the same few queries."""
    entries: QuerySet[Entry] = Entry.objects.filter(table_id=run.ledger_id).select_related("user").order_by("-seq")
    shown = Paginator(entries, PAGE).get_page(page)
    seats = {seat.number: seat_name(seat) for seat in run.ledger.seats.select_related("user")}
    lines = [entry.line for entry in shown if entry.kind == Entry.Kind.REPORT]
    sorties = Sortie.objects.filter(run=run, report_line__in=lines).select_related("table").defer(
        "table__state", "table__secret"
    )  # fmt: skip
    by_line: dict[tuple[int, bool], Sortie] = {(sortie.report_line or 0, sortie.void): sortie for sortie in sorties}
    return shown, [_row(entry, seats, by_line) for entry in shown]


def _row(entry: Entry, seats: dict[int, str], sorties: dict[tuple[int, bool], Sortie]) -> Row:
    events = msgspec.convert(entry.events, tuple[Event, ...])
    lines = tuple(translated(event.text) for event in events if event.to is None and event.kind != "by")
    by = next((translated(event.text) for event in events if event.kind == "by"), "")
    struck = entry.voided_by is not None
    table = result = ""
    if entry.kind == Entry.Kind.REPORT:
        sortie = sorties.get((entry.line, struck)) or sorties.get((entry.line, not struck))
        if sortie is not None:
            table = sortie.table.slug
            if sortie.table.result:
                result = translated(msgspec.convert(sortie.table.result, Result).text)
    sitter = seats.get(entry.seat, "") if entry.seat is not None else ""
    who = entry.user.shown_name if entry.user else by or sitter  # whoever sits there now, where no name came along
    return Row(entry.seq, entry.at, who, lines, entry.kind, struck, table, result)


def tables_of(run: Run) -> list[dict[str, Any]]:
    """The tables of a run with how they ended, newest first."""
    sorties = run.sorties.select_related("table").defer("table__state", "table__secret").order_by("-pk")
    return [
        {
            "sortie": sortie,
            "title": translated(sortie.named),
            "slug": sortie.table.slug,
            "status": sortie.table.status,
            "result": translated(msgspec.convert(sortie.table.result, Result).text) if sortie.table.result else "",
            "at": sortie.table.finished_at or sortie.table.created_at,
        }
        for sortie in sorties
    ]


def collection(game: str, road_slug: str, user: Any) -> Sequence[Owned]:
    """Everything that can be earned on a road, with what somebody has."""
    road = roads_of(game)[road_slug]
    content = content_of(newest_release(game).pk)
    mine = {}
    if user.is_authenticated:
        mine = dict(Award.objects.filter(user=user, game=game, road=road_slug).values_list("slug", "at"))
    return [
        Owned(
            unlock.slug,
            translated(unlock.name),
            translated(unlock.text),
            translated(unlock.how),
            unlock.symbol,
            mine.get(unlock.slug),
        )
        for unlock in road.unlocks(content)
    ]


__all__ = ["Listed", "Owned", "Row", "campaign_of_table", "collection", "history", "ledger_of", "my_campaigns",
           "newest_run", "roads", "seen_campaign", "tables_of"]  # fmt: skip


def names_of(table_ids: Collection[int]) -> dict[int, str]:
    """The names of the campaigns that some tables are played for, by the ids of the tables."""
    if not table_ids:
        return {}
    ledgers = Run.objects.filter(ledger__in=table_ids).values_list("ledger", "campaign__name")
    played = Sortie.objects.filter(table__in=table_ids).values_list("table", "run__campaign__name")
    return dict([*ledgers, *played])
