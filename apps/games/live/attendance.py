"""The part of a table's socket that says who is here."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from apps.games import snapshots
from apps.games.live import presence, push
from apps.games.live.presence import Presence
from apps.games.live.threads import in_thread
from apps.games.live.views_of import may_watch
from apps.games.models import Table

WRITE_EVERY = 300.0  # seconds between two notes of when a person was last seen


class Attendance:
    """Says "here" with every heartbeat while the page can be seen, and tells the page who else is."""

    table_id: int | None
    seq: int
    user_id: int | None = None
    seated = False
    in_sight = True
    written = 0.0
    told: Presence | None = None

    async def arrive(self, table_id: int) -> dict[str, Any]:
        """A page was opened: say so at once; the answer is who is here."""
        self.table_id = table_id
        return self._news(await in_thread(self._sign))

    async def looks(self, here: bool) -> None:
        """The page has come into sight, or gone out of it."""
        if here == self.in_sight:
            return
        if not here:
            await in_thread(self._leave)
        self.in_sight, self.written = here, 0.0
        if here:
            await self._show(await in_thread(self._sign))

    async def pulse(self) -> dict[str, Any]:
        """Who is here, if that has changed."""
        return self._news(await in_thread(self._sign))

    async def table_presence(self, message: dict[str, Any]) -> None:
        """Somebody has come to the table."""
        await self._show(await in_thread(self._look, message["at"]))

    async def disconnect(self, code: int) -> None:
        """Note when this person was last seen, and say no more."""
        await super().disconnect(code)  # type: ignore[misc]
        if self.in_sight:
            await in_thread(self._leave)

    async def _show(self, found: Presence | None) -> None:
        news = self._news(found)
        if news:
            await self.send_json({"seq": self.seq, **news})  # type: ignore[attr-defined]

    def _news(self, found: Presence | None) -> dict[str, Any]:
        if found is None or found == self.told:
            return {}
        self.told = found
        return {"presence": msgspec.to_builtins(found)}

    def _sign(self) -> Presence | None:
        """Say that this page is being looked at, if it is, and look who else is here."""
        snapshot = self._snapshot()
        if snapshot is None or self.table_id is None:
            return None
        self.seated = bool(snapshot.seats_of(self.user_id))
        since = None
        if self.in_sight and self.user_id is not None and self.seated:
            if presence.touch(self.table_id, self.user_id):
                since = time.time()
                push.announce_presence(self.table_id, since)
            if time.monotonic() - self.written > WRITE_EVERY or not self.written:
                self.written = time.monotonic()
                presence.note_seen(self.table_id, self.user_id)
        elif self.in_sight:
            presence.watch(self.table_id, self._name())
        return presence.presence_of(snapshot, since)

    def _look(self, since: float) -> Presence | None:
        snapshot = self._snapshot()
        return None if snapshot is None else presence.presence_of(snapshot, since)

    def _leave(self) -> None:
        """Nobody looks at this page any more. Another one of the same person will say so if it is looked at."""
        if self.table_id is None:
            return
        if self.user_id is not None and self.seated:
            presence.note_seen(self.table_id, self.user_id)
        else:
            presence.watch(self.table_id, self._name(), here=False)

    def _name(self) -> str:
        return f"page-{id(self)}" if self.user_id is None else f"user-{self.user_id}"

    def _snapshot(self) -> snapshots.Snapshot | None:
        """The table, if this page may still see it."""
        if self.table_id is None:
            return None
        try:
            snapshot = snapshots.current(self.table_id, max(self.seq, 0))
        except Table.DoesNotExist:
            return None
        return snapshot if may_watch(snapshot, self.user_id) else None
