"""The log of a table as a view may read it; a sentence is drawn once, however often it is shown."""

from __future__ import annotations

from collections import OrderedDict

from markupsafe import Markup

from apps.games.live.speech import emblem, speak, spoken, words
from apps.games.live.views_of import View
from apps.games.models import Entry
from apps.games.rules.pages import address_of_rules
from apps.games.snapshots import Line, Snapshot
from apps.rulebooks.core.protocol import Audience, Event

SHOWN = {"table": 40, "tv": 9}  # sentences that a page begins with
THOUGHT = "thought"  # why a bot does what it does: too much for a room
KEPT = 20_000  # drawn sentences held in memory

_LINE = Markup('<li id="l{}-{}" class="line{}">{}<span>{}{}</span></li>\n')
_RULE = Markup(' <a class="rule-link" href="{}" target="_blank" rel="noopener" aria-label="{}">§</a>')
_drawn: OrderedDict[tuple[int, int, int, str, Audience, str], Markup] = OrderedDict()


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
        event
        for event in line.events
        if event.readable_by(audience) and not (event.kind == THOUGHT and view.layout == "tv")
    ]
    return [_draw(snapshot, line.seq, number, event, view, language) for number, event in enumerate(readable)]


def _draw(snapshot: Snapshot, seq: int, number: int, event: Event, view: View, language: str) -> Markup:
    key = (snapshot.table_id, seq, number, view.layout, view.audience, language)
    drawn = _drawn.get(key)
    if drawn is None:
        drawn = _drawn[key] = _LINE.format(
            seq,
            number,
            (" thought" if event.kind == THOUGHT else "") + ("" if event.seat is None else f" seat-{event.seat}"),
            "" if event.seat is None else emblem(event.seat),
            spoken(event.text),
            rule_link(snapshot, event.rule) if event.rule and view.layout == "table" else "",
        )
        while len(_drawn) > KEPT:
            try:
                _drawn.popitem(last=False)
            except KeyError:  # another thread was quicker
                break
    return drawn


def rule_link(snapshot: Snapshot, rule: str) -> Markup:
    """A way to the rule that a sentence follows, in the numbers of the table."""
    address = address_of_rules(snapshot.game, snapshot.release, rule)
    return _RULE.format(address, words("Rule {rule}").format(rule=rule))


def forget() -> None:
    """Drop all drawn sentences."""
    _drawn.clear()
