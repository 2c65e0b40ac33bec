"""Campaigns on the embedded stack under kill -9: whatever is under way goes on, once."""

from __future__ import annotations

import contextlib
import threading
import time

import httpx
import pytest

from apps.campaigns.models import Sortie
from apps.games import snapshots
from apps.games.models import Entry, Table
from tests.scenarios import stored, wait_for

from .helpers import (
    asked_for,
    bought_one_card,
    by_name,
    do,
    done_once,
    founded,
    give_up,
    ledger,
    reported_once,
    rewarded,
    sortie_of,
    took_one_card,
    travelled,
    visitor_of,
)

pytestmark = pytest.mark.django_db(transaction=True)

DELAYS = (0.0, 0.004, 0.012, 0.03)  # seconds between asking and the kill


@pytest.fixture
def ada(released, person):
    return person("ada")


def act_while_killing(web, visitor, campaign, kind, delay):
    """Ask for an action with the server killed in the middle, and again with the same key, as a page would."""
    before, asked = ledger(campaign), asked_for(campaign, kind)
    killer = threading.Timer(delay, web.kill)
    killer.start()
    with contextlib.suppress(httpx.HTTPError):
        visitor.act(*asked)
    killer.join()
    web.start()
    answer = visitor.act(*asked)
    assert answer.status_code in (200, 204), answer.text
    return before, done_once(before, campaign, asked)


@pytest.mark.parametrize("delay", DELAYS)
def test_a_reward_is_chosen_once(web, ada, delay):
    took_one_card(*act_while_killing(web, visitor_of(web, ada), rewarded(ada), "TakeCard", delay))


@pytest.mark.parametrize("delay", DELAYS)
def test_a_purchase_is_made_once(web, ada, delay):
    campaign = founded(ada, road="resistance")
    bought_one_card(*act_while_killing(web, visitor_of(web, ada), campaign, "BuyCard", delay))


@pytest.mark.parametrize("delay", DELAYS)
def test_a_trip_is_made_once(web, ada, delay):
    campaign = founded(ada, road="resistance")
    travelled(*act_while_killing(web, visitor_of(web, ada), campaign, "Travel", delay))


@pytest.mark.parametrize("delay", DELAYS)
def test_a_battle_is_set_up_once_and_begins(web, ada, delay):
    campaign = founded(ada)
    act_while_killing(web, visitor_of(web, ada), campaign, "Launch", delay)
    assert Sortie.objects.filter(run__campaign=campaign).count() == 1
    wait_for(lambda: Table.objects.get(pk=sortie_of(campaign).table_id).status == "playing")


def test_a_battle_flown_by_bots_goes_on_after_kills_and_is_reported_once(web, ada):
    campaign = founded(ada)
    do(campaign, by_name("Launch"))
    table, visitor = sortie_of(campaign).table, visitor_of(web, ada)
    assert visitor.post(f"/t/{table.slug}/hand-over/", seat="0", level="hunter").status_code == 200
    for wait in (0.3, 0.6, 0.9):
        time.sleep(wait)
        web.kill()
        seq = stored(table).seq
        web.start()
        wait_for(lambda seq=seq: stored(table).seq > seq or stored(table).status != "playing")
    wait_for(lambda: Table.objects.get(pk=table.pk).status == "finished", 90)
    reported_once(campaign, table)


def test_a_table_whose_maker_died_before_it_began_is_begun(web, ada, monkeypatch):
    """Between the stored entry and the work that follows it nothing is left to memory."""
    web.kill()
    campaign = founded(ada)
    monkeypatch.setattr("apps.campaigns.services.outings.start_if_full", lambda **table: None)
    do(campaign, by_name("Launch"))
    table = sortie_of(campaign).table
    assert Table.objects.get(pk=table.pk).status == "open"
    web.start()
    wait_for(lambda: Table.objects.get(pk=table.pk).status == "playing")
    snapshots.forget()
    give_up(table)
    assert Entry.objects.filter(table_id=ledger(campaign).table_id, kind="report").count() == 1


def test_a_ledger_whose_maker_died_before_it_began_is_begun(web, ada, monkeypatch):
    web.kill()
    monkeypatch.setattr("apps.campaigns.services.founding.start_if_full", lambda **table: None)
    campaign = founded(ada)
    assert ledger(campaign).status == "open"
    web.start()
    wait_for(lambda: ledger(campaign).status == "playing")
    assert by_name("Launch")(ledger(campaign).legal(0))


def test_a_table_that_was_not_set_aside_is_set_aside(web, ada, monkeypatch):
    web.kill()
    campaign = founded(ada)
    do(campaign, by_name("Launch"))
    old = sortie_of(campaign)
    monkeypatch.setattr("apps.campaigns.services.outings.set_aside", lambda table_id: None)
    do(campaign, by_name("RestartSector"))
    assert Table.objects.get(pk=old.table_id).status == "playing"
    web.start()
    wait_for(lambda: Table.objects.get(pk=old.table_id).status == "closed")
    assert ledger(campaign).status == "playing"
