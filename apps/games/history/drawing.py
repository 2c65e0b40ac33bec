"""A moment of a table as HTML: the regions of the live table, with nothing in them that can be done."""

from __future__ import annotations

from typing import Any

from apps.games.live.offers import NO_OFFERS
from apps.games.live.regions import Drawing, context_of
from apps.games.live.speech import speak
from apps.games.live.views_of import View
from apps.games.snapshots import Snapshot

REGIONS = ("turn", "marks", "pieces", "dice", "hand", "seats", "info", "list", "log", "end")
NOTHING_TO_DO: dict[str, Any] = {
    "offers": NO_OFFERS,
    "playing": False,
    "takeable": 0,
    "your_turn": False,
    "motion": None,
}


def draw(moment: Snapshot, view: View) -> tuple[dict[str, str], str]:
    """The regions of a moment as a view may know it, and a name for the bare board, equal for equal ones.

    The board is the one of the TV, which nobody walks on.
    """
    context = {**context_of(moment, view), **NOTHING_TO_DO}
    language = speak()
    table, ground = Drawing("table", context.copy, language), Drawing("tv", context.copy, language)
    regions = {"terrain": ground["terrain"], **{name: table[name] for name in REGIONS}}
    return regions, ground.token("terrain").hex()
