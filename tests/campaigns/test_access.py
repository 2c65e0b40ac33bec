"""Who gets what at every address of a campaign, and what it changes: a table of roles against addresses."""

from __future__ import annotations

import asyncio

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from apps.api.tokens import make_token
from apps.campaigns import services
from apps.games import snapshots
from apps.games.models import Entry, Table
from apps.rulebooks.core.protocol import action_id
from tests.servers import session_of

from .helpers import by_name, do, founded, ledger, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)

ROLES = ("anonymous", "stranger", "watcher", "guest", "player", "owner")
PAGES = ("", "runs/1/", "history/", "tables/", "members/", "settings/")
CHANGES = {  # what is sent, and the least that somebody must be for it to change anything
    "change/rename/": ({"name": "Another"}, "owner"),
    "change/archive/": ({"away": "yes", "sure": "yes"}, "owner"),
    "change/correct/": ({"slug": "hull", "value": "1", "reason": "because"}, "owner"),
    "change/move/": ({"number": "1"}, "nobody"),  # there is no newer release
    "change/next-run/": ({}, "nobody"),  # the run is not over
    "change/delete/": ({"name": "Operation Teapot"}, "nobody"),  # it is called something else
    "change/restore/": ({"sortie": "SORTIE"}, "owner"),
    "members/link/": ({"role": "guest"}, "owner"),
    "members/withdraw/": ({"role": "watcher"}, "owner"),
    "members/renew/": ({"role": "watcher"}, "owner"),
    "members/take-over/": ({"sure": "yes"}, "nobody"),  # the owner is here
    "members/remove/": ({"member": "OTHER", "sure": "yes"}, "owner"),
    "members/role/": ({"member": "OTHER", "role": "guest"}, "owner"),
    "members/hand-over/": ({"member": "OTHER", "sure": "yes"}, "owner"),
    "members/seat/": ({"seat": "0", "member": "OTHER-PLAYER"}, "owner"),
}


class World:
    """A private campaign with its first battle under way, and somebody in every role."""

    def __init__(self, person):
        self.people = {role: person(role) for role in (*ROLES[1:], "other", "second")}
        owner = self.people["owner"]
        self.campaign = founded(owner)
        for role, names in (("watcher", ("watcher", "other")), ("guest", ("guest",)), ("player", ("player", "second"))):
            link = services.link_for(campaign=self.campaign, role=role, user=owner)
            for name in names:
                services.join(token=link.token, user=self.people[name])
        services.withdraw_link(campaign=self.campaign, role="guest", user=owner)
        do(self.campaign, by_name("Launch"))
        self.sortie = sortie_of(self.campaign)
        self.battle, self.ledger = self.sortie.table, Table.objects.get(pk=ledger(self.campaign).table_id)
        self.home = f"/c/{self.campaign.slug}/"

    def client(self, role):
        client = Client()
        if role != "anonymous":
            client.force_login(self.people[role])
        return client

    def form(self, fields):
        places = {
            "SORTIE": self.sortie.pk,
            "OTHER": self.campaign.members.get(user=self.people["other"]).pk,
            "OTHER-PLAYER": self.campaign.members.get(user=self.people["second"]).pk,
        }
        return {name: str(places.get(value, value)) for name, value in fields.items()}

    def stands(self):
        """All that a change could change."""
        self.campaign.refresh_from_db()
        people = sorted(self.campaign.members.values_list("user__username", "role"))
        seats = list(self.battle.seats.values_list("user__username", flat=True))
        return (
            self.campaign.name, self.campaign.public, self.campaign.archived_at, people, seats,
            sorted(self.campaign.invitations.values_list("role", "token")),
            Entry.objects.filter(table__circle=self.campaign.circle).count(), self.campaign.runs.count(),
        )  # fmt: skip


@pytest.fixture
def world(released, person):
    return World(person)


def belongs(role):
    return role not in ("anonymous", "stranger")


@pytest.mark.parametrize("role", ROLES)
def test_pages(world, role):
    client = world.client(role)
    for page in PAGES:
        assert client.get(world.home + page).status_code == (200 if belongs(role) else 404), page
        assert client.post(world.home + page).status_code == 405, page
    for table in (world.battle, world.ledger):
        assert client.get(f"/campaigns/table/{table.slug}/").status_code == (302 if belongs(role) else 404)
        assert client.get(f"/t/{table.slug}/replay/", follow=True).status_code == (200 if belongs(role) else 404)
        assert client.get(f"/t/{table.slug}/export/").status_code in ((200, 302, 409, 422) if belongs(role) else (404,))
    assert client.get(f"/t/{world.battle.slug}/").status_code == (200 if belongs(role) else 404)
    assert client.get(f"/t/{world.ledger.slug}/").status_code == (302 if belongs(role) else 404)
    export = client.get(world.home + "export/")
    wanted = {"anonymous": 302, "stranger": 404, "owner": 200}.get(role, 302)
    assert export.status_code == wanted
    assert ("attachment" in export.headers.get("Content-Disposition", "")) == (role == "owner")


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("change", CHANGES)
def test_changes(world, role, change):
    fields, least = CHANGES[change]
    before = world.stands()
    assert world.client(role).get(world.home + change).status_code == 405
    answer = world.client(role).post(world.home + change, world.form(fields))
    assert answer.status_code == (302 if belongs(role) else 404)
    if role != least or change == "change/correct/":  # nothing is corrected while a battle is under way
        assert world.stands() == before
    else:
        assert world.stands() != before


@pytest.mark.parametrize("role", ROLES)
def test_nobody_acts_for_another(world, role):
    """At the ledger and at the table only whoever sits there acts, gives up, or leaves the seat to a bot."""
    client, before = world.client(role), world.stands()
    for table in (world.ledger, world.battle):
        now = snapshots.read(table.pk)
        choice = action_id(now.legal(0)[0])
        asked = {"seat": 0, "expected": now.seat_seqs[0], "key": f"{role}-{table.pk}", "choice": choice}
        for what in ("act", "resign", "undo", "propose"):
            if role == "owner":
                continue
            answer = client.post(f"/t/{table.slug}/{what}/", asked)
            assert answer.status_code == (403 if belongs(role) else 404), (what, table)
        if role != "owner":
            client.post(f"/t/{table.slug}/hand-over/", {"seat": 0, "level": "hunter"})
    assert world.stands() == before


@pytest.mark.parametrize("role", ROLES)
def test_sockets_and_programs(world, role):
    for table in (world.battle, world.ledger):
        assert asyncio.run(knock(table, world.people.get(role))) == ("open" if belongs(role) else "closed")
        if role == "anonymous":
            continue
        _token, key = make_token(user=world.people[role], name=table.slug, scope="read")
        program = Client(headers={"authorization": f"Bearer {key}"})
        answer = program.get(f"/api/v1/tables/{table.slug}/")
        assert answer.status_code == (200 if belongs(role) else 404), (table.road, answer.content[:200])


async def knock(table, user):
    """Whether a page's socket at a table is told anything."""
    from config.asgi import application

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    if user is not None:
        session = await asyncio.to_thread(session_of, user)
        headers.append((b"cookie", f"sessionid={session}".encode()))
    visitor = WebsocketCommunicator(application, f"/ws/t/{table.slug}/", headers=headers)
    opened, _code = await visitor.connect(timeout=10)
    if not opened:
        return "closed"
    message = await visitor.receive_output(timeout=10)
    await visitor.disconnect()
    return "closed" if message["type"] == "websocket.close" else "open"


@pytest.mark.parametrize("role", ROLES)
def test_a_public_campaign_is_watched_by_all_and_changed_by_none_of_them(world, role):
    services.rename(campaign=world.campaign, name="Open", public=True, user=world.people["owner"])
    client = world.client(role)
    for page in PAGES:
        assert client.get(world.home + page).status_code == 200, page
    before = world.stands()
    if role == "owner":
        return
    if role in ("anonymous", "stranger"):
        assert client.post(world.home + "members/leave/").status_code == 302
    for change, (fields, _least) in CHANGES.items():
        assert client.post(world.home + change, world.form(fields)).status_code == 302
    assert world.stands() == before
