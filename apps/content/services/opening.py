"""The beginning: the packs of the repository as release 1, and its entries as drafts."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from apps.content.models import Entry, EntryChange, Release
from apps.content.services.releases import newest_release, publish
from apps.rulebooks.registry import RULEBOOKS


def publish_base_packs() -> list[Release]:
    """Publish the content of the repository for every game that has no release yet, and open its drafts."""
    made = [
        publish(game=slug, data=book.base_pack(), note="The base pack.")
        for slug, book in RULEBOOKS.items()
        if not Release.objects.filter(game=slug).exists()
    ]
    for slug in RULEBOOKS:
        open_drafts(slug)
    return made


@transaction.atomic
def open_drafts(game: str, by: Any = None) -> int:
    """Lay out the newest release of a game as drafts if it has none yet; returns how many were made."""
    release = newest_release(game)
    if Entry.objects.filter(game=game).exists():
        return 0
    entries = Entry.objects.bulk_create(
        Entry(game=game, kind=kind, slug=str(data["slug"]), position=position, data=data, updated_by=by)
        for kind, found in release.data.items()
        for position, data in enumerate(found)
    )
    EntryChange.objects.bulk_create(
        EntryChange(
            game=game,
            kind=entry.kind,
            slug=entry.slug,
            entry=entry,
            version=1,
            deed=EntryChange.Deed.OPENED,
            after=entry.data,
            note=str(release.number),
            by=by,
        )
        for entry in entries
    )
    return len(entries)
