"""Texts in the reader's language, and the small drawings that stand among them."""

from __future__ import annotations

import threading
from functools import lru_cache

from django.templatetags.static import static
from django.utils.translation import get_language, gettext, override
from markupsafe import Markup

from apps.rulebooks.core.text import Text

_speech = threading.local()


def speak(language: str | None = None) -> str:
    """Choose the language that this thread draws in (the active one by default), and return it."""
    _speech.language = language or get_language() or "en"
    return str(_speech.language)


def translated(text: Text | str) -> str:
    """A text in the active language."""
    speak()
    return spoken(text)


def spoken(text: Text | str) -> str:
    """A text in the language that this thread draws in: looking that up for every word would be slow."""
    if isinstance(text, str):
        return text
    if not text.msgid:
        return ""
    phrase = words(text.msgid)
    if not text.params:
        return phrase.format()
    params = {key: spoken(value) if isinstance(value, Text) else value for key, value in text.params.items()}
    return phrase.format(**params)


def words(msgid: str) -> str:
    """Words of the house in the language that this thread draws in."""
    return _phrase(_speech.language, msgid)


@lru_cache(maxsize=8192)
def _phrase(language: str, msgid: str) -> str:
    with override(language):
        return gettext(msgid)


@lru_cache(maxsize=1024)
def symbol(name: str, classes: str = "") -> Markup:
    """A drawing of the house, as decoration that readers skip."""
    return Markup('<svg class="sym {}" aria-hidden="true"><use href="{}#{}"/></svg>').format(
        classes, static("svg/symbols.svg"), name
    )


@lru_cache(maxsize=256)
def emblem(seat: int, classes: str = "") -> Markup:
    """The emblem of a seat in its colour."""
    return symbol(f"emblem-{seat}", f"emblem seat-{seat} {classes}".rstrip())
