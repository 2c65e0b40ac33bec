"""When a guest logs in to an account, the account belongs to the guest's campaigns from then on."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from apps.accounts.services import on_merge
from apps.campaigns.models import Award, Campaign, Invitation, Member
from apps.campaigns.services.ledgers import held, note
from apps.campaigns.services.roles import is_better
from apps.games import snapshots
from apps.games.live.push import announce_admission
from apps.games.lobby.merging import hand_table, tables_of
from apps.games.models import Table
from apps.rulebooks.core.text import say


def subscribe() -> None:
    """Have campaigns handed over from now on, before tables are: whoever needs both takes campaigns first."""
    if take_along not in on_merge:
        on_merge.insert(0, take_along)


def take_along(guest: Any, member: Any) -> None:
    """Give a member what a guest is in campaigns and has earned there; where both belong, the better role stays."""
    for campaign in Campaign.objects.filter(members__user=guest).order_by("pk"):
        with held(campaign):
            theirs = Member.objects.filter(campaign=campaign, user=guest).first()
            if theirs is not None:
                _become(campaign, theirs, guest, member)
    had = Award.objects.filter(user=member).values_list("game", "road", "slug")
    twice = set(had)
    for award in Award.objects.filter(user=guest):
        if (award.game, award.road, award.slug) not in twice:
            Award.objects.filter(pk=award.pk).update(user=member)
    Award.objects.filter(user=guest).delete()
    Invitation.objects.filter(made_by=guest).update(made_by=member)


def _become(campaign: Campaign, theirs: Member, guest: Any, member: Any) -> None:
    """Put a member in the place of a guest, at all tables of the campaign too; the campaign is held."""
    role, since = theirs.role, theirs.joined_at
    theirs.delete()
    own = Member.objects.filter(campaign=campaign, user=member).first()
    if own is not None:
        role = role if is_better(role, own.role) else own.role
        since = min(since, own.joined_at)
    now, _made = Member.objects.update_or_create(campaign=campaign, user=member, defaults={"role": role})
    Member.objects.filter(pk=now.pk).update(joined_at=since)
    campaign.circle.people.remove(guest)
    campaign.circle.people.add(member)
    tables = Table.objects.filter(circle=campaign.circle).order_by("road", "pk")
    for pk, status in list(tables.filter(pk__in=tables_of(guest).values("pk")).values_list("pk", "status")):
        hand_table(pk, status, guest, member)
    note(campaign, say("{old} is {new} from now on.", old=guest.shown_name, new=member.shown_name), member)
    for pk in tables.values_list("pk", flat=True):
        transaction.on_commit(partial(snapshots.forget, pk))  # the note was made of a ledger that knew the guest
        transaction.on_commit(partial(announce_admission, pk))
