"""What is wrong with content: types, the rulebook's own cross-check, and drawings that do not exist."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.utils.translation import gettext as _

from apps.content.models import Entry
from apps.content.shapes import About, Node, form_of
from apps.rulebooks.core.entries import read_entries
from apps.rulebooks.core.protocol import ContentError, Fault, RawContent
from apps.rulebooks.core.toml import storable
from apps.rulebooks.registry import rulebook

logger = logging.getLogger(__name__)


def drafts_of(game: str) -> RawContent:
    """The drafts of a game by kind, each in its order."""
    content: dict[str, list[dict[str, Any]]] = {kind: [] for kind in rulebook(game).content_kinds}
    for kind, data in Entry.objects.filter(game=game).values_list("kind", "data"):
        content.setdefault(kind, []).append(data)
    return content


def faults_of(game: str, content: RawContent) -> list[Fault]:
    """Everything that keeps `content` from being published; empty when all is well."""
    faults = []
    try:
        rulebook(game).read_content(content)
    except ContentError as error:
        faults += error.faults
    except Exception:
        # Odd content may trip a rulebook where it never looked; an editor must not meet that as a crash.
        logger.exception("the content of %s could not be read", game)
        faults.append(Fault("", "", "", _("the rulebook cannot work with this content as a whole")))
    faults += _drawing_faults(game, content)
    return faults


def type_faults(game: str, kind: str, data: Mapping[str, Any]) -> list[Fault]:
    """What is wrong with one entry by itself: fields, types and bounds."""
    faults: list[Fault] = []
    slug = str(data.get("slug", ""))
    kinds = rulebook(game).content_kinds
    if kind not in kinds:
        return [Fault(kind, slug, "", _("this game has no content of this kind"))]
    read_entries(kind, [dict(data)], kinds[kind].entry, faults)
    for name, value in data.items():
        why = storable(value)
        if why and not any(fault.field == name for fault in faults):
            faults.append(Fault(kind, slug, name, why))
    return faults


@lru_cache(maxsize=1)
def drawings() -> tuple[str, ...]:
    """The names of all symbols of the house."""
    sprite = finders.find("svg/symbols.svg")
    return tuple(re.findall(r'<symbol id="([^"]+)"', Path(str(sprite)).read_text(encoding="utf-8")))


def _drawing_faults(game: str, content: RawContent) -> Iterator[Fault]:
    kinds = rulebook(game).content_kinds
    for kind, entries in content.items():
        shape = form_of(kinds[kind].entry) if kind in kinds else None
        for data in entries if shape else ():
            for node in _drawn(shape.load(data, "f", About())):
                if node.value not in drawings():
                    field = node.path.removeprefix("f.")
                    message = _("there is no drawing called {name}").format(name=node.value)
                    yield Fault(kind, str(data.get("slug", "")), field, message)


def _drawn(root: Node) -> Iterator[Node]:
    return (node for node in root.walk() if "drawing" in node.about.extra and isinstance(node.value, str))
