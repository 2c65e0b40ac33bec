"""The socket of programs: it tells that a table has moved on, and nothing more. The rest is asked for by HTTP."""

from __future__ import annotations

from collections import Counter
from typing import Any

from channels.exceptions import DenyConnection
from django.urls import path

from apps.api.door import key_of
from apps.api.tokens import note_use, still_lives, token_of
from apps.games import snapshots
from apps.games.live.consumers import GONE, REMOVED, LiveConsumer
from apps.games.live.crowds import CROWD
from apps.games.live.origins import OwnOrigin, refuse, well_formed
from apps.games.live.threads import in_thread
from apps.games.live.views_of import may_watch
from apps.games.models import Table
from apps.games.snapshots import Snapshot

PREFIX = "/ws/api/"
PROTOCOL = "starboard"  # what a browser's program names beside its token
KEY_PROTOCOL = "token."
ENDED = 4401  # the token opens nothing any more
MOST_OPEN = 50  # sockets of one person in one process

_open: Counter[int] = Counter()


class ProgramConsumer(LiveConsumer):
    """Says `{"seq": n}` when a table has reached a sequence, and now and then so that nothing stays lost."""

    token_id: int
    user_id: int
    counted = False

    async def connect(self) -> None:
        """Let in whoever has a living token; refuse others before the socket opens."""
        token = await in_thread(_token, _key(self.scope))
        if token is None:
            raise DenyConnection
        self.token_id, self.user_id = token
        self.spoken = PROTOCOL if PROTOCOL in self.scope.get("subprotocols", ()) else None
        await super().connect()

    async def accept(self, subprotocol: str | None = None, headers: Any = None) -> None:
        """Accept, in the protocol that was asked for."""
        await super().accept(self.spoken, headers)

    async def prepare(self) -> bool:
        """Find the table."""
        _open[self.user_id] += 1
        self.counted = True
        if _open[self.user_id] > MOST_OPEN:
            await self.close(code=CROWD)
            return False
        table_id = await in_thread(_table_id, self.scope["url_route"]["kwargs"]["slug"])
        if table_id is None:
            await self.close(code=GONE)
            return False
        await self.follow(table_id)
        return True

    async def show(self, snapshot: Snapshot) -> None:
        """Say the sequence, as long as the person may watch."""
        if snapshot.seq <= self.seq:
            return
        if not await in_thread(may_watch, snapshot, self.user_id):
            await self.close(code=GONE if self.seq < 0 else REMOVED)
            return
        self.seq = snapshot.seq
        await self.send_json({"seq": self.seq})

    async def catch_up(self) -> None:
        """Look whether the token is still good, and for what a lost message would have told."""
        if not await in_thread(still_lives, self.token_id):
            await self.close(code=ENDED)
            return
        await super().catch_up()

    async def table_admission(self, message: dict[str, Any]) -> None:
        """Who belongs to the table's circle has changed: whoever does not any more is shown out."""
        if self.table_id is not None and not await in_thread(_may_watch_now, self.table_id, self.user_id):
            await self.close(code=REMOVED)

    async def table_gone(self, message: dict[str, Any]) -> None:
        """The table does not exist any more."""
        self.table_id = None
        await self.close(code=GONE)

    async def table_rematch(self, message: dict[str, Any]) -> None:
        """A program finds the next game among the facts of the table."""

    async def disconnect(self, code: int) -> None:
        """Leave."""
        if self.counted:
            _open[self.user_id] -= 1
            self.counted = False
        if hasattr(self, "heart"):
            await super().disconnect(code)


class ProgramsDoor:
    """Lets sockets without Origin in on the API's own path; where there is an Origin, it must be ours."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self.guarded = OwnOrigin(application)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Pass on, by way of the check of origins or not. No cookie counts here."""
        if any(name == b"origin" for name, _value in scope["headers"]):
            return await self.guarded(scope, receive, send)
        return await (self.application if well_formed(scope) else refuse)(scope, receive, send)


def _key(scope: dict[str, Any]) -> str:
    """The key from the Authorization header, or from the protocols that a browser's program offers."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            return key_of(value.decode("latin1"))
    offered = scope.get("subprotocols") or ()
    return next((one.removeprefix(KEY_PROTOCOL) for one in offered if one.startswith(KEY_PROTOCOL)), "")


def _token(key: str) -> tuple[int, int] | None:
    token = token_of(key)
    if token is None:
        return None
    note_use(token)
    return token.pk, token.user_id


def _may_watch_now(table_id: int, user_id: int) -> bool:
    return may_watch(snapshots.current(table_id), user_id)


def _table_id(slug: str) -> int | None:
    return Table.objects.filter(slug=slug).values_list("pk", flat=True).first()


websocket_urlpatterns = [path("ws/api/t/<slug:slug>/", ProgramConsumer.as_asgi())]
