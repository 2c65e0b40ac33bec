"""Campaigns made to be tested: founded, flown by bots in this process, and looked at."""

from __future__ import annotations

import itertools

from apps.campaigns import services
from apps.campaigns.models import Campaign, Sortie
from apps.campaigns.services.ledgers import ledger_of, newest_run
from apps.games import snapshots
from apps.games.models import Table
from apps.games.services import act, concede
from apps.games.services.rewinding import replay_from_start
from apps.games.tasks import decide
from apps.rulebooks.core.contracts import digest_of

_keys = itertools.count()


def founded(owner, road="sectors", name="Operation Teakettle", **more) -> Campaign:
    return services.found(game="deckspace", road=road, name=name, owner=owner, **more)


def ledger(campaign):
    """The newest moment of the run that goes on, as stored."""
    run = newest_run(campaign)
    snapshots.forget(run.ledger_id)
    return ledger_of(newest_run(campaign))


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
