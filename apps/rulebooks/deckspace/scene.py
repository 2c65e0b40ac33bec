"""State to Scene: what one audience may see of a battle."""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import degrees, name
from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Badge, Board, Mark, Piece, Scene
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.chart import Chart
from apps.rulebooks.deckspace.choices import choices
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.flight import way_of
from apps.rulebooks.deckspace.panels import panels
from apps.rulebooks.deckspace.state import Ordnance, Ship, State, Trace
from apps.rulebooks.deckspace.status import status
from apps.rulebooks.deckspace.words import ordnance_name, ship_name, way_name

_MARKS = {
    "from": say("The last move began at {at}"),
    "to": say("The last move ended at {at}"),
    "thrust": say("A ship thrust forward from {at}"),
    "launch": say("Launched from {at}"),
    "steer": say("Ordnance moved from {at}"),
    "explosion": say("An explosion at {at}"),
    "blast": say("A nuke went off at {at}"),
    "beam": say("A beam from {at}"),
    "emp": say("An EMP at {at}"),
    "strike": say("A rock struck at {at}"),
    "duel": say("PDC fired from {at}"),
    "jump": say("A wormhole opened at {at}"),
    "wreck": say("A ship was lost at {at}"),
    "lost": say("A ship left the board at {at}"),
    "marker": say("A marker was taken at {at}"),
}


def scene(content: Content, state: State, audience: Audience) -> Scene:
    """All that a screen of `audience` may know (DS-A61)."""
    chart = content.chart(state.chart)
    board = Board(
        geometry="hex",
        tiles=chart.tiles,
        edges=chart.edges,
        pieces=_pieces(content, state, chart),
        marks=(*_fields(state, chart), *_course(content, state), *_marks(state)),
        focus=_focus(state),
    )
    own = choices(content, state, audience.seat) if audience.role == "seat" else ()
    return Scene("deckspace", status(content, state, audience), board, panels(content, state, audience), own)


def _pieces(content: Content, state: State, chart: Chart) -> tuple[Piece, ...]:
    pieces = []
    for rock in state.rocks:
        dq, dr = chart.drifts[rock.field].shift(state.drifted) if rock.field >= 0 else (0, 0)
        origin = name((rock.at[0] - dq, rock.at[1] - dr))  # so that a drifting rock stays the same piece
        label = say("Rock at {at}", at=name(rock.at))
        pieces.append(Piece(f"rock-{rock.field + 1}-{origin}", name(rock.at), "rock", label))
    for at in state.solid:
        label = say("Solid rock at {at}", at=name(at))
        pieces.append(Piece(f"solid-{name(at)}", name(at), "solid-rock", label, state=("large",)))
    pieces += [_ordnance(content, state, piece) for piece in state.ordnance]
    pieces += [_ship(state, ship) for ship in state.ships]
    return tuple(pieces)


def _ship(state: State, ship: Ship) -> Piece:
    label: Text = say(
        "{ship} at {at}, facing {facing}, speed {speed}, hull {health} of {most}, armor {armor}",
        ship=ship_name(ship),
        at=name(ship.at),
        facing=way_name(ship.facing),
        speed=ship.speed,
        health=ship.health,
        most=ship.max_health,
        armor=ship.armor,
    )
    if ship.stunned:
        label = say("{ship}, loses its next turn", ship=label)
    looks = [look for look, there in (("stunned", ship.stunned), ("active", ship.number == state.active)) if there]
    symbol = "station" if ship.station else f"raider-{ship.profile}" if ship.profile else f"cruiser-{ship.seat + 1}"
    badges = (
        Badge("stat-health", str(ship.health), say("Hull")),
        Badge("stat-speed", str(ship.speed), say("Speed")),
    )
    letter = str(ship.number) if ship.profile else ""
    return Piece(
        f"ship-{ship.number}",
        name(ship.at),
        symbol,
        label,
        ship.seat,
        letter,
        degrees(ship.facing),
        tuple(looks),
        badges,
    )


def _ordnance(content: Content, state: State, piece: Ordnance) -> Piece:
    owner = next(ship for ship in state.everyone() if ship.number == piece.owner)
    label = say(
        "{what} {number} of {ship} at {at}, facing {facing}, {moves} movement, {fuel} fuel",
        what=ordnance_name(content, piece.kind),
        number=piece.number,
        ship=ship_name(owner),
        at=name(piece.at),
        facing=way_name(piece.facing),
        moves=piece.moves,
        fuel=piece.fuel,
    )
    badges = (Badge("stat-fuel", str(piece.fuel), say("Fuel")),) if piece.fuel else ()
    if piece.moves and piece.owner == state.active:
        badges = (Badge("stat-moves", str(piece.moves), say("Movement left")), *badges)
    kind = content.ordnance[piece.kind]
    due = piece.moves and kind.must_move and piece.owner == state.active and state.phase == "acting"
    looks = ("small", "due") if due else ("small",)
    return Piece(
        f"ordnance-{piece.number}", name(piece.at), kind.symbol, label, owner.seat, "", degrees(piece.facing), looks,
        badges,
    )  # fmt: skip


def _fields(state: State, chart: Chart) -> list[Mark]:
    """Fields that drift lie over the board, where they are now (DS-46)."""
    marks = []
    for drift in chart.drifts:
        dq, dr = drift.shift(state.drifted)
        for q, r in sorted(drift.hexes):
            at = name((q + dq, r + dr))
            marks.append(Mark(at, "drifting-field", say("Drifting field at {at}", at=at)))
    return marks


def _course(content: Content, state: State) -> list[Mark]:
    """Where the ship whose turn it is will fly when the turn ends: everyone can see momentum (DS-31)."""
    ship = state.ship(state.active)
    if ship is None or ship.station or state.phase not in ("prompt", "acting"):
        return []
    path, off = way_of(content, state, ship)
    kinds = ["course"] * len(path)
    if kinds:
        kinds[-1] = "course-off" if off else "course-end"
    marks = [
        Mark(name(at), kind, say("{ship} will fly through {at}", ship=ship_name(ship), at=name(at)), ship.seat)
        for at, kind in zip(path, kinds, strict=True)
    ]
    if off and not path:
        marks.append(
            Mark(name(ship.at), "course-off", say("{ship} will leave the board", ship=ship_name(ship)), ship.seat)
        )
    return marks


def _marks(state: State) -> list[Mark]:
    marks, order = [], 0
    for trace in state.trace:
        if trace.kind not in ("from", "to", "thrust"):
            order += 1
        marks.append(_mark(trace, order))
    return marks


def _mark(trace: Trace, order: int) -> Mark:
    text = _MARKS[trace.kind]
    label = say(text.msgid, at=name(trace.at))
    seat = trace.seat if trace.seat >= 0 else None
    to = name(trace.to) if trace.to is not None else ""
    return Mark(name(trace.at), trace.kind, label, seat, to, trace.reach, order)


def _focus(state: State) -> tuple[str, ...]:
    """What a board that is larger than the screen follows: the ship whose turn it is (DS-25)."""
    ship = state.ship(state.active)
    return (name(ship.at),) if ship is not None else ()
