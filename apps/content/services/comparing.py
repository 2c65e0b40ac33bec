"""What changed between two contents: entry by entry, field by field, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _

from apps.content.shapes import MISSING, form_of
from apps.content.shapes.branches import Either, Maybe, Row, Rows, Struct, Table
from apps.content.shapes.nodes import Missing, Shape
from apps.content.words import said
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.registry import rulebook


class FieldDiff(msgspec.Struct, frozen=True):
    """A field that is different: its name in words, and both values in words; None where there is none."""

    label: str
    before: str | None
    after: str | None


class EntryDiff(msgspec.Struct, frozen=True):
    """An entry that is different. An empty slug stands for the order of the entries of a kind."""

    kind: str
    slug: str
    title: str
    deed: Literal["added", "removed", "changed", "moved"]
    fields: tuple[FieldDiff, ...] = ()


def differences(game: str, before: RawContent, after: RawContent) -> list[EntryDiff]:
    """Every entry that differs, in the order of the kinds."""
    found: list[EntryDiff] = []
    kinds = [*rulebook(game).content_kinds, *sorted({*before, *after} - {*rulebook(game).content_kinds})]
    for kind in kinds:
        old = {str(data.get("slug", "")): data for data in before.get(kind, ())}
        new = {str(data.get("slug", "")): data for data in after.get(kind, ())}
        for slug in [*new, *(slug for slug in old if slug not in new)]:
            fields = entry_differences(game, kind, old.get(slug), new.get(slug))
            if slug in new and slug in old:
                if fields:
                    found.append(EntryDiff(kind, slug, title_of(game, kind, new[slug]), "changed", fields))
            elif slug in new:
                found.append(EntryDiff(kind, slug, title_of(game, kind, new[slug]), "added", fields))
            else:
                found.append(EntryDiff(kind, slug, title_of(game, kind, old[slug]), "removed", fields))
        order_before, order_after = [s for s in old if s in new], [s for s in new if s in old]
        if order_before != order_after:
            change = FieldDiff(_("Order"), ", ".join(order_before), ", ".join(order_after))
            found.append(EntryDiff(kind, "", "", "moved", (change,)))
    return found


def entry_differences(
    game: str, kind: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
) -> tuple[FieldDiff, ...]:
    """The fields in which two states of an entry differ. A field left out counts as its default."""
    known = rulebook(game).content_kinds.get(kind)
    if known is None:
        return ()
    shape = form_of(known.entry)
    old = {} if before is None else dict(_leaves(shape, before, ""))
    new = {} if after is None else dict(_leaves(shape, after, ""))
    labels = [*new, *(label for label in old if label not in new)]
    return tuple(
        FieldDiff(label, old.get(label), new.get(label)) for label in labels if old.get(label) != new.get(label)
    )


def title_of(game: str, kind: str, data: Mapping[str, Any]) -> str:
    """What an entry is called in lists."""
    known = rulebook(game).content_kinds.get(kind)
    if known is None:
        return str(data.get("slug", ""))
    alone = said(known.name) if known.single else ""
    return str(data.get(known.titled, "")) or alone or str(data.get("slug", ""))


def _leaves(shape: Shape, value: Any, label: str) -> Iterator[tuple[str, str]]:
    if isinstance(shape, Maybe) and value is not None:
        yield from _leaves(shape.item, value, label)
    elif isinstance(shape, Struct) and isinstance(value, Mapping):
        yield from _fields(shape, value, label)
    elif isinstance(shape, Either) and isinstance(value, Mapping):
        for tag, kind in shape.kinds:
            if kind.tag_field is not None and str(value.get(kind.tag_field)) == tag:
                yield label or _("Kind"), tag
                yield from _fields(kind, value, label)
    elif isinstance(shape, Rows) and isinstance(value, list):
        for index, item in enumerate(value):
            name = str(item.get("slug", index + 1)) if isinstance(item, Mapping) else str(index + 1)
            yield from _leaves(shape.item, item, f"{label} {name}".strip())
    elif isinstance(shape, Table) and isinstance(value, Mapping):
        for name in sorted(value):
            yield from _leaves(shape.item, value[name], f"{label} {name}".strip())
    else:
        yield label, in_words(value, shape)


def _fields(shape: Struct, value: Mapping[str, Any], label: str) -> Iterator[tuple[str, str]]:
    for name, inner, about in shape.fields:
        there = value.get(name, about.default)
        if not isinstance(there, Missing):
            yield from _leaves(inner, there, f"{label} › {about.label}" if label else about.label)


def in_words(value: Any, shape: Shape | None = None) -> str:
    """A value as it stands in a comparison."""
    if value is None or value is MISSING:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list | tuple):
        between = ", " if isinstance(shape, Row) or all(isinstance(v, int | float | str) for v in value) else "; "
        return between.join(in_words(item) for item in value) or _("nothing")
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {in_words(item)}" for name, item in value.items()) or _("nothing")
    return str(value) or _("empty")
