"""Games as files: everything once a game is over, and while it runs no more than its reader may know."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import msgspec

from apps.games import snapshots
from apps.games.models import Entry, Origin, Table
from apps.games.services.gamefile import (
    FORMAT,
    VERSION,
    EntryPart,
    GameFile,
    OriginPart,
    ReleasePart,
    SeatPart,
)
from apps.games.snapshots import STEPS, SeatInfo, Snapshot
from apps.rulebooks.core.chance import Roll
from apps.rulebooks.core.contracts import digest_of
from apps.rulebooks.core.protocol import PUBLIC, Audience, Event, Result


def export_game(table: Table, user_id: int | None = None) -> bytes:
    """A table as JSON for a reader who may watch it. Raises LookupError before the game has begun."""
    snapshot = snapshots.newest(table)
    if snapshot.state is None:
        raise LookupError(table.slug)
    over = snapshot.status == Table.Status.FINISHED
    file = _whole(table, snapshot) if over else _known(table, snapshot, snapshot.seats_of(user_id))
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def _whole(table: Table, snapshot: Snapshot) -> GameFile:
    origin = Origin.objects.filter(table=table).first()
    return msgspec.structs.replace(
        _frame(table, snapshot),
        complete=True,
        release=msgspec.structs.replace(_release(table), content=table.release.data),
        secret=snapshot.secret.hex(),
        origin=None if origin is None else OriginPart(origin.line, b64encode(bytes(origin.state)).decode()),
        entries=tuple(_entry(row) for row in _standing(snapshot)),
        result=msgspec.convert(snapshot.result, Result),
        digest=digest_of(snapshot.state),
        finished_at=table.finished_at,
    )


def _known(table: Table, snapshot: Snapshot, seats: tuple[int, ...]) -> GameFile:
    """What somebody on `seats` has been told. Actions and rolls are left out: some of them are secret."""
    audiences = [PUBLIC, *(Audience.of(seat) for seat in seats)]
    entries = []
    for row in _standing(snapshot):
        told = tuple(
            event
            for event in msgspec.convert(row.events, tuple[Event, ...])
            if any(event.readable_by(audience) for audience in audiences)
        )
        if told:
            entries.append(EntryPart(row.kind, row.seat, events=told, at=row.at))
    return msgspec.structs.replace(_frame(table, snapshot), entries=tuple(entries))


def _frame(table: Table, snapshot: Snapshot) -> GameFile:
    return GameFile(
        format=FORMAT,
        version=VERSION,
        complete=False,
        game=snapshot.game,
        table=snapshot.slug,
        release=_release(table),
        options=snapshot.options,
        idle_limit=table.idle_limit,
        seats=tuple(_seat(seat) for seat in snapshot.seats),
        entries=(),
        started_at=table.started_at,
    )


def _release(table: Table) -> ReleasePart:
    return ReleasePart(table.release.number, table.release.digest)


def _seat(seat: SeatInfo) -> SeatPart:
    return SeatPart(seat.name, "bot" if seat.kind == "bot" else "person", seat.bot_level)


def _standing(snapshot: Snapshot) -> Any:
    kinds = [Entry.Kind.START, *STEPS]
    rows = Entry.objects.filter(table_id=snapshot.table_id, seq__lte=snapshot.seq, voided_by=None, kind__in=kinds)
    return rows.order_by("seq")


def _entry(row: Entry) -> EntryPart:
    return EntryPart(
        kind=row.kind,
        seat=row.seat,
        action=row.action if row.kind == Entry.Kind.ACT else None,
        chance=msgspec.convert(row.chance, tuple[Roll, ...]),
        events=msgspec.convert(row.events, tuple[Event, ...]),
        at=row.at,
    )
