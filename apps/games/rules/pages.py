"""The rules of a game in the numbers of one release, ready to be shown and searched."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from apps.content.models import Release
from apps.content.services import content_of, newest_release
from apps.games.live.speech import translated
from apps.games.rules.parsing import Drawn, Rules, read
from apps.rulebooks.core.teaching import Explains, NumberTable
from apps.rulebooks.registry import rulebook


def source_of(game: str) -> str:
    """The RULES.md of a game."""
    return (files(f"apps.rulebooks.{game}") / "RULES.md").read_text(encoding="utf-8")


def release_of(game: str, number: int | None) -> Release | None:
    """The release with this number, or the newest one if none is asked for; None if there is no such release."""
    if number is None:
        return newest_release(game)
    return Release.kept.filter(game=game, number=number).first()


def rules_of(game: str, release: Release) -> Rules:
    """The rules of a game in the numbers of a release."""
    return _rules(game, release.pk, release.digest, get_language() or "en")


def address_of_rules(game: str, release: int, rule: str = "") -> str:
    """Where a rule is explained in the numbers of a release; without a rule, where the rules begin."""
    return _address(game, release) + (f"#{rule}" if rule else "")


@lru_cache(maxsize=256)
def _address(game: str, release: int) -> str:
    address = reverse("rules-game", args=[game])
    return f"{address}?release={release}" if release else address


@lru_cache(maxsize=32)
def _rules(game: str, release_id: int, digest: str, language: str) -> Rules:
    book = rulebook(game)
    tables = book.tables(content_of(release_id)) if isinstance(book, Explains) else ()
    return read(source_of(game), numbers=_quoted(tables), tables={table.id: _draw(table) for table in tables})


def _quoted(tables: tuple[NumberTable, ...]) -> Mapping[str, str]:
    """The numbers that sentences may quote, by their keys."""
    return {row.key: translated(row.cells[-1]) for table in tables for row in table.rows if row.key}


def _draw(table: NumberTable) -> Drawn:
    head = [translated(cell) for cell in table.head]
    rows = [(row.symbol, [translated(cell) for cell in row.cells]) for row in table.rows]
    words = {"id": table.id, "title": translated(table.title), "head": head, "rows": rows}
    html = render_to_string("rules/table.html", words)
    lines = tuple(_line(head, cells) for _symbol, cells in rows)
    return Drawn(html, lines)


def _line(head: list[str], cells: list[str]) -> str:
    """A row in plain words: its name, then each number with what it is."""
    if len(cells) == 2:
        return f"{cells[0]}: {cells[1]}"
    return ", ".join(f"{name} {cell}" for name, cell in zip(head, cells, strict=False))
