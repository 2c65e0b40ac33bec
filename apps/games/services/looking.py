"""How far people have seen a table: kept when a page is opened and when it is left, not in between."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.games.models import Look
from apps.games.snapshots import Snapshot

FRESH = timedelta(seconds=60)  # a look that is no older is not written again for its time alone


def last_look(user: Any, snapshot: Snapshot) -> Look | None:
    """How far a person has seen a table, and when; None for somebody who has not, or whom we do not know."""
    if not user.is_authenticated:
        return None
    return Look.objects.filter(user=user, table_id=snapshot.table_id).first()


def remember_look(user: Any, snapshot: Snapshot, seq: int, known: Look | None = None) -> None:
    """Note that a person has seen a table up to `seq`; never less than before, never more than there is."""
    if not user.is_authenticated:
        return
    seq, now = max(0, min(seq, snapshot.seq)), timezone.now()
    look = known or last_look(user, snapshot)
    if look is None:
        try:
            with transaction.atomic():
                Look.objects.create(user=user, table_id=snapshot.table_id, seq=seq, at=now)
        except IntegrityError:  # another page of theirs was quicker
            return
    elif look.seq < seq or look.at < now - FRESH:
        Look.objects.filter(pk=look.pk, seq__lte=seq).update(seq=seq, at=now)
