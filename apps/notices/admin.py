"""Notices in the admin: what was sent to whom, and what failed."""

from __future__ import annotations

from typing import Any

from django.contrib import admin

from apps.notices.models import Notice


@admin.register(Notice)
class NoticeAdmin(admin.ModelAdmin):
    """Shown, not changed."""

    list_display = ["created_at", "user", "table", "kind", "way", "state", "due_at", "sent_at", "tries"]
    list_filter = ["state", "way", "kind"]
    list_select_related = ["user", "table"]
    fields = readonly_fields = ["user", "table", "seq", "seat", "kind", "way", "state", "due_at", "sent_at", "tries"]

    def has_add_permission(self, request: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        """Never."""
        return False
