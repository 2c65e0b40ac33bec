"""Names of missions and owners as texts, shared by the screens of the run."""

from __future__ import annotations

from collections.abc import Callable

from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.content import (
    Cards,
    Comms,
    Damage,
    Delay,
    Gain,
    Hull,
    Mending,
    Mount,
    Pay,
    Pods,
    Racks,
    Repair,
    Routes,
    Sabotage,
    Speed,
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
    return effect_words(effects, lambda card: card_named(content, card))


def effect_words(effects: tuple[Gain | Turn, ...], card: Callable[[str], Text]) -> Text:
    """What effects and gains do, in a line; `card` names a card by its slug."""
    parts: list[Text] = []
    for effect in effects:
        parts += _lasting(effect) or _at_once(effect, card)
    return told(parts)


def _at_once(effect: Gain | Turn, card: Callable[[str], Text]) -> list[Text]:
    if isinstance(effect, Damage):
        return [say("{count} damage", count=effect.points)]
    if isinstance(effect, Repair):
        return [say("{count} hull mended", count=effect.points)]
    if isinstance(effect, Cards):
        return [say("{count} {card} for the deck", count=signed(effect.count), card=card(effect.card))]
    if isinstance(effect, Stores):
        amounts = (
            (effect.supplies, supplies_words(effect.supplies)),
            (effect.strength, strength_words(effect.strength)),
            (effect.rounds, rounds_words(effect.rounds)),
        )
    else:
        assert isinstance(effect, Sabotage)
        amounts = (
            (effect.fleet, say("MERIDIAN's fleet {count}", count=signed(effect.fleet))),
            (effect.works, say("MERIDIAN's works {count}", count=signed(effect.works))),
            (effect.network, say("MERIDIAN's network {count}", count=signed(effect.network))),
        )
    return [words for amount, words in amounts if amount]


def _lasting(effect: Gain | Turn) -> list[Text]:
    """What changes the ship, or lasts as long as one has it."""
    if isinstance(effect, Hull):
        return [say("{count} hull limit, and filled", count=signed(effect.most))]
    if isinstance(effect, Speed):
        return [say("{count} speed limit", count=signed(effect.most))]
    if isinstance(effect, Mount):
        return [say("a PDC mount")]
    if isinstance(effect, Comms):
        return [say("threats heard a move early")]
    if isinstance(effect, Mending):
        return [say("{count} hull mended after each battle", count=signed(effect.points))]
    if isinstance(effect, Racks):
        return [say("{count} PDC rounds at most", count=signed(effect.rounds))]
    if isinstance(effect, Delay):
        return [say("threats fall later, in days: {count}", count=effect.days)]
    if isinstance(effect, Routes):
        return [say("trips shorter, in days: {count}", count=effect.days)]
    if isinstance(effect, Pods):
        if abs(effect.count) == 1:
            return [say("{count} pod on a Supply run", count=signed(effect.count))]
        return [say("{count} pods on a Supply run", count=signed(effect.count))]
    if isinstance(effect, Pay):
        return [say("{supplies} for each pod", supplies=supplies_words(effect.supplies))]
    return []


def supplies_words(amount: int) -> Text:
    """Supplies gained or lost, with their sign."""
    if abs(amount) == 1:
        return say("{count} supply", count=signed(amount))
    return say("{count} supplies", count=signed(amount))


def strength_words(amount: int) -> Text:
    """Strength gained or lost, with its sign."""
    return say("{count} strength", count=signed(amount))


def rounds_words(amount: int) -> Text:
    """PDC rounds gained or lost, with their sign."""
    if abs(amount) == 1:
        return say("{count} PDC round", count=signed(amount))
    return say("{count} PDC rounds", count=signed(amount))


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"+{amount}" if amount > 0 else f"\u2212{-amount}" if amount < 0 else "0"
