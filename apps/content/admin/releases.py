"""Releases in the admin: to read, never to change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from apps.content import access
from apps.content.admin.drafts import GameFilter
from apps.content.models import Release


@admin.register(Release)
class ReleaseAdmin(admin.ModelAdmin):
    """The editions of every game, newest first."""

    list_display = ["game", "number", "note", "author", "created_at"]
    list_display_links = ["game", "number"]
    list_filter = [GameFilter]
    list_select_related = ["author"]
    actions = None

    def get_queryset(self, request: Any) -> QuerySet[Release]:
        """The releases of the games that somebody may see, without their content."""
        return super().get_queryset(request).filter(game__in=access.games_seen_by(request.user)).defer("data")

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page of the studio."""
        release = get_object_or_404(self.get_queryset(request), pk=object_id)
        return redirect("studio:release", game=release.game, number=release.number)

    def has_module_permission(self, request: Any) -> bool:
        """All staff may look."""
        return access.may_enter(request.user)

    def has_view_permission(self, request: Any, obj: Release | None = None) -> bool:
        """What somebody may see."""
        return access.may_enter(request.user) if obj is None else access.can_see(request.user, obj.game)

    def has_add_permission(self, request: Any) -> bool:
        """Releases are published, not typed in."""
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        """A release never changes."""
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        """Tables stand on releases."""
        return False
