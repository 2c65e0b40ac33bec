"""A campaign as a file: the format, in which every field has its type and nothing else is read."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from apps.games.services.gamefile import Aware, Count, Part, Short
from apps.rulebooks.core.chance import Roll

FORMAT = "starboard-campaign"
VERSION = 1
MOST_SEALED = 200_000  # bytes of the rolls of one entry, unpacked


class ReleaseKept(Part, frozen=True):
    """A content that the campaign has stood on."""

    number: Count
    digest: Annotated[str, Meta(max_length=64)]
    content: dict[str, list[dict[str, Any]]]


class MemberPart(Part, frozen=True):
    """Who belonged to it, by name: people of another house do not come along."""

    name: Short
    role: Literal["owner", "player", "guest", "watcher"]


class LedgerPart(Part, frozen=True, omit_defaults=True):
    """One standing line of a ledger. The rolls are packed so that nobody reads by accident what is hidden still."""

    kind: Literal["start", "act", "concede", "report", "correct", "move"]
    seat: Annotated[int, Meta(ge=0, le=15)] | None = None
    action: dict[str, Any] | None = None
    sealed: Annotated[str, Meta(max_length=400_000)] = ""
    who: Short = ""
    at: Aware | None = None


class RunPart(Part, frozen=True):
    """One run: `release` is the place of its first content among the file's, `digest` that of its last state."""

    number: Annotated[int, Meta(ge=1, le=10_000)]
    release: Annotated[int, Meta(ge=0, le=1000)]
    options: dict[Short, Annotated[str, Meta(max_length=2000)]]
    entries: Annotated[tuple[LedgerPart, ...], Meta(min_length=1, max_length=20_000)]
    digest: Annotated[str, Meta(max_length=64)]


class CampaignFile(Part, frozen=True):
    """A whole campaign: its ledgers can be played again entry by entry, and so be checked."""

    format: Literal["starboard-campaign"]
    version: Literal[1]
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    game: Short
    road: Short
    members: Annotated[tuple[MemberPart, ...], Meta(max_length=200)]
    releases: Annotated[tuple[ReleaseKept, ...], Meta(min_length=1, max_length=100)]
    runs: Annotated[tuple[RunPart, ...], Meta(min_length=1, max_length=1000)]


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
