"""What every page needs from the house: its drawings."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def symbol(name: str, classes: str = "", label: str = "") -> SafeString:
    """Draw a symbol of the sprite; without a label it is decoration that readers skip."""
    if label:
        return format_html(
            '<svg class="sym {}" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
            classes,
            label,
            static("svg/symbols.svg"),
            name,
        )
    return format_html(
        '<svg class="sym {}" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        classes,
        static("svg/symbols.svg"),
        name,
    )
