"""The kinds of action counters, what a hand can pay, and what lies in the cup.

Only hands are stored. The cup is every counter that nobody holds (DF-19), so that spending, using or
discarding a counter is taking it out of a hand, and no counter can be lost.
"""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.state import Side, State

AP, DEFENSE_1, DEFENSE_2, ASTEROID, BLANK = "ap", "defense-1", "defense-2", "asteroid", "blank"
KINDS = (AP, DEFENSE_1, DEFENSE_2, ASTEROID, BLANK)  # the counters of the game (DF-39, DF-35)


def without(hand: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """A hand after one counter of `kind` has left it."""
    place = hand.index(kind)
    return hand[:place] + hand[place + 1 :]


def unheld(content: Content, hands: tuple[tuple[str, ...], ...]) -> dict[str, int]:
    """How many counters of each kind are in none of `hands`."""
    left = dict(content.cup)
    for hand in hands:
        for kind in hand:
            if kind in left:
                left[kind] -= 1
    return left


def cup(content: Content, state: State) -> dict[str, int]:
    """The counters in the cup, by kind: all that nobody holds (DF-19)."""
    return unheld(content, (state.sides[0].hand, state.sides[1].hand))


def purse(state: State, side: Side) -> int:
    """How many AP a hand can pay: AP counters, and Blanks unless they are dead (DF-40, DF-A19)."""
    hand = side.hand
    return hand.count(AP) + (0 if state.variant.blank_is_dead else hand.count(BLANK))


def bill(side: Side, cost: int) -> tuple[int, int]:
    """The AP counters and the Blanks that pay `cost`: AP counters go first (DF-A27)."""
    ap = min(cost, side.hand.count(AP))
    return ap, cost - ap


def pay(state: State, seat: int, cost: int) -> State:
    """Spend `cost` AP; the counters are back in the cup (DF-20)."""
    side = state.sides[seat]
    ap, blanks = bill(side, cost)
    hand = side.hand
    for kind, count in ((AP, ap), (BLANK, blanks)):
        for _ in range(count):
            hand = without(hand, kind)
    side = replace(side, hand=hand, dry=side.dry or blanks > 0)
    return replace(state, sides=state.with_side(seat, side))
