"""How far back a ledger goes, and for whom; what a table that was played already has shown."""

import pytest

from apps.campaigns import services
from apps.campaigns.models import Campaign, Sortie
from apps.games import snapshots
from apps.games.services import propose_back
from apps.games.services.branching import continue_from
from apps.rulebooks.core.protocol import IllegalAction

from .helpers import by_name, client_of, do, fly_on, founded, give_up, ledger, replays, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def flown(owner):
    """A campaign that has got through its first battle."""
    campaign = founded(owner)
    do(campaign, by_name("Launch"))
    fly_on(campaign, owner)
    return Campaign.objects.latest("pk")


def ask_back(now, to, key="back"):
    return propose_back(
        table_id=now.table_id, seat=0, expected=now.seat_seqs[0], key=key, to=to, user_id=now.seats[0].user_id
    )


@pytest.mark.parametrize("to", [0, "action", "turn"])
def test_whoever_holds_the_seat_cannot_take_a_battle_back(flown, to):
    before = ledger(flown)
    with pytest.raises(IllegalAction, match="owner"):
        ask_back(before, to)
    assert ledger(flown).seq == before.seq
    assert not Sortie.objects.get(run__campaign=flown).void


def test_neither_the_home_nor_the_replay_offers_it(flown, owner):
    client = client_of(owner)
    home = client.get(f"/c/{flown.slug}/").content.decode()
    replay = client.get(f"/t/{ledger(flown).slug}/replay/0/", follow=True).content.decode()
    assert f"/t/{ledger(flown).slug}/propose/" not in home + replay


def test_a_table_played_to_its_end_gives_away_nothing_of_the_one_in_its_place(flown, owner):
    """A finished game is an open book, its secret included; the next one is another."""
    played = Sortie.objects.get(run__campaign=flown, void=False)
    services.restore(sortie=played, user=owner)
    do(flown, by_name("Launch"))
    again = sortie_of(flown)
    assert snapshots.current(again.table_id).secret != snapshots.current(played.table_id).secret
    replays(flown)
    services.restore(sortie=again, user=owner)
    do(flown, by_name("Launch"))
    third = snapshots.current(sortie_of(flown).table_id)
    assert third.secret == snapshots.current(again.table_id).secret  # that one has shown nothing yet


def test_a_ledger_begins_no_table_from_one_of_its_moments(owner):
    campaign = founded(owner)
    do(campaign, by_name("Launch"))
    give_up(sortie_of(campaign).table)
    over = ledger(campaign)
    client = client_of(owner)
    assert "/new/" not in client.get(f"/t/{over.slug}/replay/0/").content.decode()
    assert client.get(f"/t/{over.slug}/replay/0/new/").status_code == 404
    with pytest.raises(IllegalAction, match="ledger"):
        continue_from(source=over, line=0, host=owner, seats=())
