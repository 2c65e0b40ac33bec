"""Plays journals again and says which do not give what they say."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.games import snapshots
from apps.games.models import Keyframe, Table
from apps.games.services.rewinding import first_state, replay
from apps.games.snapshots import decode_state


class Command(BaseCommand):
    """Every table, or those named: its journal from the start, and every keyframe on the way."""

    help = "Play the journals of all tables, or of those named, again and compare."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which tables."""
        parser.add_argument("slugs", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        """Report each table that is broken, and how many are sound."""
        tables = Table.objects.exclude(state=None).order_by("pk")
        if options["slugs"]:
            tables = tables.filter(slug__in=options["slugs"])
        found = dict(tables.values_list("pk", "slug"))
        for slug in set(options["slugs"]) - set(found.values()):
            raise CommandError(f"There is no table {slug} that has begun.")
        broken = 0
        for pk, slug in found.items():
            fault = _fault(pk)
            if fault:
                broken += 1
                self.stderr.write(f"{slug}: {fault}")
        self.stdout.write(f"{len(found) - broken} sound, {broken} broken")
        if broken:
            raise CommandError("Some journals do not give what they say.")


def _fault(table_id: int) -> str:
    """What is wrong with a table, or nothing."""
    snapshot = snapshots.read(table_id)
    frames = Keyframe.objects.filter(table_id=table_id, line__lte=snapshot.line).order_by("line", "seq")
    try:
        line, state = 0, first_state(snapshot)
        for frame in frames:
            line, state = frame.line, replay(snapshot, state, line, frame.line)
            if decode_state(snapshot.book, frame.state) != state:
                return f"the keyframe at line {frame.line} differs"
        if replay(snapshot, state, line, snapshot.line) != snapshot.state:
            return "the journal gives another state than the one that is stored"
    except Exception as fault:
        return f"{type(fault).__name__}: {fault}"
    return ""
