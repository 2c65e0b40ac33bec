"""What all that changes a ledger shares: its newest moment, and entries that change nothing in the campaign itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from apps.campaigns.models import Campaign, Member, Run
from apps.games import snapshots
from apps.games.models import Entry, new_token
from apps.games.services.journal import Draft, append
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.roads import Road
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.registry import roads_of


def road_of(campaign: Campaign) -> Road:
    """The rules of a campaign."""
    return roads_of(campaign.game)[campaign.road]


def newest_run(campaign: Campaign) -> Run:
    """The run that goes on, or the last one."""
    return campaign.runs.select_related("ledger").defer("ledger__state", "ledger__secret").latest("number")


def ledger_of(run: Run) -> Snapshot:
    """The ledger of a run as it stands now."""
    return snapshots.newest(run.ledger)


def role_of(campaign: Campaign, user: Any) -> str:
    """What somebody is in a campaign; nothing for somebody who does not belong."""
    if not user.is_authenticated:
        return ""
    return campaign.members.filter(user=user).values_list("role", flat=True).first() or ""


def require(campaign: Campaign, user: Any, *roles: str) -> None:
    """Raise IllegalAction unless somebody has one of the roles."""
    if role_of(campaign, user) not in roles:
        if roles == (Member.Role.OWNER,):
            raise IllegalAction("not-owner", say("Only the owner of the campaign can do that."))
        raise IllegalAction("not-member", say("Your role in this campaign does not allow that."))


@contextmanager
def held(campaign: Campaign) -> Iterator[None]:
    """A transaction in which nobody else changes who belongs to a campaign. Raises IllegalAction where it is gone.

    Whoever needs tables as well takes battles first and ledgers last, as a battle's last action does: two that wait
    for each other get nowhere.
    """
    with transaction.atomic():
        if Campaign.objects.select_for_update().filter(pk=campaign.pk).first() is None:
            raise IllegalAction("gone", say("That campaign does not exist any more."))
        yield


def owner_of(campaign: Campaign) -> Any:
    """The person whose campaign it is; None once they are gone and nobody was there to follow them."""
    member = campaign.members.select_related("user").filter(role=Member.Role.OWNER).first()
    return None if member is None else member.user


def note(campaign: Campaign, text: Text, user: Any, **more: Any) -> None:
    """Write into the ledger something that changes nothing but who belongs to the campaign, or what it is called."""

    def plan(snapshot: Snapshot) -> Draft:
        return beside(snapshot, Event("member", text), user, **more)

    append(newest_run(campaign).ledger_id, plan)


def beside(snapshot: Snapshot, event: Event, user: Any, **more: Any) -> Draft:
    """An entry beside the campaign: everything stands as it stood."""
    return Draft(
        kind=Entry.Kind.SEAT,
        seat=None,
        key=new_token(),
        line=snapshot.line,
        events=(event,),
        state=snapshot.state,
        status=snapshot.status,
        user_id=None if user is None else user.pk,
        **more,
    )
