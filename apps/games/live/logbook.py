"""The log of a table as a view may read it; a sentence is drawn once, however often it is shown."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache

from markupsafe import Markup, escape

from apps.games.live.speech import emblem, speak, spoken, words
from apps.games.live.views_of import View
from apps.games.models import Entry
from apps.games.rules.pages import address_of_rules
from apps.games.snapshots import Line, Snapshot
from apps.rulebooks.core.protocol import Event

SHOWN = {"table": 40, "tv": 9}  # sentences that a page begins with
THOUGHT = "thought"  # why a bot does what it does: too much for a room
KEPT = 20_000  # drawn sentences held in memory

_RULE = Markup(' <a class="rule-link" href="{}" target="_blank" rel="noopener" aria-label="{}">§</a>')
_drawn: OrderedDict[tuple[int, int, int, int, str, str], Markup] = OrderedDict()


def lines_of(snapshot: Snapshot, view: View) -> Markup:
    """The newest sentences, oldest first; what was taken back is left out."""
    language = speak()
    found: list[Markup] = []
    for line in reversed(snapshot.tail):
        if len(found) >= SHOWN[view.layout]:
            break
        found += reversed(_drawn_of(snapshot, line, view, language))
    return Markup("").join(reversed(found[: SHOWN[view.layout]]))


def lines_since(snapshot: Snapshot, view: View, seq: int) -> Markup | None:
    """The sentences after `seq`, to be put below the others; None if something was taken back since."""
    tail = snapshot.tail
    fresh = [line for line in tail if line.seq > seq]
    if len(fresh) == len(tail) or any(line.kind == Entry.Kind.UNDO for line in fresh):
        return None
    language = speak()
    return Markup("").join(drawn for line in fresh for drawn in _drawn_of(snapshot, line, view, language))


def _drawn_of(snapshot: Snapshot, line: Line, view: View, language: str) -> list[Markup]:
    if line.voided:
        return []
    audience = view.audience
    readable = [
        (place, event)
        for place, event in enumerate(line.events)
        if event.readable_by(audience) and not (event.kind == THOUGHT and view.layout == "tv")
    ]
    return [
        _draw(snapshot, line.seq, number, place, event, view.layout, language)
        for number, (place, event) in enumerate(readable)
    ]


def _draw(snapshot: Snapshot, seq: int, number: int, place: int, event: Event, layout: str, language: str) -> Markup:
    """The event at a place of its entry, as the sentence with a number: readers count what they may read."""
    key = (snapshot.table_id, seq, number, place, layout, language)
    drawn = _drawn.get(key)
    if drawn is None:
        looks = (" thought" if event.kind == THOUGHT else "") + ("" if event.seat is None else f" seat-{event.seat}")
        mark = "" if event.seat is None else emblem(event.seat)
        rule = rule_link(snapshot, event.rule) if event.rule and layout == "table" else ""
        text = escape(spoken(event.text))
        drawn = _drawn[key] = Markup(
            f'<li id="l{seq}-{number}" class="line{looks}">{mark}<span>{text}{rule}</span></li>\n'
        )
        while len(_drawn) > KEPT:
            try:
                _drawn.popitem(last=False)
            except KeyError:  # another thread was quicker
                break
    return drawn


def rule_link(snapshot: Snapshot, rule: str) -> Markup:
    """A way to the rule that a sentence follows, in the numbers of the table."""
    return _link(address_of_rules(snapshot.game, snapshot.release, rule), words("Rule {rule}").format(rule=rule))


@lru_cache(maxsize=1024)
def _link(address: str, label: str) -> Markup:
    return _RULE.format(address, label)


def forget() -> None:
    """Drop all drawn sentences."""
    _drawn.clear()
