"""What bots say about their decisions, in public: never a word about counters held or drawn."""

from __future__ import annotations

from apps.rulebooks.core.geometry.square import Cell
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.combat import attack_number
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.odds import kill_chance
from apps.rulebooks.dogfight.state import Ship, State, in_base

_GOOD = 50  # per cent

FLEET = say("The fleet is chosen.")
PLACING = say("Taking up positions.")
DRAWING = say("Gathering strength.")
WAITING = say("Holding the line.")
SORTING = say("Making room.")
BRACING = say("Not this ship.")
TAKING_IT = say("Let it come.")
AGAIN = say("Once more.")
ADVANCING = say("Moving up.")
HOME = say("Running for the base.")
LAST_HOME = say("The last one home.")
SHIFTING = say("A better angle.")


def odds(content: Content, state: State, attacker: Ship, target: Ship) -> Text:
    """An attack, with the kill chance of this one shot as everyone can work it out.

    The chance over all the shots that the hand can pay for would tell the hand.
    """
    att = attack_number(content, state, attacker, target)
    percent = round(kill_chance(att, content.by_slug[target.kind].dif) * 100)
    if percent >= _GOOD:
        return say("Good odds: {percent} %.", percent=percent)
    return say("Worth a try: {percent} %.", percent=percent)


def moving(content: Content, state: State, ship: Ship, to: Cell) -> Text:
    """A move, by where it leads. To name the ship it is aimed at would tell that the AP for the attack are held."""
    if to in content.zones[1 - ship.side] and not in_base(content, ship):
        last = all(in_base(content, other) for other in state.fleet(ship.side) if other is not ship)
        return LAST_HOME if last else HOME
    return SHIFTING if to[1] == ship.cell[1] else ADVANCING
