"""Maps as text: a letter for a hex, a row for a line, odd rows half a hex to the right.

 . . o .
: . 1 . .
"""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import Hex, by_offset

OFF, SPACE, FIELD, ROCK, FIELD_ROCK, SOLID = " .:oO#"
GATE, DROP, STATION, RUNNER = "GDXR"
STARTS = "12345678"
PLAIN = frozenset((SPACE, FIELD, ROCK, FIELD_ROCK, SOLID, GATE, DROP, STATION, RUNNER, *STARTS))


class DrawingFault(ValueError):
    """A drawing that is no map; the message says which line and why."""


def read(drawing: str) -> dict[Hex, str]:
    """The sign of every hex that is drawn. Raises DrawingFault for a letter between two hexes."""
    signs: dict[Hex, str] = {}
    for row, line in enumerate(drawing.splitlines()):
        for place, sign in enumerate(line):
            if sign == OFF:
                continue
            column, between = divmod(place - row % 2, 2)
            if between:
                shift = "an odd" if row % 2 else "an even"
                raise DrawingFault(
                    f"line {row + 1} has a {sign!r} at place {place + 1}, between two hexes: in this line "
                    f"hexes stand at {shift} number of spaces from the left"
                )
            signs[by_offset(column, row)] = sign
    return signs


def read_layer(drawing: str) -> dict[Hex, str]:
    """What a drawing lays over a map; dots in it only keep it in place."""
    return {at: sign for at, sign in read(drawing).items() if sign != SPACE}


def write(signs: dict[Hex, str]) -> str:
    """Signs of hexes as a drawing; the hexes must lie in its quarter, as `read` gives them."""
    rows = max(r for _, r in signs) + 1
    lines = [[OFF] * (2 * max(q + r // 2 for q, r in signs) + 3) for _ in range(rows)]
    for (q, r), sign in signs.items():
        lines[r][2 * (q + r // 2) + r % 2] = sign
    return "\n".join("".join(line).rstrip() for line in lines)
