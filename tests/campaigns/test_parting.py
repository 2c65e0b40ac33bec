"""Whoever belongs no longer, or to less, keeps no way in: no seat, no link, no screen on the wall."""

from __future__ import annotations

import asyncio
import re

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client

from apps.api.tokens import make_token
from apps.campaigns import services
from apps.games import snapshots
from apps.games.live.views_of import may_watch
from apps.games.models import Screen, Seat, Table
from apps.games.tv.services import pair_screen, screen_of
from apps.rulebooks.core.protocol import IllegalAction

from .helpers import by_name, client_of, do, give_up, joined, ledger, roles, sortie_of

pytestmark = pytest.mark.django_db(transaction=True)


# --- Tables -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", [False, True])
def test_a_former_owner_who_is_removed_sees_no_table_any_more(campaign, owner, person, over):
    """Neither having been the host nor having sat there opens a private table of the campaign."""
    paul = joined(campaign, owner, person("paul"), "player")
    do(campaign, by_name("Launch"))
    battle = sortie_of(campaign).table
    if over:
        give_up(battle)
    services.hand_over(campaign=campaign, member=paul, user=owner)
    services.remove(campaign=campaign, member=campaign.members.get(user=owner), user=paul.user)
    Table.objects.filter(pk=battle.pk).update(host=owner)  # whatever may have been left
    Seat.objects.filter(table=battle, number=0).update(user=owner)
    snapshots.forget()
    client = client_of(owner)
    _token, key = make_token(user=owner, name="bot", scope="read")
    program = Client(headers={"authorization": f"Bearer {key}"})
    assert client.get(f"/c/{campaign.slug}/").status_code == 404
    for path in ("", "replay/", "export/"):
        assert client.get(f"/t/{battle.slug}/{path}").status_code == 404, path
    for path in ("", "scene/"):
        assert program.get(f"/api/v1/tables/{battle.slug}/{path}").status_code == 404, path
    assert not may_watch(snapshots.read(battle.pk), owner.pk)
    assert battle.slug not in client.get("/").content.decode()
    assert battle.slug not in client.get("/games/").content.decode()
    assert battle.slug not in program.get("/api/v1/tables/?which=mine").content.decode()


def test_members_see_a_table_wherever_they_sit(campaign, owner, person):
    do(campaign, by_name("Launch"))
    battle = sortie_of(campaign).table
    wanda = person("wanda")
    joined(campaign, owner, wanda, "watcher")
    for user in (owner, wanda):
        assert client_of(user).get(f"/t/{battle.slug}/").status_code == 200


# --- Links ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["demoted", "removed", "left"])
def test_nobody_comes_back_by_a_link_they_know(campaign, owner, person, how):
    links = [services.link_for(campaign=campaign, role=role, user=owner) for role in ("player", "guest", "watcher")]
    paul = joined(campaign, owner, person("paul"), "player")
    if how == "demoted":
        services.set_role(campaign=campaign, member=paul, role="guest", user=owner)
    elif how == "removed":
        services.remove(campaign=campaign, member=paul, user=owner)
    else:
        services.leave(campaign=campaign, user=paul.user)
    before = roles(campaign)
    for link in links:
        with pytest.raises(IllegalAction, match="withdrawn"):
            services.join(token=link.token, user=paul.user)
    assert roles(campaign) == before
    assert len(set(campaign.invitations.values_list("token", flat=True))) == 3


def test_who_becomes_more_keeps_the_links(campaign, owner, person):
    gus = joined(campaign, owner, person("gus"), "guest")
    token = campaign.invitations.get().token
    services.set_role(campaign=campaign, member=gus, role="player", user=owner)
    assert campaign.invitations.get().token == token


def test_a_link_is_renewed_with_one_press_by_the_owner_alone(campaign, owner, person):
    paul = joined(campaign, owner, person("paul"), "player")
    old, at = campaign.invitations.get().token, f"/c/{campaign.slug}/members/renew/"
    client_of(paul.user).post(at, {"role": "player"})
    assert campaign.invitations.get().token == old
    page = client_of(owner).post(at, {"role": "player"}, follow=True).content.decode()
    new = campaign.invitations.get().token
    assert new != old
    assert f"/campaigns/join/{new}/" in page
    assert Client().get(f"/campaigns/join/{old}/").status_code == 410
    with pytest.raises(IllegalAction, match="no such link"):
        services.renew_link(campaign=campaign, role="guest", user=owner)


@pytest.mark.parametrize(
    ("role", "words"),
    [("player", "decide where the campaign goes"), ("guest", "fly a battle"), ("watcher", "hold no seat")],
)
def test_an_invitation_says_what_one_will_be(campaign, owner, person, role, words):
    token = services.link_for(campaign=campaign, role=role, user=owner).token
    assert words in Client().get(f"/campaigns/join/{token}/").content.decode()


def test_a_better_link_can_be_followed_by_somebody_who_belongs(campaign, owner, person):
    gus = person("gus")
    joined(campaign, owner, gus, "guest")
    at = f"/campaigns/join/{services.link_for(campaign=campaign, role='player', user=owner).token}/"
    assert '<form method="post"><input' in client_of(gus).get(at).content.decode().replace("\n", "")
    client_of(gus).post(at)
    assert roles(campaign)["gus"] == "player"
    assert "You belong to it already" in client_of(gus).get(at).content.decode()


# --- Screens ----------------------------------------------------------------------------------------


def on_the_wall(table_id, user):
    """A TV that somebody has sent a table to."""
    tv = Client()
    tv.get("/tv/")
    screen = Screen.objects.latest("pk")
    pair_screen(code=screen.code, table=Table.objects.get(pk=table_id), user=user)
    return tv, screen


def shows_code(tv):
    page = tv.get("/tv/").content.decode()
    return "Put a table on this screen" in page


@pytest.mark.parametrize("how", ["removed", "left", "deleted"])
def test_a_screen_shows_its_code_once_whoever_sent_it_there_belongs_no_longer(campaign, owner, person, how):
    wanda = joined(campaign, owner, person("wanda"), "watcher")
    theirs, _screen = on_the_wall(ledger(campaign).table_id, wanda.user)
    own, _screen = on_the_wall(ledger(campaign).table_id, owner)
    assert not shows_code(theirs)
    if how == "removed":
        services.remove(campaign=campaign, member=wanda, user=owner)
    elif how == "left":
        services.leave(campaign=campaign, user=wanda.user)
    else:
        wanda.user.delete()
    assert list(Screen.objects.order_by("pk").values_list("table", flat=True)) == [None, ledger(campaign).table_id]
    assert shows_code(theirs)
    assert not shows_code(own)


def test_screens_of_strangers_show_their_codes_once_a_campaign_is_private(campaign, owner, person):
    services.rename(campaign=campaign, name="Open day", public=True, user=owner)
    table = ledger(campaign).table_id
    screens = [on_the_wall(table, user)[0] for user in (person("stan"), owner)]
    campaign.refresh_from_db()
    services.rename(campaign=campaign, name="Open day", public=False, user=owner)
    assert list(Screen.objects.order_by("pk").values_list("table", flat=True)) == [None, table]
    assert [shows_code(tv) for tv in screens] == [True, False]


def test_a_screen_that_was_not_told_finds_out_by_itself(campaign, owner, person, settings):
    settings.HEARTBEAT = 0.3
    wanda = person("wanda")
    joined(campaign, owner, wanda, "watcher")
    tv, screen = on_the_wall(ledger(campaign).table_id, wanda)
    token = tv.cookies["screen"].value
    assert screen_of(token) == (screen.pk, ledger(campaign).table_id)
    frames = asyncio.run(watch(token, lambda: campaign.circle.people.remove(wanda)))
    assert '"reload":"screen"' in frames
    assert screen_of(token) == (screen.pk, None)
    assert shows_code(tv)
    screen.refresh_from_db()
    assert screen.table is None


async def watch(token, meanwhile):
    """What a TV is told until it has looked again after something has happened that nobody told it of."""
    from config.asgi import application

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", f"screen={token}".encode())]
    tv = WebsocketCommunicator(application, "/ws/tv/", headers=headers)
    await tv.connect(timeout=10)
    heard = await tv.receive_from(timeout=10)
    await asyncio.to_thread(meanwhile)
    for _ in range(3):
        heard = await tv.receive_from(timeout=10)
        if re.search("reload", heard):
            break
    await tv.disconnect()
    return heard
