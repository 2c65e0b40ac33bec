"""Writes content as TOML, the way the packs are written: the same content is always the same text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import inspect

from apps.rulebooks.core.editing import ContentKind
from apps.rulebooks.core.protocol import RawContent

WIDE = 110  # a value that would make its line longer than this is spread over several
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_pack(kinds: Mapping[str, ContentKind], content: RawContent) -> dict[str, str]:
    """One file for each kind, by its name: what `read_pack` reads back."""
    return {f"{kind}.toml": write_kind(known, content.get(kind, [])) for kind, known in kinds.items()}


def write_kind(kind: ContentKind, entries: Iterable[Mapping[str, Any]]) -> str:
    """The file of one kind: its note as a comment, and an `[[entry]]` for each entry, fields in the type's order."""
    info = inspect.type_info(kind.entry)
    parts = ["\n".join(f"# {line}".rstrip() for line in kind.note.splitlines()) + "\n"] if kind.note else []
    for entry in entries:
        parts.append("\n".join(["[[entry]]", *_table("entry", _ordered(info, entry))]) + "\n")
    return "\n".join(parts)


def _ordered(info: Any, value: Any) -> Any:
    """`value` with the fields of every struct in the order of its type, which a database may not keep."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    if isinstance(info, inspect.UnionType):
        info = _chosen(info, value)
        while isinstance(info, inspect.Metadata):
            info = info.type
    if isinstance(value, Mapping):
        return _ordered_table(info, value)
    if isinstance(value, list | tuple):
        if isinstance(info, inspect.TupleType) and len(info.item_types) == len(value):
            return [_ordered(inner, item) for inner, item in zip(info.item_types, value, strict=True)]
        inner = getattr(info, "item_type", None)
        return [_ordered(inner, item) for item in value]
    return value


def _ordered_table(info: Any, value: Mapping[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    if isinstance(info, inspect.StructType):
        if info.tag_field is not None and info.tag_field in value:
            result[info.tag_field] = value[info.tag_field]
        for field in info.fields:
            if field.encode_name in value:
                result[field.encode_name] = _ordered(field.type, value[field.encode_name])
    inner = getattr(info, "value_type", None)
    for key in sorted(value):
        result.setdefault(key, _ordered(inner, value[key]))
    return result


def _chosen(info: inspect.UnionType, value: Any) -> Any:
    """The part of a union that a value is of: by its tag where it has one."""
    for part in info.types:
        bare: Any = part
        while isinstance(bare, inspect.Metadata):
            bare = bare.type
        if isinstance(bare, inspect.StructType) and isinstance(value, Mapping):
            if bare.tag_field is None or value.get(bare.tag_field) == bare.tag:
                return bare
        elif not isinstance(bare, inspect.NoneType | inspect.StructType):
            return bare
    return None


def _table(path: str, table: Mapping[str, Any]) -> list[str]:
    """The lines of a table: short values first, then the tables inside it, each kept in its order."""
    lines: list[str] = []
    later: list[str] = []
    for key, value in table.items():
        if value is None:  # TOML has no word for nothing
            continue
        name = _key(key)
        inline = _inline(value)
        fits = len(name) + 3 + len(inline) <= WIDE and not _has_lines(value)
        if isinstance(value, str) and "\n" in value:
            lines.append(f"{name} = {_long(value)}")
        elif fits or not isinstance(value, dict | list):
            lines.append(f"{name} = {inline}")
        elif isinstance(value, dict):
            later += ["", f"[{path}.{name}]", *_table(f"{path}.{name}", value)]
        elif value and all(isinstance(item, dict) for item in value):
            for item in value:
                later += ["", f"[[{path}.{name}]]", *_table(f"{path}.{name}", item)]
        else:
            lines += [f"{name} = [", *(f"    {_inline(item)}," for item in value), "]"]
    return lines + later


def _has_lines(value: Any) -> bool:
    """Whether there is a text of several lines in it."""
    if isinstance(value, Mapping):
        return any(map(_has_lines, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_lines, value))
    return isinstance(value, str) and "\n" in value


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(key)} = {_inline(item)}" for key, item in value.items() if item is not None)
        return f"{{ {pairs} }}" if pairs else "{}"
    raise TypeError(f"{type(value).__name__} cannot be written as TOML")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _long(text: str) -> str:
    """A text of several lines as it is, so that a map drawn in letters can be read."""
    if (
        "\\" in text
        and "'''" not in text
        and not text.endswith("'")
        and not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text)
    ):
        return f"'''\n{text}'''"
    lines = (_quoted(line)[1:-1].replace('\\"', '"') for line in text.split("\n"))
    body = "\n".join(lines).replace('"""', '""\\"')
    return f'"""\n{body[:-1]}\\""""' if body.endswith('"') else f'"""\n{body}"""'


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def storable(value: Any) -> str:
    """Why a value cannot be kept in a draft, or nothing: dates, infinite numbers, characters nobody can see."""
    if isinstance(value, Mapping):
        return next((why for key, item in value.items() if (why := storable(key) or storable(item))), "")
    if isinstance(value, list | tuple):
        return next((why for item in value if (why := storable(item))), "")
    if isinstance(value, str):
        return "there are characters in it that cannot be seen" if re.search(r"[\x00-\x08\x0b-\x1f\x7f]", value) else ""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "every number must be finite"
    if isinstance(value, int) and abs(value) > 2**53:
        return "a number is too large"
    return "" if isinstance(value, bool | int | float | None) else "dates and times have no place here"
