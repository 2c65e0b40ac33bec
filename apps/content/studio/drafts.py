"""A draft as a form: what stands in it, what is wrong with it, and what somebody else did meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from apps.content.models import Entry, EntryChange
from apps.content.services import drafts_of, faults_of
from apps.content.services.checking import drawings
from apps.content.services.comparing import in_words
from apps.content.shapes import MISSING, About, Node, attach, form_of, press, tidied
from apps.content.shapes.nodes import Missing
from apps.content.shapes.rows import BUTTON
from apps.content.studio.numbers import whole
from apps.rulebooks.core.protocol import Fault, RawContent
from apps.rulebooks.registry import rulebook

ROOT = "f"


class Clash(msgspec.Struct, frozen=True):
    """A field that two editors changed: its name, and both values in words."""

    label: str
    theirs: str
    yours: str


class DraftForm:
    """The form of one entry, as it is stored or as it was sent."""

    def __init__(self, game: str, kind: str, entry: Entry | None, sent: QueryDict | None = None) -> None:
        self.game, self.kind, self.entry = game, kind, entry
        self.shape = form_of(rulebook(game).content_kinds[kind].entry)
        self.stored: Mapping[str, Any] = entry.data if entry is not None else {}
        self.version = entry.version if entry is not None else 0
        self.clashes: list[Clash] = []
        self.adopted: list[str] = []
        if sent is None:
            about = About()
            self.root = self.shape.load(self.stored, ROOT, about) if entry else self.shape.blank(ROOT, about)
        else:
            self.version = whole(sent.get("version"))
            pressed = BUTTON in sent
            self.root = self.shape.read(press(sent) if pressed else sent, ROOT, ROOT, About())
            if pressed:
                self.root.quiet()
        for node in self.root.walk():
            prefix = node.about.extra.get("drawing")
            if prefix is not None:
                node.suggestions = [name for name in drawings() if name.startswith(prefix)]

    @property
    def is_wrong(self) -> bool:
        """Whether it cannot be saved."""
        return self.root.is_wrong

    @property
    def data(self) -> dict[str, Any] | None:
        """The entry that it means; None while something in it is wrong."""
        if isinstance(self.root.value, Missing):
            return None
        return dict(tidied(self.shape, self.root.value, self.stored))

    def refuse(self, faults: list[Fault]) -> list[Fault]:
        """Show faults that keep it from being saved; returns those that belong to no field."""
        return attach(self.root, faults, stops=True)

    def warn(self) -> tuple[list[Fault], list[Fault]]:
        """Check all drafts together, with this one as it stands here, and show what belongs to its fields.

        Returns what is wrong with the entry as a whole, and what is wrong elsewhere.
        """
        data = self.data
        if data is None:
            return [], []
        slug = str(data.get("slug", ""))
        faults = faults_of(self.game, self.content(data))
        here = [fault for fault in faults if fault.kind == self.kind and fault.slug == slug]
        return attach(self.root, here), [fault for fault in faults if fault not in here]

    def content(self, data: Mapping[str, Any]) -> RawContent:
        """All drafts, with `data` in the place of this one."""
        drafts = {kind: list(entries) for kind, entries in drafts_of(self.game).items()}
        among = drafts[self.kind]
        slugs = [str(other.get("slug", "")) for other in among]
        if self.entry is not None and self.entry.slug in slugs:
            among[slugs.index(self.entry.slug)] = dict(data)
        else:
            among.append(dict(data))
        return drafts

    def merge(self, current: Entry) -> None:
        """Bring in what somebody else saved meanwhile.

        Fields that only they changed show their value; where both changed one, what was typed here
        stays, and both values are told. Saving again then means: this is what I want.
        """
        seen = EntryChange.objects.filter(entry=current, version=self.version).first()
        before = seen.after if seen is not None else {}
        base = self.shape.load(before, ROOT, About()).children
        theirs = self.shape.load(current.data, ROOT, About()).children
        for index, (mine, was, now) in enumerate(zip(self.root.children, base, theirs, strict=True)):
            if now.value == was.value or mine.value == now.value:
                continue
            if mine.value == was.value:
                self.root.children[index] = now
                now.note = _("Changed meanwhile; you had not touched it.")
                self.adopted.append(now.about.label)
            else:
                mine.note = _("It was changed meanwhile to: {value}").format(value=in_words(now.value))
                self.clashes.append(Clash(mine.about.label, in_words(now.value), _typed(mine)))
        self.version = current.version
        self.shape.gather(self.root)


def _typed(node: Node) -> str:
    return str(node.typed) if node.value is MISSING else in_words(node.value)
