"""The course of a game: setting it up, who may do what now, doing it, and giving up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Action, Event, IllegalAction, Step
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight import asteroids, combat, counters, fleet, movement
from apps.rulebooks.dogfight.actions import (
    Attack,
    Brace,
    BuildFleet,
    Discard,
    Draw,
    EndTurn,
    FollowUp,
    Move,
    PlaceShip,
    TakeIt,
    UseBlankAsAsteroid,
)
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.ending import finish, pass_turn
from apps.rulebooks.dogfight.refusals import refusal
from apps.rulebooks.dogfight.state import Outcome, State, Variant
from apps.rulebooks.dogfight.words import colour


def setup(content: Content, options: Mapping[str, str], chance: Chance) -> Step[State]:
    """An empty board, empty hands, and both sides asked for a fleet (DF-01, DF-12, DF-A21)."""
    variant = Variant(
        draw_on_tie=options.get("draw_on_tie") == "draw",
        blank_is_dead=options.get("blank") == "dead",
        safe_in_base=options.get("safe_in_base") == "yes",
    )
    words = say("Two fleets are called up, {budget} points each.", budget=content.fleet.budget)
    return Step(State(variant), (Event("fleets-called", words, rule="DF-08"),))


def waiting_on(state: State) -> frozenset[int]:
    """Both seats until their fleets are built, the defender during a reaction, else whose turn it is."""
    if state.phase == "fleets":
        return frozenset(seat for seat in (0, 1) if not state.sides[seat].built)
    if state.phase == "over":
        return frozenset()
    return frozenset((1 - state.active if state.phase == "reacting" else state.active,))


def legal_actions(content: Content, state: State, seat: int) -> tuple[Action, ...]:
    """Everything `seat` may do now; empty for a seat that is not waited on (DF-14, DF-15, DF-21)."""
    if seat not in waiting_on(state):
        return ()
    phase = state.phase
    if phase == "fleets":
        return tuple(fleet.fleets_to_build(content, state, seat))
    if phase == "placing":
        return tuple(fleet.placements(content, state, seat))
    if phase == "reacting":
        return (*combat.braces(state, seat), TakeIt())
    actions: list[Action] = []
    if phase == "discarding":
        actions += counters.discards(state, seat)
    if counters.room_to_draw(content, state, seat) > 0:
        actions.append(Draw())
    if phase != "drawing":
        actions += _spending(content, state, seat)
    actions.append(EndTurn())
    return tuple(actions)


def _spending(content: Content, state: State, seat: int) -> list[Action]:
    actions: list[Action] = [*combat.follow_ups(content, state, seat)]
    ships = state.fleet(seat)
    if combat.can_pay_attack(content, state, seat):
        for ship in ships:
            actions += combat.attacks_of(content, state, ship)
    if movement.can_pay_move(content, state, seat):
        occupied = state.occupied()
        for ship in ships:
            actions += movement.moves_of(content, occupied, ship)
    return actions + asteroids.blank_uses(state, seat)


def allowed(content: Content, state: State, seat: int, action: Action) -> bool:
    """Whether `action` is one of the legal ones; a move is looked for among its own ship's only."""
    if isinstance(action, Move) and state.phase in ("discarding", "spending") and seat == state.active:
        ship = state.ship(action.ship)
        return (
            ship is not None
            and ship.side == seat
            and movement.can_pay_move(content, state, seat)
            and action in movement.moves_of(content, state.occupied(), ship)
        )
    return action in legal_actions(content, state, seat)


def end_turn(content: Content, state: State, seat: int, action: EndTurn, chance: Chance) -> Step[State]:
    """Hand the turn on (DF-22)."""
    events: list[Event] = []
    state = pass_turn(content, state, events)
    return Step(state, tuple(events))


_DO: dict[type[Action], Any] = {
    BuildFleet: fleet.build,
    PlaceShip: fleet.place,
    Discard: counters.discard,
    Draw: counters.draw,
    Move: movement.move,
    Attack: combat.attack,
    FollowUp: combat.follow_up,
    UseBlankAsAsteroid: asteroids.use_blank,
    Brace: combat.brace,
    TakeIt: combat.take_it,
    EndTurn: end_turn,
}


def apply(content: Content, state: State, seat: int, action: Action, chance: Chance) -> Step[State]:
    """Do `action`; raises IllegalAction with a reason unless it is legal now."""
    if not allowed(content, state, seat, action):
        raise refusal(state, seat, action, waiting_on(state))
    step: Step[State] = _DO[type(action)](content, state, seat, action, chance)
    return step


def concede(content: Content, state: State, seat: int) -> Step[State]:
    """Give up: the other side has won (DF-A16)."""
    _must_go_on(state)
    events = [Event("conceded", say("{side} concedes.", side=colour(seat)), rule="DF-A16", seat=seat)]
    state = finish(content, state, Outcome("conceded", 1 - seat, seat), events)
    return Step(state, tuple(events), barrier=True)


def agree_draw(content: Content, state: State) -> Step[State]:
    """End the game as a draw that both players have agreed to (DF-A16)."""
    _must_go_on(state)
    events = [Event("draw-agreed", say("Both sides agree to a draw."), rule="DF-A16")]
    state = finish(content, state, Outcome("agreed"), events)
    return Step(state, tuple(events), barrier=True)


def _must_go_on(state: State) -> None:
    if state.outcome is not None:
        raise IllegalAction("over", say("The game is over."))
