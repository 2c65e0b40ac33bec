"""A whole game as a file: the format, in which every field has its type and nothing else is read."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from apps.rulebooks.core.chance import Roll
from apps.rulebooks.core.protocol import Event, Result

FORMAT = "starboard-game"
VERSION = 1

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Edition = Annotated[int, Meta(ge=0)]  # the number of a release; those from elsewhere have high ones
Short = Annotated[str, Meta(max_length=60)]
Aware = Annotated[datetime, Meta(tz=True)]

_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it


def has_nul(data: bytes) -> bool:
    """Whether some text in a JSON file has the one sign in it that no database keeps."""
    return _NUL.search(data) is not None


def kept_time(at: datetime | None, now: datetime) -> datetime:
    """A time in a file as it is kept: now where it has none, and never later. Raises ValueError for one long ago."""
    if at is None:
        return now
    if at < _EARLIEST:
        raise ValueError(f"{at} is too long ago")
    return min(at, now)


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file; a field that it does not know is a fault."""


class ReleasePart(Part, frozen=True):
    """The content that the game was played with; `content` is missing while the game runs."""

    number: Edition
    digest: Annotated[str, Meta(max_length=64)]
    content: dict[str, list[dict[str, Any]]] | None = None


class SeatPart(Part, frozen=True):
    """Who sat where, by name."""

    name: Annotated[str, Meta(max_length=60)]
    kind: Literal["person", "bot"]
    bot_level: Short = ""


class OriginPart(Part, frozen=True):
    """For a game that began in a moment of another one: which action that was, and the state (base64)."""

    line: Count
    state: str


class EntryPart(Part, frozen=True, omit_defaults=True):
    """One standing line of the journal. Only whole games have actions and chance in it."""

    kind: Literal["start", "act", "concede", "agree"]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    action: dict[str, Any] | None = None
    chance: tuple[Roll, ...] = ()
    events: tuple[Event, ...] = ()
    at: Aware | None = None


class GameFile(Part, frozen=True):
    """A game. A `complete` one is over and can be played again action by action, and so be checked.

    One that is not holds what its reader may know, and nothing more.
    """

    format: Literal["starboard-game"]
    version: Literal[1]
    complete: bool
    game: Short
    table: Short
    release: ReleasePart
    options: dict[Short, Short]
    seats: Annotated[tuple[SeatPart, ...], Meta(max_length=16)]
    entries: tuple[EntryPart, ...]
    idle_limit: Literal[300, 3600, 86400, 259200, 0] = 86400  # seconds, 0 for never: what a rematch goes by
    secret: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    origin: OriginPart | None = None
    result: Result | None = None
    digest: Annotated[str, Meta(max_length=64)] = ""
    started_at: Aware | None = None
    finished_at: Aware | None = None
