"""The socket of a TV."""

from __future__ import annotations

from typing import Any

from apps.games import snapshots
from apps.games.live import hub, push
from apps.games.live.consumers import GONE, LiveConsumer
from apps.games.live.threads import in_thread
from apps.games.live.views_of import TV, View
from apps.games.snapshots import Snapshot
from apps.games.tv.services import screen_of


class ScreenConsumer(LiveConsumer):
    """A TV: the public view of whatever table was sent to it."""

    async def prepare(self) -> bool:
        """Find the screen by the token in its cookie."""
        self.token = self.scope["cookies"].get("screen", "")
        found = await in_thread(screen_of, self.token)
        if found is None:
            await self.send_json({"reload": "unknown"})
            await self.close(code=GONE)
            return False
        self.screen_id, table_id = found
        hub.join(push.screen_group(self.screen_id), self)
        if table_id is not None:
            await self.follow(table_id)
        return True

    def view(self, snapshot: Snapshot) -> View | None:
        """What everyone may see, laid out for a room."""
        return TV

    async def catch_up(self) -> None:
        """Look for another table too, and whether whoever sent this one here may still see it."""
        if await in_thread(screen_of, self.token) != (self.screen_id, self.table_id):
            await self.send_json({"reload": "screen"})
        else:
            await super().catch_up()

    async def screen_changed(self, message: dict[str, Any]) -> None:
        """Another table was sent to this screen: it loads afresh."""
        await self.send_json({"reload": "screen"})

    async def table_gone(self, message: dict[str, Any]) -> None:
        """The table does not exist any more: the screen shows its code again."""
        snapshots.forget(self.table_id)
        await self.send_json({"reload": "screen"})

    async def table_onward(self, message: dict[str, Any]) -> None:
        """The next table of the same people: the screen moves on with them."""
        await self.send_json({"reload": "onward"})

    async def disconnect(self, code: int) -> None:
        """Leave the screen's own group too."""
        await super().disconnect(code)
        if hasattr(self, "screen_id"):
            hub.leave(push.screen_group(self.screen_id), self)
