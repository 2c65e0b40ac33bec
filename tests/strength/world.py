"""A small world for the tests of strength: three tables in play, and everybody who may come to them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, get_resolver

from apps.accounts.models import User
from apps.accounts.services import make_guest
from apps.api.tokens import make_token, revoke
from apps.campaigns import services as campaigns
from apps.campaigns.models import Campaign
from apps.campaigns.services.ledgers import newest_run
from apps.content.models import Entry as Draft
from apps.games import services, snapshots
from apps.games.models import Seat, Table
from apps.games.services import SeatPlan
from apps.rulebooks.core.protocol import action_id
from apps.rulebooks.registry import rulebook


class World:
    """Tables by visibility, people by name, and the roles: who comes, and to which table."""

    def __init__(self) -> None:
        self.people = {name: User.objects.create_user(name) for name in ("host", "seat", "other", "stranger", "staff")}
        self.people["guest"] = make_guest()
        User.objects.filter(username="staff").update(is_staff=True)
        self.tables = {visibility: self._table(visibility) for visibility in Table.Visibility.values}
        self.campaign, self.invitation = self._campaign()
        self.keys = {}
        cache.set("worker-seen", time.time())  # as if a worker were there
        for name, scope in (("read", "read"), ("play", "play"), ("revoked", "play")):
            token, self.keys[name] = make_token(user=self.people["seat"], name=name, scope=scope)
        revoke(user=self.people["seat"], token_id=token.pk)
        self.roles: dict[str, tuple[str, str]] = {
            "anon": ("", "public"), "anon-un": ("", "unlisted"), "anon-pr": ("", "private"),
            "strng": ("stranger", "public"), "strng-un": ("stranger", "unlisted"), "strng-pr": ("stranger", "private"),
            "seat": ("seat", "private"), "other": ("other", "private"), "host": ("host", "private"),
            "guest": ("guest", "public"), "guest-pr": ("guest", "private"), "staff": ("staff", "private"),
            "read": ("read", "private"), "play": ("play", "private"), "revoked": ("revoked", "private"),
        }  # fmt: skip

    def _table(self, visibility: str) -> Table:
        plans = [SeatPlan("open"), SeatPlan("open")]
        host = self.people["host"]
        table = services.create_table(game="dogfight", host=host, seats=plans, visibility=visibility)
        for number, name in enumerate(("seat", "other")):
            services.take_seat(table_id=table.pk, number=number, user=self.people[name])
        table.refresh_from_db()
        return table

    def _campaign(self) -> tuple[Campaign, str]:
        """A private campaign of the host, with a player and a watcher, and the link by which players join."""
        host = self.people["host"]
        made = campaigns.found(game="deckspace", road="sectors", name="A run", owner=host)
        for role, name in (("player", "seat"), ("watcher", "other")):
            link = campaigns.link_for(campaign=made, role=role, user=host)
            campaigns.join(token=link.token, user=self.people[name])
        return made, campaigns.link_for(campaign=made, role="player", user=host).token

    def client(self, role: str) -> Client:
        """The browser or program of a role."""
        name = self.roles[role][0]
        if name in self.keys:
            return Client(raise_request_exception=False, headers={"authorization": f"Bearer {self.keys[name]}"})
        client = Client(raise_request_exception=False)
        if name:
            client.force_login(self.people[name])
        return client

    def table(self, role: str) -> Table:
        """The table that a role comes to."""
        return self.tables[self.roles[role][1]]

    def arguments(self, pattern: str, table: Table) -> dict[str, Any]:
        """Something for every argument of an address."""
        if pattern.startswith(("c/", "campaigns/")):
            slug = newest_run(self.campaign).ledger.slug if "/table/" in pattern else self.campaign.slug
            return {"slug": slug, "game": "deckspace", "road": "sectors", "token": self.invitation, "number": 1,
                    "what": "seat" if "members" in pattern else "next-run"}  # fmt: skip
        return {
            "slug": table.slug,
            "game": "dogfight",
            "kind": next(iter(rulebook("dogfight").content_kinds)),
            "line": 0,
            "invite": Seat.objects.get(table=table, number=1).invite,
            "username": "seat",
            "token": "x",
            "key": "x-y",
            "uidb36": "1",
            "pk": Draft.objects.values_list("pk", flat=True).first() or 1,
            "number": 1 if "releases" in pattern else 0,
        }

    def form(self, name: str, table: Table) -> dict[str, Any]:
        """What a page would send to an address: for the first seat, so that only its holder may."""
        now = snapshots.current(table.pk)
        act = {"seat": 0, "expected": now.seat_seqs[0], "key": "k"}
        legal = now.legal(0)
        forms: dict[str, dict[str, Any]] = {
            "act": {**act, "choice": action_id(legal[0]) if legal else "0" * 12},
            "undo": act,
            "resign": act,
            "propose": {**act, "choice": "draw"},
            "answer": {**act, "choice": "yes-1"},
            "sit": {"seat": 0},
            "leave": {"seat": 0},
            "seat-bot": {"seat": 0, "level": "cadet"},
            "hand-over": {"seat": 0, "level": "cadet"},
            "come-back": {"seat": 0},
            "relieve": {"seat": 1, "level": "cadet"},
            "unseat": {"seat": 1},
            "idle-limit": {"idle_limit": 0},
            "send-to-screen": {"code": "NONE9"},
            "pair": {"code": "NONE9", "table": table.slug},
            "report": {"note": "odd", "line": 0},
            "looked": {"seq": 1},
            "change-members": {"seat": 0, "member": self.campaign.members.get(role="player").pk},
            "tokens": {"name": "one", "scope": "read"},
        }
        return forms.get(name, {})

    def body(self, name: str, table: Table) -> dict[str, Any]:
        """The same for an address of the API."""
        now = snapshots.current(table.pk)
        legal = now.legal(0)
        bodies: dict[str, dict[str, Any]] = {
            "api:tables": {"game": "dogfight", "seats": [{"who": "me"}, {"who": "open"}]},
            "api:act": {
                "choice": action_id(legal[0]) if legal else "0" * 12,
                "expected": now.seat_seqs[0],
                "key": "k",
            },
            "api:take-back": {"expected": now.seat_seqs[0], "key": "k"},
            "api:resign": {"key": "k"},
            "api:propose": {"kind": "draw", "expected": now.seat_seqs[0], "key": "k"},
            "api:answer": {"proposal": 1, "yes": True, "key": "k"},
        }
        return bodies.get(name, {})


def addresses() -> Iterator[tuple[str, str]]:
    """The name and pattern of every address of the project."""
    yield from _walk(get_resolver().url_patterns, "", "")


def _walk(patterns: Any, before: str, space: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", route
        else:
            yield from _walk(pattern.url_patterns, route, f"{pattern.namespace}:" if pattern.namespace else space)
