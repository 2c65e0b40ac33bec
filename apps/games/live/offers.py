"""Sorting a seat's choices by where a person finds them: on the board, or among the buttons."""

from __future__ import annotations

import msgspec

from apps.rulebooks.core.scene import Choice, Scene
from apps.rulebooks.core.text import NOTHING, Text

MANY = 40  # from so many tiles on, a choice between them is one list instead of a button for each
AT = "@"  # what the value of such a list ends with; the tile is sent beside it


class OnBoard(msgspec.Struct, frozen=True):
    """A choice that hangs on a tile: pick `source` (a piece or card; none if it is always lit), then the tile.

    `aim` is its direction as the board lies, in degrees clockwise from the top.
    """

    choice: Choice
    source: str
    tile: str
    aim: int = 0


class Group(msgspec.Struct, frozen=True):
    """Buttons under one heading, all for one piece if `of` names it; some lie on the board as well.

    `compass` says that they differ in their direction alone.
    """

    title: Text
    choices: tuple[Choice, ...]
    places: dict[str, OnBoard] = {}
    of: str = ""

    @property
    def compass(self) -> bool:
        """Whether these are the same thing in several directions."""
        return len(self.choices) > 2 and all(choice.aim is not None for choice in self.choices)


class Field(msgspec.Struct, frozen=True):
    """One thing that can be done on any of very many tiles; `first` says in words what, on its own tile."""

    first: Choice
    tiles: tuple[str, ...]

    @property
    def value(self) -> str:
        """What a page sends to choose it, beside the tile."""
        return self.first.verb + AT


class Offers(msgspec.Struct, frozen=True):
    """All choices of a scene, each exactly once. `cards` are those that some choice hangs on, with their keys."""

    groups: tuple[Group, ...]
    on_board: tuple[OnBoard, ...]
    fields: tuple[Field, ...]
    cards: dict[str, str]


NO_OFFERS = Offers((), (), (), {})


def offers_of(scene: Scene) -> Offers:
    """Sort the choices of a scene; groups whose choices all use up a card come after the others."""
    stands = {piece.id: piece.at for piece in scene.board.pieces}
    half_turn = 180 if scene.board.turned else 0
    fields = _fields(scene.choices)
    spread = {field.first.verb for field in fields}
    on_board: list[OnBoard] = []
    grouped: dict[tuple[str, bool], list[Choice]] = {}
    places: dict[str, OnBoard] = {}
    for choice in scene.choices:
        if choice.verb in spread and _is_bare(choice):
            continue
        tile = choice.tile or stands.get(choice.target, "")
        on = OnBoard(choice, choice.piece or choice.card, tile, ((choice.aim or 0) + half_turn) % 360)
        to_itself = choice.piece and choice.target == choice.piece
        if tile and choice.aim is None and not to_itself and not choice.docked:
            on_board.append(on)
            continue
        if choice.aim is not None or choice.docked:
            places[choice.id] = on
        by_itself = bool(choice.card) and choice.group == NOTHING
        grouped.setdefault((str(choice.group), by_itself), []).append(choice)
    groups = [_group(found, places) for found in grouped.values()]
    groups.sort(key=lambda group: all(choice.card for choice in group.choices))
    cards = {choice.card: choice.key for choice in scene.choices if choice.card}
    return Offers(tuple(groups), tuple(on_board), fields, cards)


def choice_at(scene: Scene, value: str, tile: str) -> str:
    """The choice that a page means by the value of a field and a tile; the value itself if there is none."""
    if value.endswith(AT):
        for choice in scene.choices:
            if choice.verb == value[: -len(AT)] and choice.tile == tile and _is_bare(choice):
                return choice.id
    return value


def _group(found: list[Choice], places: dict[str, OnBoard]) -> Group:
    pieces = {choice.piece for choice in found}
    of = pieces.pop() if len(pieces) == 1 and found[0].group != NOTHING else ""
    return Group(found[0].group, tuple(found), {c.id: places[c.id] for c in found if c.id in places}, of)


def _fields(choices: tuple[Choice, ...]) -> tuple[Field, ...]:
    alike: dict[str, list[Choice]] = {}
    for choice in choices:
        if _is_bare(choice):
            alike.setdefault(choice.verb, []).append(choice)
    return tuple(
        Field(found[0], tuple(choice.tile for choice in found)) for found in alike.values() if len(found) >= MANY
    )


def _is_bare(choice: Choice) -> bool:
    """Whether a choice says nothing beyond what it is and on which tile."""
    said = (choice.piece, choice.card, choice.target, choice.key, choice.odds, choice.path, choice.area, choice.symbols)
    asked = (choice.preview, choice.cost, choice.confirm)
    return bool(choice.tile) and choice.aim is None and not any(said) and all(text == NOTHING for text in asked)
