"""A battle while an action is carried out: what changes is changed here, and frozen into a State at the end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import Hex
from apps.rulebooks.core.protocol import Event, Step
from apps.rulebooks.core.text import Text
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import Offer, Ordnance, Outcome, Rock, Ship, State, Throw, Trace


class Battle:
    """The state of a battle, unfrozen, with what happened to it during this action.

    The functions that carry out rules take a Battle and change it; none of them keeps one.
    """

    def __init__(self, content: Content, state: State, chance: Chance) -> None:
        self.content, self.chance = content, chance
        self.numbers = content.numbers
        self.chart = content.chart(state.chart)
        self.before = state  # for what no action changes: sides, order, terms, series
        self.ships: dict[int, Ship] = {ship.number: ship for ship in state.ships}
        self.ordnance: dict[int, Ordnance] = {piece.number: piece for piece in state.ordnance}
        self.rocks: dict[Hex, int] = {rock.at: rock.field for rock in state.rocks}
        self.solid: set[Hex] = set(state.solid)
        self.lost: list[Ship] = list(state.lost)
        self.departed: list[Ship] = list(state.departed)
        self.pool = state.pool
        self.launched, self.drifted, self.round = state.launched, state.drifted, state.round
        self.active, self.phase, self.flight = state.active, state.phase, state.flight
        self.card, self.uses, self.played, self.fired = state.card, state.uses, state.played, state.fired
        self.offer: Offer | None = state.offer
        self.taught, self.objective = state.taught, state.objective
        self.last: Outcome | None = state.last
        self.events: list[Event] = []
        self.trace: list[Trace] = []
        self.dice: list[Throw] = []

    def freeze(self) -> State:
        """The state now."""
        return replace(
            self.before,
            ships=tuple(self.ships[number] for number in sorted(self.ships)),
            ordnance=tuple(self.ordnance[number] for number in sorted(self.ordnance)),
            rocks=tuple(Rock(at, self.rocks[at]) for at in sorted(self.rocks)),
            solid=tuple(sorted(self.solid)),
            lost=tuple(self.lost),
            departed=tuple(self.departed),
            pool=self.pool,
            launched=self.launched,
            drifted=self.drifted,
            round=self.round,
            active=self.active,
            phase=self.phase,
            flight=self.flight,
            card=self.card,
            uses=self.uses,
            played=self.played,
            fired=self.fired,
            offer=self.offer,
            taught=self.taught,
            objective=self.objective,
            last=self.last,
            trace=tuple(self.trace),
            dice=tuple(self.dice),
        )

    def step(self, barrier: bool = False) -> Step[State]:
        """The outcome of the action."""
        return Step(self.freeze(), tuple(self.events), barrier)

    def tell(self, kind: str, text: Text, rule: str = "", seat: int | None = None) -> None:
        """Log something that happened."""
        self.events.append(Event(kind, text, rule=rule, seat=seat))

    def mark(self, kind: Any, at: Hex, seat: int = -1, to: Hex | None = None, reach: int = 0) -> None:
        """Remember where something happened, for the screens."""
        self.trace.append(Trace(kind, at, seat, to, reach))

    def throw(self, what: Any, ship: int, sides: int, purpose: str) -> int:
        """Roll a die in sight of everyone."""
        value = self.chance.die(sides, purpose)
        self.dice.append(Throw(what, ship, value, sides))
        return value

    def ship_at(self, at: Hex) -> Ship | None:
        """The ship or station in a hex."""
        for ship in self.ships.values():
            if ship.at == at:
                return ship
        return None

    def ordnance_at(self, at: Hex) -> Ordnance | None:
        """The missile or nuke in a hex; two are never in one."""
        for piece in self.ordnance.values():
            if piece.at == at:
                return piece
        return None

    def change(self, ship: Ship, **values: Any) -> Ship:
        """Change a ship in play."""
        changed = replace(ship, **values)
        self.ships[ship.number] = changed
        return changed

    def on_board(self, at: Hex) -> bool:
        """Whether a hex is part of the map."""
        return at in self.chart.hexes
