"""What may hit a ship before it moves again: ordnance in flight, beams, cannons, and what is still to be launched."""

from __future__ import annotations

from functools import lru_cache

from apps.rulebooks.core.geometry.hex import Hex, distance, within
from apps.rulebooks.deckspace.bots.sight import Sight, beams
from apps.rulebooks.deckspace.bots.steering import reached
from apps.rulebooks.deckspace.content import Beaming, Launching, Thrusting
from apps.rulebooks.deckspace.state import Ordnance, Ship

Odds = list[float]  # the chance of each amount of damage, from 0 up to what destroys the ship
Blow = tuple[tuple[float, int], ...]  # amounts of damage that a single source may do, with the chance of each

_SURE = 0.9  # that an enemy who can hit with what is in flight does
_PATIENT = 0.5  # the chance that an enemy who has drawn a beam still keeps it for the right moment
_HALF_FUEL = 3  # what a missile that is not launched yet can be counted on to carry


class Threats:
    """The threats to one ship at the end of its turn, wherever it ends."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._walls = sight.rocks | sight.solid
        self._pieces = [(piece, _danger_zone(sight, piece, self._walls)) for piece in sight.hostile]
        self._cards = {foe.number: _armament(sight, foe) for foe in sight.enemies}
        self._blows: dict[Hex, list[Blow]] = {}

    def odds(self, at: Hex, toughness: int) -> Odds:
        """The chance of each amount of damage to a ship that ends its turn in a hex, capped at what destroys it."""
        odds = [1.0] + [0.0] * toughness
        for blow in self.blows(at):
            odds = _after(odds, blow)
        return odds

    def blows(self, at: Hex) -> list[Blow]:
        """Everything that may hit a ship in a hex before it moves again."""
        known = self._blows.get(at)
        if known is None:
            known = [((_SURE, self.sight.kind(piece).damage),) for piece, zone in self._pieces if at in zone]
            for foe in self.sight.enemies:
                if foe.stunned:
                    continue
                blow = self._played(foe, at)
                if blow:
                    known.append(blow)
                cannons = self._cannons(foe, at)
                if cannons:
                    known.append(cannons)
            self._blows[at] = known
        return known

    def hits(self, piece: Ordnance, at: Hex) -> bool:
        """Whether a hostile piece can reach a ship in a hex in its next turn."""
        return any(other is piece and at in zone for other, zone in self._pieces)

    def _played(self, foe: Ship, at: Hex) -> Blow:
        """What a card in the enemy's hand may do at once; it plays the one that hurts most."""
        away = distance(foe.at, at)
        lined_up: bool | None = None
        found: list[tuple[float, int]] = []
        left = 1.0
        for damage, reach, share in self._cards[foe.number]:
            if reach < 0:
                if lined_up is None:
                    lined_up = self._lined_up(foe, at)
                chance = share if lined_up else 0.0
            else:
                chance = share * min(1.0, max(0.0, (reach + 2 - away) / 3))
            if chance:
                found.append((left * chance, damage))
                left *= 1 - chance
        return tuple(found)

    def _lined_up(self, foe: Ship, at: Hex) -> bool:
        stops = self._walls | {other.at for other in self.sight.enemies if other.number != foe.number}
        return bool(beams(self.sight.hexes, stops - {at}, foe.at, at))

    def _cannons(self, foe: Ship, at: Hex) -> Blow:
        """Point defence cannons of an enemy that has this ship in range when its turn begins (DS-72 to DS-77)."""
        numbers = self.sight.numbers
        if not foe.pdc or foe.rounds == 0 or distance(foe.at, at) > numbers.pdc_range:
            return ()
        return duel(numbers.pdc_die, self.sight.ship.pdc and self.sight.ship.rounds != 0)


def duel(sides: int, answered: bool) -> Blow:
    """The damage of a shot of the cannons, with or without an answer (DS-73, DS-74)."""
    if not answered:
        return tuple((1 / sides, face) for face in range(1, sides + 1))
    return tuple(((sides - gap) / sides**2, gap) for gap in range(1, sides))


def share_held(cards: tuple[str, ...], card: str, hand: int) -> float:
    """The chance that a hand drawn from these cards holds one of a kind."""
    there, total = cards.count(card), len(cards)
    missing = 1.0
    for drawn in range(min(hand, total)):
        missing *= max(0, total - there - drawn) / (total - drawn)
    return 1 - missing


def _armament(sight: Sight, foe: Ship) -> list[tuple[int, int, float]]:
    """What an enemy's deck can do to a ship: damage, reach (-1 for beams), and the chance that it is in the hand."""
    found = []
    numbers = sight.numbers
    cards = sight.content.cards
    for card in sorted(set(foe.cards)):
        effect = cards[card].effect if card in cards else None
        share = share_held(foe.cards, card, numbers.hand)
        if isinstance(effect, Beaming):
            seen = len(foe.hand) + len(foe.discard) if foe.hand else 0
            kept = _PATIENT * foe.cards.count(card) * seen / len(foe.cards)
            found.append((effect.damage, -1, min(1.0, share + kept * (1 - share))))
        elif isinstance(effect, Launching):
            kind = sight.content.ordnance[effect.ordnance]
            found.append((kind.damage, 1 + kind.moves + kind.radius + (_HALF_FUEL if kind.fuel_die else 0), share))
        elif isinstance(effect, Thrusting) and effect.forward and foe.pdc and foe.rounds:
            found.append(((1 + numbers.pdc_die) // 2, numbers.pdc_range + effect.moves - 2, share))
    return sorted(found, key=lambda arm: (-arm[0], arm[1]))


def _danger_zone(sight: Sight, piece: Ordnance, walls: frozenset[Hex]) -> frozenset[Hex]:
    kind = sight.kind(piece)
    return danger_zone(sight.hexes, walls, piece.at, piece.facing, kind.moves + piece.fuel, kind.turns, kind.radius)


@lru_cache(maxsize=64)
def danger_zone(
    hexes: frozenset[Hex], walls: frozenset[Hex], at: Hex, facing: int, moves: int, turns: int, radius: int
) -> frozenset[Hex]:
    """Where a ship can be hit by a piece in its next turn."""
    costs = reached(hexes, walls, at, facing, moves, turns)[1]
    if not radius:
        return frozenset(costs)
    return frozenset(near for here in costs for near in within(here, radius))


def _after(odds: Odds, blow: Blow) -> Odds:
    """The chances after one more source of damage."""
    last = len(odds) - 1
    nothing = 1.0 - sum(chance for chance, _ in blow)
    found = [chance * nothing for chance in odds]
    for share, damage in blow:
        for before, chance in enumerate(odds):
            if chance:
                found[min(last, before + damage)] += chance * share
    return found
