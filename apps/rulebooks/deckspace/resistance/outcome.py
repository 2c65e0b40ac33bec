"""What something has brought or cost, counted from the run before it to the run after it."""

from __future__ import annotations

from collections import Counter

from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.state import State
from apps.rulebooks.deckspace.resistance.words import (
    card_named,
    rounds_words,
    signed,
    strength_words,
    supplies_words,
    told,
)


def outcome(content: Content, before: State, after: State) -> Text:
    """Every number that has changed, as "+2 strength, \u22121 hull."; nothing where none has."""
    parts = [*_stores(before, after), *_ship(content, before, after), *_meridian(before, after)]
    return say("{parts}.", parts=told(parts)) if parts else NOTHING


def with_outcome(text: Text, content: Content, before: State, after: State) -> Text:
    """A line of the log, and behind it what it has brought or cost."""
    counted = outcome(content, before, after)
    return say("{text} {counted}", text=text, counted=counted) if counted != NOTHING else text


def _stores(before: State, after: State) -> list[Text]:
    parts: list[Text] = []
    if after.supplies != before.supplies:
        parts.append(supplies_words(after.supplies - before.supplies))
    if after.strength != before.strength:
        parts.append(strength_words(after.strength - before.strength))
    return parts


def _ship(content: Content, before: State, after: State) -> list[Text]:
    one, other = before.craft, after.craft
    parts: list[Text] = []
    if other.armor != one.armor:
        parts.append(say("{count} armor", count=signed(other.armor - one.armor)))
    if other.health != one.health:
        parts.append(say("{count} hull", count=signed(other.health - one.health)))
    if other.rounds != one.rounds:
        parts.append(rounds_words(other.rounds - one.rounds))
    gained, lost = Counter(other.deck), Counter(one.deck)
    for card in sorted({*gained, *lost}):
        if gained[card] != lost[card]:
            parts.append(say("{count} {card}", count=signed(gained[card] - lost[card]), card=card_named(content, card)))
    return parts


def _meridian(before: State, after: State) -> list[Text]:
    changes = (
        (after.fleet - before.fleet, say("MERIDIAN's fleet {count}", count=signed(after.fleet - before.fleet))),
        (after.works - before.works, say("MERIDIAN's works {count}", count=signed(after.works - before.works))),
        (after.network - before.network,
         say("MERIDIAN's network {count}", count=signed(after.network - before.network))),
    )  # fmt: skip
    return [words for change, words in changes if change]
