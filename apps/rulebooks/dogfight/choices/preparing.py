"""Choices before the first turn: which fleet, and where its ships begin."""

from __future__ import annotations

from apps.rulebooks.core.geometry.square import name
from apps.rulebooks.core.protocol import action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.actions import BuildFleet, PlaceShip
from apps.rulebooks.dogfight.choices.table import FLEETS, Table
from apps.rulebooks.dogfight.doctrine import how_it_plays


def build(table: Table, action: BuildFleet) -> Choice:
    """A fleet to commit to (DF-08)."""
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
        FLEETS,
        symbols=tuple(ship.symbol for ship, count in ships for _ in range(count)),
        confirm=say("Commit this fleet: {ships}? You cannot change it afterwards.", ships=names),
        final=True,
        rule="DF-08",
    )


def place(table: Table, action: PlaceShip) -> Choice:
    """The next ship on a square of the start zone (DF-12)."""
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
