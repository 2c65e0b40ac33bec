"""Buttons inside a form that add, drop and move rows: pressed on the server, so that they need no script."""

from __future__ import annotations

from django.http import QueryDict

from apps.content.shapes.branches import MOST_ROWS, NEW

BUTTON = "_row"


def press(data: QueryDict) -> QueryDict:
    """What was sent, with the pressed button carried out: `add:path`, `drop:path:row`, `up:…` or `down:…`."""
    data = data.copy()
    verb, _colon, rest = data.get(BUTTON, "").partition(":")
    path, _colon, row = rest.partition(":")
    rows = data.get(f"{path}.rows", "").split()
    if verb == "add" and len(rows) < MOST_ROWS:
        rows.append(NEW)
    elif row in rows:
        at = rows.index(row)
        if verb == "drop":
            del rows[at]
        elif verb in ("up", "down"):
            to = min(max(at + (1 if verb == "down" else -1), 0), len(rows) - 1)
            rows.insert(to, rows.pop(at))
    data[f"{path}.rows"] = " ".join(rows)
    return data
