"""What must hold between the entries of the run and the rest of an edition; every fault names its entry and field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from apps.rulebooks.core.protocol import Fault
from apps.rulebooks.deckspace import drawing as signs
from apps.rulebooks.deckspace.content import CardType, Deck, EnemyType, MapType
from apps.rulebooks.deckspace.resistance.circles import apart
from apps.rulebooks.deckspace.resistance.content import (
    Cards,
    Comms,
    Encounter,
    Gain,
    Mission,
    Mount,
    Place,
    Stores,
    System,
    Turn,
)
from apps.rulebooks.deckspace.resistance.edition import ResistanceEdition
from apps.rulebooks.deckspace.resistance.numbers import RunNumbers

VOYAGE = "voyage"
PLANETS = 6  # at least (N38)
ROOM = 100  # lengths: what a place takes up in the view
KINDS = ("supply", "defend", "strike", "hunt", "retake", "boss")
TARGETS = {"strike": "station", "retake": "station", "hunt": "runner"}  # the pilot that the target must have
NEEDED = {
    "supply": ((signs.DROP, 1, "a drop (D)"), (signs.GATE, 1, "a gate (G)")),
    "defend": ((signs.GATE, 1, "a gate (G)"),),
    "strike": ((signs.STATION, 1, "a place for the station (X)"), (signs.GATE, 1, "a gate (G)")),
    "retake": ((signs.STATION, 1, "a place for the station (X)"), (signs.GATE, 1, "a gate (G)")),
    "hunt": ((signs.RUNNER, 1, "a place for the runner (R)"), (signs.GATE, 2, "two gates (G)")),
    "boss": (),
}  # fmt: skip


def faults(
    run: ResistanceEdition,
    cards: Mapping[str, CardType],
    decks: Mapping[str, Deck],
    maps: Mapping[str, MapType],
    enemies: Mapping[str, EnemyType],
) -> list[Fault]:
    """Everything that is wrong with the run of an edition."""
    found = [fault for system in run.systems.values() for fault in _system(system, run.numbers)]
    if not run.systems:
        found.append(Fault("system", "", "", "there must be a system"))
    if VOYAGE not in decks:
        found.append(Fault("deck", VOYAGE, "", "this deck must be there"))
    for kind in KINDS:
        if not any(mission.kind == kind for mission in run.missions.values()):
            found.append(Fault("mission", "", "kind", f"there must be a mission of the kind {kind}"))
    for mission in run.missions.values():
        found += _foes(mission, enemies)
        found += _maps(mission, maps, run.numbers)
    for event in run.events.values():
        found += _event(event, cards)
    for ware in run.wares.values():
        if ware.card not in cards:
            found.append(Fault("ware", ware.slug, "card", f"there is no card {ware.card!r}"))
    for kind, entries in (("fitting", run.fittings), ("part", run.parts), ("run-unlock", run.unlocks)):
        for slug, entry in entries.items():
            found += _cards(kind, slug, "gains", entry.gains, cards)
    return [*found, *_house(run), *_numbers(run.numbers)]


def _system(system: System, numbers: RunNumbers) -> Iterator[Fault]:
    """Enough planets, each place with a name and an orbit of its own, and days enough for a move of MERIDIAN."""
    places = (*system.planets, system.home, system.anvil)
    slugs = [place.slug for place in places]
    if len(system.planets) < PLANETS:
        yield Fault("system", system.slug, "planets", f"a system needs {PLANETS} planets at least")
    for slug in sorted({slug for slug in slugs if slugs.count(slug) > 1}):
        yield Fault("system", system.slug, "planets", f"two places have the slug {slug!r}")
    for place, other in combinations(places, 2):
        if _collide(place, other):
            words = f"the orbits of {place.slug!r} and {other.slug!r} come nearer than {ROOM} lengths"
            yield Fault("system", system.slug, "planets", words)
    held = max(system.held, sum(planet.held for planet in system.planets))
    if held > len(system.planets) - 2:
        yield Fault("system", system.slug, "held", "at least two planets must be the Resistance's at the start")
    if system.days <= numbers.move_every:
        yield Fault("system", system.slug, "days", "MERIDIAN would never move: it needs more days than that")


def _collide(one: Place, other: Place) -> bool:
    """Whether two places come so near each other on their orbits that one would hide the other."""
    if one.orbit.radius != other.orbit.radius:
        return abs(one.orbit.radius - other.orbit.radius) < ROOM
    return one.orbit.period != other.orbit.period or apart(one, other, 0) < ROOM


def _foes(mission: Mission, enemies: Mapping[str, EnemyType]) -> Iterator[Fault]:
    """Enemies that exist, and a target where the mission is about one."""
    for row, foe in enumerate(mission.foes):
        if foe not in enemies:
            yield Fault("mission", mission.slug, f"foes.{row}", f"there is no enemy {foe!r}")
        elif enemies[foe].profile in TARGETS.values():
            yield Fault("mission", mission.slug, f"foes.{row}", "stations and runners come as the target only")
    profile = TARGETS.get(mission.kind, "")
    if not profile and mission.kind != "boss":
        if mission.target:
            yield Fault("mission", mission.slug, "target", "a mission of this kind has no target")
    elif mission.target not in enemies:
        yield Fault("mission", mission.slug, "target", f"there is no enemy {mission.target!r}")
    elif profile and enemies[mission.target].profile != profile:
        yield Fault("mission", mission.slug, "target", f"the target of such a mission must be a {profile}")


def _maps(mission: Mission, maps: Mapping[str, MapType], numbers: RunNumbers) -> Iterator[Fault]:
    """Maps that exist, with the signs and the starts that the mission needs."""
    for row, slug in enumerate(mission.maps):
        field = f"maps.{row}"
        if slug not in maps:
            yield Fault("mission", mission.slug, field, f"there is no map {slug!r}")
            continue
        entry = maps[slug]
        try:
            drawn = list(signs.read(entry.drawing).values())
        except signs.DrawingFault:  # told where the map is
            continue
        for sign, count, words in NEEDED[mission.kind]:
            if drawn.count(sign) < count:
                yield Fault("mission", mission.slug, field, f"the map {slug!r} lacks {words}")
        for sign in (signs.DROP, signs.STATION, signs.RUNNER):
            if drawn.count(sign) > 1:
                yield Fault("mission", mission.slug, field, f"the map {slug!r} has more than one {sign}")
        if mission.kind == "boss" and signs.GATE in drawn:
            yield Fault("mission", mission.slug, field, f"the map {slug!r} has a gate: nobody leaves the Anvil")
        wanted = starts(mission, numbers)
        if len(entry.facing) < wanted:
            words = f"the map {slug!r} has {len(entry.facing)} starts: the largest battle needs {wanted}"
            yield Fault("mission", mission.slug, field, words)


def starts(mission: Mission, numbers: RunNumbers) -> int:
    """How many ships start in the largest battle of a mission, the own one included, station and runner not."""
    if mission.kind == "boss":
        return 2 + max(numbers.escorts)
    return 1 + (max(1, numbers.size_most - 1) if mission.kind in TARGETS else numbers.size_most)


def _event(event: Encounter, cards: Mapping[str, CardType]) -> Iterator[Fault]:
    """Two answers or none, one of them free, and cards that exist (DS-A71)."""
    yield from _cards("event", event.slug, "effects", event.effects, cards)
    if len(event.answers) == 1:
        yield Fault("event", event.slug, "answers", "one answer is no choice: give two, or none")
    if not event.effects and not event.answers:
        yield Fault("event", event.slug, "effects", "nothing happens in this event")
    for row, answer in enumerate(event.answers):
        yield from _cards("event", event.slug, f"answers.{row}.effects", answer.effects, cards)
    if event.answers and not any(_free(answer.effects) for answer in event.answers):
        yield Fault("event", event.slug, "answers", "one answer must cost neither supplies nor rounds")


def _free(effects: Iterable[Turn]) -> bool:
    stores = [effect for effect in effects if isinstance(effect, Stores)]
    return sum(effect.supplies for effect in stores) >= 0 and sum(effect.rounds for effect in stores) >= 0


def _cards(
    kind: str, slug: str, field: str, effects: Iterable[Gain | Turn], cards: Mapping[str, CardType]
) -> Iterator[Fault]:
    for row, effect in enumerate(effects):
        if isinstance(effect, Cards) and effect.card not in cards:
            yield Fault(kind, slug, f"{field}.{row}.card", f"there is no card {effect.card!r}")


def _house(run: ResistanceEdition) -> Iterator[Fault]:
    """What the rules speak of must be there: Comms, the mount, and the warning of the news (DS-120, DS-136, DS-148)."""
    gains = [gain for fitting in run.fittings.values() for gain in fitting.gains]
    for wanted, words in ((Comms, "comms"), (Mount, "a PDC mount")):
        if not any(isinstance(gain, wanted) for gain in gains):
            yield Fault("fitting", "", "gains", f"one fitting must bring {words}")
    if not any(news.when == "warning" for news in run.news.values()):
        yield Fault("news", "", "when", "there must be a line that warns of the end")


def _numbers(numbers: RunNumbers) -> Iterator[Fault]:
    """Least and most in their order."""
    second, third = numbers.escort_fleet
    ordered = (
        ("trip_most", numbers.trip_least, numbers.trip_most, "the longest trip is shorter than the shortest"),
        ("deadline", numbers.deadline_least, numbers.deadline, "it is shorter than the shortest deadline"),
        ("size_most", numbers.size_base, numbers.size_most, "it is less than a battle with no fleet brings"),
        ("works_two", numbers.works_one, numbers.works_two, "two ships must take as much works as one at least"),
        ("strength_cap", numbers.strength, numbers.strength_cap, "it is less than there is at the start"),
        ("fleet_cap", numbers.fleet, numbers.fleet_cap, "it is less than there is at the start"),
        ("escort_fleet", second, third, "the third tier must begin after the second"),
    )
    for field, least, most, words in ordered:
        if least > most:
            yield Fault("run", numbers.slug, field, words)
    if list(numbers.escorts) != sorted(numbers.escorts):
        yield Fault("run", numbers.slug, "escorts", "a larger fleet must not bring fewer escorts")
