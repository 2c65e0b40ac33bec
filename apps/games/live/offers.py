"""Sorting a seat's choices by where a person finds them: on the board, or among the buttons."""

from __future__ import annotations

import msgspec

from apps.rulebooks.core.scene import Choice, Scene
from apps.rulebooks.core.text import Text


class OnBoard(msgspec.Struct, frozen=True):
    """A choice that hangs on a tile: pick `source` (a piece or card; none if it is always lit), then the tile."""

    choice: Choice
    source: str
    tile: str


class Group(msgspec.Struct, frozen=True):
    """Buttons under one heading."""

    title: Text
    choices: tuple[Choice, ...]


class Offers(msgspec.Struct, frozen=True):
    """All choices of a scene, each exactly once."""

    groups: tuple[Group, ...]
    on_board: tuple[OnBoard, ...]
    cards: frozenset[str]  # the cards that some choice hangs on


def offers_of(scene: Scene) -> Offers:
    """Sort the choices of a scene; groups whose choices all use up a card come after the others."""
    stands = {piece.id: piece.at for piece in scene.board.pieces}
    on_board: list[OnBoard] = []
    grouped: dict[str, list[Choice]] = {}
    for choice in scene.choices:
        tile = choice.tile or stands.get(choice.target, "")
        if tile:
            on_board.append(OnBoard(choice, choice.piece or choice.card, tile))
        else:
            grouped.setdefault(str(choice.group), []).append(choice)
    groups = [Group(found[0].group, tuple(found)) for found in grouped.values()]
    groups.sort(key=lambda group: all(choice.card for choice in group.choices))
    cards = frozenset(choice.card for choice in scene.choices if choice.card)
    return Offers(tuple(groups), tuple(on_board), cards)
