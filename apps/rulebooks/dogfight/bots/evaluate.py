"""How good a position is for a side whose turn ends with it, from -1 (lost) to 1 (won)."""

from __future__ import annotations

from math import comb, tanh

import msgspec

from apps.rulebooks.core.geometry.square import COMPASS
from apps.rulebooks.dogfight.bots.belief import Belief, belief_about, draws, own_belief
from apps.rulebooks.dogfight.bots.sketch import Fleet, Hulls, Sketch
from apps.rulebooks.dogfight.bots.threats import Danger, Lookout
from apps.rulebooks.dogfight.content import BotWeights, Content
from apps.rulebooks.dogfight.hand import AP, BLANK, DEFENSE_1, DEFENSE_2
from apps.rulebooks.dogfight.state import State

_LOST = -1.0
_PATIENCE = 0.001  # who has lost for certain still goes home rather than make everybody wait
_ALONE = 0.3  # of the worth of AP in hand once nobody can be shot at: it is there to be flown
_EVEN_RACE = 3.0  # AP of lead at which a race that nobody can disturb is as good as over


class Reading(msgspec.Struct, frozen=True):
    """What a position offers, before anybody's counters are looked at.

    `threat[k]` and `promise[k]` are the best strikes of the enemy and of the own side with k AP; `need` and
    `enemy_need` are the moves it takes to bring all ships home; `contact` is the share of pairs of enemies that may
    still come to fight; `lead` is who is ahead if the game stalls: 1, 0 or -1.
    """

    winner: int | None
    material: int
    threat: tuple[Danger, ...]
    promise: tuple[Danger, ...]
    need: float
    enemy_need: float
    contact: float
    rocks: float
    lead: int
    ground: int


class Judge:
    """Judges positions for one seat with what it knows at one moment. `looked` counts the positions."""

    def __init__(self, content: Content, state: State, seat: int, weights: BotWeights) -> None:
        self.content = content
        self.seat = seat
        self.weights = weights
        self.hulls = Hulls(content)
        self.lookout = Lookout(content, self.hulls)
        self.mine: Belief = own_belief(content, state, seat)
        self.theirs: Belief = belief_about(content, state, seat, 1 - seat)
        self.draw = draws(content, state, seat)
        self.first_home = state.first_home
        self.progress = state.progress
        self.quiet = state.quiet
        self.looked = 0
        self._safe = state.variant.safe_in_base
        self._draw_on_tie = state.variant.draw_on_tie
        self._readings: dict[Sketch, Reading] = {}
        self.here = self.hulls.sketch(state)
        self._ground_here = self._ground(self.here.fleets[seat])

    def reading(self, sketch: Sketch) -> Reading:
        """What a position offers; worked out once for each."""
        known = self._readings.get(sketch)
        if known is None:
            self.looked += 1
            known = self._readings[sketch] = self._read(sketch)
        return known

    def worth_of_hand(self, hand: tuple[str, ...]) -> float:
        """The worth in points of defence counters held; AP is counted by `value`."""
        weights = self.weights
        return (
            weights.defense_1 * hand.count(DEFENSE_1)
            + weights.defense_2 * hand.count(DEFENSE_2)
            + weights.blank * hand.count(BLANK)
        )

    def value(self, sketch: Sketch, ap: int, hand: float, stirred: bool) -> float:
        """How good it is to end the turn here, holding `ap` AP and defence counters worth `hand` points.

        `stirred` tells whether this turn had an attack or a lost ship, which keeps a game from stalling.
        """
        reading = self.reading(sketch)
        if reading.winner is not None:
            return 0.0 if reading.winner < 0 else 1.0 if reading.winner == self.seat else _LOST
        outlook = self._outlook(reading, ap)
        if outlook == _LOST:
            return _LOST - _PATIENCE * reading.need
        weights = self.weights
        total = reading.material + hand + weights.ap * ap + weights.rock * reading.rocks
        total += self._race(reading, ap, outlook)
        progress = stirred or self.progress or reading.ground > self._ground_here
        quiet = 0 if progress else self.quiet + 1
        total += weights.stall * min(0, reading.lead) * (quiet / self.content.numbers.stall_turns) ** 2
        value = tanh(total / weights.scale)
        change = 0.0
        for share, danger in zip(self.theirs.aps, reading.threat, strict=True):
            if share and danger.chance:
                loss = tanh((total - danger.points) / weights.scale) - value
                change += weights.threat * share * danger.chance * loss
        hope = reading.promise[min(ap, len(reading.promise) - 1)]
        if hope.chance:
            change += weights.promise * hope.chance * (tanh((total + hope.points) / weights.scale) - value)
        return value + change

    def value_of_draw(self, sketch: Sketch, ap: int, hand: float, count: int) -> float:
        """How good it is to draw `count` counters, averaged over the AP they may bring."""
        draw, weights = self.draw, self.weights
        hand += count * (weights.defense_1 * draw.defense_1 + weights.defense_2 * draw.defense_2)
        total = 0.0
        for new in range(count + 1):
            share = comb(count, new) * draw.ap**new * (1 - draw.ap) ** (count - new)
            total += share * self.value(sketch, ap + new, hand, False)
        crushed = count * draw.asteroid * self.reading(sketch).rocks / (len(COMPASS) * max(1, sketch.rocks.bit_count()))
        return total + crushed / weights.scale

    def _lead(self, reading: Reading, ap: float) -> float:
        """How many AP ahead of the enemy this side is in the race home."""
        held = self.weights.held if reading.contact else self.weights.held * _ALONE
        return (reading.enemy_need - held * self.theirs.mean_ap) - (reading.need - held * ap)

    def _outlook(self, reading: Reading, ap: float) -> float:
        """How a game ends in which nobody can be shot at any more, from -1 to 1; 0 while there is contact."""
        if reading.contact:
            return 0.0
        if reading.material:
            return 1.0 if reading.material > 0 else _LOST
        if self._draw_on_tie:
            return 0.0
        if self.first_home >= 0:
            return 1.0 if self.first_home == self.seat else _LOST
        if reading.need == 0 or reading.enemy_need == 0:
            return 1.0 if reading.need == 0 else _LOST
        return tanh(self._lead(reading, ap) / _EVEN_RACE)

    def _race(self, reading: Reading, ap: float, outlook: float) -> float:
        """The worth of the race home; who has passed all enemies just runs."""
        weights = self.weights
        if reading.contact and reading.material:
            eager = weights.ahead if reading.material > 0 else weights.behind
        else:
            eager = weights.level * (2 - reading.contact)
        return eager * self._lead(reading, ap) + weights.decided * outlook

    def _read(self, sketch: Sketch) -> Reading:
        seat, hulls = self.seat, self.hulls
        mine, theirs = sketch.fleets[seat], sketch.fleets[1 - seat]
        ways, enemy_ways = self.lookout.ways(sketch, seat), self.lookout.ways(sketch, 1 - seat)
        need = self.lookout.moves_home(seat, mine, ways)
        enemy_need = self.lookout.moves_home(1 - seat, theirs, enemy_ways)
        material = hulls.worth(mine) - hulls.worth(theirs)
        zones = hulls.grid.zones if self._safe else (0, 0)
        ground, enemy_ground = self._ground(mine), self._ground_of(1 - seat, theirs)
        home = self._home(seat, mine) - self._home(1 - seat, theirs)
        lead = home or ground - enemy_ground
        return Reading(
            winner=self._winner(mine, theirs, need, enemy_need, material),
            material=material,
            threat=self.lookout.threat(sketch, 1 - seat, enemy_ways, self.mine.guard, zones[1 - seat]),
            promise=self.lookout.threat(sketch, seat, ways, self.theirs.guard, zones[seat]),
            need=need,
            enemy_need=enemy_need,
            contact=self._contact(mine, theirs),
            rocks=self._rocks(sketch),
            lead=(lead > 0) - (lead < 0),
            ground=ground,
        )

    def _winner(self, mine: Fleet, theirs: Fleet, need: float, enemy_need: float, material: int) -> int | None:
        if not theirs:
            return self.seat
        if not mine:
            return 1 - self.seat
        if need or enemy_need:
            return None
        if material:
            return self.seat if material > 0 else 1 - self.seat
        if self._draw_on_tie:
            return -1
        return self.first_home if self.first_home >= 0 else self.seat

    def _contact(self, mine: Fleet, theirs: Fleet) -> float:
        """The share of pairs of enemies that may still come to stand side by side: they have not passed each other."""
        row = self.hulls.grid.row
        ours, enemies = [row(hull.at) for hull in mine], [row(hull.at) for hull in theirs]
        if not ours or not enemies:
            return 0.0
        north, south = (enemies, ours) if self.seat == 0 else (ours, enemies)
        return sum(1 for up in south for down in north if down >= up - 1) / (len(ours) * len(enemies))

    def _home(self, side: int, fleet: Fleet) -> int:
        base = self.hulls.grid.zones[1 - side]
        return sum(self.hulls.points[hull.kind] for hull in fleet if hull.at & base)

    def _ground(self, fleet: Fleet) -> int:
        return self._ground_of(self.seat, fleet)

    def _ground_of(self, side: int, fleet: Fleet) -> int:
        return sum(self.hulls.points[hull.kind] * self.hulls.grid.advanced(side, hull.at) for hull in fleet)

    def _rocks(self, sketch: Sketch) -> float:
        """Points of enemy ships beside asteroids less points of own ones, once for each asteroid."""
        around, points = self.hulls.grid.around, self.hulls.points
        total = 0
        for side, sign in ((self.seat, -1), (1 - self.seat, 1)):
            for hull in sketch.fleets[side]:
                near = (around[hull.at.bit_length() - 1] & sketch.rocks).bit_count()
                total += sign * near * points[hull.kind]
        return float(total)


def own_ap(state: State, seat: int) -> int:
    """The AP a seat can pay."""
    hand = state.sides[seat].hand
    return hand.count(AP) + (0 if state.variant.blank_is_dead else hand.count(BLANK))
