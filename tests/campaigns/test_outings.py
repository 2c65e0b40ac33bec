"""From the ledger to a table and back: once, together, and never in part."""

import threading

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.campaigns import services
from apps.campaigns.models import Award, Campaign, Run, Sortie
from apps.games import snapshots
from apps.games.live.me import _called
from apps.games.lobby.selectors import turn_count
from apps.games.models import Entry, Screen, Table
from apps.games.services import following
from apps.notices.models import Notice
from apps.notices.telling import item_of, subject_of

from .helpers import by_name, client_of, do, fly, founded, give_up, ledger, replays, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_campaign_begins_with_a_run_whose_ledger_waits_for_its_owner(campaign):
    now = ledger(campaign)
    assert (now.status, now.waiting, now.road) == ("playing", (0,), "sectors")
    assert now.seats[0].name == "ada"
    assert now.visibility == "private"
    assert not Sortie.objects.exists()


def test_deciding_to_fly_sets_the_table_up_and_starts_it(campaign):
    do(campaign, by_name("Launch"))
    sortie = sortie_of(campaign)
    table = snapshots.current(sortie.table_id)
    assert (table.status, table.followed, table.visibility) == ("playing", True, "private")
    assert [seat.kind for seat in table.seats] == ["person", "bot"]
    assert ledger(campaign).status == "playing"
    assert Table.objects.get(pk=sortie.run.ledger_id).onward_id == table.table_id


def test_what_a_battle_brings_is_in_the_ledger_with_its_last_action(campaign):
    do(campaign, by_name("Launch"))
    sortie = sortie_of(campaign)
    before = ledger(campaign)
    fly(sortie.table)
    after = ledger(campaign)
    sortie.refresh_from_db()
    assert after.seq == before.seq + 1
    assert sortie.report_line == after.line
    entry = Entry.objects.get(table_id=after.table_id, seq=after.seq)
    assert entry.kind == "report"
    assert Table.objects.get(pk=sortie.table_id).onward_id == after.table_id
    assert Table.objects.get(pk=after.table_id).onward_id is None
    replays(campaign)


def test_a_report_that_fails_takes_the_last_action_of_the_game_with_it(campaign, monkeypatch):
    do(campaign, by_name("Launch"))
    table = sortie_of(campaign).table

    def broken(before, after):
        raise RuntimeError("the ledger cannot be written")

    monkeypatch.setattr(following, "_followers", [broken])
    now = snapshots.current(table.pk)
    with pytest.raises(RuntimeError):
        give_up(table)
    assert Table.objects.get(pk=table.pk).seq == now.seq
    assert Table.objects.get(pk=table.pk).status == "playing"
    monkeypatch.undo()
    give_up(table)
    assert ledger(campaign).status == "finished"


def test_the_end_of_a_battle_asked_for_twice_at_once_is_reported_once(campaign):
    do(campaign, by_name("Launch"))
    table = sortie_of(campaign).table
    start, faults = threading.Barrier(2), []

    def attempt():
        start.wait()
        try:
            give_up(table)
        except Exception as fault:
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=attempt) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(faults) == 1
    assert Entry.objects.filter(table_id=ledger(campaign).table_id, kind="report").count() == 1


@pytest.mark.rule("DS-93")
def test_losing_the_ship_ends_the_run_and_the_next_one_can_begin(campaign):
    owner = campaign.members.get().user
    with pytest.raises(Exception, match="not over"):
        services.begin_run(campaign=campaign, user=owner)
    do(campaign, by_name("Launch"))
    give_up(sortie_of(campaign).table)
    now = ledger(campaign)
    assert (now.status, now.result["ending"]) != ("playing", None)
    services.begin_run(campaign=campaign, user=owner)
    assert [run.number for run in Run.objects.all()] == [1, 2]
    assert ledger(campaign).status == "playing"


@pytest.mark.rule("DS-104", "DS-A27")
def test_starting_a_sector_again_sets_the_old_table_aside(campaign):
    do(campaign, by_name("Launch"))
    old = sortie_of(campaign)
    now = snapshots.current(old.table_id)
    do(campaign, lambda actions: actions[0])  # nothing else can be done while a battle is under way
    old.refresh_from_db()
    assert old.void
    assert snapshots.current(old.table_id).status == "closed"
    if not Sortie.objects.filter(void=False, report_line=None).exists():
        do(campaign, by_name("Launch"))
    new = sortie_of(campaign)
    assert new.table_id != old.table_id
    assert snapshots.current(new.table_id).secret != now.secret
    with pytest.raises(Exception, match="not in play"):
        give_up(old.table)
    give_up(new.table)
    assert ledger(campaign).status == "finished"
    replays(campaign)


def test_going_back_to_a_restore_point_buys_no_other_dice(campaign):
    owner = campaign.members.get().user
    secrets = []
    for _ in range(2):
        do(campaign, by_name("Launch"))
        sortie = sortie_of(campaign)
        secrets.append(snapshots.current(sortie.table_id).secret)
        services.restore(sortie=sortie, user=owner)
        sortie.refresh_from_db()
        assert sortie.void
        assert snapshots.current(sortie.table_id).status == "closed"
    assert secrets[0] == secrets[1]
    assert by_name("Launch")(ledger(campaign).legal(0))
    replays(campaign)


def test_a_run_that_is_over_stays_over(campaign):
    owner = campaign.members.get().user
    do(campaign, by_name("Launch"))
    sortie = sortie_of(campaign)
    give_up(sortie.table)
    with pytest.raises(Exception, match="stays over"):
        services.restore(sortie=sortie, user=owner)
    assert ledger(campaign).status == "finished"


def test_awards_are_given_once_to_those_who_decide(campaign, person):
    owner = campaign.members.get().user
    watcher = person("wanda")
    link = services.link_for(campaign=campaign, role="watcher", user=owner)
    services.join(token=link.token, user=watcher)
    player = person("paul")
    services.join(token=services.link_for(campaign=campaign, role="player", user=owner).token, user=player)
    for _ in range(6):
        do(campaign, by_name("Launch"))
        fly(sortie_of(campaign).table)
        if ledger(campaign).status == "finished":
            services.begin_run(campaign=campaign, user=owner)
            continue
        if Award.objects.exists():
            break
        do(campaign)
    holders = {(award.user_id, award.slug) for award in Award.objects.all()}
    slugs = {slug for _, slug in holders}
    assert slugs
    assert holders == {(user.pk, slug) for user in (owner, player) for slug in slugs}


def test_campaigns_stand_side_by_side(campaign, person):
    other = founded(campaign.members.get().user, name="Second string")
    do(campaign, by_name("Launch"))
    assert ledger(other).line == 0
    assert Campaign.objects.count() == 2


def test_a_campaigns_tables_bear_its_name_wherever_its_people_meet_them(released, person):
    ada = person("ada")
    first, second = founded(ada, name="Tuesday crew"), founded(ada, name="Solo")
    do(first, by_name("Launch"))
    do(second, by_name("Launch"))
    client = client_of(ada)
    home = client.get("/").content.decode()
    pairing = client.get("/tv/pair/?code=ABC").content.decode()
    for name in ("Tuesday crew", "Solo"):
        assert f"Deckspace: {name}" in home
        assert f"Deckspace: {name}" in pairing
    table = sortie_of(first).table
    tv = Client()
    tv.get("/tv/")
    client.post(f"/t/{table.slug}/tv/", {"code": Screen.objects.get().code})
    for who, path in ((client, f"/t/{table.slug}/"), (tv, "/tv/")):
        page = who.get(path).content.decode()
        assert "Tuesday crew" in page
        assert "Solo" not in page


def test_word_of_a_turn_names_the_campaign(released, person):
    ada = person("ada")
    campaign = founded(ada, name="Tuesday crew")
    do(campaign, by_name("Launch"))
    table = sortie_of(campaign).table
    now = timezone.now()
    notice = Notice.objects.create(
        user=ada, way="mail", table=table, kind=Notice.Kind.TURN, seat=0, seq=table.seq, due_at=now, created_at=now
    )
    assert item_of(notice).game == "Deckspace: Tuesday crew"
    assert subject_of([item_of(notice)]) == "Your turn at Deckspace: Tuesday crew"
    assert _called(table.slug, "deckspace") == "Tuesday crew"
    assert _called("unknown", "deckspace") == "Deckspace"


def test_a_ledger_waits_for_nobody_while_its_battle_does(released, person):
    ada = person("ada")
    campaign = founded(ada)
    assert turn_count(ada) == 1
    do(campaign, by_name("Launch"))
    battle = snapshots.current(sortie_of(campaign).table_id)
    assert turn_count(ada) == (0 in battle.waiting)


def test_whoever_has_a_campaign_is_not_told_that_no_table_waits(released, person):
    client = client_of(person("ada"))
    assert "No table waits for you" in client.get("/").content.decode()
    founded(person("bo"))
    assert "No table waits for you" in client.get("/").content.decode()
    founded(client.get("/").wsgi_request.user)
    assert "No table waits for you" not in client.get("/").content.decode()
