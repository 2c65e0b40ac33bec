"""How many tables wait for the person who looks at a page."""

from __future__ import annotations

from typing import Any

from django import template

from apps.games.lobby.selectors import turn_count

register = template.Library()


@register.simple_tag(takes_context=True)
def my_turns(context: Any) -> int:
    """The number of tables that wait for this person."""
    request = context.get("request")
    user = getattr(request, "user", None)
    return turn_count(user) if user is not None else 0
