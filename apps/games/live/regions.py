"""What is pushed to open pages: the regions of one view of one snapshot, as HTML.

A region is a Jinja2 template under `templates/live/<layout>/`, whose outermost element carries the
id `r-<name>`. Rendering is a pure function of snapshot and view; it is cached, so that any number of
spectators costs one rendering.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any

import msgspec

from apps.games.learn.coach import coach_of
from apps.games.live import logbook
from apps.games.live.drawing import Plan, plan_for, standing
from apps.games.live.logbook import lines_of
from apps.games.live.motions import motion_of
from apps.games.live.offers import NO_OFFERS, offers_of
from apps.games.live.speech import speak, translated
from apps.games.live.templates import draw, reads_of
from apps.games.live.views_of import View
from apps.games.models import Table
from apps.games.rules.pages import address_of_rules
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Result
from apps.rulebooks.core.scene import Scene

__all__ = ["REGIONS", "Drawing", "drawn", "forget", "notice", "partials", "render", "translated"]

KEPT = 2048  # views of snapshots held in memory
DRAWN_KEPT = 8192  # regions held in memory
REGIONS = {
    "table": ("turn", "curtain", "terrain", "marks", "pieces", "dice", "hand", "motion", "actions", "moves", "seats",
              "info", "list", "log", "end"),
    "tv": ("turn", "terrain", "marks", "pieces", "seats", "dice", "info", "log", "end"),
}  # fmt: skip
COACHED = (*REGIONS["table"], "coach")  # at a lesson

PANELS = ("seat", "hand", "track", "deck", "objective", "story", "tally", "dice")  # the kinds of panels of a scene

_encode = msgspec.msgpack.Encoder().encode


_drawings: OrderedDict[tuple[int, int, View, str], Drawing] = OrderedDict()
_drawn: OrderedDict[bytes, str] = OrderedDict()


class Drawing(Mapping[str, str]):
    """The regions of one view of one snapshot: name -> HTML whose outermost element is `#r-<name>`.

    A region is drawn when it is asked for, and only if nothing has been drawn before from the same
    values of what its template reads, at whatever table and moment.
    """

    __slots__ = ("_language", "_made", "_make", "_tokens", "layout", "names")

    def __init__(self, layout: str, make: Callable[[], dict[str, Any]], language: str, lesson: bool = False) -> None:
        self.layout = layout
        self.names = COACHED if lesson and layout == "table" else REGIONS[layout]
        self._make = make
        self._made: dict[str, Any] | None = None
        self._language = language
        self._tokens: dict[str, bytes] = {}

    @property
    def _context(self) -> dict[str, Any]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def rest(self) -> None:
        """Everyone has been told: let go of the scene. It is made again if a region is asked for that is gone."""
        if len(self._tokens) == len(self.names):
            self._made = None

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, name: str) -> str:
        token = self.token(name)
        html = _drawn.get(token)
        if html is None:
            speak()
            html = draw(f"{self.layout}/{name}.html", {key: self._value(key) for key in self._reads(name)})
            _keep(_drawn, token, html, DRAWN_KEPT)
        return html

    def token(self, name: str) -> bytes:
        """Equal for equal HTML: a digest of everything that the region's template reads."""
        token = self._tokens.get(name)
        if token is None:
            if name == "log":  # it differs at every sequence anyway
                values: Any = (self._context["slug"], self._context["seq"], self._context["view"])
            else:
                values = [_told(self._context[key]) for key in self._reads(name)]
            token = blake2b(_encode((self.layout, name, self._language, values)), digest_size=16).digest()
            self._tokens[name] = token
        return token

    def _reads(self, name: str) -> tuple[str, ...]:
        return _reads_from(f"{self.layout}/{name}.html", tuple(self._context))

    def _value(self, key: str) -> Any:
        value = self._context[key]
        return value() if key == "log" else value


@lru_cache(maxsize=256)
def _reads_from(template: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in reads_of(template) if name in names)


def _told(value: Any) -> Any:
    """What stands for a value in a token."""
    if isinstance(value, partial):
        return value.args
    return value.key if isinstance(value, Plan) else value


def of_scene(scene: Scene) -> dict[str, Any]:
    """What the templates may read of a scene; its panels sorted by kind, as `<kind>_panels`."""
    plan = plan_for(scene.board)
    panels: dict[str, list[Any]] = {f"{kind}_panels": [] for kind in PANELS}
    for panel in scene.panels:
        panels[f"{panel.__struct_config__.tag}_panels"].append(panel)
    return {
        "status": scene.status,
        "marks": scene.board.marks,
        "pieces": scene.board.pieces,
        "focus": scene.board.focus,
        "plan": plan,
        "standing": standing(scene.board, plan),
        "offers": offers_of(scene),
        **panels,
    }


def context_of(snapshot: Snapshot, view: View) -> dict[str, Any]:
    """Everything that the templates of a view may read."""
    shown = view.shown
    playing = snapshot.status == Table.Status.PLAYING
    return {
        **of_scene(snapshot.book.scene(snapshot.content, snapshot.state, view.audience)),
        **({} if playing else {"offers": NO_OFFERS}),
        "view": view,
        "specs": snapshot.book.seats(snapshot.content, snapshot.options),
        "seats": snapshot.seats,
        "log": lambda: lines_of(snapshot, view),
        "rule_address": partial(address_of_rules, snapshot.game, snapshot.release),
        "lesson": snapshot.lesson,
        "followed": snapshot.followed,
        "coach": coach_of(snapshot, view),
        "motion": motion_of(snapshot, view),
        "result": None if snapshot.result is None else msgspec.convert(snapshot.result, Result),
        "is_lost": _is_lost(snapshot),
        "slug": snapshot.slug,
        "seq": snapshot.seq,
        "expected": snapshot.seat_seqs[shown] if shown is not None else 0,
        "takeable": snapshot.takeable_back(shown) if shown is not None and view.hand_to is None else 0,
        "your_turn": any(seat in snapshot.waiting for seat in view.seats),
        "playing": playing,
        "finished": snapshot.status == Table.Status.FINISHED,
        "strongest": snapshot.book.bot_levels[-1].slug if snapshot.followed and not snapshot.road else "",
        "shelved": snapshot.status == Table.Status.SHELVED,
    }


def _is_lost(snapshot: Snapshot) -> bool:
    """Whether those who play together at a table of a campaign have lost it: nobody of theirs has won."""
    if snapshot.result is None or not snapshot.followed or snapshot.road:
        return False
    theirs = {seat.number for seat in snapshot.seats if seat.kind == "person" or seat.keeper_id is not None}
    return bool(theirs) and not theirs & set(snapshot.result["winners"])


def render(snapshot: Snapshot, view: View) -> Drawing:
    """The regions of a view, drawn as they are asked for."""
    key = (snapshot.table_id, snapshot.seq, view, speak())
    drawing = _drawings.get(key)
    if drawing is None:
        drawing = Drawing(view.layout, partial(context_of, snapshot, view), key[3], snapshot.lesson)
        _keep(_drawings, key, drawing, KEPT)
    return drawing


def _keep(cache: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> None:
    cache[key] = value
    while len(cache) > most:
        try:
            cache.popitem(last=False)
        except KeyError:  # another thread was quicker
            break


def partials(regions: Mapping[str, str]) -> str:
    """The regions as one piece of HTML that updates an open page, whichever of them it holds."""
    return "".join(
        f'<hx-partial hx-target="#r-{name}" hx-swap="outerMorph">{html}</hx-partial>' for name, html in regions.items()
    )


def drawn(token: bytes) -> str | None:
    """The HTML of a region drawn before, by its token, while it is held."""
    return _drawn.get(token)


def notice(message: str) -> str:
    """A short message for an open page, as a partial."""
    speak()
    return partials({"notice": draw("notice.html", {"message": message})})


def forget() -> None:
    """Drop all renderings."""
    _drawings.clear()
    _drawn.clear()
    logbook.forget()
