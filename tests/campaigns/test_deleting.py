"""A campaign is deleted for good by its owner, who types its name, or by staff."""

from __future__ import annotations

import asyncio

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from apps.accounts.models import User
from apps.campaigns import services
from apps.campaigns.models import Award, Campaign, Invitation, Member, Run, Sortie
from apps.games import snapshots
from apps.games.live import hub
from apps.games.models import Circle, Entry, Screen, Seat, Table
from apps.rulebooks.core.protocol import IllegalAction
from tests.servers import session_of

from .helpers import by_name, client_of, do, founded, give_up, joined, ledger, roles, sortie_of, told

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(owner, person):
    """With a run that is over and one whose battle is under way, members, links and a screen."""
    campaign = founded(owner)
    joined(campaign, owner, person("paul"), "player")
    do(campaign, by_name("Launch"))
    give_up(sortie_of(campaign).table)
    if ledger(campaign).status == "finished":
        services.begin_run(campaign=campaign, user=owner)
    do(campaign, by_name("Launch"))
    Screen.objects.create(code="AAAAA", table=sortie_of(campaign).table, paired_by=owner)
    Award.objects.create(user=owner, game="deckspace", road="sectors", slug="won", run=campaign.runs.first())
    return campaign


def nothing_is_left():
    models = (Campaign, Member, Invitation, Run, Sortie, Table, Seat, Entry, Circle)
    return {model.__name__: model.objects.count() for model in models if model.objects.exists()} == {}


def test_the_owner_deletes_a_campaign_by_typing_its_name(campaign, owner):
    client, at = client_of(owner), f"/c/{campaign.slug}/change/delete/"
    client.post(at, {"name": "Operation Teapot"})
    assert Campaign.objects.exists()
    answer = client.post(at, {"name": " Operation Teakettle "})
    assert answer.headers["Location"] == "/campaigns/"
    assert nothing_is_left()
    assert Screen.objects.get().table is None
    assert Award.objects.get().user == owner, "what was earned stays"
    assert client.get("/campaigns/").status_code == 200
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("name", ["paul", "stan", ""])
def test_nobody_else_deletes_a_campaign(campaign, owner, person, name):
    services.rename(campaign=campaign, name=campaign.name, public=True, user=owner)
    client = Client()
    if name:
        client.force_login(User.objects.filter(username=name).first() or person(name))
    client.post(f"/c/{campaign.slug}/change/delete/", {"name": campaign.name})
    assert Campaign.objects.exists()


def test_other_tables_and_campaigns_stay(campaign, owner, person):
    other = founded(owner, name="Another")
    services.delete_campaign(campaign=campaign, name=campaign.name, user=owner)
    assert roles(other) == {"ada": "owner"}
    assert list(Table.objects.values_list("pk", flat=True)) == [ledger(other).table_id]


def test_whatever_is_asked_of_a_deleted_campaign_is_refused_in_words(campaign, owner):
    paul = campaign.members.get(user__username="paul")
    token = services.link_for(campaign=campaign, role="player", user=owner).token
    services.delete_campaign(campaign=campaign, name=campaign.name, user=owner)
    campaign.pk = campaign.pk or 1
    for attempt in (
        lambda: services.leave(campaign=campaign, user=paul.user),
        lambda: services.remove(campaign=campaign, member=paul, user=owner),
        lambda: services.hand_over(campaign=campaign, member=paul, user=owner),
        lambda: services.delete_campaign(campaign=campaign, name=campaign.name, user=owner),
    ):
        with pytest.raises(IllegalAction, match="does not exist any more"):
            attempt()
    with pytest.raises(IllegalAction, match="withdrawn"):
        services.join(token=token, user=paul.user)


def test_open_pages_and_screens_are_told(campaign, owner, settings):
    settings.HEARTBEAT = 600
    battle = sortie_of(campaign).table
    frames = asyncio.run(hear(battle, owner, lambda: services.wipe(campaign)))
    assert '"reload":"gone"' in frames[-1]
    assert snapshots.known(battle.pk) is None


def test_a_page_that_was_not_told_finds_out_by_itself(campaign, owner, monkeypatch, settings):
    settings.HEARTBEAT = 0.3
    battle = sortie_of(campaign).table
    monkeypatch.setattr("apps.campaigns.services.deleting.announce_gone", lambda pk: None)
    frames = asyncio.run(hear(battle, owner, lambda: services.wipe(campaign)))
    assert '"reload":"gone"' in frames[-1]


async def hear(table, user, meanwhile):
    """What a page at a table is told until it is to load again."""
    from config.asgi import application

    hub.use_loop(asyncio.get_running_loop())
    session = await asyncio.to_thread(session_of, user)
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", f"sessionid={session}".encode())]
    page = WebsocketCommunicator(application, f"/ws/t/{table.slug}/", headers=headers)
    await page.connect(timeout=10)
    heard = [await page.receive_from(timeout=10)]
    await asyncio.to_thread(meanwhile)
    while "reload" not in heard[-1] and len(heard) < 6:
        heard.append(await page.receive_from(timeout=10))
    await page.disconnect()
    return heard


@pytest.mark.parametrize("how", ["one", "several"])
def test_staff_delete_a_campaign_whole(campaign, how):
    staff = client_of(User.objects.create_superuser("root"))
    at = "/admin/campaigns/campaign/"
    if how == "one":
        assert staff.get(f"{at}{campaign.pk}/delete/").status_code == 200
        staff.post(f"{at}{campaign.pk}/delete/", {"post": "yes"})
    else:
        chosen = {"action": "delete_selected", "_selected_action": [campaign.pk]}
        assert campaign.name in staff.post(at, chosen).content.decode()
        staff.post(at, {**chosen, "post": "yes"})
    assert nothing_is_left()


def test_a_ledger_or_a_battle_is_not_deleted_from_under_its_campaign(campaign):
    staff = client_of(User.objects.create_superuser("root"))
    for pk in (ledger(campaign).table_id, sortie_of(campaign).table_id):
        assert staff.post(f"/admin/games/table/{pk}/delete/", {"post": "yes"}).status_code == 403
        staff.post("/admin/games/table/", {"action": "delete_selected", "_selected_action": [pk], "post": "yes"})
        assert Table.objects.filter(pk=pk).exists()


# --- Asked before it is done ------------------------------------------------------------------------


QUESTIONS = {
    "members/remove/": ({"member": "PAUL"}, "Remove paul from the campaign?"),
    "members/hand-over/": ({"member": "PAUL"}, "Hand the campaign over to paul?"),
    "change/archive/": ({"away": "yes"}, "Archive the campaign?"),
}


@pytest.mark.parametrize("change", QUESTIONS)
def test_it_is_asked_before_it_is_done(campaign, owner, change):
    fields, question = QUESTIONS[change]
    paul = campaign.members.get(user__username="paul")
    form = {name: str(paul.pk) if value == "PAUL" else value for name, value in fields.items()}
    before = (roles(campaign), campaign.archived_at, len(told(campaign)))
    page = client_of(owner).post(f"/c/{campaign.slug}/{change}", form)
    assert page.status_code == 200
    assert question in page.content.decode()
    for name, value in form.items():
        assert f'name="{name}" value="{value}"' in page.content.decode()
    campaign.refresh_from_db()
    assert (roles(campaign), campaign.archived_at, len(told(campaign))) == before
    assert client_of(owner).post(f"/c/{campaign.slug}/{change}", {**form, "sure": "yes"}).status_code == 302
    campaign.refresh_from_db()
    assert (roles(campaign), campaign.archived_at, len(told(campaign))) != before


def test_whoever_may_not_is_not_asked(campaign):
    paul = campaign.members.get(user__username="paul")
    for change, (fields, _question) in QUESTIONS.items():
        form = {name: str(paul.pk) if value == "PAUL" else value for name, value in fields.items()}
        assert client_of(paul.user).post(f"/c/{campaign.slug}/{change}", form).status_code == 302


def test_leaving_is_asked_about_and_coming_back_from_the_archive_is_not(campaign, owner):
    paul = campaign.members.get(user__username="paul")
    assert "Leave the campaign?" in client_of(paul.user).post(f"/c/{campaign.slug}/members/leave/").content.decode()
    services.archive(campaign=campaign, away=True, user=owner)
    assert client_of(owner).post(f"/c/{campaign.slug}/change/archive/", {"away": "no"}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.archived_at is None


@pytest.mark.parametrize(
    ("change", "field", "more"),
    [
        ("members/remove/", "member", {"sure": "yes"}),
        ("members/role/", "member", {"role": "guest"}),
        ("members/seat/", "member", {"seat": "0"}),
        ("members/seat/", "seat", {"member": "OWNER"}),
        ("change/restore/", "sortie", {}),
        ("change/correct/", "value", {"slug": "hull", "reason": "because"}),
        ("change/move/", "number", {}),
    ],
)
def test_what_is_no_number_is_nobody_and_nothing(campaign, owner, change, field, more):
    keeper, client = campaign.members.get(user=owner), client_of(owner)
    form = {name: str(keeper.pk) if value == "OWNER" else value for name, value in more.items()}
    before = (roles(campaign), len(told(campaign)))
    for number in ("²", "9" * 5000, "9" * 30, "-1", "", "１", "1e5"):
        answer = client.post(f"/c/{campaign.slug}/{change}", {**form, field: number})
        assert answer.status_code in (302, 404), number
    assert (roles(campaign), len(told(campaign))) == before
