"""The Scene of one audience as plain JSON: what the page of that audience is drawn from, in words."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec

from apps.games.live.motions import motion_for
from apps.games.live.speech import speak, spoken
from apps.games.models import Entry, Table
from apps.games.services.agreeing import can_draw
from apps.games.snapshots import Line, Snapshot, to_line
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.text import Text

KEPT = 1024  # scenes held in memory, encoded
MOST_LINES = 400  # entries of a journal that one answer tells of

_encoded: OrderedDict[tuple[int, int, Audience, str], msgspec.Raw] = OrderedDict()


def scene_of(snapshot: Snapshot, audience: Audience) -> msgspec.Raw | None:
    """The scene in the active language, encoded; None before the game has begun."""
    if snapshot.state is None:
        return None
    key = (snapshot.table_id, snapshot.seq, audience, speak())
    found = _encoded.get(key)
    if found is None:
        scene = snapshot.book.scene(snapshot.content, snapshot.state, audience)
        found = _encoded[key] = msgspec.Raw(msgspec.json.encode(plain(scene)))
        while len(_encoded) > KEPT:
            try:
                _encoded.popitem(last=False)
            except KeyError:  # another thread was quicker
                break
    return found


def plain(value: Any) -> Any:
    """A value with every text as a sentence of the language that this thread speaks."""
    if isinstance(value, Text):
        return spoken(value)
    if isinstance(value, msgspec.Struct):
        told = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        tag = value.__struct_config__.tag
        return told if tag is None else {"type": tag, **told}
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    return {key: plain(one) for key, one in value.items()} if isinstance(value, dict) else value


def picture(snapshot: Snapshot, audience: Audience, reader: int | None, since: int | None = None) -> dict[str, Any]:
    """A table for one audience: the scene, what it may read of the log, and what an action must expect.

    `reader` is the person who asks, `since` asks for the log after that sequence; without it the
    newest of it is told.
    """
    scene = scene_of(snapshot, audience)
    seat = audience.seat if audience.role == "seat" else None
    lines = _lines(snapshot, since)
    return {
        "table": snapshot.slug,
        "seq": snapshot.seq,
        "line": snapshot.line,
        "status": snapshot.status,
        "seat": seat,
        "waiting": snapshot.waiting,
        "expected": snapshot.seat_seqs[seat] if seat is not None else None,
        "takeable": snapshot.takeable_back(seat) if seat is not None and snapshot.state is not None else 0,
        "can_draw": snapshot.status == Table.Status.PLAYING and can_draw(snapshot),
        "proposal": proposal_of(snapshot, reader),
        "scene": scene,
        "log_from": lines[0].seq if lines else snapshot.seq + 1,
        "log": [told for line in lines for told in _told(line, audience)],
        "result": None if snapshot.result is None else result_of(snapshot.result),
    }


def proposal_of(snapshot: Snapshot, reader: int | None) -> dict[str, Any] | None:
    """What stands proposed, and what the person who asks may do about it."""
    found, motion = motion_for(snapshot, reader), snapshot.motion
    if found is None or motion is None:
        return None
    speak()
    return {
        "proposal": found.seq,
        "kind": motion.kind,
        "to": motion.line if motion.kind == "back" else None,
        "seat": found.seat,
        "text": spoken(found.text),
        "may_answer": found.may_answer,
        "mine": found.made,
        "missing": found.missing,
    }


def result_of(stored: dict[str, Any]) -> dict[str, Any]:
    """A stored result in words."""
    text = msgspec.convert(stored["text"], Text)
    speak()
    return {**stored, "text": spoken(text)}


def _told(line: Line, audience: Audience) -> list[dict[str, Any]]:
    return [
        {
            "seq": line.seq,
            "kind": event.kind,
            "seat": event.seat,
            "text": spoken(event.text),
            "rule": event.rule,
        }
        for event in line.events
        if event.readable_by(audience)
    ]


def _lines(snapshot: Snapshot, since: int | None) -> list[Line]:
    """The standing lines after `since`, from memory where it reaches that far."""
    tail = snapshot.tail
    if since is None or not tail or since >= tail[0].seq - 1:
        return [line for line in tail if not line.voided and line.seq > (since or 0)]
    rows = Entry.objects.filter(table_id=snapshot.table_id, seq__gt=since, seq__lte=snapshot.seq, voided_by=None)
    return [to_line(row) for row in reversed(rows.order_by("-seq")[:MOST_LINES])]


def forget() -> None:
    """Drop all scenes."""
    _encoded.clear()
