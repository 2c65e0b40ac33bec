"""When the game ends and who has won; and the passing of the turn, which is where a stalled game ends."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.protocol import Event, Result
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.state import Outcome, State, in_base, points_home
from apps.rulebooks.dogfight.words import colour

ENDINGS = ("eliminated", "home", "home-first", "drawn", "stalled", "turn-limit", "agreed", "conceded")


def settle(content: Content, state: State, events: list[Event]) -> State:
    """The state after a move or a lost ship, with the end of the game if that brought it (DF-47, DF-48, DF-52)."""
    homes = [True, True]
    alive = [False, False]
    for ship in state.ships:
        alive[ship.side] = True
        if homes[ship.side] and not in_base(content, ship):
            homes[ship.side] = False
    for side in (0, 1):
        if not alive[side]:
            return finish(content, state, Outcome("eliminated", 1 - side), events)
    if state.first_home < 0:
        for side in (0, 1):
            if homes[side]:
                state = replace(state, first_home=side)
                words = say("The whole {side} fleet is in the {other} base.", side=colour(side), other=colour(1 - side))
                events.append(Event("home", words, rule="DF-A15", seat=side))
                break
    if not (homes[0] and homes[1]):
        return state
    red, blue = points_home(content, state, 0), points_home(content, state, 1)
    if red != blue:
        return finish(content, state, Outcome("home", 0 if red > blue else 1), events)
    if state.variant.draw_on_tie:
        return finish(content, state, Outcome("drawn"), events)
    return finish(content, state, Outcome("home-first", state.first_home), events)


def pass_turn(content: Content, state: State, events: list[Event]) -> State:
    """Hand the turn on, or end a game that has stalled or lasted too long (DF-22, DF-A16)."""
    quiet = 0 if state.progress else state.quiet + 1
    state = replace(state, quiet=quiet, room=0, follow=None)
    if quiet >= content.numbers.stall_turns:
        return finish(content, state, Outcome("stalled", leader(content, state)), events)
    if state.turn >= content.numbers.turn_limit:
        return finish(content, state, Outcome("turn-limit", leader(content, state)), events)
    active = 1 - state.active
    events.append(Event("turn-began", say("{side}'s turn.", side=colour(active)), rule="DF-22", seat=active))
    return replace(state, phase="discarding", active=active, turn=state.turn + 1, progress=False)


def leader(content: Content, state: State) -> int | None:
    """Who is ahead when time runs out: points in the base, then points times rows advanced (DF-A16)."""
    for measure in (points_home, ground_gained):
        red, blue = measure(content, state, 0), measure(content, state, 1)
        if red != blue:
            return 0 if red > blue else 1
    return None


def ground_gained(content: Content, state: State, side: int) -> int:
    """The sum over a side's ships of points times rows advanced, counted from its own edge of the board."""
    total = 0
    for ship in state.fleet(side):
        row = ship.cell[1]
        advanced = row - 1 if side == 0 else content.board.rows - row
        total += content.by_slug[ship.kind].points * advanced
    return total


def finish(content: Content, state: State, outcome: Outcome, events: list[Event]) -> State:
    """The state with the game over, and the event that says so."""
    state = replace(state, phase="over", outcome=outcome, assault=None, follow=None, room=0)
    ended = result(content, state)
    assert ended is not None
    events.append(Event("game-ended", ended.text, rule="DF-22", seat=outcome.winner))
    return state


def result(content: Content, state: State) -> Result | None:
    """How the game ended; scores are the points of each side's ships in the enemy base (DF-49)."""
    outcome = state.outcome
    if outcome is None:
        return None
    scores = (points_home(content, state, 0), points_home(content, state, 1))
    winners = () if outcome.winner is None else (outcome.winner,)
    return Result(outcome.ending, winners, scores, _verdict(outcome, scores))


def _verdict(outcome: Outcome, scores: tuple[int, int]) -> Text:
    red, blue = scores
    if outcome.winner is None:
        return {
            "agreed": say("Both admirals shake hands over an open channel. Nobody has won."),
            "drawn": say("Both fleets are home with {points} points each. History calls it a draw.", points=red),
        }.get(outcome.ending, say("The fuel is gone, the lines have not moved. Nobody has won."))
    winner, loser = colour(outcome.winner), colour(1 - outcome.winner)
    high, low = (red, blue) if outcome.winner == 0 else (blue, red)
    return {
        "eliminated": say("The last {loser} ship is gone. The sky belongs to {winner}.", winner=winner, loser=loser),
        "home": say("{winner} holds the enemy base, {high} points to {low}.", winner=winner, high=high, low=low),
        "home-first": say(
            "Both fleets are home with {points} points each. {winner} was there first.", winner=winner, points=high
        ),
        "stalled": say("Nobody dared. {winner} stood closer to victory and takes it.", winner=winner),
        "turn-limit": say("The last watch has rung. {winner} is ahead and takes the day.", winner=winner),
        "conceded": say("{loser} strikes its colours. {winner} has won.", winner=winner, loser=loser),
    }[outcome.ending]
