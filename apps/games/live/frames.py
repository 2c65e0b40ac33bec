"""The frames of one open page: what it must be told to get from what it shows to what is so now."""

from __future__ import annotations

from typing import Any

from apps.games.live import regions
from apps.games.live.deltas import known_delta
from apps.games.live.logbook import lines_since
from apps.games.live.regions import Drawing
from apps.games.live.views_of import View
from apps.games.snapshots import Snapshot


class Frames:
    """Remembers, for one socket, which regions its page shows and of which it holds the text.

    A frame carries whole regions in `full`, changed stretches of held ones in `delta`, and new
    sentences for the end of the log in `log`.
    """

    __slots__ = ("held", "shown")

    def __init__(self) -> None:
        self.shown: dict[str, bytes] = {}  # region -> token of what the page shows
        self.held: set[str] = set()  # regions whose text came by this socket

    @property
    def begun(self) -> bool:
        """Whether the page has been told anything yet."""
        return bool(self.shown)

    def skip(self, drawing: Drawing) -> None:
        """The page shows this already, but holds no text."""
        self.shown = {name: drawing.token(name) for name in drawing}
        drawing.rest()

    def next(self, snapshot: Snapshot, view: View, drawing: Drawing, since: int) -> dict[str, Any]:
        """What has changed for a page that stands at sequence `since` (-1: everything may have)."""
        full: dict[str, str] = {}
        delta: dict[str, Any] = {}
        frame: dict[str, Any] = {"full": full}
        for name in drawing:
            token, before = drawing.token(name), self.shown.get(name)
            if token == before:
                continue
            self.shown[name] = token
            if name == "log" and view.layout == "table" and since >= 0 and before is not None:
                lines = lines_since(snapshot, view, since)
                if lines is not None:
                    if lines:
                        frame["log"] = str(lines)
                    self.held.discard(name)  # the page has it in pieces now
                    continue
            html, old = drawing[name], None
            if name in self.held and before is not None:
                old = regions.drawn(before)
            changed = None if old is None else known_delta(before or b"", token, old, html)
            if changed is None:
                full[name] = html
                self.held.add(name)
            else:
                delta[name] = changed
        drawing.rest()
        if delta:
            frame["delta"] = delta
        return frame
