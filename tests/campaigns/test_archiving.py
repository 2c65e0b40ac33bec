"""A campaign that is put away stands still, and goes on where it stood."""

import pytest

from apps.campaigns import services
from apps.campaigns.models import Campaign, Sortie
from apps.campaigns.services.archiving import archive
from apps.content.services import newest_release
from apps.games import snapshots
from apps.games.models import Table
from apps.games.services import act, concede
from apps.games.tasks import play_turn, sweep
from apps.rulebooks.core.protocol import IllegalAction

from .helpers import by_name, client_of, do, founded, give_up, ledger, replays, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def away(owner):
    """A campaign that was put away while a battle was under way."""
    campaign = founded(owner)
    do(campaign, by_name("Launch"))
    archive(campaign=campaign, away=True, user=owner)
    return campaign


def test_nothing_is_decided_while_it_is_away(away, owner):
    table = sortie_of(away).table
    before = {pk: snapshots.current(pk).seq for pk in (table.pk, ledger(away).table_id)}
    for pk in before:
        now = snapshots.current(pk)
        assert (now.status, now.waiting, now.legal(0)) == ("shelved", (), ())
        action = now.book.legal_actions(now.content, now.state, 0)[0]
        with pytest.raises(IllegalAction, match="archived"):
            act(table_id=pk, seat=0, expected=now.seat_seqs[0], key="now", action=action, user_id=owner.pk)
        with pytest.raises(IllegalAction, match="archived"):
            concede(table_id=pk, seat=0, key="then", user_id=owner.pk)
    for change in (
        lambda: services.restore(sortie=sortie_of(away), user=owner),
        lambda: services.correct(campaign=away, slug="hull", value=1, reason="why not", user=owner),
        lambda: services.move(campaign=away, number=newest_release("deckspace").number, user=owner),
        lambda: services.begin_run(campaign=away, user=owner),
    ):
        with pytest.raises(IllegalAction, match=r"archived|not over"):
            change()
    assert {pk: snapshots.read(pk).seq for pk in before} == before


def test_no_bot_plays_and_nobody_is_waited_for(away, owner):
    Table.objects.update(moved_at="2020-01-01T00:00Z")
    assert sweep() == 0
    now = snapshots.current(sortie_of(away).table_id)
    play_turn(now.table_id, now.seq)
    assert snapshots.read(now.table_id).seq == now.seq
    client = client_of(owner)
    assert "(1)" not in client.get("/").content.decode().partition("</title>")[0]


def test_it_goes_on_where_it_stood(away, owner):
    sortie = sortie_of(away)
    archive(campaign=Campaign.objects.get(), away=False, user=owner)
    table = snapshots.read(sortie.table_id)
    assert table.status == "playing"
    assert table.waiting
    assert not Sortie.objects.get().void
    give_up(sortie.table)
    assert ledger(away).status == "finished"
    replays(away)


def test_every_page_says_so_and_the_owner_brings_it_back_there(away, owner):
    client = client_of(owner)
    home = f"/c/{away.slug}/"
    for page in ("", "history/", "tables/", "members/", "settings/"):
        assert "This campaign is archived" in client.get(home + page).content.decode(), page
    for path in (home, f"/t/{sortie_of(away).table.slug}/"):
        assert "This campaign is put away" in client.get(path).content.decode()
    client.post(home + "change/archive/", {"away": "no"})
    assert Campaign.objects.get().archived_at is None
    assert ledger(away).status == "playing"
    assert "This campaign is archived" not in client.get(home).content.decode()


def test_only_its_owner_puts_it_away(owner, person):
    campaign = founded(owner)
    with pytest.raises(IllegalAction, match="owner"):
        archive(campaign=campaign, away=True, user=person("bo"))
    archive(campaign=campaign, away=True, user=owner)
    seq = ledger(campaign).seq
    archive(campaign=campaign, away=True, user=owner)  # once more changes nothing
    assert ledger(campaign).seq == seq
