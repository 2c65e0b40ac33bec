"""What a form means as an entry: unchanged where nothing was changed, without what goes without saying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.content.shapes.branches import Either, Maybe, Row, Rows, Struct, Table
from apps.content.shapes.nodes import MISSING, Missing, Shape


def tidied(shape: Shape, value: Any, old: Any = MISSING) -> Any:
    """`value` as it is stored: fields at their default are left out unless `old` had them.

    Whatever equals its old value stays as it was, to the letter, so that saving a form that nobody
    touched changes nothing.
    """
    if not isinstance(old, Missing) and value == old and type(value) is type(old) and not isinstance(value, dict):
        return old
    if isinstance(shape, Maybe):
        return None if value is None else tidied(shape.item, value, MISSING if old is None else old)
    if isinstance(shape, Either):
        return _either(shape, value, old)
    if isinstance(shape, Struct):
        return _struct(shape, value, old)
    if isinstance(shape, Rows | Row) and isinstance(value, list):
        before = old if isinstance(old, list) else []
        shapes = shape.items if isinstance(shape, Row) else [shape.item] * len(value)
        return [
            tidied(inner, item, before[index] if index < len(before) else MISSING)
            for index, (inner, item) in enumerate(zip(shapes, value, strict=True))
        ]
    if isinstance(shape, Table) and isinstance(value, dict):
        before_by_name = old if isinstance(old, Mapping) else {}
        return {name: tidied(shape.item, item, before_by_name.get(name, MISSING)) for name, item in value.items()}
    return value


def _struct(shape: Struct, value: Mapping[str, Any], old: Any) -> dict[str, Any]:
    before = old if isinstance(old, Mapping) else {}
    result: dict[str, Any] = {}
    if shape.tag_field is not None:
        result[shape.tag_field] = shape.tag
    for name, inner, about in shape.fields:
        if name not in value:
            continue
        if name not in before and not isinstance(about.default, Missing) and value[name] == about.default:
            continue
        item = tidied(inner, value[name], before.get(name, MISSING))
        if item is not None:  # the files have no word for nothing: it is left out
            result[name] = item
    return result


def _either(shape: Either, value: Mapping[str, Any], old: Any) -> Any:
    for tag, kind in shape.kinds:
        if kind.tag_field is not None and str(value.get(kind.tag_field)) == tag:
            same = isinstance(old, Mapping) and old.get(kind.tag_field) == kind.tag
            return _struct(kind, value, old if same else MISSING)
    return value
