"""Choices of a fight: to attack, to attack again, and what to do under attack."""

from __future__ import annotations

from typing import Any

from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.protocol import action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.actions import Attack, Brace, FollowUp, TakeIt
from apps.rulebooks.dogfight.choices.table import REACTION, TURN, Table
from apps.rulebooks.dogfight.combat import attack_number, supported
from apps.rulebooks.dogfight.hand import BLANK
from apps.rulebooks.dogfight.odds import chance_at_most, kill_chance, percent
from apps.rulebooks.dogfight.state import Assault
from apps.rulebooks.dogfight.words import class_name, counter_name, ship_name


def attack(table: Table, action: Attack) -> Choice:
    """An attack on a neighbour (DF-29)."""
    parts, odds, cost = _strike(table, Assault(action.ship, action.target), table.content.numbers.attack_cost)
    return Choice(
        action_id(action),
        "attack",
        say("{ship} attacks {target} at {at}", **parts),
        say("Kill chance {odds}: {hits}, {dodges}. {left}", **parts),
        piece=f"ship-{action.ship}",
        target=f"ship-{action.target}",
        cost=cost,
        odds=odds,
        final=True,
        rule="DF-29",
    )


def follow_up(table: Table, action: FollowUp) -> Choice:
    """The same attack once more (DF-34)."""
    assault = table.state.follow
    assert assault is not None
    parts, odds, cost = _strike(table, assault, table.content.numbers.follow_up_cost)
    return Choice(
        action_id(action),
        "follow-up",
        say("{ship} attacks {target} at {at} again", **parts),
        say("Kill chance {odds}: {hits}, {dodges}. {left}", **parts),
        TURN,
        piece=f"ship-{assault.attacker}",
        target=f"ship-{assault.target}",
        cost=cost,
        odds=odds,
        key="f",
        final=True,
        rule="DF-34",
    )


def brace(table: Table, action: Brace) -> Choice:
    """A counter for the defence (DF-36)."""
    needs, odds = _defence(table, action.bonus)
    label = say("Brace with {counter}", counter=counter_name(action.counter))
    key = {"defense-1": "1", "defense-2": "2"}.get(action.counter, "")
    if action.counter == BLANK:
        label = say("Brace with a Blank as Defense +{bonus}", bonus=action.bonus)
        key = "b" if action.bonus == 2 else ""
    return Choice(
        action_id(action),
        "brace",
        label,
        say("Dodges on {needs} or less.", needs=needs),
        REACTION,
        card=f"hand-{table.seat}-{action.counter}",
        cost=say("1 {counter}", counter=counter_name(action.counter)),
        odds=odds,
        key=key,
        final=True,
        rule="DF-36",
    )


def take_it(table: Table, action: TakeIt) -> Choice:
    """The bare defence die (DF-33)."""
    needs, odds = _defence(table, 0)
    preview = say("Dodges on {needs} or less.", needs=needs)
    return Choice(
        action_id(action), "take-it", say("Take it"), preview, REACTION, odds=odds, key="t", final=True, rule="DF-33"
    )


def _strike(table: Table, assault: Assault, cost: int) -> tuple[dict[str, Any], str, Text]:
    """The parts of the sentences about an attack, its kill chance and its cost."""
    attacker, target = table.state.ship(assault.attacker), table.state.ship(assault.target)
    assert attacker is not None
    assert target is not None
    needs = attack_number(table.content, table.state, attacker, target)
    dif = table.content.by_slug[target.kind].dif
    odds = percent(kill_chance(needs, dif))
    hits = say("hits on 1 to {needs}, with support", needs=needs)
    if not supported(table.state, attacker, target):
        hits = say("hits on 1 to {needs}", needs=needs)
    dodges = say("dodges on 1 to {dif}", dif=dif) if dif > 1 else say("dodges on 1") if dif else say("never dodges")
    parts: dict[str, Any] = {
        "ship": class_name(table.content, attacker.kind),
        "target": ship_name(table.content, target),
        "at": name(target.cell),
        "odds": odds,
        "hits": hits,
        "dodges": dodges,
        "left": table.left(cost),
    }
    return parts, odds, table.cost(cost)


def _defence(table: Table, bonus: int) -> tuple[int, str]:
    assert table.state.assault is not None
    target = table.state.ship(table.state.assault.target)
    assert target is not None
    needs = table.content.by_slug[target.kind].dif + bonus
    return needs, percent(chance_at_most(needs))
