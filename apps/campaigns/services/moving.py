"""A campaign stays on the content it began with, until its owner moves it to a newer release between two tables."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.campaigns.models import Campaign, Member
from apps.campaigns.services.archiving import refuse_archived
from apps.campaigns.services.ledgers import ledger_of, newest_run, require
from apps.campaigns.services.outings import outing_of
from apps.content.models import Release
from apps.content.services import content_of, differences, newest_release
from apps.games.models import Entry, Table, new_token
from apps.games.services.journal import Draft, Moved, append
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.roads import Unfit
from apps.rulebooks.core.text import say


class Offer(msgspec.Struct, frozen=True):
    """A newer release: what is different there, and why the ledger cannot go on with it, if it cannot."""

    number: int
    note: str
    changes: tuple[Any, ...]
    faults: tuple[str, ...]


class Hop(msgspec.Struct, frozen=True, rename={"old": "from", "new": "to"}):
    """From which release to which, as the ledger keeps it."""

    old: int
    new: int


def moved_to(release_id: int) -> Moved:
    """A release as a table goes on with it."""
    return Moved(release_id, Release.kept.values_list("number", flat=True).get(pk=release_id), content_of(release_id))


def offered(campaign: Campaign) -> Offer | None:
    """The newest release, where the ledger is not on it yet and no table is under way."""
    ledger = ledger_of(newest_run(campaign))
    newest = newest_release(campaign.game)
    if ledger.status != Table.Status.PLAYING or newest.pk == ledger.release_id or outing_of(ledger) is not None:
        return None
    road: Any = ledger.book
    faults: tuple[str, ...] = ()
    try:
        road.refit(content_of(newest.pk), ledger.state)
    except Unfit as unfit:
        faults = tuple(fault.message for fault in unfit.faults)
    old = Release.kept.get(pk=ledger.release_id)
    return Offer(newest.number, newest.note, tuple(differences(campaign.game, old.data, newest.data)), faults)


def move(*, campaign: Campaign, number: int, user: Any) -> None:
    """Go on with the newest release, which must be the `number` that was looked at. Raises IllegalAction."""
    require(campaign, user, Member.Role.OWNER)
    refuse_archived(campaign)

    def plan(ledger: Snapshot) -> Draft:
        newest = newest_release(campaign.game)
        if ledger.status != Table.Status.PLAYING or outing_of(ledger) is not None:
            raise IllegalAction("under-way", say("A campaign moves to another release between two tables."))
        if newest.number != number or newest.pk == ledger.release_id:
            raise IllegalAction("stale", say("There is another release by now. Look at what it changes first."))
        road: Any = ledger.book
        try:
            state = road.refit(content_of(newest.pk), ledger.state)
        except Unfit as unfit:
            reasons = "; ".join(fault.message for fault in unfit.faults)
            raise IllegalAction("unfit", say("The ledger does not fit that release: {why}", why=reasons)) from unfit
        words = say("{name} moved the campaign to release {number}.", name=user.shown_name, number=newest.number)
        return Draft(
            kind=Entry.Kind.MOVE,
            seat=None,
            key=new_token(),
            line=ledger.line + 1,
            events=(Event("moved", words),),
            report=Hop(ledger.release_id, newest.pk),
            state=state,
            barrier=True,
            move=moved_to(newest.pk),
            user_id=user.pk,
        )

    append(newest_run(campaign).ledger_id, plan)
