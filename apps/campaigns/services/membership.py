"""Who belongs to a campaign: joining by a link, roles, leaving, handing over."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.campaigns.models import Campaign, Invitation, Member, Run
from apps.campaigns.services.founding import proper_name, visibility_of
from apps.campaigns.services.ledgers import beside, note, require, role_of
from apps.campaigns.services.seats import free_seats_of
from apps.games import snapshots
from apps.games.live.push import announce_admission
from apps.games.models import Table, new_token
from apps.games.services.journal import append
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import say

OWNER, PLAYER, GUEST, WATCHER = Member.Role.OWNER, Member.Role.PLAYER, Member.Role.GUEST, Member.Role.WATCHER
RANK = {OWNER: 0, PLAYER: 1, GUEST: 2, WATCHER: 3}
INVITED_AS = (PLAYER, GUEST, WATCHER)


def link_for(*, campaign: Campaign, role: str, user: Any) -> Invitation:
    """The link by which people join in a role; a new one where there is none. Raises IllegalAction."""
    require(campaign, user, OWNER)
    if role not in INVITED_AS:
        raise IllegalAction("role", say("Choose what the new member shall be."))
    found, _made = Invitation.objects.get_or_create(campaign=campaign, role=role, defaults={"made_by": user})
    return found


def withdraw_link(*, campaign: Campaign, role: str, user: Any) -> None:
    """Let the link of a role lead nowhere any more. Raises IllegalAction."""
    require(campaign, user, OWNER)
    Invitation.objects.filter(campaign=campaign, role=role).delete()


def join(*, token: str, user: Any) -> Member:
    """Join by a link. Whoever belongs already keeps the better role. Raises IllegalAction for a link that is gone."""
    with transaction.atomic():
        invitation = Invitation.objects.select_related("campaign").filter(token=token).first()
        if invitation is None:
            raise IllegalAction("gone", say("That invitation has been withdrawn. Ask for a new one."))
        campaign = Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
        member = Member.objects.filter(campaign=campaign, user=user).first()
        if member is not None and RANK[member.role] <= RANK[invitation.role]:
            return member
        member, made = Member.objects.update_or_create(campaign=campaign, user=user, defaults={"role": invitation.role})
        campaign.circle.people.add(user)
        name, role = user.shown_name, _word(member.role)
        if made:
            note(campaign, say("{name} joined as {role}.", name=name, role=role), user)
        else:
            note(campaign, say("{name} is now {role}.", name=name, role=role), user)
    return member


def remove(*, campaign: Campaign, member: Member, user: Any) -> None:
    """Let somebody not belong any more; their seats go to the owner. Raises IllegalAction."""
    require(campaign, user, OWNER)
    _part(campaign, member, user, say("{name} was removed from the campaign.", name=member.user.shown_name))


def leave(*, campaign: Campaign, user: Any) -> None:
    """Leave a campaign. Raises IllegalAction for the owner, who hands it over first."""
    member = Member.objects.filter(campaign=campaign, user=user.pk).first()
    if member is None:
        raise IllegalAction("not-member", say("You do not belong to this campaign."))
    _part(campaign, member, user, say("{name} left the campaign.", name=user.shown_name))


def set_role(*, campaign: Campaign, member: Member, role: str, user: Any) -> None:
    """Change what somebody is. Raises IllegalAction."""
    require(campaign, user, OWNER)
    if role not in INVITED_AS or member.role == OWNER:
        raise IllegalAction("role", say("Choose what the member shall be; a campaign is handed over to a new owner."))
    if member.role == role:
        return
    with transaction.atomic():
        Member.objects.filter(pk=member.pk).update(role=role)
        if role != PLAYER:
            free_seats_of(campaign, member.user, user)
        note(campaign, say("{name} is now {role}.", name=member.user.shown_name, role=_word(role)), user)


def hand_over(*, campaign: Campaign, member: Member, user: Any) -> None:
    """Make another member the owner; the old one stays as a player. Raises IllegalAction."""
    require(campaign, user, OWNER)
    if member.user_id == user.pk:
        raise IllegalAction("self", say("The campaign is yours already."))
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        require(campaign, user, OWNER)
        Member.objects.filter(campaign=campaign, user=user).update(role=PLAYER)
        Member.objects.filter(pk=member.pk).update(role=OWNER)
        Table.objects.filter(run__campaign=campaign).update(host=member.user)
        words = say("{old} handed the campaign over to {new}.", old=user.shown_name, new=member.user.shown_name)
        note(campaign, words, user)
        for pk in Run.objects.filter(campaign=campaign).values_list("ledger_id", flat=True):
            transaction.on_commit(lambda pk=pk: snapshots.forget(pk))


def rename(*, campaign: Campaign, name: str, public: bool, user: Any) -> None:
    """Call a campaign something else, and say who may watch. Raises IllegalAction."""
    require(campaign, user, OWNER)
    shown = proper_name(name)
    with transaction.atomic():
        if shown != campaign.name:
            note(campaign, say("The campaign is now called {name}.", name=shown), user)
        campaign.name, campaign.public = shown, public
        campaign.save(update_fields=["name", "public"])
        _open_to_watchers(campaign, user)


def _open_to_watchers(campaign: Campaign, user: Any) -> None:
    """Have every table seen by those who may watch the campaign; each gets an entry, which all processes hear of."""
    wanted = visibility_of(campaign)
    tables = Table.objects.filter(circle=campaign.circle, state__isnull=False).exclude(visibility=wanted)
    # Battles before ledgers, as a battle's last action takes them: two that wait for each other get nowhere.
    changed = list(tables.select_for_update().order_by("road", "pk").values_list("pk", flat=True))
    Table.objects.filter(circle=campaign.circle).update(visibility=wanted)
    words = say("Anyone with the link may watch now.") if campaign.public else say("Only members may watch now.")
    for pk in changed:
        append(pk, lambda snapshot: beside(snapshot, Event("watchers", words), user, visibility=wanted))


def archive(*, campaign: Campaign, away: bool, user: Any) -> None:
    """Put a campaign away, where it stays as it is, or bring it back. Raises IllegalAction."""
    require(campaign, user, OWNER)
    if away == (campaign.archived_at is not None):
        return
    with transaction.atomic():
        campaign.archived_at = timezone.now() if away else None
        campaign.save(update_fields=["archived_at"])
        note(campaign, say("The campaign was archived.") if away else say("The campaign was brought back."), user)


def _part(campaign: Campaign, member: Member, user: Any, words: Any) -> None:
    if role_of(campaign, member.user) == OWNER:
        raise IllegalAction("owner", say("Hand the campaign over to somebody before you leave it."))
    with transaction.atomic():
        free_seats_of(campaign, member.user, user)
        Member.objects.filter(pk=member.pk).delete()
        campaign.circle.people.remove(member.user)
        # They know the old link.
        Invitation.objects.filter(campaign=campaign, role=member.role).update(token=new_token())
        note(campaign, words, user)
        for pk in Table.objects.filter(circle=campaign.circle).values_list("pk", flat=True):
            transaction.on_commit(lambda pk=pk: announce_admission(pk))


def _word(role: str) -> Any:
    return {
        OWNER: say("owner"),
        PLAYER: say("player"),
        GUEST: say("guest"),
        WATCHER: say("watcher"),
    }[Member.Role(role)]
