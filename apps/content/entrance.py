"""The door of the admin."""

from __future__ import annotations

from django.contrib.admin import AdminSite
from django.http import HttpRequest

from apps.content import access


class Entrance(AdminSite):
    """Lets in staff and the members of the studio's groups; what they may do there, each page asks."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether somebody may enter."""
        return access.may_enter(request.user)
