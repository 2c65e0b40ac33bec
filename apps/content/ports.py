"""What the studio asks of the house above it, which it cannot import: who stands on a release, how a board is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from apps.rulebooks.core.scene import Board

CountsByRelease = dict[int, int]
_counters: dict[str, Callable[[Iterable[int]], CountsByRelease]] = {}
_drawers: list[Callable[[Board], str]] = []


def count_with(name: str, counter: Callable[[Iterable[int]], CountsByRelease]) -> None:
    """Let `counter` say how many things called `name` stand on each of some releases."""
    _counters[name] = counter


def draw_with(drawer: Callable[[Board], str]) -> None:
    """Let `drawer` turn a board into HTML, as tables show it."""
    _drawers[:] = [drawer]


def counts(releases: Iterable[int]) -> dict[str, CountsByRelease]:
    """How many of everything stand on each of some releases, by name."""
    wanted = list(releases)
    return {name: counter(wanted) for name, counter in _counters.items()}


def drawn(board: Board) -> str:
    """A board as HTML; nothing when nobody can draw it."""
    return _drawers[0](board) if _drawers else ""
