"""Shapes with a single input: numbers, words, choices, and short lists of numbers or lines."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.content.shapes.nodes import About, Leaf, Missing, Node

MOST_DIGITS = 18  # more would not fit into what databases and browsers call a number
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


@dataclass(frozen=True)
class Number(Leaf):
    """A whole number, or any number when `whole` is false, between bounds."""

    widget: ClassVar[str] = "number"
    whole: bool = True
    ge: float | None = None
    le: float | None = None
    gt: float | None = None
    lt: float | None = None

    def parse(self, typed: str) -> int | float:
        """A number within the bounds."""
        text = typed.strip().replace("−", "-")
        try:
            if len(text) > MOST_DIGITS:
                raise ValueError
            value: int | float = int(text) if self.whole else float(text.replace(",", "."))
            if not math.isfinite(value):
                raise ValueError
        except ValueError:
            words = _("“{typed}” is not a whole number.") if self.whole else _("“{typed}” is not a number.")
            raise ValueError(words.format(typed=typed.strip()[:40])) from None
        if not self.allows(value):
            raise ValueError(_("{value} is not allowed: {bounds}.").format(value=text, bounds=self.describe()))
        return value

    def allows(self, value: float) -> bool:
        """Whether a number lies within the bounds."""
        return (
            (self.ge is None or value >= self.ge)
            and (self.le is None or value <= self.le)
            and (self.gt is None or value > self.gt)
            and (self.lt is None or value < self.lt)
        )

    def describe(self) -> str:
        """The bounds in words."""
        low = self.ge if self.ge is not None else self.gt
        high = self.le if self.le is not None else self.lt
        parts = {"low": f"{low:g}" if low is not None else "", "high": f"{high:g}" if high is not None else ""}
        if low is not None and high is not None and self.gt is None and self.lt is None:
            return _("{low} to {high}").format(**parts)
        words = []
        if low is not None:
            words.append((_("at least {low}") if self.ge is not None else _("more than {low}")).format(**parts))
        if high is not None:
            words.append((_("at most {high}") if self.le is not None else _("less than {high}")).format(**parts))
        return _(" and ").join(words)


@dataclass(frozen=True)
class Words(Leaf):
    """A text of one line, or of several when `lines` is above 1."""

    longest: int | None = None
    shortest: int = 0
    pattern: str | None = None
    hint: str = ""
    lines: int = 1

    widget: ClassVar[str] = "words"

    def parse(self, typed: str) -> str:
        """The text, with line ends as on every machine."""
        text = typed.replace("\r\n", "\n").replace("\r", "\n")
        if self.lines == 1 and "\n" not in text:
            text = text.strip()
        if _CONTROL.search(text):
            raise ValueError(_("There are characters in it that cannot be seen. Type it again."))
        if self.longest is not None and len(text) > self.longest:
            raise ValueError(
                ngettext(
                    "{count} characters are too long: at most {most} is allowed.",
                    "{count} characters are too long: at most {most} are allowed.",
                    self.longest,
                ).format(count=len(text), most=self.longest)
            )
        if len(text) < self.shortest:
            raise ValueError(_("It is too short: at least {least} characters.").format(least=self.shortest))
        if self.pattern is not None and not re.search(self.pattern, text):
            words = _("“{typed}” is not allowed. {hint}")
            raise ValueError(words.format(typed=text[:40], hint=self.hint or self.pattern))
        return text

    def blank_is(self, about: About) -> Any:
        """An empty text is a text where that is allowed."""
        if not about.required and about.default is None:
            return None
        if self.shortest == 0 and self.pattern is None:
            return ""
        return super().blank_is(about)

    def describe(self) -> str:
        """How long it may be."""
        if self.longest is None:
            return ""
        return ngettext("at most {most} character", "at most {most} characters", self.longest).format(most=self.longest)


@dataclass(frozen=True)
class Choice(Leaf):
    """One of several values."""

    widget: ClassVar[str] = "choice"
    values: tuple[Any, ...] = ()

    def parse(self, typed: str) -> Any:
        """The value that was chosen."""
        for value in self.values:
            if str(value) == typed:
                return value
        raise ValueError(_("“{typed}” is not one of the choices.").format(typed=typed[:40]))

    def options(self) -> list[tuple[str, str]]:
        """What can be chosen: value and words."""
        return [(str(value), human(str(value))) for value in self.values]


@dataclass(frozen=True)
class Switch(Leaf):
    """Yes or no."""

    widget: ClassVar[str] = "switch"

    def load(self, value: Any, path: str, about: About) -> Node:
        """Ticked when the value is true."""
        if not isinstance(value, bool | Missing):
            return Node(self, path, about, errors=[_("Choose yes or no.")])
        return Node(self, path, about, "on" if value is True else "", value is True)

    def read(self, data: Mapping[str, str], source: str, path: str, about: About) -> Node:
        """A box that is not ticked is not sent at all."""
        on = source in data
        return Node(self, path, about, "on" if on else "", on)


@dataclass(frozen=True)
class Numbers(Leaf):
    """Several numbers in one input, with commas between them."""

    widget: ClassVar[str] = "words"
    item: Number
    least: int = 0
    most: int | None = None
    lines: int = 1

    def parse(self, typed: str) -> list[int | float]:
        """The numbers."""
        parts = [part for part in re.split(r"[,;\s]+", typed.strip()) if part]
        values = [self.item.parse(part) for part in parts]
        check_length(len(values), self.least, self.most)
        return values

    def show(self, value: Any) -> str:
        """The numbers with commas."""
        return ", ".join(str(part) for part in value) if isinstance(value, list | tuple) else str(value)

    def blank_is(self, about: About) -> Any:
        """No numbers."""
        check_length(0, self.least, self.most)
        return []

    def describe(self) -> str:
        """What each of them may be."""
        bounds = self.item.describe()
        words = _("numbers with commas between them")
        return f"{words}, {bounds}" if bounds else words


@dataclass(frozen=True)
class Lines(Leaf):
    """Several texts, one a line."""

    widget: ClassVar[str] = "words"
    item: Words
    least: int = 0
    most: int | None = None
    lines: int = 5

    def parse(self, typed: str) -> list[str]:
        """The texts."""
        values = [self.item.parse(line) for line in typed.splitlines() if line.strip()]
        check_length(len(values), self.least, self.most)
        return values

    def show(self, value: Any) -> str:
        """One a line."""
        return "\n".join(str(part) for part in value) if isinstance(value, list | tuple) else str(value)

    def blank_is(self, about: About) -> Any:
        """No texts."""
        check_length(0, self.least, self.most)
        return []

    def describe(self) -> str:
        """How they are written."""
        return _("one a line")


def check_length(count: int, least: int, most: int | None) -> None:
    """Raise ValueError with words unless a list may be `count` long."""
    if count < least:
        words = ngettext("At least {least} is needed.", "At least {least} are needed.", least)
        raise ValueError(words.format(least=least))
    if most is not None and count > most:
        words = ngettext("At most {most} is allowed.", "At most {most} are allowed.", most)
        raise ValueError(words.format(most=most))


def human(name: str) -> str:
    """A name of the code as words: `zone_depth` is Zone depth."""
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]
