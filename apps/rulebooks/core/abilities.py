"""What a rulebook may be able to do besides: whoever asks for it looks first whether the game fulfils the protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from apps.rulebooks.core.editing import Preview
from apps.rulebooks.core.protocol import Step
from apps.rulebooks.core.text import Text


@runtime_checkable
class AgreesDraws(Protocol):
    """A rulebook whose players may agree on a draw at any moment."""

    def agree_draw(self, content: Any, state: Any) -> Step[Any]:
        """End the game as a draw that all seats have agreed to; the table asks them."""
        ...


@runtime_checkable
class MindsSeating(Protocol):
    """A rulebook that does not let just anybody sit at one table."""

    def seating_fault(self, content: Any, options: Mapping[str, str], seats: tuple[str, ...]) -> Text | None:
        """Why these cannot play together, in words for whoever sits down, or None.

        A seat holds `BOT`, `FREE` where somebody may still sit down, or else a name that is the same for
        seats of the same person.
        """
        ...


class Weighing(msgspec.Struct, frozen=True):
    """A table whose seats ought to have the same chances: by which options, and the entry that decides it."""

    kind: str
    slug: str
    options: Mapping[str, str]


@runtime_checkable
class WeighsSeats(Protocol):
    """A rulebook some of whose content can favour a seat."""

    def weighings(self, content: Any, before: Any) -> tuple[Weighing, ...]:
        """What has to be weighed because it differs from `before`, an earlier content; None for all there is."""
        ...


@runtime_checkable
class ShowsSetting(Protocol):
    """A rulebook that can show where a table with some options would play."""

    def setting_preview(self, content: Any, options: Mapping[str, str]) -> Preview | None:
        """The board as it would lie, with facts about it; no board where it is drawn by chance."""
        ...
