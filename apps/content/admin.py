"""Releases in the admin: to read, never to change."""

from __future__ import annotations

from typing import Any

from django.contrib import admin

from apps.content.models import Release


@admin.register(Release)
class ReleaseAdmin(admin.ModelAdmin):
    """The editions of every game, newest first."""

    list_display = ["game", "number", "note", "author", "created_at", "digest"]
    list_filter = ["game"]
    readonly_fields = ["game", "number", "digest", "note", "author", "created_at", "data"]

    def has_add_permission(self, request: Any) -> bool:
        """Releases are published, not typed in."""
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        """A release never changes."""
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        """Tables stand on releases."""
        return False
