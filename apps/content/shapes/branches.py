"""Shapes with other shapes inside: structs, rows, tables, alternatives, and what may be there or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from apps.content.shapes.leaves import check_length, human
from apps.content.shapes.nodes import MISSING, About, Missing, Node, Shape, inside

MOST_ROWS = 500
NEW = "new"  # the id of a row that was only just asked for


@dataclass(frozen=True)
class Struct(Shape):
    """Named fields. `tag` is written as `tag_field` where the type is one of several."""

    widget: ClassVar[str] = "struct"
    fields: tuple[tuple[str, Shape, About], ...] = ()
    tag_field: str | None = None
    tag: Any = None

    def load(self, value: Any, path: str, about: About) -> Node:
        """Every field with its stored value; one that is not stored shows its default."""
        stored = value if isinstance(value, Mapping) else {}
        node = Node(self, path, about)
        for name, shape, meaning in self.fields:
            where = f"{path}.{name}"
            there = stored.get(name, MISSING)
            node.children.append(shape.load(meaning.default if isinstance(there, Missing) else there, where, meaning))
        return self.gather(node)

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """Read every field."""
        node = Node(self, path, about)
        for name, shape, meaning in self.fields:
            node.children.append(shape.read(data, f"{source}.{name}", f"{path}.{name}", meaning))
        return self.gather(node)

    def gather(self, node: Node) -> Node:
        """Work out what a node means from the fields inside it."""
        node.value = MISSING
        if node.is_settled:
            own = {self.tag_field: self.tag} if self.tag_field is not None else {}
            node.value = own | {child.name: child.value for child in node.children}
        return node


@dataclass(frozen=True)
class Rows(Shape):
    """Any number of the same thing, one below the other."""

    widget: ClassVar[str] = "rows"
    item: Shape
    least: int = 0
    most: int | None = None

    def load(self, value: Any, path: str, about: About) -> Node:
        """A row for each stored item."""
        items = list(value) if isinstance(value, list | tuple) else []
        node = Node(self, path, about)
        node.children = [
            self.item.load(item, f"{path}.{index}", _row(about, index)) for index, item in enumerate(items)
        ]
        return self._gathered(node)

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """Read the rows in the order in which they were sent."""
        node = Node(self, path, about)
        for index, row in enumerate(data.get(f"{source}.rows", "").split()[:MOST_ROWS]):
            where, meaning = f"{path}.{index}", _row(about, index)
            new = row == NEW
            node.children.append(
                self.item.blank(where, meaning) if new else self.item.read(data, f"{source}.{row}", where, meaning)
            )
        return self._gathered(node)

    def _gathered(self, node: Node) -> Node:
        try:
            check_length(len(node.children), self.least, self.most)
        except ValueError as error:
            node.errors.append(str(error))
        if node.is_settled:
            node.value = [child.value for child in node.children]
        return node


@dataclass(frozen=True)
class Row(Shape):
    """A fixed number of things side by side, as a column and a row."""

    widget: ClassVar[str] = "row"
    items: tuple[Shape, ...] = ()

    def load(self, value: Any, path: str, about: About) -> Node:
        """Each stored part in its place."""
        parts = list(value) if isinstance(value, list | tuple) else []
        node = Node(self, path, about)
        for index, shape in enumerate(self.items):
            part = parts[index] if index < len(parts) else MISSING
            node.children.append(shape.load(part, f"{path}.{index}", self._part(about, index, shape)))
        return self._gathered(node)

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """Read each part."""
        node = Node(self, path, about)
        for index, shape in enumerate(self.items):
            part = self._part(about, index, shape)
            node.children.append(shape.read(data, f"{source}.{index}", f"{path}.{index}", part))
        return self._gathered(node)

    @staticmethod
    def _part(about: About, index: int, shape: Shape) -> About:
        columns = about.extra.get("columns", ())
        label = _(columns[index]) if index < len(columns) else str(index + 1)
        return replace(inside(About(), label), bounds=shape.describe())

    @staticmethod
    def _gathered(node: Node) -> Node:
        if node.is_settled:
            node.value = [child.value for child in node.children]
        return node


@dataclass(frozen=True)
class Table(Shape):
    """Values by name: rows of a key and a value."""

    widget: ClassVar[str] = "table"
    key: Shape
    item: Shape

    def load(self, value: Any, path: str, about: About) -> Node:
        """A row for each name, in the order of the alphabet: a table has no order of its own."""
        stored = value if isinstance(value, Mapping) else {}
        node = Node(self, path, about)
        for index, name in enumerate(sorted(stored)):
            where = f"{path}.{index}"
            pair = Node(self, where, _row(about, index))
            pair.children = [
                self.key.load(name, f"{where}.key", About(_("Name"))),
                self.item.load(stored[name], f"{where}.value", self._value()),
            ]
            node.children.append(pair)
        return self._gathered(node)

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """Read the rows; a name may be given once."""
        node = Node(self, path, about)
        for index, row in enumerate(data.get(f"{source}.rows", "").split()[:MOST_ROWS]):
            there, where = f"{source}.{row}", f"{path}.{index}"
            pair = Node(self, where, _row(about, index))
            name, value = About(_("Name")), self._value()
            if row == NEW:
                pair.children = [self.key.blank(f"{where}.key", name), self.item.blank(f"{where}.value", value)]
            else:
                pair.children = [
                    self.key.read(data, f"{there}.key", f"{where}.key", name),
                    self.item.read(data, f"{there}.value", f"{where}.value", value),
                ]
            node.children.append(pair)
        return self._gathered(node)

    def _value(self) -> About:
        return About(_("Value"), bounds=self.item.describe())

    @staticmethod
    def _gathered(node: Node) -> Node:
        value: dict[Any, Any] = {}
        for pair in node.children:
            key, item = pair.children
            if not key.is_wrong and key.value in value:
                key.errors.append(_("“{name}” is there already.").format(name=key.value))
            elif not isinstance(key.value, Missing):
                value[key.value] = item.value
        if all(pair.is_settled for pair in node.children):
            node.value = value
        return node


@dataclass(frozen=True)
class Either(Shape):
    """One of several structs, told apart by a tag."""

    widget: ClassVar[str] = "either"
    kinds: tuple[tuple[str, Struct], ...] = ()

    def load(self, value: Any, path: str, about: About) -> Node:
        """The struct that the stored tag names; the first one for something new."""
        stored = value if isinstance(value, Mapping) else {}
        name = self.kinds[0][0]
        for tag, kind in self.kinds:
            if kind.tag_field is not None and str(stored.get(kind.tag_field)) == tag:
                name = tag
        kind = dict(self.kinds)[name]
        fresh = isinstance(value, Missing)
        body = kind.blank(f"{path}.{name}", About()) if fresh else kind.load(stored, f"{path}.{name}", About())
        return Node(self, path, about, name, body.value, children=[body])

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """Read the struct that is chosen; one that has only just been chosen is blank."""
        kinds = dict(self.kinds)
        name = data.get(f"{source}.tag", "")
        if name not in kinds:
            node = self.load(MISSING, path, about)
            node.errors.append(_("Choose one."))
            return node
        if data.get(f"{source}.was", name) == name:
            body = kinds[name].read(data, f"{source}.{name}", f"{path}.{name}", About())
        else:
            body = kinds[name].load({}, f"{path}.{name}", About())
        return Node(self, path, about, name, body.value, children=[body])

    def options(self) -> list[tuple[str, str]]:
        """What can be chosen: tag and words."""
        return [(tag, human(tag)) for tag, _kind in self.kinds]


@dataclass(frozen=True)
class Maybe(Shape):
    """Something that can be there or not."""

    widget: ClassVar[str] = "maybe"
    item: Shape

    def load(self, value: Any, path: str, about: About) -> Node:
        """Nothing inside when there is nothing."""
        if value is None or isinstance(value, Missing):
            return Node(self, path, about, value=None)
        body = self.item.load(value, f"{path}.it", inside(about, ""))
        return Node(self, path, about, "yes", body.value, children=[body])

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """Read what is there."""
        there = data.get(f"{source}.rows", "")
        if there == NEW:
            body = self.item.blank(f"{path}.it", inside(about, ""))
        elif there:
            body = self.item.read(data, f"{source}.it", f"{path}.it", inside(about, ""))
        else:
            return Node(self, path, about, value=None)
        return Node(self, path, about, "yes", body.value, children=[body])


def _row(about: About, index: int) -> About:
    return inside(about, str(index + 1))
