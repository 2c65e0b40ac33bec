"""What stands in a form: a tree of nodes, each with what was typed, what it means, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from django.utils.translation import gettext as _


class Missing:
    """The value of a field that is wrong or was left out."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


@dataclass(frozen=True)
class About:
    """What a field means to an editor. `bounds` says in words what is allowed."""

    label: str = ""
    help: str = ""
    unit: str = ""
    bounds: str = ""
    required: bool = True
    default: Any = MISSING
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Node:
    """One field of a form, with those inside it.

    `path` is its name in the form; `typed` what stands in its input; `value` what that means, or MISSING;
    `errors` stop it from being saved, `warnings` from being published.
    """

    shape: Shape
    path: str
    about: About
    typed: Any = ""
    value: Any = MISSING
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    note: str = ""
    suggestions: list[str] = field(default_factory=list)

    @property
    def template(self) -> str:
        """The template that draws it."""
        return f"admin/content/fields/{self.shape.widget}.html"

    @property
    def html_id(self) -> str:
        """Its id in the page."""
        return self.path.replace(".", "-")

    @property
    def name(self) -> str:
        """The last part of its path: the name of the field in the type."""
        return self.path.rpartition(".")[2]

    @property
    def is_leaf(self) -> bool:
        """Whether it is a single input."""
        return isinstance(self.shape, Leaf)

    @property
    def is_long(self) -> bool:
        """Whether it needs more than one line."""
        return getattr(self.shape, "lines", 1) > 1 or "\n" in str(self.typed)

    @property
    def is_wrong(self) -> bool:
        """Whether anything in it stops it from being saved."""
        return bool(self.errors) or any(child.is_wrong for child in self.children)

    def walk(self) -> Iterator[Node]:
        """It and everything inside it."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def is_settled(self) -> bool:
        """Whether it means something: nothing in it is wrong or still to be filled in."""
        return not self.is_wrong and not any(isinstance(child.value, Missing) for child in self.children)

    def quiet(self) -> None:
        """Forget what is wrong: for a form that is still being filled in."""
        for node in self.walk():
            node.errors.clear()


class Shape:
    """How values of one type are shown and read. Subclasses say how."""

    widget: ClassVar[str] = "text"

    def load(self, value: Any, path: str, about: About) -> Node:
        """A node that shows a stored value."""
        raise NotImplementedError

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """A node from what was sent under the name `source`."""
        raise NotImplementedError

    def blank(self, path: str, about: About) -> Node:
        """A node for something new: nobody is told off for not having filled it in yet."""
        node = self.load(about.default, path, about)
        node.quiet()
        return node

    def describe(self) -> str:
        """What is allowed, in words."""
        return ""


@dataclass(frozen=True)
class Leaf(Shape):
    """A shape with a single input. An emptied input of a field with a default means the default."""

    def parse(self, typed: str) -> Any:
        """The meaning of what was typed; raises ValueError with words for the editor."""
        raise NotImplementedError

    def show(self, value: Any) -> str:
        """A value as it stands in the input."""
        return str(value)

    def load(self, value: Any, path: str, about: About) -> Node:
        """Show a stored value; a wrong one is shown with what is wrong with it."""
        if value is None or isinstance(value, Missing):
            return self._judged(Node(self, path, about))
        return self._judged(Node(self, path, about, self.show(value)), value)

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """Read the input."""
        return self._judged(Node(self, path, about, data.get(source, "")))

    def blank_is(self, about: About) -> Any:
        """What an empty input means; raises ValueError when it must be filled in."""
        if not isinstance(about.default, Missing):
            return about.default
        if not about.required:
            return MISSING
        raise ValueError(_("Fill this in."))

    def _judged(self, node: Node, value: Any = MISSING) -> Node:
        try:
            node.value = self.parse(node.typed) if node.typed.strip() else self.blank_is(node.about)
        except ValueError as error:
            node.errors.append(str(error))
        if not node.errors and not isinstance(value, Missing) and type(value) in (int, float) and value == node.value:
            node.value = value
        return node


def inside(about: About, label: str) -> About:
    """About an item of a list: its own label, nothing else of the list."""
    return replace(About(), label=label, extra=about.extra)
