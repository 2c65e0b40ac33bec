"""What is pushed to open pages: the regions of one view of one snapshot, as HTML.

A region is a Jinja2 template under `templates/live/<layout>/`, whose outermost element carries the
id `r-<name>`. Rendering is a pure function of snapshot and view; it is cached, so that any number of
spectators costs one rendering.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from django.conf import settings
from django.templatetags.static import static

from apps.games.live import logbook
from apps.games.live.drawing import plan_for, standing
from apps.games.live.logbook import lines_of, lines_since
from apps.games.live.offers import offers_of
from apps.games.live.speech import emblem, speak, spoken, symbol, translated, words
from apps.games.live.views_of import View
from apps.games.models import Entry, Table
from apps.games.snapshots import Snapshot
from apps.rulebooks.core.protocol import Result
from apps.rulebooks.core.scene import Scene

__all__ = ["REGIONS", "draw", "forget", "newer", "notice", "partials", "render", "translated"]

KEPT = 2048  # renderings held in memory
REGIONS = {
    "table": ("turn", "curtain", "terrain", "marks", "pieces", "dice", "hand", "actions", "moves", "seats", "info",
              "list", "log", "end"),
    "tv": ("turn", "terrain", "marks", "pieces", "seats", "dice", "info", "log", "end"),
}  # fmt: skip

PANELS = ("seat", "hand", "track", "deck", "objective", "story", "dice")  # the kinds of panels a scene can have

Regions = dict[str, str]


def environment() -> jinja2.Environment:
    """The Jinja2 environment of the live regions: everything is escaped unless marked safe."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(settings.BASE_DIR) / "templates" / "live"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=settings.DEBUG,
    )
    env.filters["say"] = spoken
    env.globals.update(_=words, sym=symbol, emblem=emblem)
    env.globals.update(symbols=static("svg/symbols.svg"), stars=static("svg/stars.svg"))
    return env


_environment: jinja2.Environment | None = None
_rendered: OrderedDict[tuple[int, int, View, str], Regions] = OrderedDict()
_terrains: OrderedDict[tuple[str, str, str, bytes], str] = OrderedDict()


def scene_of(snapshot: Snapshot, view: View) -> Scene:
    """The Scene of a view. Choices of a seat that is not on the screen are not in it."""
    return snapshot.book.scene(snapshot.content, snapshot.state, view.audience)


def context_of(snapshot: Snapshot, view: View) -> dict[str, Any]:
    """Everything that the templates of a view may read."""
    scene = scene_of(snapshot, view)
    specs = snapshot.book.seats(snapshot.content, snapshot.options)
    result = None if snapshot.result is None else msgspec.convert(snapshot.result, Result)
    plan = plan_for(scene.board)
    return {
        "scene": scene,
        "board": scene.board,
        "plan": plan,
        "standing": standing(scene.board, plan),
        "offers": offers_of(scene),
        "panels": panels_of(scene),
        "view": view,
        "specs": specs,
        "seats": snapshot.seats,
        "log": lines_of(snapshot, view),
        "result": result,
        "slug": snapshot.slug,
        "seq": snapshot.seq,
        "expected": snapshot.seat_seqs[view.shown] if view.shown is not None else 0,
        "takeable": snapshot.takeable_back(view.shown) if view.shown is not None and view.hand_to is None else 0,
        "your_turn": any(seat in snapshot.waiting for seat in view.seats),
        "playing": snapshot.status == Table.Status.PLAYING,
        "finished": snapshot.status == Table.Status.FINISHED,
        "last_kind": snapshot.tail[-1].kind if snapshot.tail else Entry.Kind.START,
    }


def panels_of(scene: Scene) -> dict[str, list[Any]]:
    """The panels of a scene by their kind, in the order of the scene."""
    sorted_: dict[str, list[Any]] = {kind: [] for kind in PANELS}
    for panel in scene.panels:
        sorted_[panel.__struct_config__.tag].append(panel)
    return sorted_


def render(snapshot: Snapshot, view: View) -> Regions:
    """The regions of a view: name -> HTML whose outermost element is `#r-<name>`."""
    key = (snapshot.table_id, snapshot.seq, view, speak())
    regions = _rendered.get(key)
    if regions is None:
        context = context_of(snapshot, view)
        regions = {name: draw(view.layout, name, context) for name in REGIONS[view.layout]}
        _keep(_rendered, key, regions)
    return regions


def draw(layout: str, name: str, context: dict[str, Any]) -> str:
    """One region as HTML. The bare board is drawn once for all moments in which it looks the same."""
    template = _template(f"{layout}/{name}.html")
    if name != "terrain":
        return template.render(context)
    key = (layout, speak(), context["scene"].game, context["plan"].key)
    html = _terrains.get(key)
    if html is None:
        html = template.render(context)
        _keep(_terrains, key, html)
    return html


def _template(name: str) -> jinja2.Template:
    global _environment
    if _environment is None:
        _environment = environment()
    return _environment.get_template(name)


def _keep(cache: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    cache[key] = value
    while len(cache) > KEPT:
        try:
            cache.popitem(last=False)
        except KeyError:  # another thread was quicker
            break


def partials(regions: Regions) -> str:
    """The regions as one piece of HTML that updates an open page, whichever of them it holds."""
    return "".join(
        f'<hx-partial hx-target="#r-{name}" hx-swap="outerMorph">{html}</hx-partial>' for name, html in regions.items()
    )


def newer(snapshot: Snapshot, view: View, seq: int, changed: Regions) -> str:
    """The changed regions for a page that stands at `seq`; of the log only the new sentences, where that will do."""
    fresh = lines_since(snapshot, view, seq) if view.layout == "table" and seq >= 0 and "log" in changed else None
    if fresh is None:
        return partials(changed)
    rest = partials({name: html for name, html in changed.items() if name != "log"})
    return rest + (f'<hx-partial hx-target="#r-log" hx-swap="beforeend">{fresh}</hx-partial>' if fresh else "")


def notice(message: str) -> str:
    """A short message for an open page, as a partial."""
    speak()
    return partials({"notice": _template("notice.html").render(message=message)})


def forget() -> None:
    """Drop all renderings."""
    _rendered.clear()
    logbook.forget()
