"""Maps worked out for play: which hexes there are, and what lies in them when a battle begins."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import COMPASS, DIRECTIONS, Hex, distance, moved, name, rotated
from apps.rulebooks.core.scene import Edge, Tile
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace import drawing as signs
from apps.rulebooks.deckspace.content import MapType, MarkerType
from apps.rulebooks.deckspace.state import ChartKey, Rock

NO_FIELD = -1
WHOLE_TURN = 6  # sixths


class Start(msgspec.Struct, frozen=True):
    """Where and how a ship begins."""

    at: Hex
    facing: int
    speed: int


class DriftingField(msgspec.Struct, frozen=True):
    """A field that moves: its hexes at the start, and how far it is shifted after 0, 1, 2 ... rounds of its cycle."""

    hexes: frozenset[Hex]
    shifts: tuple[Hex, ...]
    cycle: tuple[int, ...]

    def shift(self, drifted: int) -> Hex:
        """How far the field is from where it began. A cycle that does not close goes on from where it ended."""
        rounds, rest = divmod(drifted, len(self.cycle))
        whole, part = self.shifts[-1], self.shifts[rest]
        return whole[0] * rounds + part[0], whole[1] * rounds + part[1]


class Chart(msgspec.Struct, frozen=True):
    """A map of one battle, which nothing changes. `field` are the hexes of fields that stay where they are."""

    slug: str
    name: Text
    hexes: frozenset[Hex]
    field: frozenset[Hex]
    drifts: tuple[DriftingField, ...]
    rocks: tuple[Rock, ...]
    solid: tuple[Hex, ...]
    markers: dict[Hex, str]
    starts: tuple[Start, ...]
    gates: tuple[Hex, ...]
    drop: Hex | None
    station: Hex | None
    runner: Hex | None
    tiles: tuple[Tile, ...]
    edges: tuple[Edge, ...]
    places: tuple[Hex, ...]  # every hex, row by row

    def in_field(self, at: Hex, drifted: int) -> bool:
        """Whether a hex lies in a field after so many drifts."""
        if at in self.field:
            return True
        for drift in self.drifts:
            dq, dr = drift.shift(drifted)
            if (at[0] - dq, at[1] - dr) in drift.hexes:
                return True
        return False


def chart_of(entry: MapType, markers: Mapping[str, MarkerType], key: ChartKey) -> Chart:
    """The map of an entry, with as many markers as `key` asks for, chosen or added by its seed (DS-04)."""
    drawn = signs.read(entry.drawing)
    by_sign = {marker.sign: marker.slug for marker in markers.values()}
    placed = {at: by_sign[sign] for at, sign in drawn.items() if sign in by_sign}
    starts = sorted((sign, at) for at, sign in drawn.items() if sign in signs.STARTS)
    drifts, rocks = [], [Rock(at) for at, sign in drawn.items() if sign in (signs.ROCK, signs.FIELD_ROCK)]
    for number, drift in enumerate(entry.drifts):
        layer = signs.read_layer(drift.drawing)
        drifts.append(_drifting(frozenset(layer), tuple(COMPASS.index(way) for way in drift.cycle)))
        rocks += [Rock(at, number) for at, sign in layer.items() if sign == signs.FIELD_ROCK]
    gates = tuple(sorted(at for at, sign in drawn.items() if sign == signs.GATE))
    solid = tuple(sorted(at for at, sign in drawn.items() if sign == signs.SOLID))
    chart = Chart(
        slug=entry.slug,
        name=say("{name}", name=entry.name),
        hexes=frozenset(drawn),
        field=frozenset(at for at, sign in drawn.items() if sign in (signs.FIELD, signs.FIELD_ROCK)),
        drifts=tuple(drifts),
        rocks=tuple(sorted(rocks, key=lambda rock: rock.at)),
        solid=solid,
        markers=placed,
        starts=tuple(
            Start(at, COMPASS.index(way), entry.speed) for (_, at), way in zip(starts, entry.facing, strict=False)
        ),
        gates=gates,
        drop=_only(drawn, signs.DROP),
        station=_only(drawn, signs.STATION),
        runner=_only(drawn, signs.RUNNER),
        tiles=tiles_of(drawn, {at: markers[slug] for at, slug in placed.items()}),
        edges=field_lines(drawn),
        places=tuple(sorted(drawn, key=lambda at: (at[1], at[0]))),
    )
    if key.markers == 100:
        return chart
    placed = _scaled(chart, key)
    tiles = tiles_of(drawn, {at: markers[slug] for at, slug in placed.items()})
    return msgspec.structs.replace(chart, markers=placed, tiles=tiles)


def symmetry_of(chart: Chart) -> tuple[int, Hex]:
    """The least turn that carries a map into itself, in sixths of a whole one, and the hex it turns around.

    Six of them, a whole turn, where no other does. What drifts is not asked: its fields may trade places.
    """
    looks = _looks(chart)
    middle = (
        round(sum(q for q, _ in looks) / len(looks)),
        round(sum(r for _, r in looks) / len(looks)),
    )
    faces = {start.at: start.facing for start in chart.starts}
    for sixths in (1, 2, 3):
        alike = all(looks.get(rotated(at, sixths, middle)) == look for at, look in looks.items())
        if alike and all(faces[rotated(at, sixths, middle)] == (faces[at] + sixths) % 6 for at in faces):
            return sixths, middle
    return WHOLE_TURN, middle


def _looks(chart: Chart) -> dict[Hex, tuple[str, bool]]:
    """What lies in each hex at the start, and whether it is field."""
    there: dict[Hex, str] = dict.fromkeys(chart.hexes, "")
    there.update(chart.markers)
    there.update((rock.at, "rock") for rock in chart.rocks if rock.field == NO_FIELD)
    there.update((at, "solid") for at in chart.solid)
    there.update((start.at, "start") for start in chart.starts)
    return {at: (look, at in chart.field) for at, look in there.items()}


def _scaled(chart: Chart, key: ChartKey) -> dict[Hex, str]:
    """Fewer or more markers: whole sets of places that the map's symmetry makes alike, so that nobody is favoured."""
    chance = Chance(b"markers of a map", key.seed)
    symmetry = symmetry_of(chart)
    wanted = len(chart.markers) * key.markers // 100
    sets = _orbits(sorted(chart.markers), symmetry)
    placed: dict[Hex, str] = {}
    for orbit in chance.shuffled(sets, "fewer"):
        if len(placed) + len(orbit) <= wanted:
            placed.update({at: chart.markers[at] for at in orbit if at in chart.markers})
    if key.markers < 100:
        return placed
    kinds = sorted(set(chart.markers.values()))
    for orbit in chance.shuffled(_orbits(_free(chart), symmetry), "more"):
        if not kinds or len(placed) >= wanted:
            break
        near = any(distance(at, other) < 2 for at in orbit for other in placed)
        if len(placed) + len(orbit) <= wanted and not near:
            kind = chance.pick(kinds, "kind")
            placed.update(dict.fromkeys(orbit, kind))
    return placed


def _free(chart: Chart) -> list[Hex]:
    taken = (
        {rock.at for rock in chart.rocks} | {*chart.solid, *chart.gates, chart.drop} | chart.field | {*chart.markers}
    )
    starts = [start.at for start in chart.starts]
    return [at for at in sorted(chart.hexes - taken) if all(distance(at, start) > 3 for start in starts)]


def _orbits(places: list[Hex], symmetry: tuple[int, Hex]) -> list[tuple[Hex, ...]]:
    """Places that a turn of the map carries into each other, together; sets with a missing place are left out."""
    sixths, middle = symmetry
    left, orbits = set(places), []
    for place in places:
        if place not in left:
            continue
        orbit = tuple(dict.fromkeys(rotated(place, sixths * turn, middle) for turn in range(WHOLE_TURN // sixths)))
        if left.issuperset(orbit):
            orbits.append(orbit)
        left.difference_update(orbit)
    return orbits


def _drifting(hexes: frozenset[Hex], cycle: tuple[int, ...]) -> DriftingField:
    shifts: list[Hex] = [(0, 0)]
    for way in cycle:
        shifts.append(moved(shifts[-1], way))
    return DriftingField(hexes, tuple(shifts), cycle)


def _only(drawn: Mapping[Hex, str], sign: str) -> Hex | None:
    return next((at for at, found in drawn.items() if found == sign), None)


def tiles_of(drawn: Mapping[Hex, str], placed: Mapping[Hex, MarkerType]) -> tuple[Tile, ...]:
    """The bare tiles of a map, row by row; what changes in a battle is drawn over them."""
    return tuple(_tile(at, drawn[at], placed.get(at)) for at in sorted(drawn, key=lambda at: (at[1], at[0])))


def _tile(at: Hex, sign: str, marker: MarkerType | None) -> Tile:
    if marker is not None:
        label = say("{at}, marker {marker}", at=name(at), marker=marker.name)
        return Tile(name(at), at[0], at[1], label, "powered" if marker.powered else "marker", marker.symbol)
    if sign == signs.GATE:
        return Tile(name(at), at[0], at[1], say("{at}, gate: a way out", at=name(at)), "gate", "gate")
    if sign == signs.DROP:
        return Tile(name(at), at[0], at[1], say("{at}, drop: where the pods go", at=name(at)), "drop", "drop")
    if sign in (signs.FIELD, signs.FIELD_ROCK):
        return Tile(name(at), at[0], at[1], say("{at}, asteroid field", at=name(at)), "field")
    return Tile(name(at), at[0], at[1], say("{at}", at=name(at)))


def field_lines(drawn: Mapping[Hex, str]) -> tuple[Edge, ...]:
    """The lines round the fields that stay where they are (DS-37); the edge of the board needs none."""
    field = {at for at, sign in drawn.items() if sign in (signs.FIELD, signs.FIELD_ROCK)}
    return tuple(
        Edge(name(at), direction, "field-line")
        for at in sorted(field, key=lambda at: (at[1], at[0]))
        for direction in range(len(DIRECTIONS))
        if (near := moved(at, direction)) in drawn and near not in field
    )
