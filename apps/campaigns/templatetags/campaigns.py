"""A person's campaigns among their tables."""

from __future__ import annotations

from typing import Any

from django import template

from apps.campaigns.selectors import my_campaigns

register = template.Library()

SHOWN = 6


@register.inclusion_tag("campaigns/mine.html", takes_context=True)
def campaigns_of_reader(context: Any) -> dict[str, Any]:
    """The campaigns of whoever reads the page, those that wait for them first."""
    user = context["request"].user
    return {"campaigns": my_campaigns(user)[:SHOWN] if user.is_authenticated else []}
