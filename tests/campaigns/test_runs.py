"""The next run, and runs that bots lead."""

import pytest

from apps.campaigns import services
from apps.campaigns.models import Sortie
from apps.content.services import content_of, newest_release, publish
from apps.games import snapshots
from apps.games.models import Screen, Table
from apps.games.services import concede
from apps.games.services.seating import give_to_bot
from apps.games.tasks import play_turn, sweep
from apps.games.tv.services import open_screen, pair_screen
from apps.rulebooks.core.protocol import IllegalAction

from .helpers import by_name, client_of, do, founded, give_up, ledger, replays, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


def over(owner):
    """A campaign whose first run is over."""
    campaign = founded(owner)
    do(campaign, by_name("Launch"))
    give_up(sortie_of(campaign).table)
    return campaign


def test_the_next_run_stays_on_the_release_of_the_campaign_and_is_offered_the_newer_one(owner):
    campaign = over(owner)
    data = dict(newest_release("deckspace").data)
    data["rules"] = [{**data["rules"][0], "strike_chance": 5}]
    newer = publish(game="deckspace", data=data, note="Kinder")
    first = ledger(campaign).release
    services.begin_run(campaign=campaign, user=owner)
    assert ledger(campaign).release == first != newer.number
    assert services.offered(campaign).number == newer.number
    services.move(campaign=campaign, number=newer.number, user=owner)
    assert content_of(ledger(campaign).release_id).numbers.strike_chance == 5
    replays(campaign)


def test_pages_and_screens_are_led_to_the_next_run(owner):
    campaign = over(owner)
    old = ledger(campaign)
    screen = open_screen(None)
    pair_screen(code=screen.code, table=Table.objects.get(pk=old.table_id), user=owner)
    services.begin_run(campaign=campaign, user=owner)
    new = ledger(campaign)
    assert new.table_id != old.table_id
    assert Screen.objects.get().table_id == new.table_id
    assert Table.objects.get(pk=old.table_id).onward_id == new.table_id
    client = client_of(owner)
    page = client.get(f"/campaigns/table/{old.slug}/", follow=True).content.decode()
    assert f'href="/t/{new.slug}/"' in page


def work(campaign, most=6000):
    """Let the worker play: whatever waits for a bot, at the ledger or at its table, in this process."""
    for _ in range(most):
        now = ledger(campaign)
        if now.status != "playing":
            return
        play_turn(now.table_id, now.seq)
        for sortie in Sortie.objects.filter(run__campaign=campaign, void=False, report_line=None):
            table = snapshots.current(sortie.table_id)
            play_turn(table.table_id, table.seq)
    raise AssertionError("the run does not end")


@pytest.mark.parametrize("road", ["sectors", "resistance"])
def test_a_run_left_to_a_bot_comes_to_its_end(owner, road):
    campaign = founded(owner, road=road)
    now = ledger(campaign)
    level = now.book.bot_levels[-1].slug
    give_to_bot(table_id=now.table_id, number=0, level=level, user=owner)
    work(campaign)
    sorties = Sortie.objects.filter(run__campaign=campaign)
    assert sorties.count() == sorties.exclude(report_line=None).count() > 0
    replays(campaign)


def test_a_bot_at_the_ledger_waits_while_its_table_is_played(owner):
    campaign = founded(owner)
    do(campaign, by_name("Launch"))
    now = ledger(campaign)
    give_to_bot(table_id=now.table_id, number=0, level=now.book.bot_levels[-1].slug, user=owner)
    now = ledger(campaign)
    Table.objects.update(moved_at="2020-01-01T00:00Z")
    play_turn(now.table_id, now.seq)
    battle = snapshots.current(sortie_of(campaign).table_id)
    assert sweep() == any(battle.seats[seat].kind == "bot" for seat in battle.waiting)
    assert ledger(campaign).seq == now.seq
    assert Sortie.objects.count() == 1


def test_the_next_run_may_be_another_way(owner):
    campaign = founded(owner, road="resistance", options={"system": "karst", "legacy": "fresh"})
    give_up_run(campaign, owner)
    client = client_of(owner)
    home = client.get(f"/c/{campaign.slug}/").content.decode()
    assert '<option value="karst" selected>' in home
    client.post(f"/c/{campaign.slug}/change/next-run/", {"system": "tamarisk", "nonsense": "x"})
    now = ledger(campaign)
    assert (now.options["system"], now.options["legacy"]) == ("tamarisk", "fresh")
    assert "nonsense" not in now.options
    give_up_run(campaign, owner)
    with pytest.raises(IllegalAction, match="System"):
        services.begin_run(campaign=campaign, user=owner, options={"system": "atlantis"})


def give_up_run(campaign, owner):
    now = ledger(campaign)
    concede(table_id=now.table_id, seat=0, key=f"over-{now.table_id}", user_id=owner.pk)


def test_the_collection_is_looked_at_without_leaving_the_campaign(owner, person):
    campaign = founded(owner)
    address = f"/campaigns/collection/deckspace/sectors/?campaign={campaign.slug}"
    client = client_of(owner)
    assert f'href="{address}"' in client.get(f"/c/{campaign.slug}/").content.decode()
    page = client.get(address).content.decode()
    assert campaign.name in page
    assert f"/c/{campaign.slug}/history/" in page
    client.force_login(person("stan"))
    assert client.get(address).status_code == 404
