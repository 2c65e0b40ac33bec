"""Deleting a campaign for good."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from apps.campaigns.models import Campaign
from apps.campaigns.services.ledgers import held, require
from apps.campaigns.services.roles import OWNER
from apps.games import snapshots
from apps.games.live.push import announce_gone, announce_screen
from apps.games.models import Screen, Table
from apps.rulebooks.core.protocol import IllegalAction
from apps.rulebooks.core.text import say


def delete_campaign(*, campaign: Campaign, name: str, user: Any) -> None:
    """Delete a campaign whose owner has typed its `name`. Raises IllegalAction.

    What people have earned on its runs stays theirs.
    """
    with held(campaign):
        require(campaign, user, OWNER)
        if name.strip() != campaign.name:
            words = say("Type the name of the campaign as it stands here: {name}", name=campaign.name)
            raise IllegalAction("name", words)
        wipe(campaign)


def wipe(campaign: Campaign) -> None:
    """Delete a campaign with its ledgers, tables, members and links; open pages and screens are told.

    Its tables go with all that happened there: they were their circle's alone, and without it nobody could look at
    them. Games that others have gone on with from one of their moments keep what they began with.
    """
    with held(campaign):
        circle = campaign.circle
        tables = Table.objects.filter(circle=circle)
        list(tables.select_for_update().order_by("road", "pk").values_list("pk"))  # nothing is set up from here on
        gone = list(tables.values_list("pk", flat=True))
        screens = list(Screen.objects.filter(table__in=tables).values_list("pk", flat=True))
        tables.delete()
        Campaign.objects.filter(pk=campaign.pk).delete()
        circle.delete()
        for pk in gone:
            transaction.on_commit(partial(snapshots.forget, pk))
            transaction.on_commit(partial(announce_gone, pk))
        for pk in screens:
            transaction.on_commit(partial(announce_screen, pk))
