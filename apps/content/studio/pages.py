"""What all pages of the studio share: who may enter, and the frame around them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from apps.content import access
from apps.content.models import Entry, EntryChange, Release
from apps.content.shapes import field_words
from apps.content.words import game_name, kind_name
from apps.rulebooks.core.protocol import Fault
from apps.rulebooks.registry import RULEBOOKS


def seen_game(request: HttpRequest, game: str) -> str:
    """The game of an address, if this person may see it; anybody else learns nothing."""
    if not access.can_see(request.user, game):
        raise Http404
    return game


def seen_kind(request: HttpRequest, game: str, kind: str) -> str:
    """The kind of an address."""
    if kind not in RULEBOOKS[seen_game(request, game)].content_kinds:
        raise Http404
    return kind


def seen_entry(request: HttpRequest, pk: int) -> Entry:
    """The entry of an address."""
    entry = Entry.objects.select_related("updated_by").filter(pk=pk).first()
    if entry is None or not access.can_see(request.user, entry.game):
        raise Http404
    return entry


def seen_change(request: HttpRequest, pk: int) -> EntryChange:
    """The step of a history of an address."""
    change = EntryChange.objects.filter(pk=pk).first()
    if change is None or not access.can_see(request.user, change.game):
        raise Http404
    return change


def seen_release(request: HttpRequest, game: str, number: int) -> Release:
    """The release of an address."""
    found = Release.objects.select_related("author", "brings_back").filter(game=seen_game(request, game), number=number)
    release = found.first()
    if release is None:
        raise Http404
    return release


def require_editor(request: HttpRequest, game: str) -> None:
    """Refuse who may not change the drafts of a game."""
    if not access.can_edit(request.user, game):
        raise PermissionDenied


def require_publisher(request: HttpRequest, game: str) -> None:
    """Refuse who may not publish a game."""
    if not access.can_publish(request.user, game):
        raise PermissionDenied


def page(
    request: HttpRequest, template: str, title: str, game: str = "", *, status: int = 200, **context: Any
) -> TemplateResponse:
    """A page in the frame of the admin."""
    frame = {
        **admin.site.each_context(request),
        "title": title,
        "game": game,
        "game_name": game_name(game),
        "can_edit": bool(game) and access.can_edit(request.user, game),
        "can_publish": bool(game) and access.can_publish(request.user, game),
    }
    return TemplateResponse(request, f"admin/content/{template}", {**frame, **context}, status=status)


def named(game: str, faults: Iterable[Fault]) -> list[dict[str, str]]:
    """Faults in words, each with the address where it can be mended."""
    ids = {(kind, slug): pk for pk, kind, slug in Entry.objects.filter(game=game).values_list("pk", "kind", "slug")}
    rows = []
    for fault in faults:
        pk = ids.get((fault.kind, fault.slug))
        anchor = f"#at-f-{fault.field.split('[')[0].replace('.', '-')}" if fault.field else ""
        rows.append(
            {
                "where": " › ".join(filter(None, [kind_name(game, fault.kind), fault.slug, field_words(fault.field)]))
                or _("Everything"),
                "message": fault.message,
                "url": reverse("studio:entry", args=[pk]) + anchor if pk else "",
            }
        )
    return rows
