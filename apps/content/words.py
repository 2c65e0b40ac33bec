"""Names of games and kinds as an editor reads them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from apps.rulebooks.core.text import Text
from apps.rulebooks.registry import RULEBOOKS


def said(text: Text) -> str:
    """A text of a rulebook in the active language."""
    if not text.msgid:
        return ""
    params: dict[str, Any] = {
        key: said(value) if isinstance(value, Text) else value for key, value in text.params.items()
    }
    return gettext(text.msgid).format(**params)


def game_name(game: str) -> str:
    """What a game is called."""
    return said(RULEBOOKS[game].name) if game in RULEBOOKS else game


def kind_name(game: str, kind: str, many: bool = False) -> str:
    """What a kind of content is called, one of it or many."""
    known = RULEBOOKS[game].content_kinds.get(kind) if game in RULEBOOKS else None
    return kind if known is None else said(known.plural if many and not known.single else known.name)
