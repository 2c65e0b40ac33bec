"""The socket of a person on any page: at how many tables it is their turn, and where one has come."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from apps.accounts.models import User
from apps.games.live import hub, push
from apps.games.live.speech import translated
from apps.games.live.threads import in_thread
from apps.games.lobby.selectors import turn_count
from apps.games.models import Table
from apps.games.services.following import names_of
from apps.rulebooks.registry import rulebook
from config.outage import OUTAGES

GONE = 4404
FLOOD = 4408
MAX_MESSAGES = 20  # that a page may send, which has nothing to say
COUNT_EVERY = 4  # heartbeats between two looks, in case a message was lost


class MeConsumer(AsyncWebsocketConsumer):
    """Tells a person's page the number of their turns, when it has changed: facts only."""

    user: User | None = None
    turns = -1
    heard = 0

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message without looking at database connections: this class uses none here."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        """Accept people who are logged in, and tell them their turns."""
        self.heart: asyncio.Task[None] | None = None
        if not self.scope["user"].is_authenticated:
            await self.close(code=GONE)
            return
        self.user = self.scope["user"]
        await self.accept()
        hub.join(push.person_group(self.user.pk), self)
        await self.count()
        self.heart = asyncio.create_task(self.beat())

    async def turns_changed(self, message: dict[str, Any]) -> None:
        """A table has begun to wait for this person, or does no longer."""
        new = {"slug": message["slug"], "game": message["game"]} if message["slug"] else None
        await self.count(new)

    async def count(self, new: dict[str, str] | None = None) -> None:
        """Say the number of turns if it has changed, and the table where one has come."""
        turns = await in_thread(turn_count, self.user)
        if turns == self.turns and new is None:
            return
        self.turns = turns
        frame: dict[str, Any] = {"turns": turns}
        if new is not None:
            frame["at"] = {"slug": new["slug"], "game": await in_thread(_called, new["slug"], new["game"])}
        await self.send(text_data=json.dumps(frame, separators=(",", ":")))

    async def beat(self) -> None:
        """Look again now and then."""
        while True:
            await asyncio.sleep(settings.HEARTBEAT * COUNT_EVERY)
            with contextlib.suppress(*OUTAGES):
                await self.count()

    async def catch_up(self) -> None:
        """Look what lost messages would have told of."""
        await self.count()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore what a page says; close on one that keeps talking."""
        self.heard += 1
        if self.heard > MAX_MESSAGES:
            await self.close(code=FLOOD)

    async def disconnect(self, code: int) -> None:
        """Leave."""
        if self.heart is not None:
            self.heart.cancel()
        if self.user is not None:
            hub.leave(push.person_group(self.user.pk), self)


def _called(slug: str, game: str) -> str:
    """By which name the people of a table know it: what it is played for, or its game."""
    names = names_of(list(Table.objects.filter(slug=slug, followed=True).values_list("pk", flat=True)))
    return next(iter(names.values()), translated(rulebook(game).name))
