"""How a game explains itself: the numbers in its rules, and a guided first game.

Both are optional. A rulebook that has them fulfils `Explains` and `Teaches` besides `Rulebook`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from apps.rulebooks.core.text import NOTHING, Text

Look: TypeAlias = Literal["", "turn", "board", "hand", "actions", "seats", "dice", "log", "info"]


class Row(msgspec.Struct, frozen=True):
    """One line of a table. `key` lets a sentence of RULES.md quote the last cell; `symbol` is its drawing."""

    cells: tuple[Text, ...]
    key: str = ""
    symbol: str = ""


class NumberTable(msgspec.Struct, frozen=True):
    """Numbers of an edition for the page of rules; `id` is where RULES.md asks for it."""

    id: str
    title: Text
    head: tuple[Text, ...]
    rows: tuple[Row, ...]


class LessonStep(msgspec.Struct, frozen=True):
    """What the coach says at one moment of a first game: what is to be seen, and what to do.

    `deed` is the tag of the action that the step teaches; a step without one belongs to a moment
    that comes by itself. `look` names the part of the page that is meant, `rule` where to read more.
    """

    id: str
    title: Text
    text: Text
    look: Look = ""
    rule: str = ""
    deed: str = ""


class Lesson(msgspec.Struct, frozen=True):
    """A guided first game: against which level of bot, with which options, and everything the coach can say."""

    level: str
    steps: tuple[LessonStep, ...]
    options: Mapping[str, str] = {}
    promise: Text = NOTHING  # what somebody can do afterwards, in one sentence


@runtime_checkable
class Explains(Protocol):
    """A rulebook whose page of rules is filled with the numbers in play."""

    def tables(self, content: Any) -> tuple[NumberTable, ...]:
        """The numbers of an edition, each table in place of its link in RULES.md."""
        ...


@runtime_checkable
class Teaches(Protocol):
    """A rulebook with a guided first game."""

    def lesson(self, content: Any) -> Lesson:
        """Everything the coach can say, in the numbers of this edition."""
        ...

    def lesson_step(self, content: Any, state: Any, seat: int, done: frozenset[str]) -> str:
        """The id of the step that fits the moment; `done` holds the tags of all actions of the seat so far.

        It may use only what `seat` knows of `state`.
        """
        ...
