"""Finding passages by words, and showing where the words stand. Pure."""

from __future__ import annotations

import re
from html import escape

import msgspec

from apps.games.rules.parsing import Passage, Rules

LONGEST = 80  # characters of a question that are looked at
MOST = 40  # passages shown


class Found(msgspec.Struct, frozen=True):
    """A passage that has every word asked for; `html` marks them."""

    anchor: str
    section: str
    label: str
    html: str


def search(rules: Rules, question: str) -> list[Found]:
    """The passages that hold every word of a question, in the order of the rules; an exact id comes first."""
    words = words_of(question)
    if not words:
        return []
    hits = [passage for passage in rules.passages if _holds(passage, words)]
    hits.sort(key=lambda passage: _rank(passage, words))
    return [Found(hit.anchor, hit.section, hit.label, marked(hit.text, words)) for hit in hits[:MOST]]


def words_of(question: str) -> list[str]:
    """The words of a question, in small letters."""
    return [word for word in question[:LONGEST].casefold().split() if any(letter.isalnum() for letter in word)]


def marked(text: str, words: list[str]) -> str:
    """A text as HTML with every word marked."""
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE)
    html, at = [], 0
    for hit in pattern.finditer(text):
        html += [escape(text[at : hit.start()]), f"<mark>{escape(hit[0])}</mark>"]
        at = hit.end()
    return "".join([*html, escape(text[at:])])


def _holds(passage: Passage, words: list[str]) -> bool:
    text = f"{passage.label} {passage.also} {passage.section} {passage.text}".casefold()
    return all(word in text for word in words)


def _rank(passage: Passage, words: list[str]) -> int:
    """An id or a term asked for by name, then what says the words itself, then what only stands under them."""
    if passage.label.casefold() == " ".join(words):
        return 0
    text = f"{passage.label} {passage.also} {passage.text}".casefold()
    return 1 if all(word in text for word in words) else 2
