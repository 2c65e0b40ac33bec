"""How many tables wait for the reader, and since when."""

from __future__ import annotations

from datetime import datetime
from math import ceil
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.games.lobby.selectors import turn_count

register = template.Library()


@register.simple_tag(takes_context=True)
def my_turns(context: Any) -> int:
    """The number of tables that wait for this person."""
    request = context.get("request")
    user = getattr(request, "user", None)
    return turn_count(user) if user is not None else 0


@register.filter
def until(moment: datetime) -> str:
    """How long something is off, rounded up so that it is never promised too early."""
    minutes = max(1, ceil((moment - timezone.now()).total_seconds() / 60))
    if minutes < 60:
        return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    hours = ceil(minutes / 60)
    if hours < 48:
        return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
    days = ceil(hours / 24)
    return ngettext("{n} day", "{n} days", days).format(n=days)


@register.filter
def ago(moment: datetime | None) -> str:
    """How long something is past, in one short word."""
    if moment is None:
        return ""
    minutes = int((timezone.now() - moment).total_seconds() // 60)
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    if minutes < 24 * 60:
        return ngettext("{n} hour ago", "{n} hours ago", minutes // 60).format(n=minutes // 60)
    days = minutes // (24 * 60)
    return ngettext("yesterday", "{n} days ago", days).format(n=days)
