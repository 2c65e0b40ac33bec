"""The drafts as one list by game and kind; adding and changing happens in the studio."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from apps.content import access
from apps.content.models import Entry
from apps.content.services.comparing import title_of
from apps.content.words import game_name, kind_name
from apps.rulebooks.registry import RULEBOOKS


class GameFilter(admin.SimpleListFilter):
    """Games by name."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        """The games somebody may see."""
        return [(game, game_name(game)) for game in access.games_seen_by(request.user)]

    def queryset(self, request: Any, queryset: QuerySet[Entry]) -> QuerySet[Entry]:
        """What belongs to the chosen game."""
        return queryset.filter(game=self.value()) if self.value() else queryset


class KindFilter(admin.SimpleListFilter):
    """Kinds by name, only those of a game when one is chosen."""

    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        """The kinds of the games somebody may see."""
        chosen = request.GET.get("game")
        games = [game for game in access.games_seen_by(request.user) if chosen in (None, game)]
        return [(kind, kind_name(game, kind)) for game in games for kind in RULEBOOKS[game].content_kinds]

    def queryset(self, request: Any, queryset: QuerySet[Entry]) -> QuerySet[Entry]:
        """The entries of the chosen kind."""
        return queryset.filter(kind=self.value()) if self.value() else queryset


@admin.register(Entry)
class DraftAdmin(admin.ModelAdmin):
    """Every draft that somebody may see."""

    list_display = ["title", "slug", "of_kind", "of_game", "version", "updated_by", "updated_at"]
    list_display_links = ["title"]
    list_filter = [GameFilter, KindFilter]
    search_fields = ["slug", "kind"]
    ordering = ["game", "kind", "position"]
    actions = None
    list_per_page = 200
    list_select_related = ["updated_by"]

    @admin.display(description=_("name"))
    def title(self, entry: Entry) -> str:
        """What it is called."""
        return title_of(entry.game, entry.kind, entry.data)

    @admin.display(description=_("kind"), ordering="kind")
    def of_kind(self, entry: Entry) -> str:
        """Its kind in words."""
        return kind_name(entry.game, entry.kind)

    @admin.display(description=_("game"), ordering="game")
    def of_game(self, entry: Entry) -> str:
        """Its game in words."""
        return game_name(entry.game)

    def get_queryset(self, request: Any) -> QuerySet[Entry]:
        """The drafts of the games that somebody may see."""
        return super().get_queryset(request).filter(game__in=access.games_seen_by(request.user))

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page of the studio."""
        return redirect("studio:entry", pk=object_id)

    def history_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> HttpResponse:
        """The history in the studio."""
        return redirect("studio:history", pk=object_id)

    def has_module_permission(self, request: Any) -> bool:
        """All staff may look."""
        return access.may_enter(request.user)

    def has_view_permission(self, request: Any, obj: Entry | None = None) -> bool:
        """What somebody may see."""
        return access.may_enter(request.user) if obj is None else access.can_see(request.user, obj.game)

    def has_add_permission(self, request: Any) -> bool:
        """In the studio, where the kind is known."""
        return False

    def has_change_permission(self, request: Any, obj: Entry | None = None) -> bool:
        """In the studio, where nothing is overwritten unseen."""
        return False

    def has_delete_permission(self, request: Any, obj: Entry | None = None) -> bool:
        """In the studio, where the history is kept."""
        return False
