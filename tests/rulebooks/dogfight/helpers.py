"""Positions and dice made to measure, so that a test says what happens and nothing is left to chance."""

from collections import defaultdict

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.square import Cell
from apps.rulebooks.dogfight.edition import base_content
from apps.rulebooks.dogfight.play import apply, legal_actions
from apps.rulebooks.dogfight.state import Ship, Side, State, Variant

CONTENT = base_content()
RED, BLUE = 0, 1
KINDS = {"A": "wasp", "B": "lancer", "C": "corvette", "D": "dreadnought"}
FAR_AWAY = ((1, 5), (2, 5), (3, 5))  # asteroids out of the way of most tests


def cell(chart: str) -> Cell:
    """A cell from its chart name: "d4" is (4, 4)."""
    return ord(chart[0]) - ord("a") + 1, int(chart[1:])


class LoadedChance(Chance):
    """Chance that gives prepared results for some purposes; a test fails when it is asked for more."""

    def __init__(self, **results: list[int]):
        super().__init__(b"loaded")
        self.prepared = defaultdict(
            list, {purpose.replace("_", "-"): list(found) for purpose, found in results.items()}
        )

    def below(self, sides: int, purpose: str) -> int:
        assert self.prepared[purpose], f"nobody expected a {purpose} roll"
        return self.prepared[purpose].pop(0)


def dice(**faces: list[int]) -> LoadedChance:
    """Prepared dice, given by the faces they show."""
    return LoadedChance(**{purpose: [face - 1 for face in shown] for purpose, shown in faces.items()})


def draws(*kinds: str, content=CONTENT, asteroid=(), direction=(), hands=((), ())) -> LoadedChance:
    """A cup that gives these kinds in this order, and dice for the asteroids among them."""
    places, held = [], [kind for hand in hands for kind in hand]
    for kind in kinds:
        place = 0
        for other, count in content.cup.items():
            if other == kind:
                break
            place += count - held.count(other)
        places.append(place)
        if kind != "asteroid":
            held.append(kind)
    return LoadedChance(
        cup=places, asteroid=[face - 1 for face in asteroid], direction=[face - 1 for face in direction]
    )


def battle(red="", blue="", *, hands=((), ()), active=RED, asteroids=FAR_AWAY, variant=None, **more) -> State:
    """A position at the start of a turn. Ships are given as "Aa1 Bc4": class letter and square."""
    ships = []
    for side, fleet in ((RED, red), (BLUE, blue)):
        for word in fleet.split():
            ships.append(Ship(len(ships), side, KINDS[word[0]], cell(word[1:])))
    sides = tuple(Side(hand=tuple(sorted(hand)), built=True) for hand in hands)
    return State(
        **{
            "variant": variant or Variant(),
            "phase": "discarding",
            "sides": sides,
            "active": active,
            "turn": 1,
            "ships": tuple(ships),
            "asteroids": tuple(asteroids),
            **more,
        }
    )


def at(state: State, chart: str) -> Ship | None:
    """The ship in a square."""
    return next((ship for ship in state.ships if ship.cell == cell(chart)), None)


def do(state: State, *actions, chance=None, seat=None, content=CONTENT) -> State:
    """The state after some actions, each by the seat that is waited on."""
    for action in actions:
        state = step(state, action, chance=chance, seat=seat, content=content).state
    return state


def step(state: State, action, *, chance=None, seat=None, content=CONTENT):
    """State and events of one action."""
    who = seat if seat is not None else (1 - state.active if state.phase == "reacting" else state.active)
    return apply(content, state, who, action, chance or LoadedChance())


def legal(state: State, seat=None, content=CONTENT) -> tuple:
    """What a seat may do; without one, what the seat that is waited on may do."""
    who = seat if seat is not None else (1 - state.active if state.phase == "reacting" else state.active)
    return legal_actions(content, state, who)


def kinds_of(actions) -> set[str]:
    """The names of the kinds of actions in a list."""
    return {type(action).__name__ for action in actions}
