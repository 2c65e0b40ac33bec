"""Every page of the site holds to the Content-Security-Policy and draws known symbols only."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse

from apps.games import services, snapshots
from apps.games.lobby.selectors import room_context
from apps.games.services import SeatPlan

SPRITE = (settings.BASE_DIR / "static" / "svg" / "symbols.svg").read_text()
KNOWN = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))


def check(html: str) -> None:
    assert not re.search(r"\sstyle=", html)
    assert not re.search(r"<style", html)
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert not re.search(r"\son[a-z]+=", html)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', html), "everything comes from here"
    unknown = set(re.findall(r"symbols(?:\.\w+)?\.svg#([\w-]+)", html)) - KNOWN
    assert not unknown


@pytest.fixture
def tables(person, released):
    host = person("host")
    plans = {"open": ["me", "open"], "kept": ["me", "invited"], "over": ["me", "hotseat"]}
    made = {
        name: services.create_table(
            game="dogfight", host=host, seats=[SeatPlan(who) for who in who_sits], visibility="public"
        )
        for name, who_sits in plans.items()
    }
    services.concede(table_id=made["over"].pk, seat=0, key="end", user_id=host.pk)
    return host, made


def pages(made):
    invite = made["kept"].seats.get(number=1).invite
    return [
        "/",
        "/new/dogfight/",
        "/tables/finished/",
        reverse("invite", args=[made["kept"].slug, invite]),
        reverse("invite", args=[made["kept"].slug, "gone"]),
        "/nothing/",
        *(reverse(n) for n in ("enter", "account_signup", "account_reset_password", "account_reset_password_done")),
        *(reverse(n) for n in ("keep", "profile", "account_change_password", "account_logout", "account_inactive")),
        "/account/password/reset/key/x-y/",
        "/account/confirm-email/x/",
    ]


@pytest.mark.parametrize("who", ["anyone", "guest", "host"])
def test_pages_have_no_inline_style_or_script(client, tables, who):
    host, made = tables
    if who == "guest":
        client.post(reverse("guest"))
    elif who == "host":
        client.force_login(host)
    for address in pages(made):
        answer = client.get(address, follow=True)
        assert answer.status_code in (200, 404, 410), address
        assert "default-src 'self'" in answer["Content-Security-Policy"]
        check(answer.content.decode())


def test_the_waiting_room_too(tables):
    host, made = tables
    for name in ("open", "kept"):
        request = RequestFactory().get("/")
        request.user = host
        html = render_to_string(
            "lobby/room.html", room_context(snapshots.current(made[name].pk), host, request), request
        )
        assert "Send this link" in html
        check(html)


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500", "503"])
def test_error_pages_stand_alone(name, released):
    html = render_to_string(f"{name}.html")
    assert "<h1>" in html
    check(html)


def test_the_sprite_has_what_the_games_draw():
    wanted = {f"die-{n}" for n in range(1, 7)} | {f"emblem-{n}" for n in range(4)}
    wanted |= {"ship-wasp", "ship-lancer", "ship-corvette", "ship-dreadnought", "asteroid", "wreck"}
    wanted |= {f"counter-{n}" for n in ("ap", "defense-1", "defense-2", "asteroid", "blank", "back")}
    verbs = "build place discard draw move attack follow-up asteroid brace take-it end-turn undo reset resign"
    wanted |= {f"verb-{verb}" for verb in verbs.split()}
    wanted |= {f"stat-{n}" for n in ("ships", "points", "hand", "move", "attack", "defence", "heart")}
    assert wanted <= KNOWN
    assert "style=" not in SPRITE
    assert "<text" not in SPRITE
