"""The embedded stack under kill -9: one process holds web and worker."""

from __future__ import annotations

import asyncio

from apps.games import services, snapshots
from apps.games.models import Entry
from apps.games.services.rewinding import replay_from_start
from tests.games.helpers import bot_table, duel
from tests.scenarios import play_while_killing, stored, wait_for
from tests.servers import QUIET, Visitor, Web, database_url


def seated(web: Web, *people) -> list[Visitor]:
    visitors = [Visitor(web.url) for _ in people]
    for visitor, someone in zip(visitors, people, strict=True):
        visitor.log_in(someone)
    return visitors


def test_kill_9_of_the_server_loses_nothing_and_doubles_nothing(web, person):
    ada, bo = person("ada"), person("bo")
    table = duel(ada, bo)
    players = seated(web, ada, bo)
    told = asyncio.run(play_while_killing(web, table, players, web.kill, rounds=5, seed=7))
    assert told["acknowledged"] > 5


def test_a_bot_goes_on_after_its_worker_was_killed_in_mid_turn(web, person):
    ada = person("ada")
    table = bot_table(ada, "cadet")
    wait_for(lambda: 1 not in stored(table).waiting)  # it builds its fleet by itself
    player = seated(web, ada)[0]
    for _turn in range(3):
        now = stored(table)
        web.kill()
        # The person's action is stored while no worker lives: as if it died before it could act.
        action = now.legal(0)[0]
        services.act(table_id=table.pk, seat=0, expected=now.seat_seqs[0], key=f"k{now.seq}", action=action)
        web.start()
        player.http.get(f"/t/{table.slug}/")
        wait_for(lambda: 0 in stored(table).waiting or not stored(table).waiting)
    snapshots.forget()
    now = stored(table)
    keys = list(Entry.objects.filter(table=table, kind="act", seat=1).values_list("key", flat=True))
    assert len(keys) == len(set(keys))
    assert replay_from_start(now) == now.state


def test_a_server_asked_to_stop_lets_its_worker_end_first(released, person, tmp_path):
    """Its worker is never without work, and none of it is begun once the interpreter ends."""
    table = bot_table(person("ada"), "cadet")
    server = Web({**QUIET, "DATABASE_URL": database_url(), "REDIS_URL": "", "SWEEP_EVERY": "0.001"}, tmp_path / "log")
    for _start in range(2):
        server.start()
        wait_for(lambda: 1 not in stored(table).waiting)
        server.stop()
    assert "Traceback" not in server.log.read_text()
