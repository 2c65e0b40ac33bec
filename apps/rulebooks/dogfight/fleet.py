"""Before the first turn: building the fleets and placing them."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.protocol import Event, Step
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.actions import BuildFleet, PlaceShip
from apps.rulebooks.dogfight.asteroids import scatter
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.hand import without
from apps.rulebooks.dogfight.state import Ship, State, Trace
from apps.rulebooks.dogfight.words import class_name, colour


def fleets_to_build(content: Content, state: State, seat: int) -> list[BuildFleet]:
    """Every legal fleet, until the seat has committed one (DF-08)."""
    return [] if state.sides[seat].built else [BuildFleet(fleet) for fleet in content.fleets]


def ships_of(content: Content, fleet: tuple[int, ...]) -> tuple[str, ...]:
    """The ships of a fleet given as counts, one class slug for each, sorted."""
    kinds = (ship.slug for ship, count in zip(content.ships, fleet, strict=True) for _ in range(count))
    return tuple(sorted(kinds))


def build(content: Content, state: State, seat: int, action: BuildFleet, chance: Chance) -> Step[State]:
    """Commit a fleet in secret; the second one brings the asteroids and the first placer (DF-08, DF-12, DF-A18)."""
    side = replace(state.sides[seat], unplaced=ships_of(content, action.fleet), built=True)
    state = replace(state, sides=state.with_side(seat, side))
    events = [Event("fleet-built", say("{side} has committed a fleet.", side=colour(seat)), rule="DF-08", seat=seat)]
    if state.sides[0].built and state.sides[1].built:
        state = scatter(content, state, chance, events)
        first = chance.below(2, "first-placer")
        state = replace(state, phase="placing", active=first, first=first)
        words = say(
            "{side} places the first ship; {other} will take the first turn.",
            side=colour(first),
            other=colour(1 - first),
        )
        events.append(Event("placing-began", words, rule="DF-A18", seat=first))
    return Step(state, tuple(events), barrier=True)


def placements(content: Content, state: State, seat: int) -> list[PlaceShip]:
    """Each class still to be placed on each free square of the own start zone (DF-12, DF-A22)."""
    kinds = set(state.sides[seat].unplaced)
    free = sorted(content.zones[seat] - state.occupied())
    return [PlaceShip(ship.slug, cell) for ship in content.ships if ship.slug in kinds for cell in free]


def place(content: Content, state: State, seat: int, action: PlaceShip, chance: Chance) -> Step[State]:
    """Place a ship; the other side goes on, or the same one if the other has none left (DF-12, DF-A22)."""
    side = state.sides[seat]
    side = replace(side, unplaced=without(side.unplaced, action.ship))
    ship = Ship(len(state.ships), seat, action.ship, action.to)
    state = replace(
        state,
        sides=state.with_side(seat, side),
        ships=(*state.ships, ship),
        trace=Trace(seat, went=action.to),
    )
    words = say(
        "{side} places a {ship} at {at}.",
        side=colour(seat),
        ship=class_name(content, action.ship),
        at=name(action.to),
    )
    events = [Event("ship-placed", words, rule="DF-12", seat=seat)]
    if state.sides[1 - seat].unplaced:
        state = replace(state, active=1 - seat)
    elif not side.unplaced:
        starter = 1 - state.first
        state = replace(state, phase="discarding", active=starter, turn=1)
        words = say("Both fleets stand ready. {side} takes the first turn.", side=colour(starter))
        events.append(Event("battle-began", words, rule="DF-A18", seat=starter))
    return Step(state, tuple(events), barrier=True)
