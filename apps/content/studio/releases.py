"""The releases of a game: what each brought, who stands on it, and how two of them differ."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from itertools import groupby
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from apps.content import ports, services
from apps.content.models import Release
from apps.content.services.comparing import EntryDiff
from apps.content.services.trying import Trial
from apps.content.studio.numbers import whole
from apps.content.studio.pages import page, seen_game, seen_release
from apps.content.words import game_name, kind_name, said
from apps.rulebooks.registry import rulebook


@require_GET
def releases(request: HttpRequest, game: str) -> HttpResponse:
    """All releases, newest first, and a form to compare two of them."""
    seen_game(request, game)
    found = list(Release.objects.filter(game=game).select_related("author", "brings_back").defer("data"))
    standing = standing_on([release.pk for release in found])
    rows = [
        {"release": release, "standing": standing.get(release.pk, []), "changes": len(release.diff)}
        for release in found
    ]
    title = _("Releases of {game}").format(game=game_name(game))
    return page(request, "releases.html", title, game, rows=rows)


@require_GET
def release(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """One release: its note, its changes, its trial games, its tables, and the ways back to it."""
    found = seen_release(request, game, number)
    newest = services.newest_release(game)
    title = _("{game}, release {number}").format(game=game_name(game), number=number)
    return page(
        request,
        "release.html",
        title,
        game,
        release=found,
        newest=newest,
        kinds=grouped(game, msgspec.convert(found.diff, list[EntryDiff])),
        trial=trial_in_words(game, found),
        standing=standing_on([found.pk]).get(found.pk, []),
        key=uuid.uuid4().hex,
    )


@require_GET
def compare(request: HttpRequest, game: str) -> HttpResponse:
    """How one release differs from another."""
    seen_game(request, game)
    numbers = [request.GET.get(name, "") for name in ("a", "b")]
    before, after = (seen_release(request, game, whole(n)) for n in numbers)
    title = _("From release {a} to release {b}").format(a=before.number, b=after.number)
    kinds = grouped(game, services.differences(game, before.data, after.data))
    return page(request, "compare.html", title, game, kinds=kinds, before=before, after=after)


def grouped(game: str, differences: Iterable[EntryDiff]) -> list[dict[str, Any]]:
    """Differences by kind, with the kind's name."""
    return [
        {"name": kind_name(game, kind, many=True), "slug": kind, "diffs": list(diffs)}
        for kind, diffs in groupby(differences, key=lambda diff: diff.kind)
    ]


def standing_on(ids: list[int]) -> dict[int, list[tuple[int, str]]]:
    """What runs on each of some releases: how many of what."""
    found: dict[int, list[tuple[int, str]]] = {}
    for name, counts in ports.counts(ids).items():
        for pk, count in counts.items():
            found.setdefault(pk, []).append((count, _(name)))
    return found


def trial_in_words(game: str, found: Release) -> dict[str, Any] | None:
    """How the trial games of a release went."""
    if found.trial is None:
        return None
    trial = msgspec.convert(found.trial, Trial)
    try:
        seats = [said(seat.name) for seat in rulebook(game).seats(services.content_of(found.pk), {})]
    except Exception:  # an old release that today's rules no longer read is still a page to look at
        seats = []
    most = max([*trial.wins, trial.draws, 1])
    wins = [
        {
            "name": seats[index] if index < len(seats) else str(index + 1),
            "seat": index,
            "emblem": f"emblem-{index}",
            "count": count,
        }
        for index, count in enumerate(trial.wins)
    ]
    return {"trial": trial, "wins": wins, "most": most}
