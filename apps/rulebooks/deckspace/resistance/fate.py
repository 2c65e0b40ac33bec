"""What days cost before they have passed: planets that fall meanwhile, the strength lost, and whether the run ends."""

from __future__ import annotations

from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import days, meridian
from apps.rulebooks.deckspace.resistance.state import State
from apps.rulebooks.deckspace.resistance.words import place_name, strength_words

BROKEN = say("That is all the strength there is: the run ends.")
UNLESS = say("That is all the strength there is: unless the mission brings more, the run ends.")


def late(content: Content, state: State, until: int, but: str = "") -> list[str]:
    """The planets that fall up to a day, but for one that is being saved (DS-119, DS-121)."""
    last = content.resistance.systems[state.system].days
    falling = [threat.planet for threat in state.threats if threat.deadline <= min(until, last)]
    return [planet for planet in falling if planet != but]


def price(content: Content, falling: list[str]) -> int:
    """The strength that goes with planets that fall (DS-119)."""
    return len(falling) * content.resistance.numbers.fall_strength


def breaks(state: State, lost: int) -> bool:
    """Whether so much strength lost is all there is (DS-110)."""
    return 0 < state.strength <= lost


def meanwhile(content: Content, state: State, until: int, but: str = "", gain: int = 0) -> Text:
    """What happens up to a day, with its price: planets that fall, or else MERIDIAN's move.

    `but` is a planet that is saved meanwhile, `gain` the strength that a mission brings before if it is won.
    """
    falling = late(content, state, until, but)
    if falling:
        lost = price(content, falling)
        text = say("Meanwhile {planets} will fall: {price}.", planets=_listed(content, state, falling),
                   price=strength_words(-lost))  # fmt: skip
        if not breaks(state, lost):
            return text
        return say("{text} {broken}", text=text, broken=UNLESS if state.strength + gain > lost else BROKEN)
    numbers = content.resistance.numbers
    move = days.next_move(content, state)
    if move is None or move > until:
        return NOTHING
    if move + meridian.respite(content, state) <= min(until, content.resistance.systems[state.system].days):
        return say("MERIDIAN moves on day {day}, and what it threatens then may fall before you arrive: {price}.",
                   day=move, price=strength_words(-numbers.fall_strength))  # fmt: skip
    return say("MERIDIAN moves on day {day}.", day=move)


def _listed(content: Content, state: State, planets: list[str]) -> Text:
    told = place_name(content, state, planets[0])
    for planet in planets[1:]:
        told = say("{some} and {other}", some=told, other=place_name(content, state, planet))
    return told
