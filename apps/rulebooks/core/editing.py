"""What an editor meets of a game's content: the kinds of entries, and how one looks in play."""

from __future__ import annotations

import msgspec

from apps.rulebooks.core.scene import Board, Card
from apps.rulebooks.core.text import NOTHING, Text


class ContentKind(msgspec.Struct, frozen=True):
    """One kind of content. Forms, faults and differences are worked out from the type `entry`.

    A field of the type says what it means with `Annotated[..., msgspec.Meta(...)]`: `title` and
    `description` in words, bounds, and in `extra` a `unit`, the number of `lines` of a longer text, or
    `drawing` (the beginning of symbol names) where it names a symbol of the house.

    `single` kinds have exactly one entry. `titled` is the field that names an entry in lists. `note`
    is the comment at the top of the kind's file.
    """

    entry: type[msgspec.Struct]
    name: Text
    plural: Text
    help: Text = NOTHING
    single: bool = False
    titled: str = "name"
    note: str = ""


class Preview(msgspec.Struct, frozen=True):
    """How an entry looks in play: cards, each in the colours of `seats` (none: neutral), and a board."""

    cards: tuple[Card, ...] = ()
    seats: tuple[int, ...] = ()
    board: Board | None = None
    facts: tuple[Text, ...] = ()
