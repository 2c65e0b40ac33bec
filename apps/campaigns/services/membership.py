"""Who belongs to a campaign: joining by a link, roles, leaving."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from apps.campaigns.models import Campaign, Invitation, Member
from apps.campaigns.services.archiving import refuse_archived
from apps.campaigns.services.founding import proper_name, visibility_of
from apps.campaigns.services.ledgers import beside, held, note, owner_of, require
from apps.campaigns.services.roles import INVITED_AS, OWNER, PLAYER, is_better, word_of
from apps.campaigns.services.seats import free_seats_of
from apps.games.live.push import announce_admission
from apps.games.models import Table, new_token
from apps.games.services.journal import append
from apps.games.tv.services import release_unfit
from apps.rulebooks.core.protocol import Event, IllegalAction
from apps.rulebooks.core.text import Text, say


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


def renew_link(*, campaign: Campaign, role: str, user: Any) -> None:
    """Let the link of a role lead nowhere any more, and have another one instead. Raises IllegalAction."""
    require(campaign, user, OWNER)
    if not Invitation.objects.filter(campaign=campaign, role=role).update(token=new_token()):
        raise IllegalAction("gone", say("There is no such link. Make one first."))


def join(*, token: str, user: Any) -> Member:
    """Join by a link. Whoever belongs already keeps the better role. Raises IllegalAction for a link that is gone."""
    campaign = Campaign.objects.filter(invitations__token=token).first()
    if campaign is None:
        raise _withdrawn()
    with held(campaign):
        invitation = Invitation.objects.filter(campaign=campaign, token=token).first()
        if invitation is None:  # renewed a moment ago
            raise _withdrawn()
        refuse_archived(campaign)
        member = Member.objects.filter(campaign=campaign, user=user).first()
        if member is not None and not is_better(invitation.role, member.role):
            return member
        member, made = Member.objects.update_or_create(campaign=campaign, user=user, defaults={"role": invitation.role})
        campaign.circle.people.add(user)
        name, role = user.shown_name, word_of(member.role)
        if made:
            note(campaign, say("{name} joined as {role}.", name=name, role=role), user)
        else:
            note(campaign, say("{name} is now {role}.", name=name, role=role), user)
    return member


def remove(*, campaign: Campaign, member: Member, user: Any) -> None:
    """Let somebody not belong any more; their seats go to the owner. Raises IllegalAction."""
    with held(campaign):
        require(campaign, user, OWNER)
        part(campaign, member, say("{name} was removed from the campaign.", name=member.user.shown_name), user)


def leave(*, campaign: Campaign, user: Any) -> None:
    """Leave a campaign. Raises IllegalAction for the owner, who hands it over first."""
    with held(campaign):
        member = Member.objects.filter(campaign=campaign, user=user.pk).first()
        if member is None:
            raise IllegalAction("not-member", say("You do not belong to this campaign."))
        part(campaign, member, say("{name} left the campaign.", name=user.shown_name), user)


def part(campaign: Campaign, member: Member, words: Text, by: Any) -> None:
    """Let a member not belong any more, so that nothing of them lets anybody in; the campaign is held.

    Raises IllegalAction for its owner, and for somebody who belongs no longer.
    """
    now = _still(campaign, member)
    if now.role == OWNER:
        raise IllegalAction("owner", say("Hand the campaign over to somebody before you leave it."))
    free_seats_of(campaign, now.user, owner_of(campaign), by)
    unlist(campaign, now, words, by)


def unlist(campaign: Campaign, member: Member, words: Text, by: Any) -> None:
    """Strike a member, who holds no seat any more, from the campaign; the campaign is held."""
    Member.objects.filter(pk=member.pk).delete()
    campaign.circle.people.remove(member.user)
    _renew_links(campaign)  # they know the old ones
    note(campaign, words, by)
    tables = Table.objects.filter(circle=campaign.circle)
    release_unfit(tables)
    for pk in tables.values_list("pk", flat=True):
        transaction.on_commit(partial(announce_admission, pk))


def set_role(*, campaign: Campaign, member: Member, role: str, user: Any) -> None:
    """Change what somebody is. Whoever becomes less must not come back by an old link. Raises IllegalAction."""
    with held(campaign):
        require(campaign, user, OWNER)
        now = _still(campaign, member)
        if role not in INVITED_AS or now.role == OWNER:
            words = say("Choose what the member shall be; a campaign is handed over to a new owner.")
            raise IllegalAction("role", words)
        if now.role == role:
            return
        if role != PLAYER:
            free_seats_of(campaign, now.user, user, user)
        if is_better(now.role, role):
            _renew_links(campaign)
        Member.objects.filter(pk=now.pk).update(role=role)
        note(campaign, say("{name} is now {role}.", name=now.user.shown_name, role=word_of(role)), user)


def rename(*, campaign: Campaign, name: str, public: bool, user: Any) -> None:
    """Call a campaign something else, and say who may watch. Raises IllegalAction."""
    shown = proper_name(name)
    with held(campaign):
        require(campaign, user, OWNER)
        renamed = shown != campaign.name
        campaign.name, campaign.public = shown, public
        campaign.save(update_fields=["name", "public"])
        _open_to_watchers(campaign, user)
        if renamed:
            note(campaign, say("The campaign is now called {name}.", name=shown), user)


def _open_to_watchers(campaign: Campaign, user: Any) -> None:
    """Have every table seen by those who may watch the campaign; each gets an entry, which all processes hear of."""
    wanted = visibility_of(campaign)
    tables = Table.objects.filter(circle=campaign.circle, state__isnull=False).exclude(visibility=wanted)
    # Battles before ledgers, as a battle's last action takes them: two that wait for each other get nowhere.
    changed = list(tables.select_for_update().order_by("road", "pk").values_list("pk", flat=True))
    Table.objects.filter(circle=campaign.circle).update(visibility=wanted)
    release_unfit(Table.objects.filter(circle=campaign.circle))
    words = say("Anyone with the link may watch now.") if campaign.public else say("Only members may watch now.")
    for pk in changed:
        append(pk, lambda snapshot: beside(snapshot, Event("watchers", words), user, visibility=wanted))


def _renew_links(campaign: Campaign) -> None:
    for pk in Invitation.objects.filter(campaign=campaign).values_list("pk", flat=True):
        Invitation.objects.filter(pk=pk).update(token=new_token())


def _still(campaign: Campaign, member: Member) -> Member:
    """A member as the database has them now. Raises IllegalAction for somebody who does not belong any more."""
    now = Member.objects.select_related("user").filter(pk=member.pk, campaign=campaign).first()
    if now is None:
        raise IllegalAction("gone", say("They do not belong to this campaign any more."))
    return now


def _withdrawn() -> IllegalAction:
    return IllegalAction("gone", say("That invitation has been withdrawn. Ask for a new one."))
