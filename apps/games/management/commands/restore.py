"""Makes everything again from one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from apps.content.services import forget_contents
from apps.games import snapshots
from apps.games.archives import Unusable, read_backup


class Command(BaseCommand):
    """Into a database that is migrated and empty; every journal is played again before it counts."""

    help = "Make everything again from a file that `backup` wrote, into an empty database."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where from, and whether what is there may go."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--into-empty", action="store_true", help="empty the database first, for good")

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore all or nothing."""
        with transaction.atomic():
            try:
                count = read_backup(options["file"], empty_first=options["into_empty"])
            except Unusable as why:
                raise CommandError(str(why)) from why
            snapshots.forget()
            forget_contents()
            call_command("check_journals", stdout=self.stdout, stderr=self.stderr)
        self.stdout.write(f"{count} rows restored")
