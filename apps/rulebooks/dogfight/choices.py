"""Each legal action as a person meets it: what it hangs on, what it costs, what it will do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.rulebooks.core.geometry.square import Cell, name
from apps.rulebooks.core.protocol import Action, action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.dogfight.actions import (
    Attack,
    Brace,
    BuildFleet,
    Discard,
    Draw,
    EndTurn,
    FollowUp,
    Move,
    PlaceShip,
    TakeIt,
    UseBlankAsAsteroid,
)
from apps.rulebooks.dogfight.combat import attack_number, supported
from apps.rulebooks.dogfight.content import Content
from apps.rulebooks.dogfight.counters import room_to_draw
from apps.rulebooks.dogfight.doctrine import how_it_plays
from apps.rulebooks.dogfight.hand import BLANK, bill, purse
from apps.rulebooks.dogfight.movement import reach, route
from apps.rulebooks.dogfight.odds import chance_at_most, kill_chance, percent
from apps.rulebooks.dogfight.play import legal_actions
from apps.rulebooks.dogfight.state import Assault, State, in_base
from apps.rulebooks.dogfight.words import class_name, counter_name, ship_name

_FLEETS = say("Fleets")
_TURN = say("Your turn")
_REACTION = say("Under attack")


class _Table:
    """What describing all of a seat's choices needs again and again."""

    def __init__(self, content: Content, state: State, seat: int) -> None:
        self.content = content
        self.state = state
        self.seat = seat
        self.side = state.sides[seat]
        self.purse = purse(state, self.side)
        self.occupied = state.occupied()
        self._reach: dict[int, dict[Cell, Cell]] = {}

    def reach(self, number: int) -> dict[Cell, Cell]:
        if number not in self._reach:
            ship = self.state.ship(number)
            assert ship is not None
            self._reach[number] = reach(self.content, self.occupied, ship)
        return self._reach[number]

    def cost(self, amount: int) -> str:
        ap, blanks = bill(self.side, amount)
        parts = ([f"{ap} AP"] if ap else []) + ([f"{blanks} Blank"] if blanks else [])
        return " + ".join(parts)

    def left(self, amount: int) -> Text:
        return say("Leaves you {left} AP.", left=self.purse - amount)


def choices(content: Content, state: State, seat: int) -> tuple[Choice, ...]:
    """All that `seat` may do now, in the order of its legal actions."""
    table = _Table(content, state, seat)
    return tuple(_DESCRIBE[type(action)](table, action) for action in legal_actions(content, state, seat))


def _build(table: _Table, action: BuildFleet) -> Choice:
    ships = [(ship, count) for ship, count in zip(table.content.ships, action.fleet, strict=True) if count]
    names = ", ".join(f"{count} × {ship.name}" for ship, count in ships)
    preview = say(
        "{points} points in {count} ships. {plays}",
        points=table.content.fleet.budget,
        count=sum(action.fleet),
        plays=how_it_plays(table.content, action.fleet),
    )
    return Choice(
        action_id(action),
        "build",
        say("{ships}", ships=names),
        preview,
        _FLEETS,
        symbols=tuple(ship.symbol for ship, count in ships for _ in range(count)),
        confirm=say("Commit this fleet: {ships}? You cannot change it afterwards.", ships=names),
        final=True,
        rule="DF-08",
    )


def _place(table: _Table, action: PlaceShip) -> Choice:
    kind, at = table.content.by_slug[action.ship], name(action.to)
    preview = say(
        "Move {mov}, attack {att}, defence {dif}, {points} points.",
        mov=kind.mov,
        att=kind.att,
        dif=kind.dif,
        points=kind.points,
    )
    return Choice(
        action_id(action),
        "place",
        say("{ship} at {at}", ship=kind.name, at=at),
        preview,
        card=f"fleet-{table.seat}-{action.ship}",
        tile=at,
        final=True,
        rule="DF-12",
    )


def _discard(table: _Table, action: Discard) -> Choice:
    kind = action.counter
    return Choice(
        action_id(action),
        "discard",
        say("Put back {counter}", counter=counter_name(kind)),
        say("Leaves you {left} counters. You may draw it again.", left=len(table.side.hand) - 1),
        say("Put back"),
        card=f"hand-{table.seat}-{kind}",
        rule="DF-18",
    )


def _draw(table: _Table, action: Draw) -> Choice:
    room = room_to_draw(table.content, table.state, table.seat)
    preview = say("Room for {room} more this turn.", room=room)
    if table.state.phase == "discarding":
        preview = say("Up to {room} this turn, one at a time. Then you cannot move or attack.", room=room)
    return Choice(action_id(action), "draw", say("Draw a counter"), preview, _TURN, key="d", final=True, rule="DF-16")


def _move(table: _Table, action: Move) -> Choice:
    content = table.content
    ship = table.state.ship(action.ship)
    assert ship is not None
    cost = content.numbers.move_cost
    to, kind = name(action.to), content.by_slug[ship.kind]
    way = route(table.reach(action.ship), action.to)
    preview = table.left(cost)
    if action.to in content.zones[1 - table.seat] and not in_base(content, ship):
        preview = say("Into the enemy base: {points} points home. {left}", points=kind.points, left=preview)
    return Choice(
        action_id(action),
        "move",
        say("{ship} from {came} to {to}", ship=kind.name, came=name(ship.cell), to=to),
        preview,
        piece=f"ship-{ship.number}",
        tile=to,
        path=tuple(name(cell) for cell in way),
        cost=table.cost(cost),
        rule="DF-24",
    )


def _strike(table: _Table, assault: Assault, cost: int) -> tuple[dict[str, Any], str, str]:
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


def _attack(table: _Table, action: Attack) -> Choice:
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


def _follow_up(table: _Table, action: FollowUp) -> Choice:
    assault = table.state.follow
    assert assault is not None
    parts, odds, cost = _strike(table, assault, table.content.numbers.follow_up_cost)
    return Choice(
        action_id(action),
        "follow-up",
        say("{ship} attacks {target} at {at} again", **parts),
        say("Kill chance {odds}: {hits}, {dodges}. {left}", **parts),
        _TURN,
        piece=f"ship-{assault.attacker}",
        target=f"ship-{assault.target}",
        cost=cost,
        odds=odds,
        key="f",
        final=True,
        rule="DF-34",
    )


def _asteroid(table: _Table, action: UseBlankAsAsteroid) -> Choice:
    return Choice(
        action_id(action),
        "asteroid",
        say("Blank: move an asteroid"),
        say("Dice choose the asteroid and the direction. It crushes whatever it meets, yours as well."),
        _TURN,
        card=f"hand-{table.seat}-{BLANK}",
        cost="1 Blank",
        key="a",
        final=True,
        rule="DF-40",
    )


def _defence(table: _Table, bonus: int) -> tuple[int, str]:
    assert table.state.assault is not None
    target = table.state.ship(table.state.assault.target)
    assert target is not None
    needs = table.content.by_slug[target.kind].dif + bonus
    return needs, percent(chance_at_most(needs))


def _brace(table: _Table, action: Brace) -> Choice:
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
        _REACTION,
        card=f"hand-{table.seat}-{action.counter}",
        cost=f"1 {counter_name(action.counter)}",
        odds=odds,
        key=key,
        final=True,
        rule="DF-36",
    )


def _take_it(table: _Table, action: TakeIt) -> Choice:
    needs, odds = _defence(table, 0)
    preview = say("Dodges on {needs} or less.", needs=needs)
    return Choice(
        action_id(action), "take-it", say("Take it"), preview, _REACTION, odds=odds, key="t", final=True, rule="DF-33"
    )


def _end_turn(table: _Table, action: EndTurn) -> Choice:
    idle = table.state.phase == "discarding"
    return Choice(
        action_id(action),
        "end-turn",
        say("End turn"),
        say("You keep {count} counters.", count=len(table.side.hand)),
        _TURN,
        key="e",
        confirm=say("End your turn without drawing or spending?") if idle else NOTHING,
        final=True,
        rule="DF-22",
    )


_DESCRIBE: dict[type[Action], Callable[[_Table, Any], Choice]] = {
    BuildFleet: _build,
    PlaceShip: _place,
    Discard: _discard,
    Draw: _draw,
    Move: _move,
    Attack: _attack,
    FollowUp: _follow_up,
    UseBlankAsAsteroid: _asteroid,
    Brace: _brace,
    TakeIt: _take_it,
    EndTurn: _end_turn,
}
