"""Sockets: they tell, and never take. Actions come by HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from apps.games import snapshots
from apps.games.live import hub, push, regions
from apps.games.live.attendance import Attendance
from apps.games.live.frames import Frames
from apps.games.live.threads import in_thread
from apps.games.live.views_of import View, in_circle_of, may_watch, view_of
from apps.games.models import Table
from apps.games.numbers import number_of
from apps.games.selectors import onward_of
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Audience
from config.outage import OUTAGES

REMOVED = 4403
GONE = 4404
FLOOD = 4408
MAX_MESSAGES = 20  # that a page may send in a while; it has little to say
FLOOD_WINDOW = 10.0  # seconds


class LiveConsumer(AsyncWebsocketConsumer):
    """Shows one table at its newest sequence. Subclasses say which table, and as whom."""

    table_id: int | None = None
    seq = -1
    heard = 0
    heard_since = 0.0
    audience: Audience | None = None
    onward = ""  # where this page has been told that its people go on

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message without looking at database connections: this class uses none here."""
        handler = getattr(self, message["type"].replace(".", "_"))
        await handler(message)

    async def connect(self) -> None:
        """Accept, show everything, and keep in touch."""
        self.frames = Frames()
        self.joined: str | None = None
        self.heart: asyncio.Task[None] | None = None
        self.first: dict[str, Any] = {}  # what the first frame brings along
        self.asked = parse_qs(self.scope["query_string"].decode("utf-8", "replace"))
        self.seen = self.asked.get("seen", [""])[0]  # the table and sequence that the page was drawn at
        await self.accept()
        if await self.prepare():
            self.heart = asyncio.create_task(self.beat())

    async def prepare(self) -> bool:
        """Find what to show and show it; False (and closed) when there is nothing to see."""
        raise NotImplementedError

    def view(self, snapshot: Snapshot) -> View | None:
        """How this socket sees the table, or None when it may not."""
        raise NotImplementedError

    async def follow(self, table_id: int) -> None:
        """Listen to a table instead of the one before, and show it."""
        if self.joined is not None:
            hub.leave(self.joined, self)
        self.table_id, self.seq, self.frames = table_id, -1, Frames()
        self.joined = push.group(table_id)
        hub.join(self.joined, self)
        await self.show(await in_thread(_newest, table_id))

    async def show(self, snapshot: Snapshot) -> None:
        """Send the regions that differ from what this page has."""
        if snapshot.seq <= self.seq:
            return
        view = self.view(snapshot)
        if view is None:
            if self.seq >= 0:  # it was open to them until now: the page is told, and loads no more
                await self.send_json({"seq": snapshot.seq, "reload": "gone"})
            await self.close(code=GONE if self.seq < 0 else REMOVED)
            return
        # What another audience has read on this page must go; the same one needs only what is new.
        since = self.seq if view.audience == self.audience else -1
        self.seq, self.audience = snapshot.seq, view.audience
        if snapshot.state is None:
            await self.send_json({"seq": snapshot.seq, "reload": "room", **self.first})
            return
        drawing = regions.render(snapshot, view)
        frame, self.first = {"seq": snapshot.seq, **self.first}, {}
        if not self.frames.begun and self.seen == f"{snapshot.slug}-{snapshot.seq}":
            self.frames.skip(drawing)  # the page was drawn at this very moment
        else:
            frame |= self.frames.next(snapshot, view, drawing, since)
        await self.send_json(frame)

    async def table_changed(self, message: dict[str, Any]) -> None:
        """The table has reached a sequence: go to the newest one."""
        if message["seq"] <= self.seq or self.table_id is None:
            return
        snapshot = snapshots.known(self.table_id, message["seq"])
        if snapshot is None:
            snapshot = await in_thread(snapshots.current, self.table_id, message["seq"])
        await self.show(snapshot)

    async def table_onward(self, message: dict[str, Any]) -> None:
        """The people go on at another table, or do no longer: the page offers the way there, or takes it away."""
        self.onward = await in_thread(_slug_of, message["table"]) if message["table"] else ""
        await self.send_json({"seq": self.seq, "onward": self.onward})

    async def beat(self) -> None:
        """Say the sequence now and then, and catch up if a message was lost.

        While the database cannot be reached nothing is said, and the next beat looks again.
        """
        while True:
            await asyncio.sleep(settings.HEARTBEAT)
            with contextlib.suppress(*OUTAGES):
                with contextlib.suppress(Table.DoesNotExist):
                    await self.catch_up()
                await self.send_json({"seq": self.seq, **await self.pulse()})

    async def pulse(self) -> dict[str, Any]:
        """What a heartbeat brings along."""
        return {}

    async def table_admission(self, message: dict[str, Any]) -> None:
        """Who belongs to the table's circle has changed: look whether this page may still see it."""
        await self.catch_up()

    async def table_gone(self, message: dict[str, Any]) -> None:
        """The table does not exist any more: nothing of it is kept, and the page says so itself."""
        snapshots.forget(self.table_id)
        self.table_id = None
        await self.send_json({"seq": self.seq, "reload": "gone"})
        await self.close(code=REMOVED)

    async def table_presence(self, message: dict[str, Any]) -> None:
        """Somebody has come to the table."""

    async def catch_up(self) -> None:
        """Show what a lost message would have told of."""
        if self.table_id is not None:
            newest = await in_thread(_seq_of, self.table_id)
            if newest is None:
                await self.table_gone({})
            elif newest > self.seq:
                await self.show(await in_thread(snapshots.current, self.table_id, newest))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Hear whether the page can be seen, and nothing else; close on one that keeps talking."""
        now = time.monotonic()
        if now - self.heard_since > FLOOD_WINDOW:
            self.heard, self.heard_since = 0, now
        self.heard += 1
        if self.heard > MAX_MESSAGES:
            await self.close(code=FLOOD)
        elif text_data in ("here", "away"):
            await self.looks(text_data == "here")

    async def looks(self, here: bool) -> None:
        """The page has come into sight, or gone out of it."""

    async def disconnect(self, code: int) -> None:
        """Stop the heartbeat and leave."""
        if self.heart is not None:
            self.heart.cancel()
        if self.joined is not None:
            hub.leave(self.joined, self)

    async def send_json(self, frame: dict[str, Any]) -> None:
        """Send one frame; the page swaps `content` and reads the rest."""
        await self.send(text_data=msgspec.json.encode(frame).decode())


class TableConsumer(Attendance, LiveConsumer):
    """A person's page: their own seat, or what everyone may see."""

    admitted = False

    async def prepare(self) -> bool:
        """Look the table up for the person of the session."""
        user = self.scope["user"]
        self.user_id = user.pk if user.is_authenticated else None
        self.seat = number_of(self.asked.get("seat", [""])[0], digits=2)
        table_id = await in_thread(_table_id, self.scope["url_route"]["kwargs"]["slug"])
        if table_id is None:
            await self.close(code=GONE)
            return False
        self.admitted = await in_thread(_admitted, table_id, self.user_id)
        self.first = await self.arrive(table_id)
        self.onward = await in_thread(_onward, table_id)
        if self.onward:
            self.first["onward"] = self.onward
        await self.follow(table_id)
        return True

    async def table_admission(self, message: dict[str, Any]) -> None:
        """Who belongs to the table's circle has changed: whoever does not any more is shown out."""
        await self.look_again()

    async def catch_up(self) -> None:
        """Look whether this person may still watch, too."""
        await self.look_again()
        await super().catch_up()
        if self.table_id is not None:
            before, self.onward = self.onward, await in_thread(_onward, self.table_id)
            if self.onward or before:
                await self.send_json({"seq": self.seq, "onward": self.onward})

    async def look_again(self) -> None:
        """Ask again whether this person belongs to the table's circle, where that mattered."""
        if not self.admitted or self.table_id is None:
            return
        self.admitted = await in_thread(_admitted, self.table_id, self.user_id)
        if not self.admitted:
            with contextlib.suppress(Table.DoesNotExist):  # whoever catches up finds that out
                snapshot = await in_thread(_newest, self.table_id)
                if self.view(snapshot) is None:
                    await self.send_json({"seq": snapshot.seq, "reload": "gone"})
                    await self.close(code=REMOVED)

    def view(self, snapshot: Snapshot) -> View | None:
        """The view of this person; private tables show nothing to others."""
        if not may_watch(snapshot, self.user_id, lambda: self.admitted):
            return None
        return view_of(snapshot, self.user_id, self.seat)


def _table_id(slug: str) -> int | None:
    """The table at an address, of which this process then knows the newest moment."""
    table = Table.objects.filter(slug=slug).only("pk", "seq").first()
    return None if table is None else snapshots.newest(table).table_id


def _admitted(table_id: int, user_id: int | None) -> bool:
    """Whether a person belongs to the circle of a private table."""
    circle = Table.objects.filter(pk=table_id).values_list("circle_id", flat=True).first()
    return circle is not None and user_id is not None and in_circle_of(circle, user_id)


def _onward(table_id: int) -> str:
    """Where the people of a table go on, or nothing."""
    table = Table.objects.only("pk", "onward_id").filter(pk=table_id).first()
    return "" if table is None else onward_of(table) or ""


def _newest(table_id: int) -> Snapshot:
    return snapshots.newest(Table.objects.only("pk", "seq").get(pk=table_id))


def _slug_of(table_id: int) -> str:
    return Table.objects.values_list("slug", flat=True).get(pk=table_id)


def _seq_of(table_id: int) -> int | None:
    return Table.objects.filter(pk=table_id).values_list("seq", flat=True).first()
