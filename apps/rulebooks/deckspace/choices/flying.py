"""Choices about cards, thrust and turns."""

from __future__ import annotations

from collections.abc import Sequence

from apps.rulebooks.core.geometry.hex import Hex, degrees, name
from apps.rulebooks.core.protocol import Action, action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.actions import (
    BeginTurn,
    EndTurn,
    KeepCard,
    KeepNothing,
    NextGame,
    PlayCard,
    SkipPdc,
    TakeCard,
    Thrust,
)
from apps.rulebooks.deckspace.choices.ahead import Flight, flown, forwarded, joined
from apps.rulebooks.deckspace.content import Beaming, Launching
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.flight import way_of
from apps.rulebooks.deckspace.state import Ship, State
from apps.rulebooks.deckspace.words import card_name

_THRUST = {
    "accelerate": (say("Accelerate"), "w", "DS-14"),
    "forward": (say("Forward"), "w", "DS-18"),
    "left": (say("Turn left"), "a", "DS-12"),
    "right": (say("Turn right"), "d", "DS-12"),
    "decelerate": (say("Decelerate"), "s", "DS-14"),
}


def card_id(ship: Ship, card: str) -> str:
    """The id of a card in a hand, on screens."""
    return f"card-{ship.number}-{card}"


def choice(content: Content, state: State, action: Action) -> Choice:
    """One of these actions, described."""
    id = action_id(action)
    ship = state.ship(state.active)
    if isinstance(action, NextGame):
        return Choice(
            id, "next", say("Begin game {game}", game=state.series.game + 1), key="n", final=True, rule="DS-05"
        )
    assert ship is not None
    if isinstance(action, PlayCard):
        return _play(content, ship, action, id)
    if isinstance(action, Thrust):
        return _thrust(content, state, ship, action, id)
    if isinstance(action, TakeCard):
        label = say("Keep {card}", card=card_name(content, action.card))
        text = say("{text}", text=content.cards[action.card].text)
        return Choice(id, "keep", label, text, card=f"offer-{action.card}", final=True, rule="DS-83")
    if isinstance(action, KeepCard):
        label = say("Keep {card}", card=card_name(content, action.card))
        return Choice(id, "keep", label, card=card_id(ship, action.card), final=True, rule="DS-A02")
    if isinstance(action, KeepNothing):
        return Choice(id, "discard", say("Discard all"), key="n", final=True, rule="DS-A02")
    if isinstance(action, SkipPdc):
        preview = say("After your card you can still fire once.")
        return Choice(id, "skip", say("Skip PDC"), preview, key="n", final=True, rule="DS-77")
    if isinstance(action, BeginTurn):
        return Choice(id, "next", say("Begin your turn"), key="n", final=True)
    assert isinstance(action, EndTurn)
    return _end_turn(content, state, ship, id)


def _play(content: Content, ship: Ship, action: PlayCard, id: str) -> Choice:
    card = content.cards[action.card]
    key = ""
    if isinstance(card.effect, Launching):
        key = "f" if card.effect.ordnance == "missile" else ""  # DS-27
    elif isinstance(card.effect, Beaming):
        key = "g"  # DS-28
    label = say("Play {card}", card=card_name(content, action.card))
    return Choice(
        id, "play", label, say("{text}", text=card.text), card=card_id(ship, action.card), key=key, rule="DS-30"
    )


def _thrust(content: Content, state: State, ship: Ship, action: Thrust, id: str) -> Choice:
    label, key, rule = _THRUST[action.move]
    preview: Text = NOTHING
    confirm: Text = NOTHING
    tile, aim = "", None
    if action.move == "forward":
        flight = forwarded(content, state, ship)
        preview = _one_hex(ship, flight)
        if flight.off:
            confirm = say("That flies your ship off the board. It would be lost.")
        else:
            tile, aim = name(flight.at), degrees(ship.facing)
            confirm = _gate_question(content, state, ship, (flight.at,))
            if _harm(flight) != NOTHING:
                confirm = say("{harm} Fly forward all the same?", harm=_harm(flight))
    elif action.move == "accelerate":
        preview = say("Speed {speed}.", speed=ship.speed + 1)
    elif action.move == "decelerate":
        if ship.speed:
            preview = say("Speed {speed}.", speed=ship.speed - 1)
        else:
            label, rule = say("Turn about"), "DS-15"
            preview = say("Your ship looks the other way, at speed {speed}.", speed=content.numbers.about_turn_speed)
    return Choice(id, f"thrust-{action.move}", label, preview, tile=tile, aim=aim, key=key, confirm=confirm, rule=rule)


def _one_hex(ship: Ship, flight: Flight) -> Text:
    """What a Forward does: the hex, the speed, and what is met there at once (DS-18, DS-A39)."""
    if flight.away:
        return _goal(flight)
    line = say("One hex now, and speed {speed}.", speed=min(ship.speed + 1, ship.max_speed))
    if flight.met:
        line = say("{line} There: {met}.", line=line, met=joined(list(flight.met)))
    return say("{line} It is destroyed.", line=line) if flight.lost else line


def _end_turn(content: Content, state: State, ship: Ship, id: str) -> Choice:
    """The end of a turn: how the ship will fly, what it meets, and a question before hull is lost (DS-31, DS-35)."""
    path, _off = way_of(content, state, ship)
    flight = flown(content, state, ship)
    return Choice(
        id,
        "end-turn",
        say("End turn"),
        _preview(content, flight),
        path=tuple(name(at) for at in path),
        key="e",
        confirm=_question(content, state, ship, flight, path),
        final=True,
        rule="DS-31",
    )


def _preview(content: Content, flight: Flight) -> Text:
    """Where the ship flies, what it meets on the way, and what stops it."""
    parts = [_goal(flight)]
    if flight.met:
        parts.append(say("On the way: {met}.", met=joined(list(flight.met))))
    if flight.lost:
        parts.append(say("It is destroyed."))
    if flight.blocked != NOTHING:
        parts.append(flight.blocked)
    if flight.in_field:
        parts.append(
            say(
                "That is in a field: {chance} % for a rock strike, {damage} damage.",
                chance=content.numbers.strike_chance,
                damage=content.numbers.strike_damage,
            )
        )
    line = parts[0]
    for part in parts[1:]:
        line = say("{some} {more}", some=line, more=part)
    return line


def _goal(flight: Flight) -> Text:
    if flight.off:
        return say("Your ship flies off the board.")
    if flight.away:
        return say("Your ship leaves by the gate at {at}.", at=name(flight.at))
    if not flight.steps:
        return say("Your ship stays where it is.")
    return say("Your ship flies to {at}.", at=name(flight.at))


def _question(content: Content, state: State, ship: Ship, flight: Flight, path: Sequence[Hex]) -> Text:
    """What is asked before a flight off the board, into what costs hull, or out of a mission that is not done."""
    if flight.off:
        return say("Your ship would fly off the board and be lost. End the turn all the same?")
    if _harm(flight) != NOTHING:
        return say("{harm} End the turn all the same?", harm=_harm(flight))
    return _gate_question(content, state, ship, path) if path else NOTHING


def _harm(flight: Flight) -> Text:
    """What a flight costs in hull, up to the ship itself, and by what; nothing where it costs none (DS-35)."""
    met = joined(list(flight.met))
    if flight.lost:
        return say("Your ship would be destroyed: {met}.", met=met)
    return say("That costs {hull} hull: {met}.", hull=flight.hull, met=met) if flight.hull else NOTHING


def _gate_question(content: Content, state: State, ship: Ship, path: Sequence[Hex]) -> Text:
    """Leaving by a gate with the mission unfinished is asked first (DS-122); a drop on the way there finishes it."""
    objective = state.objective
    if path[-1] not in ship.exits or objective is None or objective.ship != ship.number:
        return NOTHING
    if objective.kind == "supply" and (ship.dropped or content.chart(state.chart).drop in path):
        return NOTHING
    terms = state.terms
    if terms is not None and terms.breaks:
        return say("That gate leads out with the mission undone. It costs all the strength there is: the run ends. "
                   "Leave all the same?")  # fmt: skip
    if terms is not None and terms.leave:
        return say("That gate leads out with the mission undone: −{count} strength. Leave all the same?",
                   count=terms.leave)  # fmt: skip
    return say("That gate leads out, and the mission is not done. Leave all the same?")
