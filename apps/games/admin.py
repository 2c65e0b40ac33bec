"""Tables in the admin: where they stand, without anybody's secrets."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from apps.content import ports
from apps.games.history import admin as _reports  # noqa: F401 - registers itself
from apps.games.live.sketch import board_html
from apps.games.models import Screen, Seat, Table
from apps.games.selectors import HEAVY, running_by_release

ports.count_with(_("Tables running"), running_by_release)
ports.draw_with(board_html)


class SeatInline(admin.TabularInline):
    """Who sits where."""

    model = Seat
    fields = readonly_fields = ["number", "kind", "user", "bot_level", "name"]
    extra = 0
    can_delete = False


class ReadOnly(admin.ModelAdmin):
    """Shown, not changed: the services are the only way to change a table."""

    def has_add_permission(self, request: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: Any, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    """All tables. States and secrets are not loaded: staff play too."""

    list_display = ["slug", "game", "status", "visibility", "host", "seq", "created_at", "moved_at"]
    list_filter = ["game", "status", "visibility"]
    search_fields = ["slug", "host__username"]
    fields = ["slug", "game", "release", "options", "status", "visibility", "idle_limit", "host", "seq", "line",
              "waiting", "created_at", "started_at", "moved_at", "finished_at"]  # fmt: skip
    inlines = [SeatInline]

    def has_delete_permission(self, request: Any, obj: Table | None = None) -> bool:
        """What is followed belongs to something larger, and is deleted with it alone."""
        return super().has_delete_permission(request, obj) and not (obj is not None and obj.followed)

    def get_queryset(self, request: Any) -> QuerySet[Table]:
        """Without the columns that nobody may read."""
        return super().get_queryset(request).select_related("host").defer(*HEAVY)


@admin.register(Screen)
class ScreenAdmin(ReadOnly):
    """TVs and what they show."""

    list_display = ["id", "table", "paired_by", "seen_at"]
    fields = ["table", "paired_by", "seen_at"]
