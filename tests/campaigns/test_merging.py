"""A guest who logs in to an account takes their campaigns along."""

import pytest

from apps.accounts.services import make_guest, merge_guest
from apps.campaigns import services
from apps.campaigns.models import Award
from apps.games import snapshots
from apps.games.models import Screen, Table

from .helpers import by_name, client_of, do, founded, joined, ledger, roles, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("", "members/", "settings/", "history/", "tables/")


def test_a_guest_who_logs_in_takes_their_campaigns_along(released, person):
    guest, paul = make_guest(), person("paul")
    campaign = founded(guest)
    do(campaign, by_name("Launch"))
    battle = sortie_of(campaign).table
    services.link_for(campaign=campaign, role="player", user=guest)
    Award.objects.create(user=guest, game="deckspace", road="sectors", slug="won")
    Award.objects.create(user=guest, game="deckspace", road="sectors", slug="both")
    Award.objects.create(user=paul, game="deckspace", road="sectors", slug="both")
    merge_guest(guest=guest, member=paul)
    assert roles(campaign) == {"paul": "owner"}
    assert list(campaign.circle.people.all()) == [paul]
    assert sorted(paul.awards.values_list("slug", flat=True)) == ["both", "won"]
    assert campaign.invitations.get().made_by == paul
    assert set(Table.objects.filter(circle=campaign.circle).values_list("host__username", flat=True)) == {"paul"}
    for table in (battle.pk, ledger(campaign).table_id):
        now = snapshots.current(table)
        assert (now.seats[0].user_id, now.host_id) == (paul.pk, paul.pk)
    client = client_of(paul)
    for page in PAGES:
        assert client.get(f"/c/{campaign.slug}/{page}").status_code == 200, page
    assert campaign.name in client.get("/campaigns/").content.decode()
    assert client.get(f"/t/{battle.slug}/").status_code == 200


@pytest.mark.parametrize(("guests", "own", "left"), [("watcher", "player", "player"), ("player", "watcher", "player")])
def test_where_guest_and_account_both_belong_the_better_role_stays(campaign, owner, person, guests, own, left):
    guest, paul = make_guest(), person("paul")
    joined(campaign, owner, guest, guests)
    first = campaign.members.get(user=guest).joined_at
    joined(campaign, owner, paul, own)
    merge_guest(guest=guest, member=paul)
    assert roles(campaign) == {"ada": "owner", "paul": left}
    assert campaign.members.get(user=paul).joined_at == first


def test_an_owner_who_was_a_guest_stays_the_owner(released, person):
    guest, paul = make_guest(), person("paul")
    campaign = founded(guest)
    joined(campaign, guest, paul, "watcher")
    merge_guest(guest=guest, member=paul)
    assert roles(campaign) == {"paul": "owner"}
    assert ledger(campaign).seats[0].user_id == paul.pk


def test_a_run_that_is_over_is_the_accounts_too(released, person):
    guest, paul = make_guest(), person("paul")
    campaign = founded(guest)
    table = ledger(campaign).table_id
    Table.objects.filter(pk=table).update(status=Table.Status.FINISHED)
    snapshots.forget()
    assert snapshots.current(table).seats[0].user_id == guest.pk
    merge_guest(guest=guest, member=paul)
    assert snapshots.current(table).seats[0].user_id == paul.pk


def test_a_screen_of_a_guest_is_the_accounts(released, person):
    guest, paul = make_guest(), person("paul")
    screen = Screen.objects.create(code="AAAAA", table_id=ledger(founded(guest)).table_id, paired_by=guest)
    merge_guest(guest=guest, member=paul)
    screen.refresh_from_db()
    assert screen.paired_by == paul
