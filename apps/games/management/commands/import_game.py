"""Brings a finished game in from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.accounts.models import User
from apps.games.services import Refused, import_game


class Command(BaseCommand):
    """A finished game from a file, checked by playing it again."""

    help = "Bring a finished game in from a file and print its slug."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which file, and whose the table shall be."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--user", help="who shall own the table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check it and keep it."""
        owner = None
        if options["user"]:
            owner = User.objects.filter(username=options["user"]).first()
            if owner is None:
                raise CommandError(f"There is nobody called {options['user']}.")
        try:
            table = import_game(options["file"].read_bytes(), owner)
        except OSError as fault:
            raise CommandError(str(fault)) from fault
        except Refused as refused:
            raise CommandError(str(refused.message)) from refused
        self.stdout.write(table.slug)
