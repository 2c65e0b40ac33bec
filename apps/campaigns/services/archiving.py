"""Putting a campaign away: everything stands still, at its ledger and at its tables, until it is brought back."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils import timezone

from apps.campaigns.models import Campaign, Member
from apps.campaigns.services.ledgers import beside, held, newest_run, note, require
from apps.games.models import Table
from apps.games.services.journal import Draft, append
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import say

PLAYING, SHELVED = Table.Status.PLAYING, Table.Status.SHELVED


def archive(*, campaign: Campaign, away: bool, user: Any) -> None:
    """Put a campaign away, where it stays as it is, or bring it back. Raises IllegalAction."""
    with held(campaign):
        require(campaign, user, Member.Role.OWNER)
        if away == is_archived(campaign):
            return
        campaign.archived_at = timezone.now() if away else None
        campaign.save(update_fields=["archived_at"])
        turned = _turn(campaign, PLAYING if away else SHELVED, SHELVED if away else PLAYING, user)
        if newest_run(campaign).ledger_id not in turned:  # a run that is over: nothing to stop
            note(campaign, say("The campaign was archived.") if away else say("The campaign was brought back."), user)


def _turn(campaign: Campaign, old: str, new: str, user: Any) -> list[int]:
    """Have every table in one status stand in another; each gets an entry, which all processes hear of."""
    event = Event("resumed", say("The campaign was brought back: it goes on."))
    if new == SHELVED:
        event = Event("shelved", say("The campaign is archived: nothing happens here until it is brought back."))
    # Battles before ledgers, as a battle's last action takes them: two that wait for each other get nowhere.
    tables = Table.objects.filter(circle=campaign.circle, status=old).select_for_update().order_by("road", "pk")
    turned = list(tables.values_list("pk", flat=True))
    for pk in turned:
        append(pk, lambda snapshot: _turned(snapshot, new, event, user))
    return turned


def _turned(snapshot: Snapshot, status: str, event: Event, user: Any) -> Draft:
    return msgspec.structs.replace(beside(snapshot, event, user), status=status)


def is_archived(campaign: Campaign) -> bool:
    """Whether a campaign is put away, as stored now."""
    return Campaign.objects.filter(pk=campaign.pk, archived_at__isnull=False).exists()


def refuse_archived(campaign: Campaign) -> None:
    """Raise IllegalAction where a campaign is put away."""
    if is_archived(campaign):
        raise IllegalAction("archived", say("The campaign is archived. Bring it back first."))
