"""Whose campaign it is: handing it over, taking it over from somebody who has vanished, and those who are deleted."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from apps.campaigns.models import Campaign, Member
from apps.campaigns.services.ledgers import beside, held, note, owner_of, require
from apps.campaigns.services.membership import unlist
from apps.campaigns.services.roles import INVITED_AS, OWNER, PLAYER, RANK
from apps.campaigns.services.seats import fill_vacant_seats, free_seats_of
from apps.games import snapshots
from apps.games.history.models import Look
from apps.games.models import Entry, Seat, Table
from apps.games.services.journal import append
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import Text, say

AWAY = timedelta(days=60)
"""How long an owner is waited for before the campaign may be taken over."""

OVER = (Table.Status.FINISHED, Table.Status.CLOSED)


def hand_over(*, campaign: Campaign, member: Member, user: Any) -> None:
    """Make another member the owner; the old one stays as a player. Raises IllegalAction."""
    with held(campaign):
        require(campaign, user, OWNER)
        if member.user_id == user.pk:
            raise IllegalAction("self", say("The campaign is yours already."))
        words = say("{old} handed the campaign over to {new}.", old=user.shown_name, new=member.user.shown_name)
        _pass_on(campaign, member, words, user)


def take_over(*, campaign: Campaign, user: Any) -> None:
    """Make whoever has been a player for longest the owner, once the owner has not been seen for long, or is gone.

    Raises IllegalAction.
    """
    with held(campaign):
        if not may_take_over(campaign, user):
            words = say("The longest-standing player can take over from an owner away for {n} days.", n=AWAY.days)
            raise IllegalAction("not-yet", words)
        owner, name = owner_of(campaign), user.shown_name
        words = say("{new} took the campaign over: it had no owner any more.", new=name)
        if owner is not None:
            old = owner.shown_name
            words = say("{new} took the campaign over, as {old} has not been here for long.", new=name, old=old)
        _pass_on(campaign, campaign.members.select_related("user").get(user=user), words, user)


def may_take_over(campaign: Campaign, user: Any) -> bool:
    """Whether somebody is next in line, and the owner has been away for so long that they need not wait."""
    heir = heir_of(campaign, roles=(PLAYER,))
    if heir is None or heir.user_id != user.pk:
        return False
    owner = owner_of(campaign)
    return owner is None or last_seen(owner) < timezone.now() - AWAY


def appoint(*, campaign: Campaign, person: Any, by: Any) -> None:
    """Have those who keep the house make somebody the owner, also where there is none. Raises IllegalAction."""
    with held(campaign):
        if owner_of(campaign) == person:
            raise IllegalAction("self", say("The campaign is theirs already."))
        member, _made = Member.objects.get_or_create(campaign=campaign, user=person, defaults={"role": PLAYER})
        campaign.circle.people.add(person)
        words = say("Those who keep this house handed the campaign over to {new}.", new=person.shown_name)
        _pass_on(campaign, member, words, by)


def part_from(person: Any) -> None:
    """Let somebody who is about to be deleted leave all campaigns; theirs go to whoever is next in line.

    A campaign without anybody else keeps its ledger, and nobody, until it is given to somebody.
    """
    for campaign in Campaign.objects.filter(members__user=person).order_by("pk"):
        with held(campaign):
            member = campaign.members.select_related("user").filter(user=person).first()
            if member is None:
                continue
            heir = heir_of(campaign, but=person)
            if member.role == OWNER and heir is not None:
                new = heir.user.shown_name
                words = say("{old} is gone: the campaign is in the hands of {new}.", old=person.shown_name, new=new)
                _pass_on(campaign, heir, words, None)
            owner = owner_of(campaign)
            free_seats_of(campaign, person, None if owner == person else owner, None)
            unlist(campaign, member, say("{name} does not play in this house any more.", name=person.shown_name), None)


def heir_of(campaign: Campaign, but: Any = None, roles: Collection[str] = INVITED_AS) -> Member | None:
    """Who is next in line: the longest-standing player or, where there is none, guest or watcher."""
    members = [one for one in campaign.members.select_related("user").filter(role__in=roles) if one.user != but]
    return min(members, key=lambda one: (RANK[Member.Role(one.role)], one.joined_at, one.pk), default=None)


def last_seen(person: Any) -> datetime:
    """When somebody was last known to be here: logging in, looking at a table, sitting there, or doing something."""
    signs = [
        person.last_login,
        Look.objects.filter(user=person).aggregate(at=Max("at"))["at"],
        Seat.objects.filter(user=person).aggregate(at=Max("seen_at"))["at"],
        Entry.objects.filter(user=person).aggregate(at=Max("at"))["at"],
    ]
    return max((sign for sign in signs if sign is not None), default=person.date_joined)


def _pass_on(campaign: Campaign, heir: Member, words: Text, by: Any) -> None:
    """Make a member the owner in place of whoever was; the campaign is held. Raises IllegalAction."""
    Member.objects.filter(campaign=campaign, role=OWNER).update(role=PLAYER)
    if Member.objects.filter(pk=heir.pk, campaign=campaign).update(role=OWNER) != 1:
        name = heir.user.shown_name
        raise IllegalAction("gone", say("{name} does not belong to this campaign any more.", name=name))
    _host_all(campaign, heir.user, words, by)
    fill_vacant_seats(campaign, heir.user, by)


def _host_all(campaign: Campaign, person: Any, words: Text, by: Any) -> None:
    """Make somebody the host of all tables; those that go on get an entry, which all processes hear of."""
    tables = Table.objects.filter(circle=campaign.circle)
    locked = list(tables.select_for_update().order_by("road", "pk").values_list("pk", "road", "status"))
    tables.update(host=person)
    for pk, road, status in locked:
        if not road and status not in OVER:
            append(pk, lambda battle: beside(battle, Event("host", words), by, host_id=person.pk))
        elif status in OVER:
            transaction.on_commit(partial(snapshots.forget, pk))
    note(campaign, words, by, host_id=person.pk)
