"""What must be true of every state, checked after each action of test games."""

from __future__ import annotations

from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.fleet import ships_of
from apps.rulebooks.dogfight.hand import ASTEROID, KINDS, cup
from apps.rulebooks.dogfight.state import State


def check(content: Content, state: State) -> list[str]:
    """The invariants that `state` breaks, in words: counters and ships conserved, squares, caps, phases."""
    return _counters(content, state) + _ships(content, state) + _board(content, state) + _course(content, state)


def _counters(content: Content, state: State) -> list[str]:
    broken = []
    for seat, side in enumerate(state.sides):
        if len(side.hand) > content.numbers.hand_limit:
            broken.append(f"seat {seat} holds {len(side.hand)} counters")
        if ASTEROID in side.hand:
            broken.append(f"seat {seat} holds a Move Asteroid counter")
        if set(side.hand) - set(KINDS) or side.hand != tuple(sorted(side.hand)):
            broken.append(f"the hand of seat {seat} is not a sorted hand of counters: {side.hand}")
        if side.dry and "ap" in side.hand:
            broken.append(f"seat {seat} holds AP although it paid with a Blank")
    left = cup(content, state)
    for kind, count in left.items():
        if count < 0:
            broken.append(f"there are {-count} more {kind} counters than exist")
    held = len(state.sides[0].hand) + len(state.sides[1].hand)
    if sum(left.values()) + held != sum(content.cup.values()):
        broken.append("cup and hands do not add up to all counters")
    return broken


def _ships(content: Content, state: State) -> list[str]:
    broken = []
    legal = {ships_of(content, fleet) for fleet in content.fleets}
    everyone = (*state.ships, *state.lost)
    for seat, side in enumerate(state.sides):
        fleet = tuple(sorted([*side.unplaced, *(ship.kind for ship in everyone if ship.side == seat)]))
        if side.built and fleet not in legal:
            broken.append(f"the fleet of seat {seat} has become {fleet}")
        if not side.built and fleet:
            broken.append(f"seat {seat} has ships without a fleet")
    if len({ship.number for ship in everyone}) != len(everyone):
        broken.append("two ships have the same number")
    return broken


def _board(content: Content, state: State) -> list[str]:
    broken = []
    cells = [*(ship.cell for ship in state.ships), *state.asteroids]
    if len(set(cells)) != len(cells):
        broken.append("two things stand in one square")
    if not set(cells) <= content.squares:
        broken.append("something stands off the board")
    wanted = 0 if not (state.sides[0].built and state.sides[1].built) else content.board.asteroids
    if state.phase != "over" and len(state.asteroids) != wanted:
        broken.append(f"there are {len(state.asteroids)} asteroids")
    return broken


def _course(content: Content, state: State) -> list[str]:
    broken = []
    if (state.phase == "over") != (state.outcome is not None):
        broken.append("the game is over without an outcome, or goes on with one")
    if (state.phase == "reacting") != (state.assault is not None):
        broken.append("an attack waits for an answer in the wrong phase")
    if not 0 <= state.room <= content.numbers.draw or (state.room and state.phase != "drawing"):
        broken.append(f"room for {state.room} draws in phase {state.phase}")
    if state.phase != "over" and state.quiet >= content.numbers.stall_turns:
        broken.append("the game goes on although it has stalled")
    if state.turn > content.numbers.turn_limit:
        broken.append(f"turn {state.turn} is beyond the limit")
    return broken
