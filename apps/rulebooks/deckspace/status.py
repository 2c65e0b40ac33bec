"""The line above the board: whose turn it is and what is asked, spoken to one audience."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Status
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace import ending, mission
from apps.rulebooks.deckspace.content import Beaming, Jumping, Launching, Pulsing, Thrusting
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.ordnance import owing
from apps.rulebooks.deckspace.play import waiting_on
from apps.rulebooks.deckspace.state import Ship, State
from apps.rulebooks.deckspace.words import card_name, ship_name


def status(content: Content, state: State, audience: Audience) -> Status:
    """Headline, detail and whom the game waits for."""
    if state.outcome is not None:
        return Status(ending.sentence(state, state.outcome), phase=say("Game over"), over=True)
    waiting = tuple(sorted(waiting_on(state)))
    if state.phase == "between":
        assert state.last is not None
        headline = ending.sentence(state, state.last)
        return Status(headline, say("Anyone may begin the next game."), waiting, _phase(content, state))
    ship = state.ship(state.active)
    assert ship is not None
    mine = audience.role == "seat" and audience.seat in waiting
    headline, detail = _yours(content, state, ship) if mine else _theirs(content, state, ship)
    orders = mission.line(content, state)
    if orders != NOTHING:
        detail = say("{mission} {detail}", mission=orders, detail=detail) if detail != NOTHING else orders
    aiming = mine and bool(state.card) and state.phase == "acting" and not _is_thrust(content, state.card)
    return Status(headline, detail, waiting, _phase(content, state), aiming=aiming)


def _phase(content: Content, state: State) -> Text:
    if state.rules.games > 1:
        return say(
            "Game {game} of {games}, round {round}", game=state.series.game, games=state.rules.games, round=state.round
        )
    return say("Round {round}", round=state.round)


def _is_thrust(content: Content, card: str) -> bool:
    return isinstance(content.cards[card].effect, Thrusting)


def _yours(content: Content, state: State, ship: Ship) -> tuple[Text, Text]:
    if state.phase == "prompt":
        return say("An enemy is in range: fire PDC, or skip it?"), NOTHING
    if state.phase == "choosing":
        assert state.offer is not None
        return say("Keep {count} of these cards", count=state.offer.keep), say("It comes on top of your draw pile.")
    if state.phase == "keeping":
        return say("Keep one card for the next turn, or none"), NOTHING
    if state.phase == "ready":
        return say("Your turn"), NOTHING
    if state.card:
        return _using(content, state), NOTHING
    owed = owing(content, state, ship)
    if owed:
        if len(owed) == 1:
            return say("Your turn: steer your missile"), say("It must still move.")
        return say("Your turn: steer your missiles"), say("{count} of them must still move.", count=len(owed))
    if state.played < content.numbers.plays and ship.hand:
        return say("Your turn: play a card, or end it"), say("At the end your ship flies {speed}.", speed=ship.speed)
    return say("Your turn: end it when you are ready"), say("At the end your ship flies {speed}.", speed=ship.speed)


def _using(content: Content, state: State) -> Text:
    card, effect = card_name(content, state.card), content.cards[state.card].effect
    if isinstance(effect, Thrusting):
        return say("{card}: {uses} thrust moves left", card=card, uses=state.uses)
    if isinstance(effect, Launching):
        return say("{card}: choose a hex beside your ship", card=card)
    if isinstance(effect, Beaming):
        return say("{card}: choose a direction", card=card)
    if isinstance(effect, Jumping):
        return say("{card}: choose a hex", card=card)
    if isinstance(effect, Pulsing):
        return say("{card}: set it off when you are ready", card=card)
    return card


def _theirs(content: Content, state: State, ship: Ship) -> tuple[Text, Text]:
    who = ship_name(ship)
    if state.phase == "prompt":
        return say("{ship} has an enemy in range", ship=who), NOTHING
    if state.phase == "choosing":
        return say("{ship} chooses a card from the pool", ship=who), NOTHING
    if state.phase == "keeping":
        return say("{ship} tidies its hand", ship=who), NOTHING
    if state.card:
        return say("{ship} uses {card}", ship=who, card=card_name(content, state.card)), NOTHING
    return say("{ship}'s turn", ship=who), NOTHING
