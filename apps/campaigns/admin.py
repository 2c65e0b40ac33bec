"""Campaigns in the admin: to look at, to give into other hands, and to delete; ledgers change by their rules only."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.campaigns import services
from apps.campaigns.models import Award, Campaign, Member, Run, Sortie
from apps.games.live.regions import translated
from apps.rulebooks.core.protocol import IllegalAction


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
    """Campaigns. Whoever may change them may give them to another owner; who may delete them deletes them whole."""

    list_display = ["name", "slug", "game", "road", "created_at", "archived_at"]
    list_filter = ["game", "road"]
    search_fields = ["name", "slug", "members__user__username"]
    inlines = [MemberInline]
    actions = ["hand_over"]

    def has_hand_over_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may decide whose campaign it is."""
        return request.user.has_perm("campaigns.change_campaign")

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        """As Django's own permissions say."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    @admin.action(description=_("Hand over to somebody else"), permissions=["hand_over"])
    def hand_over(self, request: HttpRequest, chosen: Any) -> Any:
        """Ask to whom, and give them the campaigns: for those whose owner is gone or cannot be reached."""
        username = request.POST.get("username", "").strip()
        person = User.objects.filter(username=username, is_active=True).first()
        if person is None:
            context = {
                **self.admin_site.each_context(request),
                "title": _("Hand over to somebody else"),
                "chosen": chosen,
                "username": username,
                "opts": self.model._meta,
            }
            return render(request, "admin/campaigns/hand_over.html", context)
        for campaign in chosen:
            try:
                services.appoint(campaign=campaign, person=person, by=request.user)
            except IllegalAction as illegal:
                self.message_user(request, f"{campaign}: {translated(illegal.message)}", messages.WARNING)
            else:
                self.log_change(request, campaign, f"handed over to {person.username}")
                words = _("%(campaign)s is in the hands of %(name)s now.")
                self.message_user(request, words % {"campaign": campaign, "name": person.shown_name})
        return None

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The campaigns alone: what goes with them is theirs, and needs no permissions of its own."""
        return [str(one) for one in objs], {self.opts.verbose_name_plural: len(objs)}, set(), []

    def delete_model(self, request: HttpRequest, obj: Campaign) -> None:
        """Delete a campaign with its ledgers and tables."""
        services.wipe(obj)

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        """The same for several."""
        for campaign in queryset:
            services.wipe(campaign)


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
    """What people have earned. It goes with them: a person who has earned something can be deleted like any other."""

    list_display = ["user", "game", "road", "slug", "at"]
    list_filter = ["game", "road"]
    search_fields = ["user__username", "slug"]

    def has_delete_permission(self, request: Any, obj: Any = None) -> bool:
        """As Django's own permissions say."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
