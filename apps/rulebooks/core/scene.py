"""The Scene: everything that one screen may know about a game, the same shapes for all games.

Templates, the keyboard cursor, the screen reader's list, the TV and programs all read Scenes and
nothing else. Ids are letters, digits and `-` only; they go into HTML as they are.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from apps.rulebooks.core.text import NOTHING, Text

Place: TypeAlias = str  # the id of a tile


class Tile(msgspec.Struct, frozen=True):
    """One square or hex, or a place on a plane.

    `col`, `row` count from 0 at the top left (square), are axial q, r (hex), or are lengths of which a tile has 100
    (plane).

    `kind` chooses the look; `label` names it for a reader ("D4, red base").
    """

    id: Place
    col: int
    row: int
    label: Text
    kind: str = "space"
    symbol: str = ""


class Edge(msgspec.Struct, frozen=True):
    """Something on the side of a tile: a wall, a door, a cover line. `side` counts clockwise from the top."""

    tile: Place
    side: int
    kind: str
    label: Text = NOTHING


class Badge(msgspec.Struct, frozen=True):
    """A small fact carried by a piece or a card: hull, armour, fuel."""

    symbol: str
    text: str
    label: Text


class Piece(msgspec.Struct, frozen=True):
    """Something standing on a tile. `symbol` names the drawing, `seat` its owner's colour and emblem.

    `turn` is the facing in degrees clockwise from the top. `state` adds looks: "home", "stunned", "active" (it
    acts now), "due" (it must still move), "small", "large".
    """

    id: str
    at: Place
    symbol: str
    label: Text
    seat: int | None = None
    letter: str = ""
    turn: int = 0
    state: tuple[str, ...] = ()
    badges: tuple[Badge, ...] = ()


class Mark(msgspec.Struct, frozen=True):
    """Something shown over a tile for a while: where the last move began and ended, a blast, a wreck.

    With `to` it is a line between two tiles; with `reach` it covers every tile within so many steps. What one
    action did in several steps has `order` 1, 2, 3 ..., so that each can be followed.
    """

    at: Place
    kind: str
    label: Text
    seat: int | None = None
    to: Place = ""
    reach: int = 0
    order: int = 0


class Board(msgspec.Struct, frozen=True):
    """The board as one audience sees it.

    `turned` asks for a half turn, so that every player looks up the board. `focus` names tiles to
    keep in view on boards larger than the screen; empty means the whole board.
    """

    geometry: Literal["square", "hex", "plane"]
    tiles: tuple[Tile, ...]
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    edges: tuple[Edge, ...] = ()
    turned: bool = False
    focus: tuple[Place, ...] = ()


class Stat(msgspec.Struct, frozen=True):
    """A named number of a seat or a thing."""

    symbol: str
    label: Text
    value: str
    maximum: str = ""


class Card(msgspec.Struct, frozen=True):
    """A card or counter, in a hand or on the table. `count` of the same kind lie together."""

    id: str
    symbol: str
    name: Text
    text: Text = NOTHING
    count: int = 1
    badges: tuple[Badge, ...] = ()
    face_down: bool = False


class SeatPanel(msgspec.Struct, frozen=True, tag="seat"):
    """A seat: what everyone may know of it. `acting` when the game waits for it."""

    seat: int
    stats: tuple[Stat, ...]
    acting: bool = False
    note: Text = NOTHING


class HandPanel(msgspec.Struct, frozen=True, tag="hand"):
    """What a seat holds: the cards themselves for its own audience, face-down ones for others."""

    seat: int
    title: Text
    cards: tuple[Card, ...]
    note: Text = NOTHING


class TrackPanel(msgspec.Struct, frozen=True, tag="track"):
    """A counter of the whole table: rounds, a clock, a threat."""

    id: str
    title: Text
    value: int
    maximum: int
    note: Text = NOTHING


class DeckPanel(msgspec.Struct, frozen=True, tag="deck"):
    """A supply that all draw from, with what everyone may know of its make-up.

    `offered` when somebody chooses from it now, in sight of everyone.
    """

    id: str
    title: Text
    cards: tuple[Card, ...]
    count: int
    note: Text = NOTHING
    offered: bool = False


class ObjectivePanel(msgspec.Struct, frozen=True, tag="objective"):
    """Something to reach: a goal, a mission, a way to win."""

    id: str
    title: Text
    text: Text
    done: bool = False


class StoryPanel(msgspec.Struct, frozen=True, tag="story"):
    """Words to be read aloud."""

    id: str
    title: Text
    text: Text


class TallyPanel(msgspec.Struct, frozen=True, tag="tally"):
    """What something has come to, counted: named numbers that belong to nobody's turn."""

    id: str
    title: Text
    stats: tuple[Stat, ...]


class Die(msgspec.Struct, frozen=True):
    """A die that landed: who rolled it for what, what it needed, and whether that came."""

    label: Text
    value: int
    sides: int = 6
    seat: int | None = None
    needs: Text = NOTHING
    success: bool | None = None


class DicePanel(msgspec.Struct, frozen=True, tag="dice"):
    """The dice of the last action, seen by everyone."""

    title: Text
    dice: tuple[Die, ...]
    outcome: Text = NOTHING


Panel: TypeAlias = SeatPanel | HandPanel | TrackPanel | DeckPanel | ObjectivePanel | StoryPanel | TallyPanel | DicePanel


class Choice(msgspec.Struct, frozen=True):
    """One legal action as a person meets it.

    It hangs on what the person would touch: `piece` acts, `tile` is where to, `target` whom, `card`
    with what. `verb` names the icon, `symbols` what else is drawn on it; `cost` and `odds` are shown before
    committing; `confirm` is a question the rules ask first. `final` says that it cannot be taken back.
    `path` is the way it takes over the board, `area` are the tiles that it would reach or touch, `aim` is the
    direction in which it goes from a tile to the next, in degrees clockwise from the top. One that is `docked` stands
    among the buttons as well as on its tile: what can be done where one is already.
    """

    id: str
    verb: str
    label: Text
    preview: Text = NOTHING
    group: Text = NOTHING
    piece: str = ""
    tile: Place = ""
    target: str = ""
    card: str = ""
    path: tuple[Place, ...] = ()
    area: tuple[Place, ...] = ()
    aim: int | None = None
    cost: Text = NOTHING
    odds: str = ""
    key: str = ""
    symbols: tuple[str, ...] = ()
    confirm: Text = NOTHING
    final: bool = False
    rule: str = ""
    docked: bool = False


class Status(msgspec.Struct, frozen=True):
    """The line above the board: what is going on, whom it waits for and why, and what to do.

    `aiming` says that the last action only began something, which Escape takes back.
    """

    headline: Text
    detail: Text = NOTHING
    waiting: tuple[int, ...] = ()
    phase: Text = NOTHING
    over: bool = False
    aiming: bool = False


class Scene(msgspec.Struct, frozen=True):
    """All that a screen may know."""

    game: str
    status: Status
    board: Board
    panels: tuple[Panel, ...] = ()
    choices: tuple[Choice, ...] = ()
