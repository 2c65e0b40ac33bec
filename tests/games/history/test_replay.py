"""Replays: any moment, through the eyes that may see it, and never the future."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from apps.games import services, snapshots
from apps.games.history import moments
from apps.games.history.drawing import draw
from apps.games.history.moments import moment_of
from apps.games.history.perspectives import perspectives
from apps.games.live import regions
from apps.games.models import Table
from apps.rulebooks.core.protocol import REVEALED
from apps.rulebooks.core.text import Text
from tests.games.helpers import bot_table, duel
from tests.games.history.playing import HTMX, address, client_of, go_on

MARKER = "PLANTED-MARKER"


def test_each_moment_is_the_state_that_was_there(released, ada, bo):
    table = duel(ada, bo)
    states = [snapshots.current(table.pk).state]
    for _step in range(60):
        go_on(table, 1)
        states.append(snapshots.current(table.pk).state)
    now = snapshots.current(table.pk)
    for line in (60, 3, 26, 25, 0, 59, 24, 4):
        assert moment_of(now, line).state == states[line]
    assert moment_of(now, 60).seq == now.seq


def test_a_step_replays_few_actions_and_the_next_one_hardly_any(running, django_assert_max_num_queries, monkeypatch):
    now = snapshots.current(running.pk)
    played = []
    real = moments.again
    monkeypatch.setattr(moments, "again", lambda *args: played.append(1) or real(*args))
    with django_assert_max_num_queries(4):
        moment_of(now, 49)
    assert len(played) == 24
    played.clear()
    for line in (48, 30, 49):
        moment_of(now, line)
    assert played == []
    moment_of(now, 50)
    moment_of(now, 51)
    assert len(played) == 1


def test_an_undone_state_is_not_mistaken_for_the_one_that_replaced_it(released, ada, bo):
    table = duel(ada, bo)
    go_on(table, 400, stop=lambda now: any(len(now.legal(s)) > 2 for s in range(2) if now.takeable_back(s)))
    now = snapshots.current(table.pk)
    first = moment_of(now, now.line).state
    seat = now.waiting[0]
    undone = services.take_back(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key="u").snapshot
    done = next(
        a
        for a in undone.legal(seat)
        if undone.book.apply(undone.content, undone.state, seat, a, moments_chance(undone)).state != first
    )
    services.act(table_id=table.pk, seat=seat, expected=undone.seat_seqs[seat], key="other", action=done)
    go_on(table, 1)
    after = snapshots.current(table.pk)
    assert moment_of(after, now.line).state != first
    assert moment_of(after, now.line).state == snapshots_state(after, now.line)


def moments_chance(snapshot):
    from apps.rulebooks.core.chance import Chance

    return Chance(snapshot.secret, snapshot.line + 1)


def snapshots_state(snapshot, line):
    from apps.games.services.rewinding import state_at

    return state_at(snapshot, line)


ROLES = ("red", "blue", "watcher", "nobody")
WAYS = ("public", "seat-0", "seat-1", "revealed")
WHILE_RUNNING = {
    "red": {"public", "seat-0"},
    "blue": {"public", "seat-1"},
    "watcher": {"public"},
    "nobody": {"public"},
}


@pytest.mark.parametrize("over", [False, True])
def test_who_may_look_through_whose_eyes(running, ada, bo, person, over):
    if over:
        services.concede(table_id=running.pk, seat=1, key="enough")
    people = {"red": ada, "blue": bo, "watcher": person("eve"), "nobody": None}
    for role, way, line in itertools.product(ROLES, WAYS, (0, 31, 70)):
        answer = client_of(people[role]).get(address(running, line, f"?as={way}"))
        allowed = over or way in WHILE_RUNNING[role]
        assert answer.status_code == (200 if allowed else 404), (role, way, line)


def test_nobody_sees_the_future_or_a_private_table(running, person):
    assert client_of(None).get(address(running, 70)).status_code == 200
    assert client_of(None).get(address(running, 71)).status_code == 404
    assert client_of(None).get(address(running, 10**40)).status_code == 404
    Table.objects.filter(pk=running.pk).update(visibility="private")
    eve = client_of(person("eve"))
    assert [eve.get(path).status_code for path in (address(running), address(running, 5))] == [404, 404]


def test_a_table_that_has_not_begun_has_no_replay(released, ada):
    table = services.create_table(game="dogfight", host=ada, seats=[services.SeatPlan("me"), services.SeatPlan("open")])
    assert client_of(ada).get(address(table)).headers["Location"] == f"/t/{table.slug}/"
    assert client_of(ada).get(address(table, 0)).status_code == 404


def test_a_planted_marker_is_in_no_other_perspective(finished, running):
    now = snapshots.current(finished.pk)
    seen = set()
    for line in range(0, now.line, 3):
        moment = moment_of(now, line)
        for way in perspectives(now, None):
            audience = way.view.audience
            zones = () if audience == REVEALED else moment.book.hidden_zones(moment.content, moment.state, audience)
            state = moment.state
            for zone in zones:
                state = zone.plant(state, MARKER)
                seen.add((way.slug, zone.name))
            regions.forget()
            html, _ground = draw(msgspec.structs.replace(moment, state=state), way.view)
            assert MARKER not in "".join(html.values()), (line, way.slug)
    assert {name for _way, name in seen} == {"hand-0", "hand-1", "fleet-0", "fleet-1"}


def test_the_log_of_a_moment_ends_there_and_keeps_its_secrets(finished):
    now = snapshots.current(finished.pk)
    moment = moment_of(now, 40)
    assert max(line.seq for line in moment.tail) == moment.seq < now.seq
    tail = tuple(
        msgspec.structs.replace(line, events=tuple(
            msgspec.structs.replace(event, text=Text(f"{MARKER}-{event.to[0]}")) if event.to else event
            for event in line.events))
        for line in moment.tail
    )  # fmt: skip
    marked = msgspec.structs.replace(moment, tail=tail)
    for way in perspectives(now, None):
        regions.forget()
        html = "".join(draw(marked, way.view)[0].values())
        for seat in range(2):
            assert (f"{MARKER}-{seat}" in html) == way.view.audience.sees(seat)


def test_a_moment_offers_nothing_to_do(running, ada):
    body = client_of(ada).get(address(running, 70)).content.decode()
    for doing in ('form="act"', "data-pick", 'role="button"'):
        assert doing not in body


def test_steps_are_links_and_the_slider_is_a_form(finished, ada):
    client = client_of(ada)
    assert client.get(address(finished)).headers["Location"] == address(finished, 0)
    assert client.get(address(finished, query="?line=12&as=public")).headers["Location"] == address(
        finished, 12, "?as=public"
    )
    body = client.get(address(finished, 12, "?as=public")).content.decode()
    for line in (0, 11, 13, 71):
        assert f'href="{address(finished, line, "?as=public")}"' in body


def test_a_running_game_begins_at_now(running, ada):
    assert client_of(ada).get(address(running)).headers["Location"] == address(running, 70)


def test_a_step_sends_only_what_differs(finished, ada):
    client = client_of(ada)
    whole = client.get(address(finished, 30)).content.decode()
    ground = whole.split('data-ground="')[1].split('"')[0]
    step = client.get(address(finished, 31, f"?ground={ground}"), **HTMX)
    body = step.content.decode()
    assert 'hx-target="#r-pieces"' in body
    assert 'hx-target="#r-steps"' in body
    assert 'hx-target="#r-terrain"' not in body
    assert step.headers["HX-Replace-Url"] == address(finished, 31)
    assert 'hx-target="#r-terrain"' in client.get(address(finished, 31), **HTMX).content.decode()


def test_the_end_is_told_at_the_last_moment_only(finished):
    client = client_of(None)
    assert 'class="end' in client.get(address(finished, 71)).content.decode()
    assert 'class="end' not in client.get(address(finished, 70)).content.decode()


def test_the_secret_is_in_no_replay(finished):
    secret = bytes(finished.secret)
    for way in WAYS:
        body = client_of(None).get(address(finished, 40, f"?as={way}")).content
        assert secret not in body
        assert secret.hex().encode() not in body


def test_several_seats_on_one_device_begin_with_what_everyone_saw(released, ada):
    table = services.create_table(
        game="dogfight", host=ada, seats=[services.SeatPlan("me"), services.SeatPlan("hotseat", name="Cy")]
    )
    go_on(table, 20)
    now = snapshots.current(table.pk)
    assert [way.slug for way in perspectives(now, ada.pk)] == ["public", "seat-0", "seat-1"]


def test_against_a_bot_its_hand_stays_its_own(released, ada):
    table = bot_table(ada)
    assert [way.slug for way in perspectives(snapshots.current(table.pk), ada.pk)] == ["seat-0", "public"]
