"""Writes everything to one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from apps.games.archives import write_backup


class Command(BaseCommand):
    """Accounts, content, tables with their journals: all as it is at one moment, while play goes on."""

    help = "Write everything to one compressed file, from which `restore` makes it again."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write, and say how much."""
        count = write_backup(options["file"])
        self.stdout.write(f"{count} rows written to {options['file']}")
