"""Attacks, follow-ups, and how the defender meets them."""

from __future__ import annotations

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.square import adjacent, name
from apps.rulebooks.core.protocol import Event, Step
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.actions import Attack, Brace, FollowUp, TakeIt
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.ending import settle
from apps.rulebooks.dogfight.hand import BLANK, DEFENSE_1, DEFENSE_2, bill, pay, purse, without
from apps.rulebooks.dogfight.state import Assault, Dice, Ship, State, Throw, Trace, in_base
from apps.rulebooks.dogfight.words import colour, counter_name, price, ship_name

_DIE = 6
BONUSES = {DEFENSE_1: (1,), DEFENSE_2: (2,), BLANK: (1, 2)}  # what each counter can add (DF-35, DF-A06)


def attacks_of(content: Content, state: State, ship: Ship) -> list[Attack]:
    """Every enemy a ship stands next to, ahead, beside or behind (DF-30); not those safe in the base (DF-A17)."""
    found = []
    for other in state.ships:
        if other.side != ship.side and adjacent(ship.cell, other.cell):
            if state.variant.safe_in_base and in_base(content, other):
                continue
            found.append(Attack(ship.number, other.number))
    return found


def can_pay_attack(content: Content, state: State, seat: int) -> bool:
    """Whether a seat can pay for a new attack (DF-29)."""
    return purse(state, state.sides[seat]) >= content.numbers.attack_cost


def follow_ups(content: Content, state: State, seat: int) -> list[FollowUp]:
    """The cheap attack right after one that the target survived (DF-34, DF-A11, DF-A26)."""
    if state.follow is None or purse(state, state.sides[seat]) < content.numbers.follow_up_cost:
        return []
    return [FollowUp()]


def supported(state: State, attacker: Ship, target: Ship) -> bool:
    """Whether another ship of the attacker's side stands next to the target (DF-32, DF-A08)."""
    return any(
        ship.side == attacker.side and ship.number != attacker.number and adjacent(ship.cell, target.cell)
        for ship in state.ships
    )


def attack_number(content: Content, state: State, attacker: Ship, target: Ship) -> int:
    """The highest result that hits: ATT, raised once by any support (DF-31, DF-32)."""
    bonus = content.numbers.support_bonus if supported(state, attacker, target) else 0
    return content.by_slug[attacker.kind].att + bonus


def attack(content: Content, state: State, seat: int, action: Attack, chance: Chance) -> Step[State]:
    """Begin an attack for its full cost (DF-29)."""
    return _strike(content, state, seat, Assault(action.ship, action.target), content.numbers.attack_cost, chance)


def follow_up(content: Content, state: State, seat: int, action: FollowUp, chance: Chance) -> Step[State]:
    """Attack the same target again for the lower cost; support is looked at anew (DF-34, DF-A08)."""
    assert state.follow is not None
    return _strike(content, state, seat, state.follow, content.numbers.follow_up_cost, chance)


def _strike(content: Content, state: State, seat: int, assault: Assault, cost: int, chance: Chance) -> Step[State]:
    attacker, target = _both(state, assault)
    needs = attack_number(content, state, attacker, target)
    value = chance.die(_DIE, "attack")
    hit = value <= needs
    throw = Throw("attack", seat, value, needs)
    paid = bill(state.sides[seat], cost)
    state = replace(
        pay(state, seat, cost),
        phase="reacting" if hit else "spending",
        assault=assault if hit else None,
        follow=None if hit else assault,
        progress=True,
        trace=Trace(seat, struck=target.cell),
        dice=Dice((throw,), "hit" if hit else "miss", seat, attacker.kind, target.kind),
    )
    parts: dict[str, int | str | Text] = {
        "ship": ship_name(content, attacker),
        "target": ship_name(content, target),
        "at": name(target.cell),
        "value": value,
        "needs": needs,
        "price": price(*paid),
    }
    words = (
        say("{ship} fires on {target} at {at} for {price}: {value} against {needs}, on target.", **parts)
        if hit
        else say("{ship} fires on {target} at {at} for {price}: {value} against {needs}, a miss.", **parts)
    )
    events = (Event("attack-hit" if hit else "attack-missed", words, rule="DF-31", seat=seat),)
    return Step(state, events)


def braces(state: State, seat: int) -> list[Brace]:
    """Every counter the defender can raise the defence with, one for each attack (DF-36, DF-A10)."""
    hand = state.sides[seat].hand
    return [
        Brace(kind, bonus)
        for kind in dict.fromkeys(hand)
        if kind in BONUSES and not (kind == BLANK and state.variant.blank_is_dead)
        for bonus in BONUSES[kind]
    ]


def brace(content: Content, state: State, seat: int, action: Brace, chance: Chance) -> Step[State]:
    """Use a counter, which is back in the cup, and roll the defence die (DF-36, DF-37)."""
    side = state.sides[seat]
    side = replace(side, hand=without(side.hand, action.counter))
    words = say(
        "{side} braces: {counter}, +{bonus}.",
        side=colour(seat),
        counter=counter_name(action.counter),
        bonus=action.bonus,
    )
    event = Event("braced", words, rule="DF-36", seat=seat)
    return _defend(content, replace(state, sides=state.with_side(seat, side)), seat, action.bonus, [event], chance)


def take_it(content: Content, state: State, seat: int, action: TakeIt, chance: Chance) -> Step[State]:
    """Roll the defence die as it is (DF-33)."""
    return _defend(content, state, seat, 0, [], chance)


def _defend(content: Content, state: State, seat: int, bonus: int, events: list[Event], chance: Chance) -> Step[State]:
    assert state.assault is not None
    assert state.dice is not None
    attacker, target = _both(state, state.assault)
    needs = content.by_slug[target.kind].dif + bonus
    value = chance.die(_DIE, "defence")
    dice = state.dice
    throws = (*dice.throws, Throw("defence", seat, value, needs))
    parts: dict[str, int | str | Text] = {
        "ship": ship_name(content, target),
        "at": name(target.cell),
        "value": value,
        "needs": needs,
    }
    if value <= needs:
        words = say("{ship} at {at} dodges: {value} against {needs}.", **parts)
        events.append(Event("dodged", words, rule="DF-33", seat=seat))
        dice = replace(dice, throws=throws, outcome="dodged")
        state = replace(state, phase="spending", assault=None, follow=state.assault, dice=dice)
        return Step(state, tuple(events))
    words = say("{ship} at {at} is destroyed: {value} against {needs}.", **parts)
    events.append(Event("ship-destroyed", words, rule="DF-33", seat=seat))
    state = replace(
        state,
        phase="spending",
        assault=None,
        follow=None,
        ships=tuple(ship for ship in state.ships if ship is not target),
        lost=(*state.lost, target),
        dice=replace(dice, throws=throws, outcome="destroyed"),
        trace=Trace(attacker.side, wreck=target.cell),
    )
    state = settle(content, state, events)
    return Step(state, tuple(events))


def _both(state: State, assault: Assault) -> tuple[Ship, Ship]:
    attacker, target = state.ship(assault.attacker), state.ship(assault.target)
    assert attacker is not None
    assert target is not None
    return attacker, target
