"""Whether the way to the studio is shown."""

from __future__ import annotations

from typing import Any

from django import template

from apps.content import access

register = template.Library()


@register.filter
def may_enter(user: Any) -> bool:
    """Whether the studio lets this person in."""
    return access.may_enter(user)
