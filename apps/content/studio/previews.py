"""An entry as it looks in play."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.safestring import mark_safe

from apps.content import ports
from apps.content.words import said
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.core.scene import Card
from apps.rulebooks.registry import rulebook

logger = logging.getLogger(__name__)


def preview_of(game: str, kind: str, data: Mapping[str, Any], drafts: RawContent) -> dict[str, Any] | None:
    """What the template of the preview shows; None when there is nothing to see."""
    book = rulebook(game)
    try:
        entry = msgspec.convert(dict(data), book.content_kinds[kind].entry)
        seen = book.preview(kind, entry, drafts)
        board = ports.drawn(seen.board) if seen is not None and seen.board is not None else ""
    except msgspec.ValidationError:
        return None
    except Exception:
        # A preview is a courtesy: odd drafts may trip it, and must not keep anybody from mending them.
        logger.exception("no preview of %s %s", kind, data.get("slug"))
        return None
    if seen is None:
        return None
    return {
        "cards": [_card(card) for card in seen.cards],
        "seats": list(seen.seats) or [None],
        "board": mark_safe(board),
        "facts": [said(fact) for fact in seen.facts],
    }


def _card(card: Card) -> dict[str, Any]:
    return {
        "symbol": card.symbol,
        "name": said(card.name),
        "text": said(card.text),
        "count": card.count,
        "badges": [{"symbol": badge.symbol, "text": badge.text, "label": said(badge.label)} for badge in card.badges],
    }
