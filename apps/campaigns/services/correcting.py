"""Setting a number of the ledger right: by its owner, with a reason, in sight of everyone."""

from __future__ import annotations

from typing import Any

import msgspec

from apps.campaigns.models import Campaign, Member
from apps.campaigns.services.archiving import refuse_archived
from apps.campaigns.services.ledgers import ledger_of, newest_run, require
from apps.campaigns.services.outings import outing_of
from apps.games.models import Entry, Table, new_token
from apps.games.services.journal import Draft, append, draft_of_step
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.roads import Correctable
from apps.rulebooks.core.text import say

LONGEST_REASON = 200


class Correction(msgspec.Struct, frozen=True):
    """What was set right, as the ledger keeps it."""

    slug: str
    value: int


def correctable(campaign: Campaign) -> tuple[Correctable, ...]:
    """What can be set right now; nothing while a table is under way or the run is over."""
    ledger = ledger_of(newest_run(campaign))
    if ledger.status != Table.Status.PLAYING or outing_of(ledger) is not None:
        return ()
    road: Any = ledger.book
    found: tuple[Correctable, ...] = road.correctable(ledger.content, ledger.state)
    return found


def correct(*, campaign: Campaign, slug: str, value: int, reason: str, user: Any) -> None:
    """Set one number right. Raises IllegalAction."""
    require(campaign, user, Member.Role.OWNER)
    refuse_archived(campaign)
    why = " ".join(reason.split())[:LONGEST_REASON]
    if not why:
        raise IllegalAction("reason", say("Say why: everyone reads it in the history."))

    def plan(ledger: Snapshot) -> Draft:
        if ledger.status != Table.Status.PLAYING or outing_of(ledger) is not None:
            raise IllegalAction("under-way", say("Nothing can be corrected while a table is under way."))
        road: Any = ledger.book
        step = road.correct(ledger.content, ledger.state, slug, value)
        words = say("Correction by {name}: {why}", name=user.shown_name, why=why)
        step = msgspec.structs.replace(step, events=(Event("correction", words), *step.events), barrier=True)
        report = Correction(slug, value)
        return draft_of_step(
            ledger, step, seat=None, kind=Entry.Kind.CORRECT, key=new_token(), report=report, user_id=user.pk
        )

    append(newest_run(campaign).ledger_id, plan)
