"""What people were told, held against what is stored in the end."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from typing import Any, NamedTuple


class Name(NamedTuple):
    """What names a request: the table, the seat, and the key of one click."""

    slug: str
    seat: int
    key: str


class Told(NamedTuple):
    """An acknowledgement: its entry came after sequence `after`, and is `upto` or before if that was said."""

    after: int
    upto: int | None


class Ledger:
    """Everything that the people of a run were told."""

    def __init__(self) -> None:
        self.acknowledged: dict[Name, list[Told]] = defaultdict(list)
        self.refused: set[Name] = set()
        self.troubles: Counter[str] = Counter()  # answers that were none: how often each kind
        self.faults: Counter[str] = Counter()  # answers that nobody should ever get
        self.sent: set[Name] = set()
        self.games: set[str] = set()  # tables that a rematch led to
        self.retries = self.doubled = self.stale = 0
        self.seconds: list[float] = []  # that each answer took

    def took(self, seconds: float) -> None:
        """An answer, or the lack of one, took so long."""
        self.seconds.append(seconds)

    def waits(self) -> dict[str, float]:
        """How long people waited for answers, in seconds."""
        known = sorted(self.seconds) or [0.0]
        marks = {"median": 0.5, "99 %": 0.99, "99.9 %": 0.999, "slowest": 1}
        return {mark: round(known[min(len(known) - 1, int(len(known) * at))], 3) for mark, at in marks.items()}

    def verify(self) -> dict[str, Any]:
        """Look at every table and every acknowledgement. What is not zero in `wrong` must not be."""
        from django.core.management import CommandError, call_command

        from apps.games import snapshots
        from apps.games.models import Entry, Table
        from apps.games.services.rewinding import replay_from_start

        seqs: dict[Name, list[int]] = defaultdict(list)
        numbers: dict[str, list[int]] = defaultdict(list)
        for slug, seat, key, seq in Entry.objects.order_by("table", "seq").values_list(
            "table__slug", "seat", "key", "seq"
        ):
            seqs[Name(slug, seat, key)].append(seq)
            numbers[slug].append(seq)
        broken, gaps, entries = [], [], 0
        for pk, slug, seq in Table.objects.values_list("pk", "slug", "seq"):
            entries += seq
            if numbers[slug] != list(range(1, seq + 1)):
                gaps.append(slug)
            now = snapshots.read(pk)
            if now.state is not None and replay_from_start(now) != now.state:
                broken.append(slug)
        try:
            call_command("check_journals", stdout=io.StringIO(), stderr=io.StringIO())
        except CommandError as fault:
            broken.append(str(fault))
        said = [(name, told, seqs.get(name, [])) for name, tolds in self.acknowledged.items() for told in tolds]
        wrong = {
            "lost": sum(name not in seqs for name in self.acknowledged),
            "duplicates": sum(len(found) > 1 for name, found in seqs.items() if name in self.sent),
            "another sequence": sum(
                not told.after < seq <= (told.upto or seq) for _name, told, found in said for seq in found
            ),
            "refused but stored": sum(name in seqs for name in self.refused - set(self.acknowledged)),
            "refused and acknowledged": len(self.refused & set(self.acknowledged)),
            "tables with gaps": len(gaps),
            "tables that do not replay": len(broken),
        }
        unanswered = self.sent - set(self.acknowledged) - self.refused
        return {
            "tables": len(numbers),
            "entries": entries,
            "fewest at a table of the first": min(
                (len(found) for slug, found in numbers.items() if slug not in self.games), default=0
            ),
            "unanswered": len(unanswered),
            "unanswered but stored": sum(name in seqs for name in unanswered),
            "wrong": wrong,
        }
