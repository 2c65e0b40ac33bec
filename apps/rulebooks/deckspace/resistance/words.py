"""Names of missions and owners as texts, shared by the screens of the run."""

from __future__ import annotations

from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.content import (
    Cards,
    Damage,
    Repair,
    Sabotage,
    Stores,
    Turn,
)
from apps.rulebooks.deckspace.resistance.state import State

KINDS = {
    "supply": say("Supply run"),
    "defend": say("Defend"),
    "strike": say("Strike"),
    "hunt": say("Hunt"),
    "retake": say("Retake"),
    "boss": say("The Warden"),
}


def place_name(content: Content, state: State, slug: str) -> Text:
    """The name of a place."""
    return say("{place}", place=content.resistance.systems[state.system].place(slug).name)


def card_named(content: Content, card: str) -> Text:
    """The name of a card."""
    return say("{name}", name=content.cards[card].name)


def told(parts: list[Text]) -> Text:
    """Several things in one line, with commas; nothing where there are none."""
    if not parts:
        return say("nothing")
    line = parts[0]
    for part in parts[1:]:
        line = say("{some}, {more}", some=line, more=part)
    return line


def turn_words(content: Content, effects: tuple[Turn, ...]) -> Text:
    """What the effects of an answer do, in a line."""
    parts: list[Text] = []
    for effect in effects:
        parts += _words(content, effect)
    return told(parts)


def _words(content: Content, effect: Turn) -> list[Text]:
    if isinstance(effect, Damage):
        return [say("{count} damage", count=effect.points)]
    if isinstance(effect, Repair):
        return [say("{count} hull mended", count=effect.points)]
    if isinstance(effect, Cards):
        return [say("{count} {card} for your deck", count=effect.count, card=card_named(content, effect.card))]
    if isinstance(effect, Stores):
        amounts = (
            (effect.supplies, say("{count} supplies", count=signed(effect.supplies))),
            (effect.strength, say("{count} strength", count=signed(effect.strength))),
            (effect.rounds, say("{count} PDC rounds", count=signed(effect.rounds))),
        )
    else:
        assert isinstance(effect, Sabotage)
        amounts = (
            (effect.fleet, say("MERIDIAN's fleet {count}", count=signed(effect.fleet))),
            (effect.works, say("MERIDIAN's works {count}", count=signed(effect.works))),
            (effect.network, say("MERIDIAN's network {count}", count=signed(effect.network))),
        )
    return [words for amount, words in amounts if amount]


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"+{amount}" if amount > 0 else f"\u2212{-amount}" if amount < 0 else "0"
