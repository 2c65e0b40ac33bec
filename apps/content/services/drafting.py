"""The only way to change drafts: every change is checked by itself, counted, and kept in the history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from apps.content.models import Entry, EntryChange, Release
from apps.content.services.checking import type_faults
from apps.rulebooks.core.protocol import ContentError, Fault, RawContent
from apps.rulebooks.registry import rulebook

Deed = EntryChange.Deed


class StaleEntry(Exception):
    """Somebody else changed the entry meanwhile. `current` is how it is now, None when it was deleted."""

    def __init__(self, current: Entry | None) -> None:
        super().__init__("the entry was changed meanwhile")
        self.current = current


@transaction.atomic
def add_entry(*, game: str, kind: str, data: Mapping[str, Any], by: Any, deed: str = Deed.ADDED) -> Entry:
    """Make a new draft at the end of its kind. Raises ContentError naming every fault."""
    _check(game, kind, data)
    others = Entry.objects.filter(game=game, kind=kind)
    if rulebook(game).content_kinds[kind].single and others.exists():
        raise ContentError([Fault(kind, "", "", _("there can be only one entry of this kind"))])
    top = others.aggregate(top=Max("position"))["top"]
    try:
        with transaction.atomic():
            entry = Entry.objects.create(
                game=game,
                kind=kind,
                slug=data["slug"],
                position=0 if top is None else top + 1,
                data=dict(data),
                updated_by=by,
                version=_next_version(game, kind, data["slug"]),
            )
    except IntegrityError:
        raise ContentError([Fault(kind, data["slug"], "slug", _("another entry has this slug already"))]) from None
    _note(entry, deed, None, by)
    return entry


@transaction.atomic
def save_entry(*, entry_id: int, version: int, data: Mapping[str, Any], by: Any, deed: str = Deed.CHANGED) -> Entry:
    """Change a draft that is still at `version`. Saving what it is already changes nothing.

    Raises StaleEntry when somebody else was faster, and ContentError naming every fault.
    """
    entry = _locked(entry_id, version)
    _check(entry.game, entry.kind, data, entry)
    if dict(data) == entry.data:
        return entry
    _write(entry, data, by, deed)
    return entry


@transaction.atomic
def delete_entry(*, entry_id: int, version: int, by: Any) -> None:
    """Delete a draft. Raises StaleEntry, and ContentError for the only entry of its kind."""
    entry = _locked(entry_id, version)
    if rulebook(entry.game).content_kinds[entry.kind].single:
        raise ContentError([Fault(entry.kind, entry.slug, "", _("this kind needs its one entry"))])
    _forget(entry, by, Deed.DELETED)


def duplicate_entry(*, entry_id: int, by: Any) -> Entry:
    """A copy under a slug of its own. Raises ContentError for the only entry of its kind."""
    original = Entry.objects.get(pk=entry_id)
    slugs = set(Entry.objects.filter(game=original.game, kind=original.kind).values_list("slug", flat=True))
    stem = original.slug[:30].rstrip("-")
    names = (f"{stem}-copy" if number == 1 else f"{stem}-copy-{number}" for number in range(1, 1000))
    slug = next(name for name in names if name not in slugs)
    return add_entry(game=original.game, kind=original.kind, data={**original.data, "slug": slug}, by=by)


@transaction.atomic
def restore(*, change_id: int, by: Any) -> Entry:
    """Take an entry back to how it was after a change of its history, or before its deletion.

    Raises ContentError when that no longer fits the game.
    """
    change = EntryChange.objects.get(pk=change_id)
    data = change.before if change.after is None else change.after
    entry = Entry.objects.filter(pk=change.entry_id).first()
    if entry is None:
        entry = Entry.objects.filter(game=change.game, kind=change.kind, slug=data.get("slug", "")).first()
    if entry is None:
        return add_entry(game=change.game, kind=change.kind, data=data, by=by, deed=Deed.RESTORED)
    return save_entry(entry_id=entry.pk, version=entry.version, data=data, by=by, deed=Deed.RESTORED)


@transaction.atomic
def move_entry(*, entry_id: int, by: Any, up: bool) -> None:
    """Swap an entry with the one before or after it. The history says from which place to which."""
    entry = Entry.objects.get(pk=entry_id)
    order = list(Entry.objects.select_for_update().filter(game=entry.game, kind=entry.kind))
    at = next(index for index, other in enumerate(order) if other.pk == entry.pk)
    to = at - 1 if up else at + 1
    if 0 <= to < len(order):
        order[at], order[to] = order[to], order[at]
        for position, other in enumerate(order):
            Entry.objects.filter(pk=other.pk).update(position=position)
        _note_move(entry, at, to, by)


@transaction.atomic
def replace_drafts(*, game: str, content: RawContent, by: Any, deed: str, note: str = "") -> int:
    """Make the drafts of a game what `content` says; returns how many entries that changed.

    Kinds that are not in it stay as they are.
    """
    now = {(entry.kind, entry.slug): entry for entry in Entry.objects.select_for_update().filter(game=game)}
    changed = 0
    for kind, entries in content.items():
        wanted = {str(data["slug"]) for data in entries}
        for entry in [entry for (k, slug), entry in now.items() if k == kind and slug not in wanted]:
            _forget(entry, by, deed, note)
            changed += 1
        stayed = [slug for k, slug in now if k == kind and slug in wanted]
        order = [str(data["slug"]) for data in entries if str(data["slug"]) in stayed]
        for position, data in enumerate(entries):
            entry = now.get((kind, str(data["slug"])))
            if entry is None:
                slug = str(data["slug"])
                version = _next_version(game, kind, slug)
                entry = Entry.objects.create(
                    game=game, kind=kind, slug=slug, position=position, data=data, updated_by=by, version=version
                )
                _note(entry, deed, None, by, note)
                changed += 1
                continue
            if entry.position != position:
                Entry.objects.filter(pk=entry.pk).update(position=position)
            if entry.data != data:
                _write(entry, data, by, deed, note)
                changed += 1
            before, after = stayed.index(entry.slug), order.index(entry.slug)
            if before != after:  # among those that were there before: what was put in or left out moves nobody
                _note_move(entry, before, after, by)
                changed += 1
    return changed


def reset_drafts(*, game: str, number: int, by: Any) -> int:
    """Make the drafts of a game what one of its releases holds; returns how many entries that changed."""
    release = Release.objects.get(game=game, number=number)
    content = {kind: [] for kind in rulebook(game).content_kinds} | release.data
    return replace_drafts(game=game, content=content, by=by, deed=Deed.RESET, note=str(number))


def _locked(entry_id: int, version: int) -> Entry:
    entry = Entry.objects.select_for_update().filter(pk=entry_id).first()
    if entry is None or entry.version != version:
        raise StaleEntry(entry)
    return entry


def _check(game: str, kind: str, data: Mapping[str, Any], entry: Entry | None = None) -> None:
    faults = type_faults(game, kind, data)
    slug = str(data.get("slug", ""))
    others = Entry.objects.filter(game=game, kind=kind, slug=slug)
    if (others.exclude(pk=entry.pk) if entry else others).exists():
        faults.append(Fault(kind, slug, "slug", _("another entry has this slug already")))
    if faults:
        raise ContentError(faults)


def _write(entry: Entry, data: Mapping[str, Any], by: Any, deed: str, note: str = "") -> None:
    before = entry.data
    entry.data, entry.slug, entry.updated_by = dict(data), str(data["slug"]), by
    entry.version += 1
    entry.save()
    _note(entry, deed, before, by, note)


def _forget(entry: Entry, by: Any, deed: str, note: str = "") -> None:
    EntryChange.objects.create(
        game=entry.game,
        kind=entry.kind,
        slug=entry.slug,
        version=entry.version + 1,
        deed=deed,
        before=entry.data,
        by=by,
        note=note,
    )
    entry.delete()


def _note(entry: Entry, deed: str, before: Any, by: Any, note: str = "") -> None:
    EntryChange.objects.create(
        game=entry.game,
        kind=entry.kind,
        slug=entry.slug,
        entry=entry,
        version=entry.version,
        deed=deed,
        before=before,
        after=entry.data,
        by=by,
        note=note,
    )


def _note_move(entry: Entry, old: int, new: int, by: Any) -> None:
    """Write down a change of places, counted from 1; what the entry says is the same."""
    _note(entry, Deed.MOVED, entry.data, by, f"{old + 1} → {new + 1}")


def _next_version(game: str, kind: str, slug: str) -> int:
    """Versions go on where an entry of the same name once ended."""
    past = EntryChange.objects.filter(game=game, kind=kind, slug=slug).aggregate(top=Max("version"))["top"]
    return (past or 0) + 1
