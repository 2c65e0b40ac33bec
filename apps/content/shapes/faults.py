"""Puts the faults that a rulebook found at the fields where an editor can mend them."""

from __future__ import annotations

from collections.abc import Iterable

from apps.content.shapes.branches import Either, Maybe
from apps.content.shapes.nodes import Node
from apps.rulebooks.core.protocol import Fault


def attach(root: Node, faults: Iterable[Fault], stops: bool = False) -> list[Fault]:
    """Note each fault at its field, or at the nearest one around it; returns those that have none.

    `stops` says that they keep the entry from being saved, not only from being published.
    """
    homeless = []
    for fault in faults:
        node = _find(root, fault.field)
        if node is root:
            homeless.append(fault)
        else:
            words = fault.message[:1].upper() + fault.message[1:]
            (node.errors if stops else node.warnings).append(words if words.endswith((".", "!", "?")) else f"{words}.")
    return homeless


def field_words(field: str) -> str:
    """Where in an entry a fault is, as an editor counts: the rows of "maps.0" begin with 1."""
    return " › ".join(str(int(part) + 1) if part.isdecimal() else part for part in _parts(field))


def _parts(field: str) -> list[str]:
    return [part for part in field.replace("[", ".").replace("]", "").replace("$", "").split(".") if part]


def _find(root: Node, field: str) -> Node:
    node = root
    for part in _parts(field):
        while isinstance(node.shape, Either | Maybe) and node.children:
            node = node.children[0]
        inner = next((child for child in node.children if child.name == part), None)
        if inner is None:
            return node
        node = inner
    return node
