"""Discarding action counters and drawing them."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Event, Step
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.actions import Discard, Draw
from apps.rulebooks.dogfight.asteroids import drift
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.ending import pass_turn
from apps.rulebooks.dogfight.hand import ASTEROID, cup, without
from apps.rulebooks.dogfight.state import State
from apps.rulebooks.dogfight.words import colour, counter_name


def discards(state: State, seat: int) -> list[Discard]:
    """One for each kind held (DF-18)."""
    hand = state.sides[seat].hand
    return [Discard(kind) for kind in dict.fromkeys(hand)]


def discard(content: Content, state: State, seat: int, action: Discard, chance: Chance) -> Step[State]:
    """Put a counter back; the opponent learns only that it happened (DF-18, DF-A12, DF-A23)."""
    side = state.sides[seat]
    side = replace(side, hand=without(side.hand, action.counter))
    events = (
        Event("discarded", say("{side} puts a counter back.", side=colour(seat)), rule="DF-18", seat=seat),
        Event(
            "discarded-kind",
            say("{side}'s counter was {counter}.", side=colour(seat), counter=counter_name(action.counter)),
            to=(seat,),
            rule="DF-A23",
            seat=seat,
        ),
    )
    return Step(replace(state, sides=state.with_side(seat, side)), events)


def room_to_draw(content: Content, state: State, seat: int) -> int:
    """How many counters may still be drawn this turn (DF-16, DF-17, DF-A13); none once AP is being spent."""
    if state.phase == "drawing":
        return state.room
    if state.phase != "discarding":
        return 0
    numbers = content.numbers
    return min(numbers.draw, numbers.hand_limit - len(state.sides[seat].hand), sum(cup(content, state).values()))


def draw(content: Content, state: State, seat: int, action: Draw, chance: Chance) -> Step[State]:
    """Draw one counter at random; a Move Asteroid counter is resolved at once (DF-16, DF-41, DF-A13)."""
    room = room_to_draw(content, state, seat) - 1
    state = replace(state, phase="drawing", room=room)
    kind = _from_cup(cup(content, state), chance)
    events: list[Event] = []
    if kind == ASTEROID:
        events.append(
            Event("drew-asteroid", say("{side} draws Move Asteroid.", side=colour(seat)), rule="DF-41", seat=seat)
        )
        state = drift(content, state, seat, chance, events)
    else:
        side = state.sides[seat]
        side = replace(side, hand=tuple(sorted((*side.hand, kind))), dry=False)
        state = replace(state, sides=state.with_side(seat, side))
        events.append(
            Event("drew", say("{side} draws a counter and keeps it.", side=colour(seat)), rule="DF-16", seat=seat)
        )
        drawn = say("{side}'s counter is {counter}.", side=colour(seat), counter=counter_name(kind))
        events.append(Event("drew-kind", drawn, to=(seat,), rule="DF-23", seat=seat))
    if state.outcome is None and room == 0:
        state = pass_turn(content, state, events)
    return Step(state, tuple(events))


def _from_cup(left: dict[str, int], chance: Chance) -> str:
    place = chance.below(sum(left.values()), "cup")
    for kind, count in left.items():
        place -= count
        if place < 0:
            return kind
    raise AssertionError("the cup was counted wrongly")
