"""Turns edited entries into typed content, naming every fault at its field instead of only the first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

from apps.rulebooks.core.protocol import Fault, RawContent

Entry = TypeVar("Entry", bound=msgspec.Struct)


def read_entries(kind: str, raw: Iterable[dict[str, Any]], wanted: type[Entry], faults: list[Fault]) -> list[Entry]:
    """The entries of one kind as `wanted`; what is wrong with the others is added to `faults`."""
    entries: list[Entry] = []
    seen: set[str] = set()
    for data in raw:
        slug = str(data.get("slug", ""))
        wrong = _field_faults(kind, slug, data, wanted)
        if slug in seen:
            wrong.append(Fault(kind, slug, "slug", "another entry has this slug already"))
        seen.add(slug)
        if not wrong:
            entries.append(msgspec.convert(data, wanted))
        faults.extend(wrong)
    return entries


def by_slug(kind: str, raw: RawContent, wanted: type[Entry], faults: list[Fault]) -> dict[str, Entry]:
    """The entries of one kind by their slugs, in the order of the edition; faults as for `read_entries`."""
    entries = read_entries(kind, raw.get(kind, []), wanted, faults)
    return {entry.slug: entry for entry in entries}  # type: ignore[attr-defined]


def only_entry(kind: str, entries: list[Entry], count: int, faults: list[Fault]) -> Entry | None:
    """The one entry of a kind that must have exactly one; `count` is how many the editor wrote."""
    if count != 1:
        faults.append(Fault(kind, "", "", f"there must be exactly one entry of this kind, not {count}"))
    return entries[0] if entries else None


@cache
def _fields(wanted: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(wanted)}


def _field_faults(kind: str, slug: str, data: dict[str, Any], wanted: type[Entry]) -> list[Fault]:
    wrong: list[Fault] = []
    fields = _fields(wanted)
    for name in data:
        if name not in fields:
            wrong.append(Fault(kind, slug, name, "there is no such field"))
    for name, field in fields.items():
        if name not in data:
            if field.required:
                wrong.append(Fault(kind, slug, name, "this field is missing"))
            continue
        try:
            msgspec.convert(data[name], field.type)
        except msgspec.ValidationError as error:
            wrong.append(Fault(kind, slug, name, _plain(str(error))))
    return wrong


def _plain(message: str) -> str:
    for term, word in (
        ("Expected", "must be"),
        ("`int`", "a whole number"),
        ("`float`", "a number"),
        ("`str`", "a text"),
        ("`array`", "a list"),
        ("`object`", "a table"),
        ("`bool`", "yes or no"),
        (" >= ", " of at least "),
        (" <= ", " of at most "),
        (" - at `$", " (at `"),
    ):
        message = message.replace(term, word)
    return message + ")" if "(at `" in message else message
