"""What things are worth to a pilot: hits, harm, markers, and the place where a turn ends."""

from __future__ import annotations

from functools import cached_property

from apps.rulebooks.core.geometry.hex import Hex, distance, moved
from apps.rulebooks.deckspace.bots.courses import Course
from apps.rulebooks.deckspace.bots.errand import Errand
from apps.rulebooks.deckspace.bots.hands import Keep
from apps.rulebooks.deckspace.bots.sight import Sight, beams, toughness
from apps.rulebooks.deckspace.bots.terrain import Pose
from apps.rulebooks.deckspace.bots.threats import Blow, Threats, duel
from apps.rulebooks.deckspace.content import Beaming, MarkerType
from apps.rulebooks.deckspace.state import Ordnance, Ship

_NEXT, _SOON = 0.6, 0.35  # what a marker is worth that the next move can pass over, and one farther away
_RESTLESS = 0.2  # of the rounds, after which it begins to look for an end rather than for more markers
_KEPT = 0.1  # of what a card is worth in general, for having it in hand next turn
_ELSE = 10.0  # points that a turn brings when it is not used for a beam
_OBLIGED = 3.0  # points for a turn that must be steered, whatever else there would be to do
_KEEN = 0.6  # of what may be hit next turn, as the enemy will not hold still
_IDLE = 0.8  # of the damage that a missile or nuke in flight is going to do
# What markers give beside armor and repairs, in points of 10 for a health point.
_GIFTS = {"pdc": 22.0, "card": 5.0, "speed": 4.0, "health": 3.0}


class Judge:
    """Judges one moment for one ship; `looked` counts the courses.

    `urge` grows from 0 to 1 as the rounds run out: markers count for less, and so do distance kept and harm feared.
    """

    def __init__(self, sight: Sight) -> None:
        self.sight, self.weights, self.ship = sight, sight.weights, sight.ship
        self.threats = Threats(sight)
        self.looked = 0
        self.errand = Errand(sight)
        late = sight.state.round / sight.numbers.round_limit
        self.urge = min(1.0, max(0.0, (late - _RESTLESS) / (1 - _RESTLESS)))
        self._gifts = {at: self.gift(slug, self.ship) for at, slug in sight.chart.markers.items()}

    @cached_property
    def armed(self) -> bool:
        """Whether the ship's cannons are fitted and loaded."""
        return self.ship.pdc and self.ship.rounds != 0

    def hit(self, foe: Ship, damage: int) -> float:
        """What damage to an enemy is worth."""
        tough = toughness(foe)
        kill = self.weights.kill + self.errand.bonus(foe)
        return self.weights.damage * min(damage, tough) + (kill if damage >= tough else 0.0)

    def hurt(self, ship: Ship, damage: int) -> float:
        """What damage to an own ship, or one of its side, costs."""
        tough = toughness(ship)
        return self.weights.harm * min(damage, tough) + (self.weights.life if damage >= tough else 0.0)

    def mean(self, foe: Ship, blow: Blow) -> float:
        """What a shot is worth on average."""
        return sum(chance * self.hit(foe, damage) for chance, damage in blow)

    def cannons(self, foe: Ship) -> float:
        """What firing the cannons at an enemy is worth, its answer included (DS-73, DS-74)."""
        sides = self.sight.numbers.pdc_die
        answered = foe.pdc and foe.rounds != 0
        blow = duel(sides, answered)
        back = sum(chance * self.hurt(self.ship, damage) for chance, damage in blow) if answered else 0.0
        return self.mean(foe, blow) - back

    def piece(self, piece: Ordnance) -> float:
        """What a missile or nuke in flight is worth to whoever flies it."""
        kind = self.sight.kind(piece)
        return _IDLE * self.weights.damage * kind.damage

    def burst(self, centre: Hex, radius: int, damage: int, but: int = -1) -> float:
        """What an explosion is worth: everything in reach takes it, own ships too (DS-39, DS-40, DS-62).

        `but` is the piece that bursts.
        """
        sight = self.sight
        value = 0.0
        for foe in sight.enemies:
            if distance(foe.at, centre) <= radius:
                value += self.hit(foe, damage)
        for friend in sight.friends:
            if distance(friend.at, centre) <= radius:
                value -= self.hurt(friend, damage)
        if distance(self.ship.at, centre) <= radius:
            value -= self.hurt(self.ship, damage)
        for piece in sight.state.ordnance:
            if piece.number != but and distance(piece.at, centre) <= radius:
                value += self.piece(piece) * (1.0 if piece in sight.hostile else -1.0) * 0.7
        return value

    def gift(self, slug: str, ship: Ship) -> float:
        """What a marker gives a ship now, before the weight of markers (DS-82 to DS-91)."""
        marker: MarkerType = self.sight.content.markers[slug]
        numbers = self.sight.numbers
        value = _GIFTS["card"] * marker.keep + _GIFTS["speed"] * (ship.max_speed < numbers.speed_cap) * marker.max_speed
        if marker.pdc and not ship.pdc:
            value += _GIFTS["pdc"]
        value += self.weights.harm * max(0, min(marker.armor, numbers.armor_cap - ship.armor))
        room = max(0, min(marker.max_health, numbers.health_cap - ship.max_health))
        healed = min(marker.heal, ship.max_health + room - ship.health)
        return value + _GIFTS["health"] * room + self.weights.harm * healed

    def course(self, course: Course, keeps: tuple[Keep, ...], stunned: float = 0.0) -> float:
        """What a course is worth, from the first hex it enters to the threats and chances where it ends.

        One of `keeps` is kept for the next turn; `stunned` is the share of the threats that an EMP does away with.
        """
        self.looked += 1
        sight, weights, ship = self.sight, self.weights, self.ship
        if course.off:
            return -10 * weights.edge - 10 * weights.life
        taken, value, collected = 0, 0.0, set()
        for at in (*course.entered, *course.path):
            taken += self._met(at)
            gift = self._gifts.get(at)
            if gift and at not in collected:
                value += weights.marker * (1 - self.urge) * gift
                collected.add(at)
        if course.out(ship.exits):
            return self.errand.out(course) - weights.harm * taken
        tough = toughness(ship)
        if taken:
            value -= weights.hazard / 6 * self.hurt(ship, taken)
            if taken >= tough:
                return value - 10 * weights.life
        end = course.end
        value += self._place(end.at, tough - taken, stunned)
        value += max(self.keeping(end, keep) for keep in keeps) + self._markers(end, collected)
        if self.armed and not sight.state.fired and course.entered:
            near = [foe for foe in sight.enemies if distance(foe.at, course.pose.at) <= sight.numbers.pdc_range]
            value += max((self.cannons(foe) for foe in near), default=0.0)
        return value + self.errand.worth(course) - 0.01 * len(course.moves)

    def fatal(self, course: Course) -> bool:
        """Whether a course leads off the board, or into more than the ship can take."""
        return course.off or sum(map(self._met, (*course.entered, *course.path))) >= toughness(self.ship)

    def keeping(self, end: Pose, keep: Keep) -> float:
        """What it is worth to go into the next turn from a pose with a card that is kept."""
        terrain = self.sight.terrain
        value = self._promise(end.at, keep.beam) + _KEPT * keep.worth
        if end.speed > terrain.room(end.at, end.facing):
            value -= _OBLIGED
        return value - self.weights.edge * terrain.peril(end, self.ship.max_speed, keep.steered)

    def _met(self, at: Hex) -> int:
        """The damage of flying into a hex: rocks, and ordnance that nobody moves out of the way (DS-38, DS-52)."""
        sight = self.sight
        damage = sight.numbers.rock_damage if at in sight.rocks else 0
        piece = sight.pieces.get(at)
        if piece is not None and (piece.owner != self.ship.number or not piece.moves):
            damage += sight.kind(piece).damage
        return damage

    def _place(self, at: Hex, tough: int, stunned: float) -> float:
        """What may happen to a ship in a hex before it moves again."""
        sight, weights = self.sight, self.weights
        odds = self.threats.odds(at, tough)
        value = -sum(weights.harm * damage * chance for damage, chance in enumerate(odds)) - weights.life * odds[-1]
        value *= (1 - stunned) * (1 - 0.7 * self.urge)
        numbers = sight.numbers
        if sight.strikes_at(at):
            value -= numbers.strike_chance / 100 * self.hurt(self.ship, numbers.strike_damage) * weights.hazard / 6
        if at in sight.carried:
            value -= self.hurt(self.ship, numbers.rock_damage)
        away = min((distance(at, foe.at) for foe in sight.enemies), default=weights.distance)
        return value - weights.distance_weight * (1 + 2 * self.urge) * abs(away - weights.distance)

    def _promise(self, at: Hex, beam: bool) -> float:
        """What may be hit at the start of the next turn from a hex: with the cannons, and with a beam that is kept."""
        if not self.armed and not beam:
            return 0.0
        sight = self.sight
        best = 0.0
        for foe in sight.enemies:
            value = 0.0
            gain = self.cannons(foe) if self.armed else 0.0
            lined = max(0.0, self.hit(foe, self._beam) - _ELSE) if beam else 0.0
            for there, chance in sight.forecast(foe):
                if gain > 0 and distance(at, there) <= sight.numbers.pdc_range:
                    value += chance * gain
                if lined and beams(sight.hexes, sight.rocks | sight.solid, at, there):
                    value += chance * lined
            best = max(best, value)
        return _KEEN * best

    @cached_property
    def _beam(self) -> int:
        effects = [card.effect for card in self.sight.content.cards.values()]
        return max((effect.damage for effect in effects if isinstance(effect, Beaming)), default=0)

    def _markers(self, end: Pose, collected: set[Hex]) -> float:
        """The best marker to come, by how soon it can be passed over."""
        best = 0.0
        for at, gift in self._gifts.items():
            if not gift or at in collected:
                continue
            if self.sight.terrain.sweeps(end, self.ship.max_speed, at):
                best = max(best, _NEXT * gift)
            else:
                best = max(best, _SOON * gift * 3 / (2 + distance(self._ahead(end), at)))
        return self.weights.marker * (1 - self.urge) * best

    def _ahead(self, end: Pose) -> Hex:
        return moved(end.at, end.facing, min(end.speed, self.sight.terrain.room(end.at, end.facing)))
