"""Publishing and reading releases."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import Max

from apps.content.models import Release
from apps.rulebooks.core.pack import content_digest as digest_of
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.registry import rulebook

FOREIGN = 1_000_000  # foreign content is numbered from here, out of the way of our own


@transaction.atomic
def publish(*, game: str, data: RawContent, note: str, author: Any = None, **about: Any) -> Release:
    """Make a new release of `game` after checking everything together.

    `about` are the other fields of the release. Publishing what the newest release holds already
    returns that release. Raises ContentError.
    """
    rulebook(game).read_content(data)
    digest = digest_of(data)
    newest = Release.objects.filter(game=game).order_by("-number").first()
    if newest is not None and newest.digest == digest:
        return newest
    number = (Release.objects.filter(game=game).aggregate(top=Max("number"))["top"] or 0) + 1
    release = Release(game=game, number=number, digest=digest, data=data, note=note, author=author, **about)
    release.save()
    return release


@transaction.atomic
def keep_foreign(game: str, data: RawContent) -> Release:
    """The release that holds this content: one of ours, or one kept for games from elsewhere. Raises ContentError."""
    digest = digest_of(data)
    known = Release.kept.filter(game=game, digest=digest).order_by("foreign", "-number").first()
    if known is not None:
        return known
    rulebook(game).read_content(data)
    top = Release.kept.filter(game=game, foreign=True).aggregate(top=Max("number"))["top"] or FOREIGN
    release = Release(game=game, number=top + 1, digest=digest, data=data, foreign=True)
    release.save()
    return release


def newest_release(game: str) -> Release:
    """The release that new tables of `game` are pinned to."""
    return Release.objects.filter(game=game).latest("number")


@lru_cache(maxsize=64)
def content_of(release_id: int) -> Any:
    """The typed content of a release. Releases never change, so it is read once per process."""
    release = Release.kept.get(pk=release_id)
    return rulebook(release.game).read_content(release.data)
