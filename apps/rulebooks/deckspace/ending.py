"""When a battle, a mission or a series is over, and who has won (DS-01, DS-A23, DS-A47, DS-A55)."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Result
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import Outcome, State
from apps.rulebooks.deckspace.words import colour

ENDINGS = ("last-ship", "all-lost", "rounds", "series", "series-drawn", "conceded", "agreed")  # of a table
MISSION_ENDINGS = ("mission-won", "mission-lost", "escaped", "left-early")  # of a battle that a run orders


def settled(battle: Battle) -> bool:
    """Whether the battle is over; if it has just ended, how it did is noted in `last`."""
    if battle.last is not None:
        return True
    battle.last = _mission(battle) if battle.before.objective is not None else _free_battle(battle)
    if battle.last is None:
        return False
    battle.flight, battle.card, battle.uses = -1, "", 0
    return True


def _free_battle(battle: Battle) -> Outcome | None:
    """The last side with a ship has won; none left, or no time left, is a draw."""
    sides = {ship.side for ship in battle.ships.values()}
    if not sides:
        return Outcome("all-lost")
    if len(sides) == 1:
        (side,) = sides
        return Outcome("last-ship", _seats_of(battle.before, side))
    if battle.round > battle.numbers.round_limit:
        return Outcome("rounds")
    return None


def _mission(battle: Battle) -> Outcome | None:
    objective = battle.before.objective
    assert objective is not None
    hero = next(ship for ship in battle.before.everyone() if ship.number == objective.ship)
    own = _seats_of(battle.before, hero.side)
    enemies = [ship for ship in battle.ships.values() if ship.side != hero.side]
    if objective.ship not in battle.ships:
        gone = next((ship for ship in battle.departed if ship.number == objective.ship), None)
        if gone is None:
            return Outcome("mission-lost")
        if objective.kind == "supply" and gone.dropped:
            return Outcome("mission-won", own)
        return Outcome("left-early")
    if objective.kind == "destroy" and not enemies:
        return Outcome("mission-won", own)
    if objective.kind == "station" and not any(ship.station for ship in enemies):
        return Outcome("mission-won", own)
    if objective.kind == "runner" and not any(ship.profile == "runner" for ship in enemies):
        away = any(ship.profile == "runner" for ship in battle.departed)
        return Outcome("escaped") if away else Outcome("mission-won", own)
    if battle.round > battle.numbers.round_limit:
        return Outcome("left-early") if battle.chart.gates else Outcome("mission-lost")
    return None


def _seats_of(state: State, side: int) -> tuple[int, ...]:
    return tuple(seat for seat, other in enumerate(state.sides) if other == side and seat not in state.retired)


def after_game(state: State, last: Outcome) -> tuple[tuple[int, ...], Outcome | None]:
    """The games won by each seat after this one, and how the series ended, if it has (DS-03, DS-A47).

    A single game is a series of one. A drawn game scores for nobody, and a series stops at twice its length.
    Whoever has given up keeps its wins and cannot win the series any more (DS-A65).
    """
    wins = tuple(count + (seat in last.winners) for seat, count in enumerate(state.series.wins))
    games = state.rules.games
    if games == 1:
        return wins, last
    playing = [seat for seat in range(len(wins)) if seat not in state.retired]
    most = max(wins[seat] for seat in playing)
    ahead = tuple(seat for seat in playing if wins[seat] == most)
    if most > games // 2:
        return wins, Outcome("series", ahead)
    if state.series.game >= 2 * games:
        alone = len({state.sides[seat] for seat in ahead}) == 1
        return wins, Outcome("series", ahead) if alone else Outcome("series-drawn")
    return wins, None


def result(content: Content, state: State) -> Result | None:
    """How the table ended; the score of a seat is the games it has won."""
    outcome = state.outcome
    if outcome is None:
        return None
    return Result(outcome.ending, outcome.winners, state.series.wins, sentence(state, outcome))


def sentence(state: State, outcome: Outcome) -> Text:
    """How a battle or a series ended, in words."""
    winners = names(outcome.winners)
    if outcome.ending == "conceded" and state.objective is not None:
        return say("The battle was given up.")
    if outcome.ending == "last-ship":
        if len(outcome.winners) == 1:
            return say("{side} is the last ship flying.", side=winners)
        return say("{sides} have won the battle.", sides=winners)
    if outcome.ending == "conceded":
        return say("{by} gives up. {winners} wins.", by=colour(outcome.by), winners=winners)
    if outcome.ending in ("series", "series-drawn"):
        score = _score(state)
        if outcome.ending == "series-drawn":
            return say("The series is drawn, {score}.", score=score)
        return say("{winners} wins the series, {score}.", winners=winners, score=score)
    return {
        "all-lost": say("Nobody is left: a draw."),
        "rounds": say("Time is up: a draw."),
        "agreed": say("All agree on a draw."),
        "mission-won": say("Mission accomplished."),
        "mission-lost": say("The ship is lost, and the mission with it."),
        "escaped": say("The runner has escaped."),
        "left-early": say("The mission was left unfinished."),
    }[outcome.ending]


def names(seats: tuple[int, ...]) -> Text:
    """Several seats by name: "Red", "Blue and Gold"."""
    if not seats:
        return say("Nobody")
    listed = colour(seats[0])
    for seat in seats[1:]:
        listed = say("{some} and {other}", some=listed, other=colour(seat))
    return listed


def _score(state: State) -> Text:
    shown = say("{count}", count=state.series.wins[0])
    for count in state.series.wins[1:]:
        shown = say("{some} : {count}", some=shown, count=count)
    return shown
