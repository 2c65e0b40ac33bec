"""Publishing and reading releases."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.db import connection, transaction
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
    """The release that holds this content: one of ours, or one kept for what comes from elsewhere.

    Whoever brings it has read it already (see `content_in`), and so knows that it can be played.
    """
    digest = digest_of(data)
    known = Release.kept.filter(game=game, digest=digest).order_by("foreign", "-number").first()
    if known is not None:
        return known
    # One after the other: two that come at once must not take the same number.
    Release.objects.select_for_update().filter(game=game).order_by("-number").first()
    top = Release.kept.filter(game=game, foreign=True).aggregate(top=Max("number"))["top"] or FOREIGN
    release = Release(game=game, number=top + 1, digest=digest, data=data, foreign=True)
    release.save()
    return release


def newest_release(game: str) -> Release:
    """The release that new tables of `game` are pinned to."""
    return Release.objects.filter(game=game).latest("number")


def content_of(release_id: int) -> Any:
    """The typed content of a release. Releases never change, so it is read once per process.

    What a transaction has written may still be undone, and its id then be given to another release: while one is
    under way, ids are looked up anew. A digest stands for the same content whatever is undone.
    """
    find = _kept.__wrapped__ if connection.in_atomic_block else _kept
    return _typed(*find(release_id))


def content_in(game: str, data: RawContent) -> Any:
    """The typed content of what may come from elsewhere, without keeping it. Raises ContentError."""
    digest = digest_of(data)
    if Release.kept.filter(game=game, digest=digest).exists():
        return _typed(game, digest)
    return rulebook(game).read_content(data)


def forget_contents() -> None:
    """Read every release anew from now on."""
    _kept.cache_clear()
    _typed.cache_clear()


@lru_cache(maxsize=4096)
def _kept(release_id: int) -> tuple[str, str]:
    """The game and the digest of a release."""
    return Release.kept.values_list("game", "digest").get(pk=release_id)


@lru_cache(maxsize=64)
def _typed(game: str, digest: str) -> Any:
    """The content with this digest, of which there may be several releases."""
    data = Release.kept.filter(game=game, digest=digest).values_list("data", flat=True)[:1].get()
    return rulebook(game).read_content(data)
