"""What must be true of edited content as a whole, beyond each field by itself; faults in plain words."""

from __future__ import annotations

from collections.abc import Sequence

from apps.rulebooks.core.protocol import Fault
from apps.rulebooks.dogfight.content import (
    BoardRules,
    BotWeights,
    Cup,
    FleetRules,
    Numbers,
    ShipClass,
    legal_fleets,
)

MOST_FLEETS = 40  # more than this is no choice but a catalogue
LEVELS = ("cadet", "pilot", "ace")
_DIE = 6


def ship_faults(ships: Sequence[ShipClass]) -> list[Fault]:
    """At least one class and at most eight, each with its own letter and name."""
    faults: list[Fault] = []
    if not 1 <= len(ships) <= 8:
        faults.append(Fault("ship", "", "", f"a game needs one to eight ship classes, not {len(ships)}"))
    for index, ship in enumerate(ships):
        before = ships[:index]
        if any(other.letter == ship.letter for other in before):
            faults.append(Fault("ship", ship.slug, "letter", f"another class has the letter {ship.letter} already"))
        if any(other.name == ship.name for other in before):
            faults.append(Fault("ship", ship.slug, "name", f"another class is called {ship.name} already"))
    return faults


def fleet_faults(ships: tuple[ShipClass, ...], fleet: FleetRules, board: BoardRules | None) -> list[Fault]:
    """There must be a legal fleet, not too many to choose from, and room for each in a start zone (DF-08)."""
    found = legal_fleets(ships, fleet.budget)
    if not found:
        return [Fault("fleet", fleet.slug, "budget", f"no fleet is worth exactly {fleet.budget} points")]
    if len(found) > MOST_FLEETS:
        words = f"{len(found)} fleets are worth exactly {fleet.budget} points; at most {MOST_FLEETS} can be offered"
        return [Fault("fleet", fleet.slug, "budget", words)]
    most = max(map(sum, found))
    if board and most > board.columns * board.zone_depth:
        room = board.columns * board.zone_depth
        return [
            Fault("board", board.slug, "zone_depth", f"a fleet of {most} ships has only {room} squares to start on")
        ]
    return []


def board_faults(board: BoardRules) -> list[Fault]:
    """Zones apart, six different spots between them, and asteroids that one die can share out (DF-10, DF-A03)."""
    faults: list[Fault] = []
    if 2 * board.zone_depth >= board.rows:
        faults.append(Fault("board", board.slug, "zone_depth", "no row is left between the two start zones"))
    if len(board.spots) != _DIE:
        words = f"a die chooses the spots, so there must be six of them, not {len(board.spots)}"
        faults.append(Fault("board", board.slug, "spots", words))
    if len(set(board.spots)) != len(board.spots):
        faults.append(Fault("board", board.slug, "spots", "two spots are the same square"))
    for col, row in board.spots:
        if not (1 <= col <= board.columns and 1 <= row <= board.rows):
            faults.append(Fault("board", board.slug, "spots", f"column {col}, row {row} is not on the board"))
        elif row <= board.zone_depth or row > board.rows - board.zone_depth:
            faults.append(Fault("board", board.slug, "spots", f"column {col}, row {row} lies in a start zone"))
    if _DIE % board.asteroids:
        words = f"a die cannot choose evenly among {board.asteroids} asteroids; use 1, 2, 3 or 6"
        faults.append(Fault("board", board.slug, "asteroids", words))
    return faults


def cup_faults(cup: Cup, numbers: Numbers) -> list[Fault]:
    """Enough counters for two full hands and one draw, and enough AP to do something (DF-A25)."""
    faults: list[Fault] = []
    total = cup.ap + cup.defense_1 + cup.defense_2 + cup.asteroid + cup.blank
    least = 2 * numbers.hand_limit + numbers.draw
    if total < least:
        words = f"the cup holds {total} counters; two full hands and one draw need at least {least}"
        faults.append(Fault("cup", cup.slug, "ap", words))
    if cup.ap < 1:
        faults.append(Fault("cup", cup.slug, "ap", "without AP counters no ship can ever move"))
    for field, cost in (("move_cost", numbers.move_cost), ("attack_cost", numbers.attack_cost)):
        if cost > min(numbers.hand_limit, cup.ap + cup.blank):
            faults.append(Fault("rules", numbers.slug, field, f"nobody can ever hold {cost} AP at once"))
    return faults


def bot_faults(bots: Sequence[BotWeights]) -> list[Fault]:
    """Weights only for levels that exist."""
    return [
        Fault("bot", bot.slug, "slug", f"there is no such level; the levels are {', '.join(LEVELS)}")
        for bot in bots
        if bot.slug not in LEVELS
    ]
