"""Choices about missiles and nukes."""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import degrees, moved, name, within
from apps.rulebooks.core.protocol import action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.actions import Detonate, Hold, Launch, Steer
from apps.rulebooks.deckspace.content import Launching, OrdnanceType
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.reach import poses
from apps.rulebooks.deckspace.state import Ordnance, State
from apps.rulebooks.deckspace.words import ordnance_name, way_name

_WAYS = {
    "forward": (say("Forward"), "w"),
    "left": (say("Turn left"), "a"),
    "right": (say("Turn right"), "d"),
}


def choice(content: Content, state: State, action: Launch | Steer | Hold | Detonate) -> Choice:
    """One of these actions, described."""
    if isinstance(action, Launch):
        return _launch(content, state, action)
    piece = next(piece for piece in state.ordnance if piece.number == action.ordnance)
    kind = content.ordnance[piece.kind]
    on, group = f"ordnance-{piece.number}", _group(content, piece)
    if isinstance(action, Hold):
        label, preview = say("Hold"), say("It turns on the spot and is done for this turn.")
        return Choice(action_id(action), "hold", label, preview, group, on, key="h", rule="DS-33")
    if isinstance(action, Detonate):
        preview = say(
            "{damage} damage to every ship within {radius}: {ships} of them now.",
            damage=kind.damage,
            radius=kind.radius,
            ships=_in_blast(state, piece, kind),
        )
        area = _area(content, state, piece, kind.radius)
        return Choice(
            action_id(action),
            "detonate",
            say("Set off"),
            preview,
            group,
            on,
            target=on,
            area=area,
            key="x",
            rule="DS-61",
        )
    return _steer(content, state, piece, action, group)


def _launch(content: Content, state: State, action: Launch) -> Choice:
    effect = content.cards[state.card].effect
    ship = state.ship(state.active)
    assert isinstance(effect, Launching)
    assert ship is not None
    to = moved(ship.at, action.direction)
    what = ordnance_name(content, effect.ordnance)
    preview: Text = NOTHING
    if state.ship_at(to) is not None or to in state.solid or any(rock.at == to for rock in state.rocks):
        preview = say("It goes off there at once.")
    elif any(piece.at == to for piece in state.ordnance):
        preview = say("It hits what flies there at once.")
    label = say("Launch a {what} to the {way}", what=what, way=way_name(action.direction))
    return Choice(
        action_id(action), "launch", label, preview, say("Launch"), tile=name(to),
        aim=degrees(action.direction), key=str(action.direction + 1), final=True, rule="DS-47",
    )  # fmt: skip


def _steer(content: Content, state: State, piece: Ordnance, action: Steer, group: Text) -> Choice:
    label, key = _WAYS[action.way]
    cost = (
        say("1 movement, {left} left", left=piece.moves) if piece.moves else say("1 fuel, {left} left", left=piece.fuel)
    )
    tile, preview = "", NOTHING
    area: tuple[str, ...] = ()
    aim = None
    if action.way == "forward":
        chart = content.chart(state.chart)
        to = moved(piece.at, piece.facing)
        stops = {*state.solid, *(rock.at for rock in state.rocks), *(ship.at for ship in state.ships)}
        stops |= {other.at for other in state.ordnance if other.number != piece.number}
        if to not in chart.hexes:
            preview = say("It flies off the board.")
        else:
            tile, aim = name(to), degrees(piece.facing)
            if to in stops:
                preview = say("It goes off on what is there.")
        found = poses(chart.hexes, stops, piece.at, piece.facing, piece.moves + piece.fuel, piece.turns)
        area = tuple(sorted({name(at) for at, _ in found}))
    return Choice(
        action_id(action), f"steer-{action.way}", label, preview, group, f"ordnance-{piece.number}", tile,
        area=area, aim=aim, cost=cost, key=key, rule="DS-23",
    )  # fmt: skip


def _group(content: Content, piece: Ordnance) -> Text:
    what = ordnance_name(content, piece.kind)
    return say("{what} {number} at {at}", what=what, number=piece.number, at=name(piece.at))


def _in_blast(state: State, piece: Ordnance, kind: OrdnanceType) -> int:
    reached = set(within(piece.at, kind.radius))
    return sum(1 for ship in state.ships if ship.at in reached)


def _area(content: Content, state: State, piece: Ordnance, radius: int) -> tuple[str, ...]:
    hexes = content.chart(state.chart).hexes
    return tuple(name(at) for at in within(piece.at, radius) if at in hexes)
