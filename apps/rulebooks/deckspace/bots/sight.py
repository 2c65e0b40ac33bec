"""What a pilot sees at one moment: its ship, who else flies, what lies about, and where everyone will be."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from msgspec.structs import replace

from apps.rulebooks.core.geometry.hex import Hex, distance, moved
from apps.rulebooks.deckspace.bots.terrain import LANES, Pose, terrain_of
from apps.rulebooks.deckspace.content import BotWeights, OrdnanceType, Thrusting
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.flight import way
from apps.rulebooks.deckspace.state import Ordnance, Ship, State

_STAYS = 0.4  # the chance that an enemy flies on without steering; the rest is spread over what it could do


class Sight:
    """One moment seen from one ship, whose pilot is about to act. Hands of others are never looked at."""

    def __init__(self, content: Content, state: State, ship: Ship, weights: BotWeights) -> None:
        self.content, self.state, self.ship, self.weights = content, state, ship, weights
        self.numbers = content.numbers
        self.chart = content.chart(state.chart)
        self.hexes = self.chart.hexes
        self.terrain = terrain_of(content, state.chart)
        self.rocks = frozenset(rock.at for rock in state.rocks)
        self.solid = frozenset(state.solid)
        enemies = (other for other in state.ships if other.side != ship.side)
        # Were they in the order of their numbers, whatever is a tie would go against the same ship for everybody.
        self.enemies = sorted(enemies, key=self.wait_of)
        self.friends = [other for other in state.ships if other.side == ship.side and other.number != ship.number]
        allied = {ship.number, *(friend.number for friend in self.friends)}
        self.own = [piece for piece in state.ordnance if piece.owner == ship.number]
        self.hostile = [piece for piece in state.ordnance if piece.owner not in allied]
        self._forecasts: dict[int, list[tuple[Hex, float]]] = {}

    @cached_property
    def foe(self) -> Ship | None:
        """The enemy that matters most: the nearest, of these the weakest, of these the next to move."""
        at = self.ship.at
        return min(self.enemies, key=lambda foe: (distance(at, foe.at), toughness(foe)), default=None)

    def wait_of(self, other: Ship) -> int:
        """How many turns another ship waits for its own, once this one is over."""
        order = self.state.order
        return (order.index(other.number) - order.index(self.ship.number)) % len(order)

    @property
    def pose(self) -> Pose:
        """How the ship flies now."""
        return pose_of(self.ship)

    @cached_property
    def pieces(self) -> dict[Hex, Ordnance]:
        """Every missile and nuke by its hex."""
        return {piece.at: piece for piece in self.state.ordnance}

    @cached_property
    def carried(self) -> frozenset[Hex]:
        """Where drifting fields will have carried their rocks at the end of the round (DS-46)."""
        found: set[Hex] = set()
        drifted = self.state.drifted
        shifts = [(field.shift(drifted), field.shift(drifted + 1)) for field in self.chart.drifts]
        for rock in self.state.rocks:
            if rock.field >= 0:
                (q, r), (to_q, to_r) = shifts[rock.field]
                found.add((rock.at[0] + to_q - q, rock.at[1] + to_r - r))
        return frozenset(found)

    def kind(self, piece: Ordnance) -> OrdnanceType:
        """What a piece of ordnance is."""
        return self.content.ordnance[piece.kind]

    def strikes_at(self, at: Hex) -> bool:
        """Whether a turn that ends in a hex risks a rock strike (DS-37)."""
        return self.chart.in_field(at, self.state.drifted)

    def flown(self, ship: Ship, pose: Pose) -> tuple[tuple[Hex, ...], bool]:
        """The way of a ship that ends its turn in a pose, and whether off the board."""
        if ship.station:
            return (), False
        flying = ship
        if pose != pose_of(ship):
            flying = moved_ship(ship, pose)
        return way(self.hexes, self.solid, self.state.ships, flying, pose.speed)

    def forecast(self, enemy: Ship) -> list[tuple[Hex, float]]:
        """Where an enemy will be when this ship is next to move, with how likely each hex is."""
        known = self._forecasts.get(enemy.number)
        if known is not None:
            return known
        if enemy.station or enemy.stunned:
            known = [(enemy.at, 1.0)]
        else:
            here = pose_of(enemy)
            chances: dict[Hex, float] = {}
            ends = []
            for moves, pose in self.terrain.turns(here, self.terrain.moves, enemy.max_speed):
                room = self.terrain.room(pose.at, pose.facing)
                if pose.speed <= room:
                    ends.append((moves, moved(pose.at, pose.facing, pose.speed)))
            for moves, end in ends:
                share = _STAYS if not moves else (1 - _STAYS) / max(1, len(ends) - 1)
                chances[end] = chances.get(end, 0.0) + share
            total = sum(chances.values())
            known = [(at, share / total) for at, share in chances.items()] if total else [(enemy.at, 1.0)]
        self._forecasts[enemy.number] = known
        return known

    def steering(self) -> int:
        """The chance, in per cent, that the next turn has a card to steer with, from what the deck is made of."""
        if any(self.steers(card) for card in self.ship.hand):
            return 100
        cards = self.ship.cards
        dull = sum(1 for card in cards if not self.steers(card))
        missing = 1.0
        for drawn in range(min(self.numbers.hand, len(cards))):
            missing *= max(0, dull - drawn) / (len(cards) - drawn)
        return int((1 - missing) * 20) * 5  # in steps, so that what is worked out for one is used again

    def steers(self, card: str) -> bool:
        """Whether a card gives thrust moves."""
        return card in self.content.cards and isinstance(self.content.cards[card].effect, Thrusting)


def pose_of(ship: Ship) -> Pose:
    """How a ship flies."""
    return Pose(ship.at, ship.facing, ship.speed)


def moved_ship(ship: Ship, pose: Pose) -> Ship:
    """A ship as it would be in another pose."""
    return replace(ship, at=pose.at, facing=pose.facing, speed=pose.speed)


def toughness(ship: Ship) -> int:
    """The damage that destroys a ship (DS-22)."""
    return ship.health + ship.armor


def beams(hexes: Collection[Hex], stops: Collection[Hex], start: Hex, target: Hex) -> list[int]:
    """The directions in which a beam from one hex hits what is in another, as far as `stops` let it (DS-65)."""
    ways = LANES.get((target[0] - start[0], target[1] - start[1]), ())
    found = []
    for direction, offset in ways:
        at = (start[0] + offset[0], start[1] + offset[1])
        while at != target and at in hexes and at not in stops:
            at = moved(at, direction)
        if at == target:
            found.append(direction)
    return found
