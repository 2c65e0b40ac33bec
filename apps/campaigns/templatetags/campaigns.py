"""A person's campaigns among their tables."""

from __future__ import annotations

from typing import Any

from django import template

from apps.campaigns.selectors import Listed, my_campaigns

register = template.Library()

SHOWN = 6


@register.simple_tag(takes_context=True)
def campaigns_of_reader(context: Any) -> list[Listed]:
    """The campaigns of whoever reads the page, those that wait for them first."""
    user = context["request"].user
    return my_campaigns(user)[:SHOWN] if user.is_authenticated else []
