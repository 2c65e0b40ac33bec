"""State to Scene: what one audience may see of a game."""

from __future__ import annotations

from apps.rulebooks.core.geometry.square import Cell, name
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Board, Mark, Piece, Scene
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.choices import choices
from apps.rulebooks.dogfight.content import BLUE, RED, Content
from apps.rulebooks.dogfight.panels import panels
from apps.rulebooks.dogfight.state import Ship, State, in_base
from apps.rulebooks.dogfight.status import status
from apps.rulebooks.dogfight.words import colour

_TURN = {RED: 0, BLUE: 180}  # where a side's ships point, in degrees clockwise from the top


def scene(content: Content, state: State, audience: Audience) -> Scene:
    """All that a screen of `audience` may know (DF-50)."""
    board = Board(
        geometry="square",
        tiles=content.tiles,
        pieces=_pieces(content, state),
        marks=_marks(state),
        turned=audience.role == "seat" and audience.seat == BLUE,
    )
    own = choices(content, state, audience.seat) if audience.role == "seat" else ()
    return Scene("dogfight", status(content, state, audience), board, panels(content, state, audience), own)


def _pieces(content: Content, state: State) -> tuple[Piece, ...]:
    ships = [_ship(content, ship) for ship in state.ships]
    faces = 6 // content.board.asteroids
    for index, cell in enumerate(state.asteroids):
        number = index + 1
        label = say(
            "Asteroid {number} at {at}, moved by a {low} to {high}",
            number=number,
            at=name(cell),
            low=index * faces + 1,
            high=number * faces,
        )
        ships.append(Piece(f"asteroid-{number}", name(cell), "asteroid", label, letter=str(number)))
    return tuple(ships)


def _ship(content: Content, ship: Ship) -> Piece:
    kind = content.by_slug[ship.kind]
    home = in_base(content, ship)
    at = name(ship.cell)
    parts: dict[str, int | str] = {
        "ship": kind.name,
        "at": at,
        "mov": kind.mov,
        "att": kind.att,
        "dif": kind.dif,
        "points": kind.points,
    }
    label = (
        say(
            "{side} {ship} at {at}, home, move {mov}, attack {att}, defence {dif}, {points} points",
            side=colour(ship.side),
            **parts,
        )
        if home
        else say(
            "{side} {ship} at {at}, move {mov}, attack {att}, defence {dif}, {points} points",
            side=colour(ship.side),
            **parts,
        )
    )
    return Piece(
        f"ship-{ship.number}",
        at,
        kind.symbol,
        label,
        seat=ship.side,
        letter=kind.letter,
        turn=_TURN[ship.side],
        state=("home",) if home else (),
    )


def _marks(state: State) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    trace = state.trace
    if trace is not None:
        seat = trace.seat

        def mark(cell: Cell | None, kind: str, text: Text) -> None:
            if cell is not None:
                marks.append(Mark(name(cell), kind, say(text.msgid, at=name(cell)), seat))

        mark(trace.came, "from", say("The last move began at {at}"))
        mark(trace.went, "to", say("The last move ended at {at}"))
        mark(trace.wreck, "wreck", say("A ship was lost at {at}"))
        if state.assault is None:
            mark(trace.struck, "struck", say("The ship at {at} survived the last attack"))
        else:
            mark(trace.struck, "aim", say("The ship at {at} is under attack"))
    return tuple(marks)
