"""A campaign as a file: the format, in which every field has its type and nothing else is read."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from apps.games.models import Entry
from apps.games.services.gamefile import Aware, Edition, Part, Short
from apps.rulebooks.core.chance import Roll

FORMAT = "starboard-campaign"
VERSION = 2  # files of version 1 have only what stands, and none of the words of people
LONGEST = 1000  # letters of what somebody said
MOST_SEALED = 200_000  # bytes of the rolls of one entry, unpacked

Name = Annotated[str, Meta(max_length=150)]  # as long as that of an account can be

TOLD: dict[str, str] = {
    Entry.Kind.START: "imported",
    Entry.Kind.ACT: "thought",
    Entry.Kind.CORRECT: "correction",
    Entry.Kind.MOVE: "moved",
    Entry.Kind.UNDO: "restored",
    Entry.Kind.SEAT: "member",
    Entry.Kind.OFFER: "proposed",
    Entry.Kind.ANSWER: "answered",
}
"""What an entry of a ledger tells beside its rules, by the kind of the entry: these words cannot be played again."""


class ReleaseKept(Part, frozen=True):
    """A content that the campaign has stood on."""

    number: Edition
    digest: Annotated[str, Meta(max_length=64)]
    content: dict[str, list[dict[str, Any]]]


class MemberPart(Part, frozen=True):
    """Who belonged to it, by name: people of another house do not come along."""

    name: Name
    role: Literal["owner", "player", "guest", "watcher"]


class LedgerPart(Part, frozen=True, omit_defaults=True):
    """One entry of a ledger. The rolls are packed so that nobody reads by accident what is hidden still.

    `said` is what people said there. `back` belongs to an undo: so many entries stand after it, and those above it
    are struck out.
    """

    kind: Literal["start", "act", "concede", "report", "correct", "move", "undo", "seat", "offer", "answer"]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    action: dict[str, Any] | None = None
    sealed: Annotated[str, Meta(max_length=400_000)] = ""
    who: Name = ""
    at: Aware | None = None
    said: tuple[Annotated[str, Meta(max_length=LONGEST)], ...] = ()
    back: Annotated[int, Meta(ge=0)] | None = None


class RunPart(Part, frozen=True):
    """One run: `release` is the place of its first content among the file's, `digest` that of its last state."""

    number: Annotated[int, Meta(ge=1)]
    release: Annotated[int, Meta(ge=0)]
    options: dict[Short, Annotated[str, Meta(max_length=2000)]]
    entries: Annotated[tuple[LedgerPart, ...], Meta(min_length=1)]
    digest: Annotated[str, Meta(max_length=64)]


class CampaignFile(Part, frozen=True):
    """A whole campaign: its ledgers can be played again entry by entry, and so be checked."""

    format: Literal["starboard-campaign"]
    version: Literal[1, 2]
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    game: Short
    road: Short
    members: tuple[MemberPart, ...]
    releases: Annotated[tuple[ReleaseKept, ...], Meta(min_length=1)]
    runs: Annotated[tuple[RunPart, ...], Meta(min_length=1, max_length=2000)]


class Leap(msgspec.Struct, frozen=True):
    """Where a campaign moved: the place of a content among the file's."""

    to: Annotated[int, Meta(ge=0)]


def seal(rolls: Sequence[Any]) -> str:
    """Rolls as they stand in a file."""
    return b64encode(zlib.compress(msgspec.json.encode(rolls))).decode() if rolls else ""


def unsealed(text: str) -> tuple[Roll, ...]:
    """Rolls from a file. Raises ValueError or msgspec.ValidationError."""
    if not text:
        return ()
    try:
        data = zlib.decompressobj().decompress(b64decode(text, validate=True), MOST_SEALED)
    except zlib.error as broken:
        raise ValueError(str(broken)) from broken
    return msgspec.json.decode(data, type=tuple[Roll, ...])
