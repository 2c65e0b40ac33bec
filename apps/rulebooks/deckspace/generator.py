"""Random maps: a hexagon that a turn carries into itself, so that every start has the same chances (DS-02)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import (
    Hex,
    bearing,
    distance,
    moved,
    neighbours,
    rotated,
    within,
)
from apps.rulebooks.deckspace import drawing as signs
from apps.rulebooks.deckspace.content import Facing, Generator, MapType, MarkerType
from apps.rulebooks.deckspace.lanes import under_fire

WAYS: tuple[Facing, ...] = ("NE", "E", "SE", "SW", "W", "NW")
TRIES = 400  # draws of a map before one is taken without its solid rock
ROOM = 3  # hexes round a start where nothing lies
RUNWAY = 5  # hexes in front of a start where nothing blocks


def drawn(generator: Generator, markers: Mapping[str, MarkerType], seed: int) -> MapType:
    """The map that a seed gives, the same for the same seed: connected, with no start under fire."""
    chance = Chance(b"a random map of Deckspace", seed)
    for number in range(TRIES):
        sketch = _Sketch(generator, chance, solid=number < TRIES - 1)
        if sketch.is_sound():
            return sketch.entry()
    raise AssertionError("without solid rock every map is sound")


class _Sketch:
    """One attempt: signs by hex, with the middle of the map at (0, 0)."""

    def __init__(self, generator: Generator, chance: Chance, solid: bool) -> None:
        self.generator, self.chance = generator, chance
        self.sixths = 2 if generator.ships == 3 else 3
        radius = generator.radius
        self.signs = dict.fromkeys(within((0, 0), radius), signs.SPACE)
        self.open = {at for at in self.signs if distance(at, (0, 0)) <= radius - generator.ring}
        for at in set(self.signs) - self.open:
            self.signs[at] = signs.FIELD
        self.starts = self._starts()
        self.clear = {at for start in self.starts for at in within(start, ROOM)}
        self.facings = self._facings()
        for start, ahead in zip(self.starts, self.facings, strict=True):
            self.clear.update(moved(start, ahead, step) for step in range(RUNWAY + 1))
        self._fields()
        self._scatter(signs.SOLID, generator.solid if solid else 0, lambda at: at in self.open)
        self._scatter(signs.ROCK, generator.rocks, lambda at: True)
        for sign in chance.shuffled(generator.markers, "markers"):
            self._scatter(sign, 1, lambda at: at in self.open)
        for number, start in enumerate(self.starts):
            self.signs[start] = signs.STARTS[number]

    def _starts(self) -> list[Hex]:
        """Starts off the axes, so that no lane leads from one to another."""
        far = self.generator.start
        slant = self.chance.below(far - 3, "start") + 2 if self.generator.ships < 4 else far // 2 - 1
        first = (far, -slant)
        if self.generator.ships == 3:
            return [first, rotated(first, 2), rotated(first, 4)]
        if self.generator.ships == 2:
            return [first, rotated(first, 3)]
        second = (far - slant + 1, slant)
        return [first, second, rotated(first, 3), rotated(second, 3)]

    def _facings(self) -> list[int]:
        """Where ships look: two directions lead to the middle equally well, and a turn of the map must not mix them."""
        apart = 2 if self.generator.ships == 4 else 1  # how many starts no turn carries into each other
        return [
            (bearing(self.starts[number % apart], (0, 0)) + self.sixths * (number // apart)) % 6
            for number in range(len(self.starts))
        ]

    def _alike(self, at: Hex) -> set[Hex]:
        return {rotated(at, turn) for turn in range(0, 6, self.sixths)}

    def _fields(self) -> None:
        for _ in range(self.generator.fields):
            heart = self.chance.pick(sorted(self.open), "field")
            patch = {heart}
            for _ in range(2 + self.chance.below(5, "field-size")):
                around = sorted({near for at in patch for near in neighbours(at)} & self.open - patch)
                if around:
                    patch.add(self.chance.pick(around, "field-grows"))
            for at in {alike for grown in patch for alike in self._alike(grown)} - self.clear:
                self.signs[at] = signs.FIELD

    def _scatter(self, sign: str, count: int, allowed: Callable[[Hex], bool]) -> None:
        """Put a sign in so many places for each start, and in all places that are alike."""
        free = [at for at in sorted(self.signs) if self.signs[at] in (signs.SPACE, signs.FIELD) and allowed(at)]
        left = count
        for at in self.chance.shuffled(free, f"scatter-{sign}"):
            if not left:
                return
            places = self._alike(at)
            if places & self.clear or any(self.signs[place] not in (signs.SPACE, signs.FIELD) for place in places):
                continue
            if sign not in (signs.ROCK, signs.SOLID) and any(self._crowded(place) for place in places):
                continue
            for place in places:
                rock_in_field = sign == signs.ROCK and self.signs[place] == signs.FIELD
                self.signs[place] = signs.FIELD_ROCK if rock_in_field else sign
            left -= 1

    def _crowded(self, at: Hex) -> bool:
        return any(self.signs.get(near, "#") not in (signs.SPACE, signs.FIELD) for near in neighbours(at))

    def is_sound(self) -> bool:
        """Every hex that is not solid can be reached from every other, and no start is under fire."""
        free = {at for at, sign in self.signs.items() if sign != signs.SOLID}
        stops = {at for at, sign in self.signs.items() if sign in (signs.SOLID, signs.ROCK, signs.FIELD_ROCK)}
        return connected(free) and not under_fire(frozenset(self.signs), stops, self.starts)

    def entry(self) -> MapType:
        """The attempt as an entry, moved to where drawings are read."""
        generator = self.generator
        top = generator.radius
        placed = {(q + top // 2 + top % 2, r + top): sign for (q, r), sign in self.signs.items()}
        return MapType(
            slug=generator.slug,
            name=generator.name,
            blurb=generator.blurb,
            drawing=signs.write(placed),
            facing=tuple(WAYS[facing] for facing in self.facings),
            speed=generator.speed,
        )


def connected(places: Iterable[Hex]) -> bool:
    """Whether each of these hexes can be reached from each other by steps between them."""
    left = set(places)
    if not left:
        return False
    reached = [left.pop()]
    while reached:
        for near in neighbours(reached.pop()):
            if near in left:
                left.discard(near)
                reached.append(near)
    return not left
