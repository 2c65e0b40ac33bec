"""What is hidden in a ledger, or in the hands of a battle, reaches no member who may not know it."""

import asyncio

import msgspec
import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from apps.api.tokens import make_token
from apps.campaigns import services
from apps.games import snapshots
from apps.games.live import regions
from apps.games.live.views_of import TV, View, view_of
from apps.rulebooks.core.protocol import PUBLIC, Audience
from tests.servers import session_of

from .helpers import by_name, client_of, do, founded, ledger, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


MARKER = "PLANTED-MARKER"


def planted(snapshot, audience):
    """The snapshot with a marker in everything that `audience` must not know and that can hold one, and the zones."""
    state = snapshot.state
    zones = [zone for zone in snapshot.book.hidden_zones(snapshot.content, state, audience) if zone.plant is not None]
    for zone in zones:
        state = zone.plant(state, MARKER)
    return msgspec.structs.replace(snapshot, state=state), [zone.name for zone in zones]


@pytest.fixture
def people(released, person):
    return {role: person(role) for role in ("owner", "player", "guest", "watcher")}


def campaign_of(people, road):
    made = founded(people["owner"], road=road)
    for role in ("player", "guest", "watcher"):
        link = services.link_for(campaign=made, role=role, user=people["owner"])
        services.join(token=link.token, user=people[role])
    return made


def remembered(snapshot):
    """Let this process believe in a snapshot."""
    snapshots.forget()
    regions.forget()
    snapshots.remember(snapshot)


def shown_to(user, campaign, table):
    """Everything that a member is shown of a table: pages, a socket's first frame, and what programs get."""
    client = client_of(user)
    home, page = f"/c/{campaign.slug}/", f"/t/{table.slug}/"
    paths = [home + name for name in ("", "history/", "tables/", "members/", "settings/")]
    paths += [page, f"{page}?seat=0", f"{page}?seat=1"]
    told = [client.get(path).content.decode() for path in paths]
    _token, key = make_token(user=user, name=table.slug, scope="read")
    program = Client(headers={"authorization": f"Bearer {key}"})
    for path in (f"/api/v1/tables/{table.slug}/", f"/api/v1/tables/{table.slug}/scene/"):
        answer = program.get(path)
        assert answer.status_code == 200
        told.append(answer.content.decode())
    told.append(asyncio.run(first_frame(user, table)))
    return "\n".join(told)


async def first_frame(user, table):
    from config.asgi import application

    session = await asyncio.to_thread(session_of, user)
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", f"sessionid={session}".encode())]
    visitor = WebsocketCommunicator(application, f"/ws/t/{table.slug}/", headers=headers)
    assert (await visitor.connect(timeout=10))[0]
    frame = await visitor.receive_output(timeout=10)
    await visitor.disconnect()
    return frame["text"]


def test_the_next_threat_is_on_no_page_of_anybody(people):
    campaign = campaign_of(people, "resistance")
    now = ledger(campaign)
    zones = now.book.hidden_zones(now.content, now.state, Audience.of(0))
    assert [zone.name for zone in zones] == ["next-threat"]
    looming = msgspec.structs.replace(now.state.looming, planet=MARKER)
    marked = msgspec.structs.replace(now, state=msgspec.structs.replace(now.state, looming=looming))
    for view in (view_of(now, people["owner"].pk), View("table"), TV):
        regions.forget()
        assert MARKER not in "".join(regions.render(marked, view).values())
    for user in people.values():
        remembered(marked)
        assert MARKER not in shown_to(user, campaign, marked)


def test_the_hands_of_a_battle_are_shown_to_those_at_its_table_alone(people):
    campaign = campaign_of(people, "sectors")
    do(campaign, by_name("Launch"))
    table = snapshots.read(sortie_of(campaign).table_id)
    marked, zones = planted(table, PUBLIC)
    assert any("hand" in zone for zone in zones)
    for view in (View("table"), TV):
        regions.forget()
        assert MARKER not in "".join(regions.render(marked, view).values())
    for role in ("player", "guest", "watcher"):
        remembered(marked)
        assert MARKER not in shown_to(people[role], campaign, marked), role
    remembered(marked)
    mine, hidden = planted(table, Audience.of(0))
    assert hidden
    remembered(mine)
    assert MARKER not in shown_to(people["owner"], campaign, mine)


def test_private_words_of_a_log_reach_their_seat_alone(people):
    campaign = campaign_of(people, "sectors")
    do(campaign, by_name("Launch"))
    table = snapshots.read(sortie_of(campaign).table_id)
    for now in (table, ledger(campaign)):
        line = now.tail[-1]
        event = msgspec.structs.replace(line.events[0], text=type(line.events[0].text)(MARKER), to=(0,))
        marked = msgspec.structs.replace(now, tail=(*now.tail[:-1], msgspec.structs.replace(line, events=(event,))))
        for view in (view_of(now, people["owner"].pk), View("table"), TV):
            regions.forget()
            assert (MARKER in "".join(regions.render(marked, view).values())) == (view.shown == 0)


def test_the_secrets_of_ledger_and_battle_are_shown_to_nobody(people):
    campaign = campaign_of(people, "sectors")
    do(campaign, by_name("Launch"))
    table = snapshots.read(sortie_of(campaign).table_id)
    for user in people.values():
        told = shown_to(user, campaign, table) + shown_to(user, campaign, ledger(campaign))
        for secret in (table.secret, ledger(campaign).secret):
            assert secret.hex() not in told
