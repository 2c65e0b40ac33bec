"""Decisions as a person meets them: with labels, and with exactly what each will do (DS-98 to DS-100, DS-104)."""

from __future__ import annotations

from collections.abc import Mapping

from apps.rulebooks.core.protocol import Action, action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.craft import Craft
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors import rewards
from apps.rulebooks.deckspace.sectors.actions import (
    Launch,
    RemoveCard,
    RestartSector,
    TakeCard,
    TakeUpgrade,
    TrimCard,
)
from apps.rulebooks.deckspace.sectors.battle import sector_of
from apps.rulebooks.deckspace.sectors.play import legal_actions
from apps.rulebooks.deckspace.sectors.state import RunState
from apps.rulebooks.deckspace.words import card_name

OFFER, UPGRADE, DECK = "offer", "upgrade", "deck"  # the beginnings of the ids of cards on screens


def choices(content: Content, state: RunState, seat: int) -> tuple[Choice, ...]:
    """Every legal action, described, in the order of the list of legal actions."""
    better = dict(rewards.upgrades(content, state.craft))
    return tuple(_choice(content, state, action, better) for action in legal_actions(content, state, seat))


def _choice(content: Content, state: RunState, action: Action, better: Mapping[str, Craft]) -> Choice:
    id = action_id(action)
    if isinstance(action, Launch):
        return _launch(content, state, id)
    if isinstance(action, RestartSector):
        return _restart(state, id)
    if isinstance(action, TakeCard):
        return _take_card(content, state, action, id)
    if isinstance(action, TakeUpgrade):
        return _take_upgrade(content, state, action, better[action.reward], id)
    assert isinstance(action, RemoveCard | TrimCard)
    return _remove(content, state, action, id)


def _launch(content: Content, state: RunState, id: str) -> Choice:
    label = say("Fly into {sector}", sector=sector_of(content, state).name)
    preview = say("You move first. Whoever is in there moves next.")
    return Choice(id, "launch-run", label, preview, key="l", final=True, rule="DS-92")


def _restart(state: RunState, id: str) -> Choice:
    preview = say("Hull {health}, and the deck you came with.", health=state.craft.health)
    confirm = say("The battle is broken off and does not count. Begin the sector again as it was at its start?")
    return Choice(id, "restart", say("Begin the sector again"), preview, confirm=confirm, final=True, rule="DS-104")


def _take_card(content: Content, state: RunState, action: TakeCard, id: str) -> Choice:
    card = content.cards[action.card]
    there = state.craft.deck.count(action.card)
    text = say(
        "{text} Your deck then has {count} of them and {cards} cards. {repairs}",
        text=card.text,
        count=there + 1,
        cards=len(state.craft.deck) + 1,
        repairs=_repairs(content, state.craft),
    )
    return Choice(
        id,
        "reward",
        card_name(content, action.card),
        text,
        say("Take a card"),
        card=f"{OFFER}-{action.card}",
        symbols=(card.symbol,),
        final=True,
        rule="DS-98",
    )


def _take_upgrade(content: Content, state: RunState, action: TakeUpgrade, after: Craft, id: str) -> Choice:
    entry = content.sectors.rewards[action.reward]
    text = say("{gain} {repairs}", gain=gain(state.craft, after), repairs=_repairs(content, after))
    return Choice(
        id,
        "reward",
        say("{name}", name=entry.name),
        text,
        say("Upgrade the ship"),
        card=f"{UPGRADE}-{action.reward}",
        symbols=(entry.symbol,),
        final=True,
        rule="DS-98",
    )


def gain(before: Craft, after: Craft) -> Text:
    """What an upgrade changes."""
    gains: list[Text] = []
    if after.armor > before.armor:
        gains.append(say("Every sector begins with {armor} armor.", armor=after.armor))
    if after.max_speed > before.max_speed:
        gains.append(say("Speed limit {speed}.", speed=after.max_speed))
    if after.max_health > before.max_health:
        gains.append(say("Hull limit {health}.", health=after.max_health))
    told = gains[0]
    for gain in gains[1:]:
        told = say("{some} {more}", some=told, more=gain)
    return told


def _remove(content: Content, state: RunState, action: RemoveCard | TrimCard, id: str) -> Choice:
    spare = isinstance(action, TrimCard)
    left, cards = state.craft.deck.count(action.card) - 1, len(state.craft.deck) - 1
    text = say("{count} of them and {cards} cards are left.", count=left, cards=cards)
    if not spare:
        text = say("{text} {repairs}", text=text, repairs=_repairs(content, state.craft))
    return Choice(
        id,
        "remove",
        card_name(content, action.card),
        text,
        say("Remove a card, and still choose a reward") if spare else say("Remove a card"),
        card=f"{DECK}-{action.card}",
        symbols=(content.cards[action.card].symbol,),
        final=True,
        rule="DS-A68" if spare else "DS-99",
    )


def _repairs(content: Content, craft: Craft) -> Text:
    """The hull as it will be after the repairs that follow."""
    after = rewards.repaired(content, craft)
    if craft.health == craft.max_health:
        return say("Hull {health} of {most}.", health=after.health, most=after.max_health)
    return say("After repairs hull {health} of {most}.", health=after.health, most=after.max_health)
