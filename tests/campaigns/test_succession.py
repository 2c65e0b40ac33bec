"""A campaign has an owner, whoever leaves, vanishes or is deleted."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.campaigns import services
from apps.campaigns.models import Award, Campaign
from apps.campaigns.services import membership, succession
from apps.games import snapshots
from apps.games.models import Entry, Table
from apps.rulebooks.core.protocol import IllegalAction

from .helpers import by_name, client_of, do, founded, joined, ledger, roles, sortie_of, told

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("", "members/", "settings/", "history/", "tables/")


# --- Handing over ---------------------------------------------------------------------------------


def test_nobody_hands_a_campaign_to_somebody_who_has_left(campaign, owner, person):
    paul = joined(campaign, owner, person("paul"), "player")
    services.leave(campaign=campaign, user=paul.user)
    with pytest.raises(IllegalAction, match="any more"):
        services.hand_over(campaign=campaign, member=paul, user=owner)
    assert roles(campaign) == {"ada": "owner"}


def test_nobody_hands_a_campaign_to_a_member_of_another_one(campaign, owner, person):
    paul = joined(founded(owner, name="Another"), owner, person("paul"), "player")
    with pytest.raises(IllegalAction):
        services.hand_over(campaign=campaign, member=paul, user=owner)
    assert roles(campaign) == {"ada": "owner"}
    paul.refresh_from_db()
    assert paul.role == "player"


def test_members_of_another_campaign_are_not_changed_here(campaign, owner, person):
    """A member is taken from the campaign that is asked, not from whichever row was sent along."""
    other = founded(person("olga"), name="Another")
    paul = joined(other, User.objects.get(username="olga"), person("paul"), "player")
    for attempt in (
        lambda: services.remove(campaign=campaign, member=paul, user=owner),
        lambda: services.set_role(campaign=campaign, member=paul, role="watcher", user=owner),
    ):
        with pytest.raises(IllegalAction):
            attempt()
    assert roles(other) == {"olga": "owner", "paul": "player"}


@pytest.mark.parametrize("what", ["leave", "remove", "set_role", "rename"])
def test_whoever_waited_while_the_campaign_was_handed_over_is_judged_by_what_is_true_then(
    campaign, owner, person, monkeypatch, what
):
    paul = joined(campaign, owner, person("paul"), "player")
    real = membership.held

    @contextmanager
    def held(waiting):
        monkeypatch.setattr(membership, "held", real)
        services.hand_over(campaign=campaign, member=paul, user=owner)
        with real(waiting):
            yield

    monkeypatch.setattr(membership, "held", held)
    change = getattr(services, what)
    more = {
        "leave": {"user": paul.user},
        "remove": {"member": paul, "user": owner},
        "set_role": {"member": paul, "role": "guest", "user": owner},
        "rename": {"name": "Still mine", "public": True, "user": owner},
    }[what]
    with pytest.raises(IllegalAction):
        change(campaign=campaign, **more)
    assert roles(campaign) == {"ada": "player", "paul": "owner"}
    assert Campaign.objects.get().name == "Operation Teakettle"


@pytest.mark.parametrize("away", [False, True])
def test_all_tables_have_the_new_owner_as_host_for_processes_that_remember_them(campaign, owner, person, away):
    paul = joined(campaign, owner, person("paul"), "player")
    do(campaign, by_name("Launch"))
    services.archive(campaign=campaign, away=away, user=owner)
    tables = [ledger(campaign).table_id, sortie_of(campaign).table_id]
    remembered = [snapshots.current(pk) for pk in tables]
    services.hand_over(campaign=campaign, member=paul, user=owner)
    assert [snapshots.current(pk).host_id for pk in tables] == [paul.user_id] * 2
    for snapshot in remembered:
        snapshots.forget(snapshot.table_id)
        snapshots.remember(snapshot)  # as another process has it
    assert [snapshots.newest(Table.objects.get(pk=pk)).host_id for pk in tables] == [paul.user_id] * 2


# --- Owners who are deleted -------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["one", "several", "admin"])
def test_a_deleted_owner_is_followed_by_the_longest_standing_player(campaign, owner, person, how):
    watcher, player = person("wanda"), person("paul")
    joined(campaign, owner, watcher, "watcher")
    joined(campaign, owner, player, "player")
    joined(campaign, owner, person("quinn"), "player")
    token = services.link_for(campaign=campaign, role="player", user=owner).token
    Award.objects.create(user=owner, game="deckspace", road="sectors", slug="won")
    if how == "one":
        owner.delete()
    elif how == "several":
        User.objects.filter(pk=owner.pk).delete()
    else:
        staff = client_of(User.objects.create_superuser("root"))
        staff.post(f"/admin/accounts/user/{owner.pk}/delete/", {"post": "yes"})
    assert not User.objects.filter(username="ada").exists()
    assert roles(campaign) == {"paul": "owner", "quinn": "player", "wanda": "watcher"}
    now = ledger(campaign)
    assert (now.seats[0].user_id, now.host_id) == (player.pk, player.pk)
    assert "ada is gone: the campaign is in the hands of paul." in told(campaign)
    for page in PAGES:
        assert client_of(watcher).get(f"/c/{campaign.slug}/{page}").status_code == 200, page
    assert Client().get(f"/campaigns/join/{token}/").status_code == 410, "whoever is gone knows no link"


def test_a_guest_follows_where_there_is_no_player(campaign, owner, person):
    joined(campaign, owner, person("wanda"), "watcher")
    joined(campaign, owner, person("gus"), "guest")
    owner.delete()
    assert roles(campaign) == {"gus": "owner", "wanda": "watcher"}


def test_owners_deleted_together_leave_the_campaign_to_the_next(campaign, owner, person):
    paul, quinn = person("paul"), person("quinn")
    for user in (paul, quinn):
        joined(campaign, owner, user, "player")
    User.objects.filter(username__in=["ada", "paul"]).delete()
    assert roles(campaign) == {"quinn": "owner"}


def test_a_campaign_with_nobody_left_is_given_to_somebody_by_staff(campaign, owner, person):
    do(campaign, by_name("Launch"))
    token = services.link_for(campaign=campaign, role="watcher", user=owner).token
    owner.delete()
    assert roles(campaign) == {}
    link = campaign.invitations.get()
    assert link.token != token
    assert Client().get(f"/campaigns/join/{link.token}/").status_code == 200
    wanda = person("wanda")
    services.join(token=link.token, user=wanda)
    for page in PAGES:
        assert client_of(wanda).get(f"/c/{campaign.slug}/{page}").status_code == 200, page
    assert client_of(wanda).post(f"/c/{campaign.slug}/members/leave/", {"sure": "yes"}).status_code == 302
    person("paul")
    staff = client_of(User.objects.create_superuser("root"))
    ask = {"action": "hand_over", "_selected_action": [campaign.pk]}
    assert "Username" in staff.post("/admin/campaigns/campaign/", ask).content.decode()
    staff.post("/admin/campaigns/campaign/", {**ask, "username": "nobody"})
    assert roles(campaign) == {}
    staff.post("/admin/campaigns/campaign/", {**ask, "username": "paul"})
    assert roles(campaign) == {"paul": "owner"}
    assert "Those who keep this house handed the campaign over to paul." in told(campaign)
    paul = User.objects.get(username="paul")
    assert ledger(campaign).seats[0].user_id == paul.pk
    assert snapshots.read(sortie_of(campaign).table_id).seats[0].user_id == paul.pk
    assert client_of(paul).get(f"/c/{campaign.slug}/").status_code == 200


def test_staff_who_may_only_look_hand_nothing_over(campaign, owner, person):
    from django.contrib.auth.models import Permission

    looker = person("looker")
    User.objects.filter(pk=looker.pk).update(is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_campaign"))
    ask = {"action": "hand_over", "_selected_action": [campaign.pk], "username": "looker"}
    client_of(looker).post("/admin/campaigns/campaign/", ask)
    assert roles(campaign) == {"ada": "owner"}


# --- Owners who have vanished -------------------------------------------------------------------------


def vanish(user, days=61):
    then = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=user.pk).update(last_login=then, date_joined=then)
    Entry.objects.filter(user=user).update(at=then)


def test_the_longest_standing_player_takes_over_from_an_owner_who_has_vanished(campaign, owner, person):
    wanda, paul, quinn = person("wanda"), person("paul"), person("quinn")
    for user, role in ((wanda, "watcher"), (paul, "player"), (quinn, "player")):
        joined(campaign, owner, user, role)
    home, button = f"/c/{campaign.slug}/members/", "Take the campaign over"
    assert button not in client_of(paul).get(home).content.decode()
    with pytest.raises(IllegalAction, match="60 days"):
        services.take_over(campaign=campaign, user=paul)
    vanish(owner)
    for user in (wanda, quinn):
        assert button not in client_of(user).get(home).content.decode()
        with pytest.raises(IllegalAction, match="60 days"):
            services.take_over(campaign=campaign, user=user)
    assert button in client_of(paul).get(home).content.decode()
    asked = client_of(paul).post(home + "take-over/")
    assert asked.status_code == 200
    assert roles(campaign)["ada"] == "owner", "it is asked first"
    client_of(paul).post(home + "take-over/", {"sure": "yes"})
    assert roles(campaign) == {"paul": "owner", "ada": "player", "quinn": "player", "wanda": "watcher"}
    assert "paul took the campaign over, as ada has not been here for long." in told(campaign)


@pytest.mark.parametrize("sign", ["login", "seat", "look", "act"])
def test_an_owner_who_is_still_seen_keeps_the_campaign(campaign, owner, person, sign):
    paul = person("paul")
    joined(campaign, owner, paul, "player")
    vanish(owner)
    assert services.may_take_over(campaign, paul)
    now, table = timezone.now(), ledger(campaign).table_id
    if sign == "login":
        User.objects.filter(pk=owner.pk).update(last_login=now)
    elif sign == "seat":
        Table.objects.get(pk=table).seats.update(seen_at=now)
    elif sign == "look":
        succession.Look.objects.create(user=owner, table_id=table, seq=1, at=now)
    else:
        services.rename(campaign=campaign, name="Still here", public=False, user=owner)
    assert not services.may_take_over(campaign, paul)
