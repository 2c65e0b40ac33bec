"""Asteroids: where they begin, and what moves them."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.square import COMPASS, Cell, moved, name
from apps.rulebooks.core.protocol import Event, Step
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.actions import UseBlankAsAsteroid
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.ending import settle
from apps.rulebooks.dogfight.hand import BLANK, without
from apps.rulebooks.dogfight.state import Dice, State, Throw, Trace
from apps.rulebooks.dogfight.words import colour, ship_name, way_of

_DIE = 6


def scatter(content: Content, state: State, chance: Chance, events: list[Event]) -> State:
    """Put the asteroids on spots chosen by die, rolling repeats again (DF-10, DF-A04)."""
    taken: list[Cell] = []
    throws: list[Throw] = []
    while len(taken) < content.board.asteroids:
        value = chance.die(_DIE, "spot")
        spot = content.board.spots[value - 1]
        throws.append(Throw("spot", -1, value, again=spot in taken))
        if spot not in taken:
            taken.append(spot)
    places = ", ".join(name(cell) for cell in taken)
    events.append(Event("asteroids-placed", say("Asteroids drift at {places}.", places=places), rule="DF-10"))
    return replace(state, asteroids=tuple(taken), dice=Dice(tuple(throws), "spots", -1))


def chosen_asteroid(content: Content, value: int) -> int:
    """Which asteroid a die means: with three of them 1-2, 3-4, 5-6; counted from 0 (DF-42, DF-A14)."""
    return (value - 1) // (_DIE // content.board.asteroids)


def drift(content: Content, state: State, seat: int, chance: Chance, events: list[Event]) -> State:
    """Move one asteroid by one square as the dice say; it crushes what it meets (DF-42 to DF-44, DF-A14)."""
    value = chance.die(_DIE, "asteroid")
    index = chosen_asteroid(content, value)
    throws = [Throw("asteroid", seat, value)]
    while True:
        value = chance.die(_DIE, "direction")
        throws.append(Throw("direction", seat, value, again=value > len(COMPASS)))
        if value <= len(COMPASS):
            break
    came = state.asteroids[index]
    went = moved(came, COMPASS[value - 1])
    direction = way_of(value - 1)
    number = index + 1
    if went not in content.squares or went in state.asteroids:
        words = say(
            "Asteroid {number} would move {way} and cannot: it stays at {at}.",
            number=number,
            way=direction,
            at=name(came),
        )
        events.append(Event("asteroid-held", words, rule="DF-43", seat=seat))
        return replace(state, dice=Dice(tuple(throws), "held", seat), trace=Trace(seat, went=came))
    asteroids = (*state.asteroids[:index], went, *state.asteroids[index + 1 :])
    words = say("Asteroid {number} moves {way} to {to}.", number=number, way=direction, to=name(went))
    events.append(Event("asteroid-moved", words, rule="DF-42", seat=seat))
    hit = next((ship for ship in state.ships if ship.cell == went), None)
    if hit is None:
        dice = Dice(tuple(throws), "drifted", seat)
        return replace(state, asteroids=asteroids, dice=dice, trace=Trace(seat, came, went))
    crushed = say("It crushes the {ship} at {at}.", ship=ship_name(content, hit), at=name(went))
    events.append(Event("ship-crushed", crushed, rule="DF-44", seat=hit.side))
    state = replace(
        state,
        asteroids=asteroids,
        ships=tuple(ship for ship in state.ships if ship.number != hit.number),
        lost=(*state.lost, hit),
        progress=True,
        dice=Dice(tuple(throws), "crushed", seat, target=hit.kind),
        trace=Trace(seat, came, went, wreck=went),
    )
    return settle(content, state, events)


def blank_uses(state: State, seat: int) -> list[UseBlankAsAsteroid]:
    """A Blank held may move an asteroid (DF-40, DF-A06)."""
    usable = BLANK in state.sides[seat].hand and not state.variant.blank_is_dead
    return [UseBlankAsAsteroid()] if usable else []


def use_blank(content: Content, state: State, seat: int, action: UseBlankAsAsteroid, chance: Chance) -> Step[State]:
    """Spend a Blank to have the dice move an asteroid; any cheap follow-up is forgone (DF-40, DF-A26)."""
    side = state.sides[seat]
    side = replace(side, hand=without(side.hand, BLANK))
    state = replace(state, phase="spending", follow=None, sides=state.with_side(seat, side))
    words = say("{side} spends a Blank as Move Asteroid.", side=colour(seat))
    events = [Event("blank-as-asteroid", words, rule="DF-40", seat=seat)]
    state = drift(content, state, seat, chance, events)
    return Step(state, tuple(events))
