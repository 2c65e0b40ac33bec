"""Everything that the house keeps, as one file: compressed lines of JSON, for SQLite and PostgreSQL alike.

The first line says what follows; then comes one line for each row, in the order in which rows refer
to each other; the last line counts them, so that a file that was cut off is noticed.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DEFAULT_DB_ALIAS, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

FORMAT = "starboard-backup"
VERSION = 1
LEFT_OUT = {"sessions.session"}  # people log in again
MADE_BY_MIGRATING = {"contenttypes.contenttype", "auth.permission", "auth.group"}  # there before anybody comes
CHUNK = 500


class Exact(DjangoJSONEncoder):
    """Times to the microsecond, which Django's own encoder cuts off."""

    def default(self, value: Any) -> Any:
        """A value that is none of JSON's own."""
        return value.isoformat() if isinstance(value, datetime) else super().default(value)


class Unusable(Exception):
    """A file that cannot be restored, or a database that it cannot be restored into."""


def write_backup(path: Path) -> int:
    """Write everything to `path` as it is at one moment. Returns the number of rows."""
    count = 0
    unfinished = path.with_name(path.name + ".part")
    with one_moment(), gzip.open(unfinished, "wt", encoding="utf-8", compresslevel=6) as file:
        head = {"format": FORMAT, "version": VERSION, "made": timezone.now().isoformat(), "migrations": migrations()}
        file.write(json.dumps(head) + "\n")
        for row in _rows():
            file.write(json.dumps(row, cls=Exact, separators=(",", ":")) + "\n")
            count += 1
        file.write(json.dumps({"rows": count}) + "\n")
    unfinished.replace(path)  # a file of that name is always a whole one
    return count


def read_backup(path: Path, *, empty_first: bool = False) -> int:
    """Restore everything from `path`, or nothing. Returns the number of rows. Raises Unusable.

    A database in which anything was made is refused, unless it is to be emptied first.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file, transaction.atomic():
            _check_head(json.loads(file.readline()))
            if not empty_first and not is_empty():
                raise Unusable("The database is not empty. With --into-empty it is emptied first.")
            _make_empty()
            count = _restore(json.loads(line) for line in file)
            connection.check_constraints()
            _set_counters()
    except (OSError, EOFError, ValueError, KeyError, serializers.base.DeserializationError) as broken:
        raise Unusable(f"The file cannot be read: {broken}") from broken
    return count


def is_empty() -> bool:
    """Whether nobody has made anything in this database yet."""
    return not any(model._base_manager.exists() for model in kept() if model._meta.label_lower not in MADE_BY_MIGRATING)


def kept() -> list[type[models.Model]]:
    """Every model whose rows are kept, those first that others refer to."""
    found: list[type[models.Model]] = []

    def visit(model: type[models.Model], above: frozenset[type[models.Model]]) -> None:
        if model in found or model in above:
            return
        relations = (*model._meta.local_fields, *model._meta.local_many_to_many)
        for field in relations:
            if field.remote_field is not None and field.remote_field.model._meta.managed:
                visit(field.remote_field.model._meta.concrete_model, above | {model})
        found.append(model)

    for model in apps.get_models():
        if model._meta.managed and not model._meta.proxy and model._meta.label_lower not in LEFT_OUT:
            visit(model, frozenset())
    return found


def migrations() -> list[str]:
    """The migrations that this database has seen."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything as it is now, while others go on writing."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")  # one that only reads: Django's own would keep all writers waiting
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _rows() -> Iterator[dict[str, Any]]:
    for model in kept():
        rows: Iterable[models.Model] = model._base_manager.order_by("pk").iterator(chunk_size=CHUNK)
        for row in rows:
            yield serializers.serialize("python", [row])[0]


def _check_head(head: dict[str, Any]) -> None:
    if head.get("format") != FORMAT or head.get("version") != VERSION:
        raise Unusable("That is not a backup of Starboard.")
    here = migrations()
    if head["migrations"] != here:
        other = sorted(set(head["migrations"]) ^ set(here))
        raise Unusable(f"The backup comes from another version of Starboard: {', '.join(other)}")


def _restore(lines: Iterator[dict[str, Any]]) -> int:
    count, last = 0, {}
    for last in lines:
        if "model" not in last:
            break
        made = next(iter(serializers.deserialize("python", [last])))
        # As it was, without looking for an older row and without any other code of the model.
        models.Model.save_base(made.object, raw=True, using=DEFAULT_DB_ALIAS, force_insert=True)
        for name, values in (made.m2m_data or {}).items():
            getattr(made.object, name).set(values)
        count += 1
    if last.get("rows") != count:
        raise Unusable("The file has been cut off.")
    return count


def _make_empty() -> None:
    everything = [*reversed(kept()), *(apps.get_model(label) for label in LEFT_OUT)]
    for model in everything:
        for field in model._meta.local_many_to_many:
            field.remote_field.through._base_manager.all()._raw_delete(DEFAULT_DB_ALIAS)
    for model in everything:
        model._base_manager.all()._raw_delete(DEFAULT_DB_ALIAS)


def _set_counters() -> None:
    """Let new rows be numbered after those restored."""
    tables = [*kept(), *(f.remote_field.through for m in kept() for f in m._meta.local_many_to_many)]
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)
