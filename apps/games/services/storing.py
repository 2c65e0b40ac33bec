"""One entry of a journal goes into the database: all of it, or nothing if the table has moved on."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from apps.games import snapshots
from apps.games.models import Entry, Keyframe, Table
from apps.games.snapshots import STEPS, Snapshot

if TYPE_CHECKING:
    from apps.games.services.journal import Draft

KEYFRAME_EVERY = 25  # actions

Changes = dict[str, Any]


def store(before: Snapshot, draft: Draft, after: Snapshot) -> bool:
    """Store an entry and what it makes of the table, if the table still is as in `before`.

    Raises IntegrityError if the entry's key has been used by its seat.
    """
    table, added = _rows(before, draft, after)
    if connection.vendor == "postgresql" and draft.voids_after is None and not connection.in_atomic_block:
        return _store_at_once(before, table, *added)
    with transaction.atomic():
        if not Table.objects.filter(pk=before.table_id, seq=before.seq).update(**table):
            return False
        if draft.voids_after is not None:
            Entry.objects.filter(
                table_id=before.table_id, line__gt=draft.voids_after, kind__in=STEPS, voided_by=None
            ).update(voided_by=after.seq)
            Keyframe.objects.filter(table_id=before.table_id, line__gt=draft.voids_after).delete()
        for row in added:
            row.save(force_insert=True)
    return True


def _rows(before: Snapshot, draft: Draft, after: Snapshot) -> tuple[Changes, list[Model]]:
    """What changes of the table, and what is added: the entry, and a keyframe now and then."""
    now = timezone.now()
    state = None if after.state is None else snapshots.encode_state(after.state)
    table: Changes = {
        "seq": after.seq,
        "line": after.line,
        "status": after.status,
        "state": state,
        "seat_seqs": list(after.seat_seqs),
        "waiting": list(after.waiting),
        "result": after.result,
        "motion": None if after.motion is None else msgspec.to_builtins(after.motion),
        "moved_at": now,
    }
    if draft.move is not None:
        table["release_id"] = draft.move.release_id
    if draft.kind == Entry.Kind.START:
        table["started_at"] = now
        table["options"] = after.options
    if after.status in (Table.Status.FINISHED, Table.Status.CLOSED):
        table["finished_at"] = now
    action = draft.action if draft.report is None else draft.report
    entry = Entry(
        table_id=before.table_id,
        seq=after.seq,
        kind=draft.kind,
        seat=draft.seat,
        line=draft.line,
        action=None if action is None else msgspec.to_builtins(action),
        events=msgspec.to_builtins(draft.events),
        chance=[] if draft.chance is None else msgspec.to_builtins(draft.chance.rolls),
        why=None if draft.why is None else msgspec.to_builtins(draft.why),
        barrier=draft.barrier,
        key=draft.key,
        user_id=draft.user_id,
        at=now,
    )
    moved = (draft.kind in STEPS or draft.kind == Entry.Kind.UNDO) and after.line % KEYFRAME_EVERY == 0
    moved = moved or draft.kind == Entry.Kind.MOVE
    if state is None or not (draft.kind == Entry.Kind.START or moved):
        return table, [entry]
    return table, [entry, Keyframe(table_id=before.table_id, seq=after.seq, line=after.line, state=state)]


def _store_at_once(before: Snapshot, table: Changes, *added: Model) -> bool:
    """The same as one statement, which is a transaction of its own: one way to the server instead of four.

    It goes to the driver itself, which has the server prepare it once for each connection.
    """
    values = {f"Table_{name}": _sent(Table, name, value) for name, value in table.items()}
    for row in added:
        model = type(row)
        values.update((f"{model.__name__}_{name}", _sent(model, name, getattr(row, name))) for name in _columns(model))
    statement = _statement(tuple(table), tuple(type(row) for row in added))
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.cursor() as cursor:
        cursor.execute(statement, {**values, "table": before.table_id, "before": before.seq}, prepare=True)
        return bool(cursor.fetchone()[0])


@lru_cache(maxsize=64)
def _statement(changed: tuple[str, ...], added: tuple[type[Model], ...]) -> str:
    """Change a table if it is where it was, and only then add a row of each model."""
    changes = ", ".join(f'"{name}" = {_slot(Table, name)}' for name in changed)
    parts = [
        f'WITH moved AS (UPDATE "{Table._meta.db_table}" SET {changes} '
        "WHERE id = %(table)s AND seq = %(before)s RETURNING id)"
    ]
    for model in added:
        columns = ", ".join(f'"{name}"' for name in _columns(model))
        slots = ", ".join(_slot(model, name) for name in _columns(model))
        insert = f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT {slots} FROM moved'
        parts.append(f"new_{model.__name__} AS ({insert})")
    return ", ".join(parts) + " SELECT count(*) FROM moved"


@lru_cache(maxsize=8)
def _columns(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.attname for field in model._meta.concrete_fields if not field.primary_key)


@lru_cache(maxsize=128)
def _kind(model: type[Model], name: str) -> str:
    return str(next(f for f in model._meta.concrete_fields if f.attname == name).cast_db_type(connection))


def _slot(model: type[Model], name: str) -> str:
    """Where a value goes, with the type of its column, which nothing else would tell beneath a SELECT."""
    kind = _kind(model, name)
    return f"%({model.__name__}_{name}){'b' if kind == 'bytea' else 's'}::{kind}"


def _sent(model: type[Model], name: str, value: Any) -> Any:
    return value if value is None or _kind(model, name) != "jsonb" else msgspec.json.encode(value).decode()
