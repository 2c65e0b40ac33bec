"""The form that makes a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.content.services import content_of, newest_release
from apps.games.live.regions import translated
from apps.games.live.sketch import board_html
from apps.games.lobby.cards import COLOURS
from apps.games.lobby.room import Level, default_level, levels
from apps.games.models import Table
from apps.games.services import SeatPlan
from apps.rulebooks.core.abilities import ShowsSetting
from apps.rulebooks.core.protocol import Option, Rulebook, SeatSpec

PRESETS = ("bot", "friend", "device", "open")
NAME_LENGTH = 30


class Way(msgspec.Struct, frozen=True):
    """One radio button: a value, its words, and whether it is chosen."""

    value: str
    label: str
    symbol: str = ""
    blurb: str = ""
    chosen: bool = False


class SeatFields(msgspec.Struct, frozen=True):
    """The fields of one seat as the page shows them."""

    number: int
    side: str
    colour: int
    ways: tuple[Way, ...]
    levels: tuple[Way, ...]
    name: str

    @property
    def emblem(self) -> str:
        """The symbol of the side."""
        return f"emblem-{self.colour}"


class OptionFields(msgspec.Struct, frozen=True):
    """One variant of the rules as the page shows it."""

    field: str
    name: str
    help: str
    ways: tuple[Way, ...]
    is_scale: bool = False
    reseats: bool = False  # whether the seats may depend on it


class Setting(msgspec.Struct, frozen=True):
    """Where the table would play: the board as HTML, and facts about it."""

    board: SafeString
    facts: tuple[str, ...]


def plans_of(preset: str, count: int, level: str) -> list[SeatPlan]:
    """Who sits where for a preset; oneself always on the first seat."""
    rest = {
        "friend": SeatPlan("invited"),
        "device": SeatPlan("hotseat"),
        "open": SeatPlan("open"),
    }.get(preset, SeatPlan("bot", bot_level=level))
    return [SeatPlan("me"), *[rest] * (count - 1)]


class TableForm(forms.Form):
    """Seats, variants and visibility of a new table of one game."""

    visibility = forms.ChoiceField(choices=Table.Visibility.choices)
    idle_limit = forms.TypedChoiceField(
        choices=Table.IdleLimit.choices, coerce=int, required=False, empty_value=Table.IdleLimit.DAY
    )
    usual_idle_limit: int = Table.IdleLimit.DAY

    def __init__(self, book: Rulebook, preset: str, data: Any = None) -> None:
        super().__init__(data)
        self.book = book
        self.content = content_of(newest_release(book.slug).pk)
        self.offered = book.options(self.content)
        self.preset = preset if preset in PRESETS else "bot"
        for option in self.offered:
            choices = [(value, translated(label)) for value, label in option.choices]
            self.fields[f"option-{option.slug}"] = forms.ChoiceField(choices=choices, required=False)
        given = {o.slug: str(self._given(f"option-{o.slug}") or o.choices[0][0]) for o in self.offered}
        known = {o.slug: given[o.slug] for o in self.offered if given[o.slug] in [value for value, _ in o.choices]}
        self.known = known
        self.specs = self.specs_for(known)
        self.plans = plans_of(self.preset, len(self.specs), default_level(book))
        for spec in self.specs:
            number = spec.number
            self.fields[f"seat-{number}"] = forms.ChoiceField(choices=[(way.value, way.label) for way in _ways()])
            self.fields[f"level-{number}"] = forms.ChoiceField(
                choices=[(level.slug, level.name) for level in levels(book)], required=False
            )
            self.fields[f"name-{number}"] = forms.CharField(max_length=NAME_LENGTH, required=False)

    def specs_for(self, options: Mapping[str, str]) -> tuple[SeatSpec, ...]:
        """The seats of a table on the newest release."""
        return self.book.seats(self.content, options)

    def clean(self) -> dict[str, Any]:
        """Give whoever sits beside one a name."""
        values = super().clean() or {}
        for spec in self.specs:
            name = f"name-{spec.number}"
            if values.get(f"seat-{spec.number}") != "hotseat":
                values[name] = ""
            elif not values.get(name):
                values[name] = _("Player {number}").format(number=spec.number + 1)
        return values

    def seat_plans(self) -> list[SeatPlan]:
        """What was chosen, for the service."""
        values = self.cleaned_data
        return [
            SeatPlan(values[f"seat-{spec.number}"], values[f"level-{spec.number}"], values[f"name-{spec.number}"])
            for spec in self.specs
        ]

    def options(self) -> dict[str, str]:
        """The chosen variants."""
        chosen = {option.slug: self.cleaned_data[f"option-{option.slug}"] for option in self.offered}
        return {slug: value for slug, value in chosen.items() if value}

    def faults(self) -> list[str]:
        """Every fault in one list, each naming its seat or variant."""
        told = [str(fault) for fault in self.non_field_errors()]
        for spec in self.specs:
            if any(f"{part}-{spec.number}" in self.errors for part in ("seat", "level", "name")):
                told.append(_("{side}: choose who sits there.").format(side=translated(spec.name)))
        for option in self.offered:
            if f"option-{option.slug}" in self.errors:
                told.append(_("{option}: choose one of the values offered.").format(option=translated(option.name)))
        if "visibility" in self.errors:
            told.append(_("Choose who may watch this table."))
        if "idle_limit" in self.errors:
            told.append(_("Choose one of the waiting times offered."))
        return told

    def seats(self) -> list[SeatFields]:
        """The seats as the page shows them."""
        return [self._seat(spec, plan) for spec, plan in zip(self.specs, self.plans, strict=True)]

    def first(self) -> list[OptionFields]:
        """The variants that are asked for before the seats."""
        return [self._option(option) for option in self.offered if option.first]

    def variants(self) -> list[OptionFields]:
        """The other variants as the page shows them."""
        return [self._option(option) for option in self.offered if not option.first]

    def setting(self) -> Setting | None:
        """The board that is chosen, where the game shows it."""
        if not isinstance(self.book, ShowsSetting):
            return None
        shown = self.book.setting_preview(self.content, self.known)
        if shown is None:
            return None
        board = mark_safe("" if shown.board is None else board_html(shown.board))
        return Setting(board, tuple(translated(fact) for fact in shown.facts))

    def _option(self, option: Option) -> OptionFields:
        field = f"option-{option.slug}"
        chosen = self.known.get(option.slug) or option.choices[0][0]
        ways = [Way(value, translated(label), chosen=value == chosen) for value, label in option.choices]
        if option.scale:
            ways.sort(key=lambda way: option.scale.index(way.value))
        counts = {len(self.specs_for({**self.known, option.slug: value})) for value, _ in option.choices}
        reseats = option.first and len(counts) > 1
        return OptionFields(
            field, translated(option.name), translated(option.help), tuple(ways), bool(option.scale), reseats
        )

    def watchers(self) -> list[Way]:
        """Who may watch, as the page shows it."""
        preset = Table.Visibility.PUBLIC if self.preset == "open" else Table.Visibility.UNLISTED
        chosen = self._given("visibility") or preset
        words = {
            "public": ("eye", _("Everyone"), _("Listed in the lobby; anyone may watch.")),
            "unlisted": ("link", _("Whoever has the link"), _("Not listed; anyone you send the link to may watch.")),
            "private": ("lock", _("Only the players"), _("Nobody else can see this table.")),
        }
        return [Way(value, label, symbol, blurb, value == chosen) for value, (symbol, label, blurb) in words.items()]

    def waits(self) -> list[Way]:
        """How long to wait for somebody who is away, as the page shows it."""
        chosen = str(self._given("idle_limit") or self.usual_idle_limit)
        return [Way(str(value), str(label), chosen=str(value) == chosen) for value, label in Table.IdleLimit.choices]

    def _seat(self, spec: Any, plan: SeatPlan) -> SeatFields:
        who = self._given(f"seat-{spec.number}") or plan.who
        level = self._given(f"level-{spec.number}") or plan.bot_level or default_level(self.book)
        return SeatFields(
            number=spec.number,
            side=translated(spec.name),
            colour=COLOURS[spec.colour],
            ways=tuple(msgspec.structs.replace(way, chosen=way.value == who) for way in _ways()),
            levels=tuple(_level_way(known, level) for known in levels(self.book)),
            name=str(self._given(f"name-{spec.number}") or plan.name),
        )

    def _given(self, field: str) -> Any:
        return self.data.get(field) if self.is_bound else None


def _level_way(level: Level, chosen: str) -> Way:
    return Way(level.slug, level.name, blurb=level.blurb, chosen=level.slug == chosen)


def _ways() -> tuple[Way, ...]:
    return (
        Way("me", _("You"), "person"),
        Way("bot", _("A bot"), "bot"),
        Way("invited", _("A friend, by link"), "link"),
        Way("open", _("Anyone"), "chair"),
        Way("hotseat", _("Someone beside you"), "people"),
    )
