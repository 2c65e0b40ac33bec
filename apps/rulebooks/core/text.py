"""Sentences that can be translated later: a message id and what to fill in, never a finished string."""

from __future__ import annotations

import msgspec

Value = "int | str | Text"


class Text(msgspec.Struct, frozen=True, array_like=True):
    """A sentence shown to people: `msgid` with `{name}` places, and the values that go there.

    Values may be texts themselves. `str(text)` is the English sentence; the pages
    translate `msgid` first and fill it in afterwards.
    """

    msgid: str
    params: dict[str, int | str | Text] = {}

    def __str__(self) -> str:
        return self.msgid.format(**self.params) if self.params else self.msgid


def say(msgid: str, /, **params: int | str | Text) -> Text:
    """Make a translatable text; `say` is the keyword that message extraction looks for."""
    return Text(msgid, params)


NOTHING = Text("")
