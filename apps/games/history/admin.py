"""Reports in the admin: what people met, with the way to the moment itself."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, LogEntry
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.games.history.models import Report
from apps.games.history.perspectives import LOOKED
from apps.games.models import Seat, Table

REMEMBERED = 50


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """What was reported; only whether it has been dealt with can be changed."""

    list_display = ["at", "table", "line", "who", "short_note", "done", "moment"]
    list_filter = ["done", "table__game"]
    search_fields = ["note", "table__slug", "who__username"]
    list_select_related = ["table", "who"]
    fields = ["table", "line", "seq", "who", "note", "user_agent", "at", "moment", "done"]
    readonly_fields = ["table", "line", "seq", "who", "note", "user_agent", "at", "moment"]

    def get_queryset(self, request: HttpRequest) -> Any:
        """Without the states, which hold secrets."""
        return super().get_queryset(request).defer("state", "table__state", "table__secret")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Reports come from tables."""
        return False

    @admin.display(description=gettext_lazy("note"))
    def short_note(self, report: Report) -> str:
        """The beginning of the note."""
        return report.note[:80]

    @admin.display(description=gettext_lazy("moment"))
    def moment(self, report: Report) -> SafeString:
        """The way to the moment, past the warning."""
        return format_html('<a href="{}">{}</a>', reverse("admin:games_report_look", args=[report.pk]), _("Look"))

    def get_urls(self) -> list[Any]:
        """With the page that warns before secrets are shown."""
        look = path("<int:pk>/look/", self.admin_site.admin_view(self.look), name="games_report_look")
        return [look, *super().get_urls()]

    def look(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Warn, note who looks, and lead to the moment with everything revealed."""
        report = get_object_or_404(Report.objects.select_related("table").defer("state"), pk=pk)
        if not self.has_view_permission(request, report):
            return HttpResponse(status=403)
        if request.method != "POST":
            context = {**self.admin_site.each_context(request), "report": report, "opts": self.opts,
                       "title": _("Look into a report"), "running": _running(report)}  # fmt: skip
            return render(request, "admin/games/report/look.html", context)
        if _running(report) and Seat.objects.filter(table=report.table, user=request.user).exists():
            messages.error(request, _("You play at this table: somebody else has to look."))
            return redirect("admin:games_report_changelist")
        known = [other for other in request.session.get(LOOKED, []) if other != pk]
        request.session[LOOKED] = [*known, pk][-REMEMBERED:]
        LogEntry.objects.log_actions(
            request.user.pk, [report], CHANGE, change_message="looked at the moment with everything revealed"
        )
        return redirect(reverse("replay-at", args=[report.table.slug, report.line]) + f"?as=revealed&report={pk}")


def _running(report: Report) -> bool:
    return report.table.status != Table.Status.FINISHED
