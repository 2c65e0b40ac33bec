"""From the ledger to a table and back: the one place where what a game brings is written into its campaign.

Both ways run inside the transaction of the entry that they follow from, so that a table and its ledger never
disagree, whatever is retried or killed.
"""

from __future__ import annotations

import hmac
from typing import Any

import msgspec
from django.db import transaction

from apps.campaigns.models import Award, Member, Run, Sortie
from apps.games.models import Entry, Screen, Seat, Table, new_token
from apps.games.services.journal import Draft, append, draft_of_step
from apps.games.services.tables import bot_name, start_if_full
from apps.games.snapshots import SeatInfo, Snapshot
from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Event, Rulebook
from apps.rulebooks.core.roads import Outing
from apps.rulebooks.core.text import say
from apps.rulebooks.registry import RULEBOOKS


class Superseded(Exception):
    """The ledger does not wait for this table any more."""


def follow(before: Snapshot, after: Snapshot) -> None:
    """What an entry of a campaign's table, or of a ledger, brings with it; runs in the entry's transaction."""
    if Table.Status.SHELVED in (before.status, after.status):  # nothing has moved
        return
    if after.road:
        _ledger_moved(before, after)
    elif after.status == Table.Status.FINISHED != before.status:
        _table_over(after)


# --- From a table to the ledger ---------------------------------------------------------------


def _table_over(table: Snapshot) -> None:
    """The ledger takes the report of a table that is over, once."""
    sortie = Sortie.objects.select_related("run").filter(table_id=table.table_id, void=False, report_line=None).first()
    if sortie is None:
        return
    ledger_id, number = sortie.run.ledger_id, sortie.number

    def plan(ledger: Snapshot) -> Draft:
        road: Any = ledger.book
        outing = outing_of(ledger)
        if outing is None or outing.number != number:
            raise Superseded
        report = road.reported(ledger.content, outing, table.state)
        chance = Chance(ledger.secret, ledger.line + 1)
        step = road.report(ledger.content, ledger.state, report, chance)
        key = f"report-{number}-{ledger.line}"
        return draft_of_step(ledger, step, seat=None, kind=Entry.Kind.REPORT, key=key, chance=chance, report=report)

    def also(ledger: Snapshot) -> None:
        Sortie.objects.filter(pk=sortie.pk).update(report_line=ledger.line)

    try:
        append(ledger_id, plan, also)
    except Superseded:
        return
    Table.objects.filter(pk=table.table_id).update(onward_id=ledger_id)
    lead_on(table.table_id, ledger_id)


def outing_of(ledger: Snapshot) -> Outing | None:
    """The table that a ledger waits for now."""
    if ledger.status != Table.Status.PLAYING or ledger.state is None:
        return None
    road: Any = ledger.book
    outing: Outing | None = road.outing(ledger.content, ledger.state)
    return outing


# --- From the ledger to a table ---------------------------------------------------------------


def _ledger_moved(before: Snapshot, after: Snapshot) -> None:
    """A table is set up where the ledger asks for one, and one that it asks for no longer is set aside."""
    run = Run.objects.select_related("campaign").filter(ledger_id=after.table_id).first()
    if run is None:
        return
    _award(run, before, after)
    outing = outing_of(after)
    if after.line < before.line:  # it has gone back: tables played or begun since then do not count
        _void(Sortie.objects.filter(run=run, void=False, line__gt=after.line))
        _void(Sortie.objects.filter(run=run, void=False, report_line__gt=after.line))
    waiting = Sortie.objects.filter(run=run, void=False, report_line=None)
    if outing is None:
        _void(waiting)
        if before.status == Table.Status.PLAYING:
            _point(run, None)
        return
    _void(waiting.exclude(number=outing.number))
    sortie = waiting.filter(number=outing.number).first()
    if sortie is None:
        sortie = _set_up(run, after, outing)
        _point(run, sortie.table_id)


def _set_up(run: Run, ledger: Snapshot, outing: Outing) -> Sortie:
    """Make the table of an outing; its chance follows from the ledger's, so that going back buys no other dice.

    A table that was played to its end has shown everything that was hidden in it: what is set up in its place after
    the ledger has gone back has a chance of its own.
    """
    book = RULEBOOKS[ledger.game]
    line = max(0, ledger.line - 1)  # the decision to go is taken back with the table
    seen = Sortie.objects.filter(run=run, line=line, table__status=Table.Status.FINISHED).count()
    place = f"table at {ledger.line}" + (f" after {seen}" if seen else "")
    table = Table.objects.create(
        game=ledger.game,
        release_id=ledger.release_id,
        options=dict(outing.options),
        host_id=ledger.host_id,
        visibility=ledger.visibility,
        idle_limit=Table.IdleLimit.NEVER,
        followed=True,
        circle_id=ledger.circle_id,
        secret=hmac.digest(ledger.secret, place.encode(), "sha256"),
        seat_seqs=[0] * len(outing.seats),
    )
    for number, who in enumerate(outing.seats):
        Seat.objects.create(table=table, number=number, **_sitter(book, ledger.seats, who))
    transaction.on_commit(lambda: start_if_full(table_id=table.pk))
    return Sortie.objects.create(
        run=run, table=table, number=outing.number, line=line, title=msgspec.to_builtins(outing.title)
    )


def _sitter(book: Rulebook, seats: tuple[SeatInfo, ...], who: int | str) -> dict[str, Any]:
    """Who sits at a table of the campaign: whoever holds that seat of the ledger, or a bot."""
    if isinstance(who, str):
        return {"kind": Seat.Kind.BOT, "bot_level": who, "name": str(bot_name(book, who))}
    seat = seats[who]
    if seat.kind == Seat.Kind.BOT:
        level = book.bot_levels[-1].slug
        kept = {"keeper_id": seat.keeper_id, "keeper_name": seat.keeper}
        return {"kind": Seat.Kind.BOT, "bot_level": level, "name": str(bot_name(book, level)), **kept}
    return {"kind": Seat.Kind.PERSON, "user_id": seat.user_id}


def _void(sorties: Any) -> None:
    """Tables that do not count any more; those still in play are closed once that is certain."""
    for sortie in sorties.select_related("table").only("pk", "table__status"):
        Sortie.objects.filter(pk=sortie.pk).update(void=True)
        if sortie.table.status in (Table.Status.PLAYING, Table.Status.OPEN):
            transaction.on_commit(lambda pk=sortie.table_id: set_aside(pk))


def set_aside(table_id: int) -> None:
    """Close a table that does not count any more, if it still runs."""

    class Over(Exception):
        pass

    def plan(snapshot: Snapshot) -> Draft:
        if snapshot.status not in (Table.Status.PLAYING, Table.Status.OPEN):
            raise Over
        event = Event("set-aside", say("This table does not count any more: its campaign goes on without it."))
        return Draft(
            kind=Entry.Kind.SEAT,
            seat=None,
            key=new_token(),
            line=snapshot.line,
            events=(event,),
            state=snapshot.state,
            status=Table.Status.CLOSED,
        )

    try:
        append(table_id, plan)
    except Over:
        return


# --- Where people and screens go ----------------------------------------------------------------


def _point(run: Run, table_id: int | None) -> None:
    """Show the way from the ledger to the table that it waits for, or take it away."""
    Table.objects.filter(pk=run.ledger_id).update(onward_id=table_id)
    lead_on(run.ledger_id, table_id)


def lead_on(old_id: int, new_id: int | None) -> None:
    """Open pages are shown the way, and screens go there by themselves."""
    from apps.games.live.push import announce_onward

    if new_id is not None:
        Screen.objects.filter(table_id=old_id).update(table_id=new_id)
    transaction.on_commit(lambda: announce_onward(old_id, new_id))


def _award(run: Run, before: Snapshot, after: Snapshot) -> None:
    """What the road has earned since is kept for everyone who plays it (not for those who only watch)."""
    if after.state is None or after.state is before.state:
        return
    road: Any = after.book
    had = () if before.state is None else road.earned(before.content, before.state)
    new = set(road.earned(after.content, after.state)) - set(had)
    if not new:
        return
    campaign = run.campaign
    decide = campaign.members.filter(role__in=[Member.Role.OWNER, Member.Role.PLAYER]).values_list("user", flat=True)
    Award.objects.bulk_create(
        [
            Award(user_id=user, game=campaign.game, road=campaign.road, slug=slug, run=run)
            for user in decide
            for slug in sorted(new)
        ],
        ignore_conflicts=True,
    )


def mend(before: Any) -> int:
    """Set aside what should have been, and begin what should have begun, had nobody died over it."""
    stale = Sortie.objects.filter(
        void=True, table__status__in=[Table.Status.PLAYING, Table.Status.OPEN], table__created_at__lt=before
    ).values_list("table_id", flat=True)
    for pk in stale:
        set_aside(pk)
    return len(stale)


__all__ = ["follow", "lead_on", "mend", "outing_of", "set_aside"]
