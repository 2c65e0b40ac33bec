"""What an audience cannot know reaches none of its pages, frames or logs."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client

from apps.games import services, snapshots
from apps.games.live import regions
from apps.games.live.frames import Frames
from apps.games.live.views_of import TV, View, view_of
from apps.rulebooks.core.protocol import PUBLIC, Audience
from apps.rulebooks.core.text import Text
from tests.games.helpers import duel, play_on

MARKER = "PLANTED-MARKER"


@pytest.fixture
def table(released, person):
    return duel(person("ada"), person("bo"))


def planted(snapshot, audience):
    """The snapshot with a marker in everything that `audience` must not know, and the zones' names."""
    state = snapshot.state
    zones = snapshot.book.hidden_zones(snapshot.content, state, audience)
    for zone in zones:
        state = zone.plant(state, MARKER)
    return msgspec.structs.replace(snapshot, state=state), [zone.name for zone in zones]


def test_no_region_of_another_audience_shows_a_planted_marker(table):
    seen = set()
    for _step in range(60):
        play_on(table, 3)
        now = snapshots.current(table.pk)
        views = {
            Audience.of(0): view_of(now, now.seats[0].user_id),
            Audience.of(1): view_of(now, now.seats[1].user_id),
            PUBLIC: View("table"),
        }
        for audience, view in views.items():
            marked, zones = planted(now, audience)
            seen.update(zones)
            for shown in (view, TV) if audience == PUBLIC else (view,):
                regions.forget()
                assert MARKER not in "".join(regions.render(marked, shown).values())
        if not now.waiting:
            break
    assert seen == {"hand-0", "hand-1", "fleet-0", "fleet-1"}


def test_no_page_of_another_audience_shows_a_planted_marker(table, person):
    play_on(table, 400, stop=lambda now: all(side.hand for side in now.state.sides))
    for who, audience in ((table.seats.get(number=0).user, Audience.of(0)), (person("eve"), PUBLIC), (None, PUBLIC)):
        marked, zones = planted(snapshots.read(table.pk), audience)
        assert zones
        snapshots.forget()
        regions.forget()
        snapshots.remember(marked)
        client = Client()
        if who is not None:
            client.force_login(who)
        for path in (f"/t/{table.slug}/", f"/t/{table.slug}/?seat=1", "/"):
            answer = client.get(path)
            assert answer.status_code == 200
            assert MARKER not in answer.content.decode() + str(answer.headers)


def test_the_secret_of_a_table_is_on_no_page(table):
    secret = bytes(table.secret)
    client = Client()
    client.force_login(table.seats.get(number=0).user)
    play_on(table, 25)
    for path in (f"/t/{table.slug}/", "/", "/healthz", "/tv/"):
        body = client.get(path).content
        assert secret not in body
        assert secret.hex().encode() not in body


def test_a_taken_back_line_is_gone_from_the_log_and_its_secrets_with_it(table):
    play_on(table, 400, stop=lambda now: any(now.takeable_back(seat) for seat in range(2)))
    now = snapshots.current(table.pk)
    seat = now.waiting[0]
    view = view_of(now, now.seats[seat].user_id)
    line = f'id="l{now.seq}-'
    assert line in regions.render(now, view)["log"]
    undone = services.take_back(table_id=table.pk, seat=seat, expected=now.seat_seqs[seat], key="undo").snapshot
    assert line not in regions.render(undone, view)["log"]
    frames = Frames()
    frames.next(now, view, regions.render(now, view), -1)
    frame = frames.next(undone, view, regions.render(undone, view), now.seq)
    assert line not in str(frame)
    assert "log" not in frame
    assert "log" in frame["full"] or "log" in frame["delta"]


def test_events_with_an_audience_are_read_by_it_alone(table):
    play_on(table, 40)
    now = snapshots.current(table.pk)
    private = Text(MARKER)
    for seat in range(2):
        tail = tuple(
            msgspec.structs.replace(
                line,
                events=tuple(
                    msgspec.structs.replace(event, text=private) if event.to == (seat,) else event
                    for event in line.events
                ),
            )
            for line in now.tail
        )
        marked = msgspec.structs.replace(now, tail=tail)
        for view in (*(view_of(now, info.user_id) for info in now.seats), View("table"), TV):
            regions.forget()
            html = "".join(regions.render(marked, view).values())
            assert (MARKER in html) == (view.shown == seat)
