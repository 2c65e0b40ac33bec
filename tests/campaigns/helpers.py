"""Campaigns made to be tested: founded, flown by bots in this process, and looked at."""

from __future__ import annotations

import itertools
import uuid

from django.test import Client

from apps.campaigns import services
from apps.campaigns.models import Campaign, Sortie
from apps.campaigns.services.ledgers import ledger_of, newest_run
from apps.games import snapshots
from apps.games.models import Entry, Table
from apps.games.services import act, concede
from apps.games.services.rewinding import replay_from_start
from apps.games.tasks import decide
from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.core.protocol import action_id
from tests.servers import Visitor

_keys = itertools.count()


def founded(owner, road="sectors", name="Operation Teakettle", **more) -> Campaign:
    return services.found(game="deckspace", road=road, name=name, owner=owner, **more)


def client_of(user):
    """The browser of somebody who is logged in."""
    client = Client()
    client.force_login(user)
    return client


def ledger(campaign):
    """The newest moment of the run that goes on, as stored."""
    run = newest_run(campaign)
    snapshots.forget(run.ledger_id)
    return ledger_of(newest_run(campaign))


def joined(campaign, owner, user, role):
    """Somebody who has joined by a link; returns the member."""
    services.join(token=services.link_for(campaign=campaign, role=role, user=owner).token, user=user)
    return campaign.members.get(user=user)


def roles(campaign):
    """Who belongs, by name, and as what."""
    return dict(campaign.members.values_list("user__username", "role"))


def told(campaign):
    """The sentences of the ledger."""
    return [str(event.text) for line in ledger(campaign).tail for event in line.events]


def do(campaign, choose=lambda actions: actions[0], seat=0, user=None):
    """Carry out one of the legal actions at the ledger."""
    now = ledger(campaign)
    action = choose(now.legal(seat))
    user_id = now.seats[seat].user_id if user is None else user.pk
    return act(
        table_id=now.table_id, seat=seat, expected=now.seat_seqs[seat], key=f"test-{next(_keys)}", action=action,
        user_id=user_id,
    )  # fmt: skip


def by_name(name):
    """Chooses the first action of a type."""
    return lambda actions: next(action for action in actions if type(action).__name__ == name)


def sortie_of(campaign):
    """The table that the ledger waits for."""
    return Sortie.objects.filter(run=newest_run(campaign), void=False, report_line=None).select_related("table").get()


def fly(table, level="hunter", most=4000):
    """Play a table to its end with bots on every seat."""
    for _ in range(most):
        now = snapshots.current(table.pk)
        if now.status != Table.Status.PLAYING:
            return now
        seat = now.waiting[0]
        decision = decide_as(now, seat, level)
        act(
            table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key=f"test-{next(_keys)}",
            action=decision.action, user_id=now.seats[seat].user_id,
        )  # fmt: skip
    raise AssertionError("the table did not end")


def decide_as(now, seat, level):
    import msgspec

    seats = tuple(msgspec.structs.replace(info, bot_level=level) if info.number == seat else info for info in now.seats)
    return decide(msgspec.structs.replace(now, seats=seats), seat)


def give_up(table, seat=0):
    now = snapshots.current(table.pk)
    return concede(table_id=table.pk, seat=seat, key=f"test-{next(_keys)}", user_id=now.seats[seat].user_id)


def replays(campaign):
    """The ledger played again from its beginning gives the state that is stored."""
    now = ledger(campaign)
    assert digest_of(replay_from_start(now)) == digest_of(now.state)


# --- Asked for at a server, which may be killed over it -------------------------------------------


def visitor_of(web, user):
    """A person at a web process, with the token of forms already, so that a kill meets what is asked for."""
    visitor = Visitor(web.url)
    visitor.log_in(user)
    visitor.http.get("/account/login/")
    return visitor


def rewarded(user):
    """A campaign with a reward to be chosen."""
    for number in range(12):
        campaign = founded(user, name=f"Run {number}")
        do(campaign, by_name("Launch"))
        fly(sortie_of(campaign).table)
        if ledger(campaign).status == "playing":
            return campaign
    raise AssertionError("no bot survives the first sector")


def asked_for(campaign, kind):
    """The request of the first action of a type at the ledger, as a visitor makes it; its key comes last."""
    now = ledger(campaign)
    return now.slug, 0, now.seat_seqs[0], action_id(by_name(kind)(now.legal(0))), uuid.uuid4().hex


def done_once(before, campaign, asked):
    """However often it was asked for, the ledger is one line further. Returns the ledger as it stands."""
    after = ledger(campaign)
    assert Entry.objects.filter(table_id=before.table_id, key=asked[-1]).count() == 1
    assert after.line == before.line + 1
    replays(campaign)
    return after


def took_one_card(before, after):
    assert len(after.state.craft.deck) == len(before.state.craft.deck) + 1


def bought_one_card(before, after):
    took_one_card(before, after)
    assert after.state.supplies < before.state.supplies


def travelled(before, after):
    assert after.state.day > before.state.day
    assert after.state.place != before.state.place or after.state.journey


def reported_once(campaign, table):
    """The ledger has the report of its first table, once, and the way leads back to it."""
    now = ledger(campaign)
    assert Entry.objects.filter(table_id=now.table_id, kind="report").count() == 1
    assert Sortie.objects.get(table=table).report_line == now.line == 2
    assert Table.objects.get(pk=table.pk).onward_id == now.table_id
    replays(campaign)


def fly_on(campaign, owner):
    """Fly the battle under way; where that loses the ship, try in another campaign, until one has got through."""
    for number in range(12):
        fly(sortie_of(campaign).table)
        if ledger(campaign).status == "playing":
            return
        campaign = founded(owner, name=f"Another {number}")
        do(campaign, by_name("Launch"))
    raise AssertionError("no run got through its first battle")
