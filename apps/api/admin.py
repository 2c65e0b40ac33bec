"""Tokens in the admin: who has which, and ending one. Nobody can make or read one there."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.api.models import Token


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):
    """A list to look at and to delete from."""

    list_display = ["name", "user", "scope", "created_at", "used_at", "revoked_at"]
    list_filter = ["scope"]
    search_fields = ["name", "user__username"]
    fields = readonly_fields = ["name", "user", "scope", "created_at", "used_at", "revoked_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """People make their tokens themselves."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """There is nothing to change."""
        return False
