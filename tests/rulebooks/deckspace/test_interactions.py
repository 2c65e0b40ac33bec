"""The table of interactions, cell by cell: who comes into a hex, what is there, and what becomes of both."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from apps.rulebooks.deckspace.actions import Detonate, EndTurn, FireBeam, Jump, Launch, Pulse, Steer, Thrust
from apps.rulebooks.deckspace.audit import _sweep
from apps.rulebooks.deckspace.drawing import read
from apps.rulebooks.deckspace.state import Objective

from .helpers import (
    CONTENT,
    E,
    LoadedChance,
    all_of,
    anyone,
    at,
    battle,
    board,
    drift,
    flying,
    of_kind,
    rocks_of,
    ship,
    shot,
    solid_of,
    step,
    using,
    where,
)

TABLE = Path(__file__).with_name("interactions.md")
ORDNANCE = {"missile": "missile", "small nuke": "small-nuke", "medium nuke": "medium-nuke", "large nuke": "large-nuke"}
SIGNS = {"marker": "H", "gate": "G", "drop": "D", "field": ":"}
HERE, BEFORE, BEYOND = "e8", "e7", "e9"  # the hex of the table, the one before it, and the one behind


def cells():
    rows = [line.strip("|\n ").split("|") for line in TABLE.read_text().splitlines() if line.startswith("|")]
    head = [word.strip() for word in rows[0]]
    for row in rows[2:]:
        who, *outcomes = [word.strip() for word in row]
        assert len(outcomes) == len(head) - 1, who
        for what, outcome in zip(head[1:], outcomes, strict=True):
            if outcome:
                yield pytest.param(who, what, outcome, id=f"{who}-{what}".replace(" ", "-"))


class AnyChance(LoadedChance):
    """Dice that do no harm: rocks miss, wormholes land where the test looks."""

    def die(self, sides, purpose):
        return sides if purpose == "strike" else 1

    def pick(self, items, purpose):
        return at(HERE) if at(HERE) in items else items[0]


class Scene:
    """A board with something in the hex of the table, and whoever comes into it about to do so."""

    def __init__(self, what, before="", **extra):
        self.what = what
        self.edge = what == "edge"
        self.before = "e15" if self.edge else (before or BEFORE)
        signs = {HERE: SIGNS[what]} if what in SIGNS else {}
        self.drifts = extra.pop("drifts", ())
        self.chart = board(signs, self.drifts)
        self.extra = extra

    def state(self, one, *more, ordnance=()):
        """A state in which `one` is Red, and Blue is far away unless it is what is there."""
        pieces = list(ordnance)
        if self.what in ORDNANCE:
            pieces.append(shot(9, 2, f"{HERE} W", ORDNANCE[self.what]))
        blue = ship(2, f"{HERE} W 0" if self.what == "ship" else "k15 W 0")
        return battle(
            one, blue, ship(3, "a15 W 0"), *more, chart=self.chart, ordnance=pieces, sides=(0, 1, 2),
            rocks=" ".join(filter(None, (HERE if self.what == "rock" else "", self.extra.get("rocks", "")))),
            solid=HERE if self.what == "solid rock" else "", objective=Objective("supply", 1),
        )  # fmt: skip

    def left(self, state, own=False):
        """What has become of what was there, in the words of the table."""
        if self.what == "ship" or own:
            number = 1 if own else 2
            target = anyone(state, number)
            return "stunned" if target.stunned else f"{target.health - 4}" if target.health < 4 else "kept"
        if self.what in ORDNANCE:
            return "kept" if 9 in flying(state) else "gone"
        if self.what == "rock":
            return "kept" if HERE in rocks_of(state) else "gone"
        if self.what == "solid rock":
            return "kept" if HERE in solid_of(state) else "gone"
        if self.what == "marker":
            return "taken" if any(one.max_health > 4 for one in state.everyone()) else "kept"
        if self.what == "drop":
            return "dropped" if any(one.dropped for one in state.everyone()) else "kept"
        return "kept" if self.what in ("gate", "field") else ""


def noise(done):
    kinds = {event.kind for event in done.events}
    return ["blast"] * ("blast" in kinds) + ["bang"] * ("rock-exploded" in kinds)


def line(*words):
    return ", ".join(word for word in words if word)


# --- Ships ------------------------------------------------------------------------------------


def of_ship(scene, done):
    """What has become of a ship that came, and of what was there."""
    red = anyone(done.state, 1)
    if red in done.state.departed:
        return "out"
    if red in done.state.lost:
        return "lost"
    place = {scene.before: "before", HERE: "in", BEYOND: "past"}[where(done.state, 1)]
    hurt = f" {red.health - 4}" if red.health < 4 else ""
    return line(place + hurt, scene.left(done.state), *noise(done))


def ship_flies(scene, speed):
    red = ship(1, f"{scene.before} E {speed}", exits=all_of(HERE) if scene.what == "gate" else ())
    return of_ship(scene, step(scene.state(red), EndTurn(), chance=AnyChance()))


def ship_thrusts(scene):
    red = ship(1, f"{scene.before} E 0", exits=all_of(HERE) if scene.what == "gate" else ())
    state = using(scene.state(red), "high-thrust")
    if Thrust("forward") not in of_kind(state, Thrust):
        return "never"
    return of_ship(scene, step(state, Thrust("forward"), chance=AnyChance()))


def ship_jumps(scene):
    """Whether a wormhole can come out there: it is given every choice that it has."""
    state = using(scene.state(ship(1, "a1 E 0")), "wormhole")
    if scene.edge:
        hexes = CONTENT.chart(scene.chart).hexes
        return "in" if {action.to for action in of_kind(state, Jump)} - hexes else "never"
    done = step(state, Jump(at(HERE)), chance=AnyChance())
    return line("in", scene.left(done.state)) if where(done.state, 1) == HERE else "never"


# --- Ordnance ---------------------------------------------------------------------------------


def of_shot(scene, done, number, own=False):
    place = "in" if flying(done.state).get(number) == HERE else "gone"
    assert place == "in" or number not in flying(done.state)
    return line(place, scene.left(done.state, own), *noise(done))


def shot_flies(scene, kind, own=False):
    red = ship(1, f"{HERE} W 0" if own else "a1 E 0")
    state = scene.state(red, ordnance=[shot(1, 1, f"{scene.before} E", kind)])
    return of_shot(scene, step(state, Steer(1, "forward"), chance=AnyChance()), 1, own)


def shot_launched(scene, kind):
    state = using(scene.state(ship(1, f"{scene.before} E 0", health=4)), kind)
    if Launch(E) not in of_kind(state, Launch):
        return "never"
    return of_shot(scene, step(state, Launch(E), chance=AnyChance()), state.launched + 1)


# --- Effects and drift ------------------------------------------------------------------------


def lane(scene):
    state = using(scene.state(ship(1, "e15 E 0" if scene.edge else "e2 E 0")), "mass-driver")
    done = step(state, FireBeam(E), chance=AnyChance())
    return line("-", scene.left(done.state), *noise(done))


def blast(scene, own=False):
    state = scene.state(ship(1, f"{HERE} W 0" if own else "a1 E 0"), ordnance=[shot(1, 1, f"{BEFORE} E", "small-nuke")])
    done = step(state, Detonate(1), chance=AnyChance())
    return line("-", scene.left(done.state, own), *noise(done))


def explosion(scene, own=False):
    """A rock beside the hex is blown up by a missile from the other side."""
    scene.extra["rocks"] = BEFORE
    state = scene.state(ship(1, f"{HERE} W 0" if own else "a1 E 0"), ordnance=[shot(1, 1, "e6 E")])
    done = step(state, Steer(1, "forward"), chance=AnyChance())
    assert BEFORE not in rocks_of(done.state)
    return line("-", scene.left(done.state, own), *noise(done))


def emp(scene):
    state = using(scene.state(ship(1, "e4 E 0")), "emp")
    done = step(state, Pulse(), chance=AnyChance())
    return line("-", scene.left(done.state), *noise(done))


def drifting(what, own=False):
    """The round ends, and a field carries its rock eastwards into the hex."""
    if what in ("rock", "solid rock", "gate", "edge"):
        signs = {HERE: {"rock": "o", "solid rock": "#", "gate": "G"}[what]} if what != "edge" else {}
        drawn = read(CONTENT.maps[board(signs).map].drawing)
        start = "e15" if what == "edge" else BEFORE
        fixed = {place for place, sign in drawn.items() if sign in "oO#G"}
        return "refused" if _sweep(drift(start, "E", "W", rocks=start), drawn, fixed, set()) else "in"
    scene = Scene(what, drifts=(drift(BEFORE, "E", "W", rocks=BEFORE),))
    state = scene.state(ship(1, f"{HERE} W 0" if own else "a1 E 0", max_health=4))
    state = replace(state, active=3)
    done = step(state, EndTurn(), chance=AnyChance())
    place = "in" if HERE in rocks_of(done.state) else "gone"
    return line(place, scene.left(done.state, own), *noise(done))


# --- The table --------------------------------------------------------------------------------


def happens(who, what):
    own = what == "own ship"
    scene = Scene("nothing" if own else what)
    if who == "ship stops there":
        return ship_flies(scene, 1)
    if who == "ship flies through":
        return ship_flies(scene, 2)
    if who == "ship thrusts forward":
        return ship_thrusts(scene)
    if who == "wormhole opens there":
        return ship_jumps(scene)
    if who.endswith("flies in"):
        return shot_flies(scene, ORDNANCE[who.removesuffix(" flies in")], own)
    if who.endswith("is launched"):
        return shot_launched(scene, ORDNANCE[who.removesuffix(" is launched")])
    if who == "rock drifts in":
        return drifting("nothing" if own else what, own)
    effects = {"beam lane": lane, "EMP": emp}
    if who in effects:
        return effects[who](scene)
    return {"nuke's blast": blast, "rock explosion": explosion}[who](scene, own)


@pytest.mark.rule(
    "DS-34", "DS-38", "DS-39", "DS-40", "DS-41", "DS-42", "DS-43", "DS-44", "DS-45", "DS-48", "DS-49", "DS-50", "DS-52",
    "DS-62", "DS-63", "DS-65", "DS-66", "DS-67", "DS-70", "DS-160", "DS-161", "DS-A11", "DS-A26", "DS-A42", "DS-A45",
)  # fmt: skip
@pytest.mark.parametrize(("who", "what", "outcome"), list(cells()))
def test_what_happens_when(who, what, outcome):
    assert happens(who, what) == outcome


def test_the_table_is_whole():
    """Empty cells are what cannot be asked: a ship is not its own obstacle, and no effect reaches beyond the board."""
    rows = [text.strip("|\n ").split("|") for text in TABLE.read_text().splitlines() if text.startswith("|")]
    empty = {(row[0].strip(), rows[0][place].strip()) for row in rows[2:]
             for place, cell in enumerate(row) if not cell.strip()}  # fmt: skip
    assert {what for _, what in empty} == {"own ship", "edge"}
    assert len(list(cells())) == 17 * 14 - len(empty)
