"""Campaigns in the admin: to look at, and to find what somebody asks about; the ledgers change by their rules only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin

from apps.campaigns.models import Award, Campaign, Member, Run, Sortie


class ReadOnly(admin.ModelAdmin):
    """Shown, never changed here."""

    def has_add_permission(self, request: Any, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        """Never."""
        return False


class MemberInline(admin.TabularInline):
    """Who belongs."""

    model = Member
    extra = 0
    can_delete = False
    fields = readonly_fields = ["user", "role", "joined_at"]

    def has_add_permission(self, request: Any, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Campaign)
class CampaignAdmin(ReadOnly):
    """Campaigns."""

    list_display = ["name", "slug", "game", "road", "created_at", "archived_at"]
    list_filter = ["game", "road"]
    search_fields = ["name", "slug", "members__user__username"]
    inlines = [MemberInline]


@admin.register(Run)
class RunAdmin(ReadOnly):
    """Runs, with the table that is their ledger."""

    list_display = ["campaign", "number", "ledger"]
    search_fields = ["campaign__name", "campaign__slug"]


@admin.register(Sortie)
class SortieAdmin(ReadOnly):
    """Tables that ledgers asked for."""

    list_display = ["run", "number", "table", "line", "report_line", "void"]
    list_filter = ["void"]


@admin.register(Award)
class AwardAdmin(ReadOnly):
    """What people have earned."""

    list_display = ["user", "game", "road", "slug", "at"]
    list_filter = ["game", "road"]
    search_fields = ["user__username", "slug"]
