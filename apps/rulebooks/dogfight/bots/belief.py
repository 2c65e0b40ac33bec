"""What a seat can work out about counters it does not see: exact chances from all it knows, never a look."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import msgspec

from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.hand import AP, ASTEROID, BLANK, DEFENSE_1, DEFENSE_2, unheld
from apps.rulebooks.dogfight.odds import chance_at_most
from apps.rulebooks.dogfight.state import State

_HITS = 3  # a defender has seldom more than this many counters that help


class Guard:
    """How well a side dodges: for its first, second, ... hit, the chances of bracing with +0, +1 and +2."""

    def __init__(self, braces: tuple[tuple[float, float, float], ...]) -> None:
        self._braces = braces
        self._known: dict[tuple[int, int, int, int], float] = {}

    def dodge(self, dif: int, hit: int) -> float:
        """The chance to dodge hit number `hit`, counted from 0."""
        if hit >= len(self._braces):
            return float(chance_at_most(dif))
        return sum(share * float(chance_at_most(dif + bonus)) for bonus, share in enumerate(self._braces[hit]))

    def kill(self, att: int, dif: int, shots: int, hit: int = 0) -> float:
        """The chance that up to `shots` attacks in a row destroy a ship, after `hit` hits were answered."""
        if shots <= 0:
            return 0.0
        key = (att, dif, shots, hit)
        known = self._known.get(key)
        if known is None:
            on_target = float(chance_at_most(att))
            dodge = self.dodge(dif, hit)
            after_dodge = self.kill(att, dif, shots - 1, hit + 1)
            known = on_target * (1 - dodge + dodge * after_dodge) + (1 - on_target) * self.kill(
                att, dif, shots - 1, hit
            )
            self._known[key] = known
        return known


class Belief(msgspec.Struct, frozen=True):
    """What one side may hold: `aps[k]` is the chance that it can pay exactly k AP, `guard` how it braces."""

    aps: tuple[float, ...]
    guard: Guard

    @property
    def mean_ap(self) -> float:
        """The AP it holds on average."""
        return sum(count * share for count, share in enumerate(self.aps))


class Draws(msgspec.Struct, frozen=True):
    """What one counter drawn from the cup is likely to be."""

    ap: float
    defense_1: float
    defense_2: float
    asteroid: float


def own_belief(content: Content, state: State, seat: int) -> Belief:
    """A seat knows its own hand."""
    ap, braces = _strength(state, state.sides[seat].hand)
    aps = tuple(1.0 if count == ap else 0.0 for count in range(content.numbers.hand_limit + 1))
    return Belief(aps, Guard(tuple((0.0, 1.0 if b == 1 else 0.0, 1.0 if b == 2 else 0.0) for b in braces)))


def belief_about(content: Content, state: State, seat: int, other: int) -> Belief:
    """What `seat` can know about the hand of `other`: how many counters, and which are not its own (DF-A23)."""
    pool = _unseen(content, state, seat)
    if state.sides[other].dry:
        pool[AP] = 0
    held = len(state.sides[other].hand)
    aps = [0.0] * (content.numbers.hand_limit + 1)
    braces = [[0.0, 0.0, 0.0] for _ in range(_HITS)]
    for hand, share in _hands(pool, held):
        ap, strength = _strength(state, hand)
        aps[ap] += share
        for hit in range(_HITS):
            braces[hit][strength[hit] if hit < len(strength) else 0] += share
    return Belief(tuple(aps), Guard(tuple((none, one, two) for none, one, two in braces)))


def draws(content: Content, state: State, seat: int) -> Draws:
    """What `seat` may expect of one counter: nobody holds a Move Asteroid, the rest is spread evenly (DF-41)."""
    pool = _unseen(content, state, seat)
    rest = sum(pool.values())
    asteroids = content.cup[ASTEROID]
    in_cup = max(1, rest + asteroids - len(state.sides[1 - seat].hand))
    asteroid = asteroids / in_cup
    each = (1 - asteroid) / max(1, rest)
    blank = 0 if state.variant.blank_is_dead else pool[BLANK]
    return Draws((pool[AP] + blank) * each, pool[DEFENSE_1] * each, pool[DEFENSE_2] * each, asteroid)


def _unseen(content: Content, state: State, seat: int) -> dict[str, int]:
    pool = unheld(content, (state.sides[seat].hand,))
    del pool[ASTEROID]
    return pool


def _strength(state: State, hand: tuple[str, ...]) -> tuple[int, list[int]]:
    blanks = 0 if state.variant.blank_is_dead else hand.count(BLANK)
    braces = [2] * (hand.count(DEFENSE_2) + blanks) + [1] * hand.count(DEFENSE_1)
    return hand.count(AP) + blanks, braces


def _hands(pool: dict[str, int], size: int) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every hand of `size` counters out of `pool`, with its chance."""
    kinds = [kind for kind in pool if pool[kind] > 0]
    ways = comb(sum(pool.values()), size)

    def choose(place: int, left: int, hand: tuple[str, ...], count: int) -> Iterator[tuple[tuple[str, ...], float]]:
        if place == len(kinds):
            if left == 0:
                yield hand, count / ways
            return
        kind = kinds[place]
        for number in range(min(left, pool[kind]) + 1):
            yield from choose(place + 1, left - number, hand + (kind,) * number, count * comb(pool[kind], number))

    yield from choose(0, size, (), 1)
