"""From a `msgspec` type to the shape of its form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

import msgspec
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import inspect

from apps.content.shapes.branches import Either, Maybe, Row, Rows, Struct, Table
from apps.content.shapes.leaves import Choice, Lines, Number, Numbers, Switch, Words, human
from apps.content.shapes.nodes import MISSING, About, Leaf, Shape

LONG = 160  # a text that may be longer than this is written in several lines
MANY = (inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType)


@dataclass(frozen=True)
class Raw(Leaf):
    """Anything else, as JSON."""

    widget: ClassVar[str] = "words"
    lines: int = 6
    longest: int | None = None

    def parse(self, typed: str) -> Any:
        """What the JSON says."""
        try:
            return json.loads(typed)
        except ValueError:
            raise ValueError(_("This cannot be read as JSON.")) from None

    def show(self, value: Any) -> str:
        """The value as JSON."""
        return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()

    def describe(self) -> str:
        """How it is written."""
        return _("as JSON")


def form_of(entry: type[msgspec.Struct]) -> Struct:
    """The shape of the form of an entry, in the active language."""
    return _form_of(entry, get_language())


@lru_cache(maxsize=256)
def _form_of(entry: type[msgspec.Struct], language: str | None) -> Struct:
    return _struct(inspect.type_info(entry))


def _struct(info: Any) -> Struct:
    fields = []
    for field in info.fields:
        shape, meta = _shape(field.type)
        fields.append((field.encode_name, shape, _about(field, shape, meta)))
    return Struct(tuple(fields), info.tag_field, info.tag)


def _about(field: inspect.Field, shape: Shape, meta: Mapping[str, Any]) -> About:
    default: Any = MISSING
    if field.default_factory is not msgspec.NODEFAULT:
        default = field.default_factory()
    elif field.default is not msgspec.NODEFAULT:
        default = field.default
    return About(
        label=_said(meta, "title") or human(field.name),
        help=_said(meta, "description"),
        unit=_said(meta, "unit"),
        bounds=shape.describe(),
        required=field.required,
        default=default if default is MISSING else msgspec.json.decode(msgspec.json.encode(default)),
        extra=meta,
    )


def _said(meta: Mapping[str, Any], key: str) -> str:
    words = str(meta.get(key, ""))
    return _(words) if words else ""


def _bare(info: Any) -> tuple[Any, dict[str, Any]]:
    """A type without its wrapping, and what the wrapping says."""
    meta: dict[str, Any] = {}
    while isinstance(info, inspect.Metadata):
        meta = {**(info.extra_json_schema or {}), **(info.extra or {}), **meta}
        info = info.type
    return info, meta


def _shape(wrapped: Any) -> tuple[Shape, dict[str, Any]]:
    info, meta = _bare(wrapped)
    if isinstance(info, inspect.UnionType):
        shape, more = _union(info)
        return shape, {**more, **meta}
    return _plain(info, meta), meta


def _plain(info: Any, meta: Mapping[str, Any]) -> Shape:
    if isinstance(info, inspect.IntType | inspect.FloatType):
        whole = isinstance(info, inspect.IntType)
        return Number(whole=whole, ge=info.ge, le=info.le, gt=info.gt, lt=info.lt)
    if isinstance(info, inspect.StrType):
        return _words(info, meta)
    if isinstance(info, inspect.BoolType):
        return Switch()
    if isinstance(info, inspect.LiteralType):
        return Choice(values=info.values)
    if isinstance(info, inspect.EnumType):
        return Choice(values=tuple(member.value for member in info.cls))
    if isinstance(info, inspect.StructType) and not info.array_like:
        return _struct(info)
    if isinstance(info, MANY):
        return _many(info)
    if isinstance(info, inspect.TupleType):
        return Row(tuple(_shape(item)[0] for item in info.item_types))
    if isinstance(info, inspect.DictType):
        key = _shape(info.key_type)[0]
        if isinstance(key, Words):
            key = replace(key, shortest=max(key.shortest, 1))
        return Table(key, _shape(info.value_type)[0])
    return Raw()


def _words(info: inspect.StrType, meta: Mapping[str, Any]) -> Words:
    long = info.max_length is None or info.max_length > LONG
    lines = int(meta.get("lines", 3 if long and info.pattern is None else 1))
    hint = str(meta.get("pattern_help", "")) or _pattern_help(info.pattern)
    return Words(info.max_length, info.min_length or 0, info.pattern, hint, lines)


def _pattern_help(pattern: str | None) -> str:
    if pattern == "^[a-z0-9]+(-[a-z0-9]+)*$":
        return _("Small letters, digits and single hyphens.")
    return ""


def _many(info: Any) -> Shape:
    item, _meta = _shape(info.item_type)
    least, most = info.min_length or 0, info.max_length
    if isinstance(item, Number):
        return Numbers(item, least, most)
    if isinstance(item, Words) and item.lines == 1:
        return Lines(item, least, most)
    if isinstance(item, Words) and info.item_type == inspect.type_info(str):
        return Lines(replace(item, lines=1), least, most)
    return Rows(item, least, most)


def _union(info: inspect.UnionType) -> tuple[Shape, dict[str, Any]]:
    bare = [_bare(part) for part in info.types]
    parts = [(part, meta) for part, meta in bare if not isinstance(part, inspect.NoneType)]
    optional = len(parts) < len(bare)
    structs = [part for part, _meta in parts if isinstance(part, inspect.StructType)]
    if len(parts) == 1:
        shape, meta = _plain(*parts[0]), parts[0][1]
    elif len(structs) == len(parts) and all(part.tag_field for part in structs):
        shape, meta = Either(tuple((str(part.tag), _struct(part)) for part in structs)), {}
    elif all(isinstance(part, inspect.IntType | inspect.FloatType) for part, _meta in parts):
        shape, meta = Number(whole=False), {}
    else:
        shape, meta = Raw(), {}
    if optional and not isinstance(shape, Number | Words | Choice | Raw):
        shape = Maybe(shape)
    return shape, meta
