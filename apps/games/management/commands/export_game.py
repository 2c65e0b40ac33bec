"""Writes a table as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.games.models import Table
from apps.games.services import export_game


class Command(BaseCommand):
    """A table as JSON: everything of a finished game, of a running one what everybody has been told."""

    help = "Write a table as JSON to the standard output or a file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which table, and where to."""
        parser.add_argument("slug")
        parser.add_argument("--out", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        table = Table.objects.select_related("release").filter(slug=options["slug"]).first()
        if table is None:
            raise CommandError(f"There is no table {options['slug']}.")
        try:
            data = export_game(table)
        except LookupError as early:
            raise CommandError(f"Table {table.slug} has not begun.") from early
        if options["out"] is None:
            self.stdout.write(data.decode())
        else:
            options["out"].write_bytes(data)
