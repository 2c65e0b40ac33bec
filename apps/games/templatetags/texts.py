"""Texts of the games in templates."""

from __future__ import annotations

from django import template

from apps.games.live.speech import translated
from apps.rulebooks.core.text import Text

register = template.Library()


@register.filter
def say(text: Text | str) -> str:
    """A text of a rulebook in the reader's language."""
    return translated(text)
