"""Who belongs, who may what, and who sees what."""

import pytest

from apps.campaigns import services
from apps.campaigns.models import Campaign, Member
from apps.games import snapshots
from apps.games.live.views_of import may_watch
from apps.games.models import Table
from apps.games.services import Conflict, act
from apps.rulebooks.core.protocol import IllegalAction

from .helpers import by_name, do, ledger, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def member(campaign, owner, person):
    def make(name, role):
        user = person(name)
        services.join(token=services.link_for(campaign=campaign, role=role, user=owner).token, user=user)
        return campaign.members.get(user=user)

    return make


def test_people_join_by_a_link_in_its_role(campaign, owner, member):
    guest = member("gus", "guest")
    assert guest.role == "guest"
    services.join(token=services.link_for(campaign=campaign, role="watcher", user=owner).token, user=guest.user)
    guest.refresh_from_db()
    assert guest.role == "guest", "a lesser link takes nothing away"
    services.join(token=services.link_for(campaign=campaign, role="player", user=owner).token, user=guest.user)
    guest.refresh_from_db()
    assert guest.role == "player"


def test_a_withdrawn_link_leads_nowhere(campaign, owner, person):
    link = services.link_for(campaign=campaign, role="player", user=owner)
    services.withdraw_link(campaign=campaign, role="player", user=owner)
    with pytest.raises(IllegalAction, match="withdrawn"):
        services.join(token=link.token, user=person("late"))


@pytest.mark.parametrize("role", ["player", "guest", "watcher"])
def test_only_the_owner_manages(campaign, member, role):
    one, other = member("one", role), member("other", "watcher")
    who = {"campaign": campaign, "user": one.user}
    for attempt in (
        lambda: services.link_for(**who, role="player"),
        lambda: services.remove(**who, member=other),
        lambda: services.set_role(**who, member=other, role="guest"),
        lambda: services.hand_over(**who, member=one),
        lambda: services.rename(**who, name="Mine", public=True),
        lambda: services.archive(**who, away=True),
        lambda: services.correct(**who, slug="hull", value=1, reason="because"),
        lambda: services.move(**who, number=2),
        lambda: services.export_campaign(campaign, one.user),
    ):
        with pytest.raises(IllegalAction, match="Only the owner"):
            attempt()


def test_those_removed_see_nothing_any_more_and_their_link_is_new(campaign, owner, member):
    watcher = member("wanda", "watcher")
    token = services.link_for(campaign=campaign, role="watcher", user=owner).token
    now = ledger(campaign)
    assert may_watch(now, watcher.user_id)
    services.remove(campaign=campaign, member=watcher, user=owner)
    assert not may_watch(ledger(campaign), watcher.user_id)
    with pytest.raises(IllegalAction, match="withdrawn"):
        services.join(token=token, user=watcher.user)


def test_the_seat_goes_to_a_player_and_back_when_the_player_leaves(campaign, owner, member):
    paul = member("paul", "player")
    do(campaign, by_name("Launch"))
    services.pass_seat(campaign=campaign, number=0, to=paul, user=owner)
    assert ledger(campaign).seats[0].user_id == paul.user_id
    table = sortie_of(campaign).table
    assert snapshots.read(table.pk).seats[0].user_id == paul.user_id
    with pytest.raises(Conflict):  # it is not the owner's any more
        do(campaign, user=owner)
    services.leave(campaign=campaign, user=paul.user)
    assert ledger(campaign).seats[0].user_id == owner.pk
    assert snapshots.read(table.pk).seats[0].user_id == owner.pk


def test_a_guest_flies_a_single_battle_and_decides_nothing(campaign, owner, member):
    gus, wanda = member("gus", "guest"), member("wanda", "watcher")
    with pytest.raises(IllegalAction, match="no table"):
        services.pass_seat(campaign=campaign, number=0, to=gus, user=owner, battle_only=True)
    do(campaign, by_name("Launch"))
    with pytest.raises(IllegalAction, match="guests only"):
        services.pass_seat(campaign=campaign, number=0, to=gus, user=owner)
    with pytest.raises(IllegalAction, match="Watchers"):
        services.pass_seat(campaign=campaign, number=0, to=wanda, user=owner, battle_only=True)
    services.pass_seat(campaign=campaign, number=0, to=gus, user=owner, battle_only=True)
    now = snapshots.read(sortie_of(campaign).table_id)
    assert now.seats[0].user_id == gus.user_id
    act(table_id=now.table_id, seat=0, expected=now.seat_seqs[0], key="g", action=now.legal(0)[0], user_id=gus.user_id)
    assert ledger(campaign).seats[0].user_id == owner.pk


def test_nobody_takes_a_seat_that_is_not_theirs(campaign, owner, member):
    paul = member("paul", "player")
    with pytest.raises(IllegalAction, match="pass it on"):
        services.pass_seat(campaign=campaign, number=0, to=paul, user=paul.user)


def test_handing_over_makes_another_owner_and_there_is_always_one(campaign, owner, member):
    paul = member("paul", "player")
    with pytest.raises(IllegalAction, match="Hand the campaign over"):
        services.leave(campaign=campaign, user=owner)
    services.hand_over(campaign=campaign, member=paul, user=owner)
    assert {m.user.username: m.role for m in campaign.members.select_related("user")} == {
        "ada": "player",
        "paul": "owner",
    }
    services.leave(campaign=campaign, user=owner)
    assert Member.objects.filter(campaign=campaign).count() == 1
    assert ledger(campaign).seats[0].user_id == paul.user_id


def test_what_concerns_members_is_in_the_ledger(campaign, owner, member):
    member("paul", "player")
    services.rename(campaign=campaign, name="Second Breakfast", public=False, user=owner)
    told = [str(event.text) for line in ledger(campaign).tail for event in line.events]
    assert "paul joined as player." in told
    assert "The campaign is now called Second Breakfast." in told


@pytest.mark.parametrize("name", ["", "   ", "\x00\n"])
def test_a_campaign_needs_a_name(campaign, owner, name):
    with pytest.raises(IllegalAction, match="name"):
        services.rename(campaign=campaign, name=name, public=False, user=owner)


def test_an_archived_campaign_stays_as_it_is(campaign, owner):
    services.archive(campaign=campaign, away=True, user=owner)
    assert Campaign.objects.get().archived_at is not None
    services.archive(campaign=campaign, away=False, user=owner)
    assert Campaign.objects.get().archived_at is None
    assert ledger(campaign).status == "playing"


def test_a_campaign_made_private_is_private_for_processes_that_remember_it(campaign, owner, person):
    services.rename(campaign=campaign, name="Open day", public=True, user=owner)
    do(campaign, by_name("Launch"))
    stranger = person("stan")
    tables = [ledger(campaign).table_id, sortie_of(campaign).table_id]
    remembered = [snapshots.current(pk) for pk in tables]
    assert all(may_watch(snapshot, stranger.pk) for snapshot in remembered)
    campaign.refresh_from_db()
    services.rename(campaign=campaign, name="Open day", public=False, user=owner)
    for snapshot in remembered:
        snapshots.remember(snapshot)  # as another process has it
    for pk in tables:
        assert not may_watch(snapshots.newest(Table.objects.get(pk=pk)), stranger.pk)
