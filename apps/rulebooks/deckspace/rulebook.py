"""Deckspace as the house knows it: one object that fulfils the `Rulebook` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.editing import Preview
from apps.rulebooks.core.pack import read_pack
from apps.rulebooks.core.protocol import (
    Action,
    Audience,
    Bot,
    BotLevel,
    Option,
    RawContent,
    Result,
    SeatSpec,
    Step,
    Weighing,
    Zone,
)
from apps.rulebooks.core.scene import Scene
from apps.rulebooks.core.teaching import Lesson, NumberTable
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace import (
    bots,
    edition,
    ending,
    hidden,
    invariants,
    lesson,
    play,
    scene,
    setting,
    studio,
    tables,
)
from apps.rulebooks.deckspace.actions import DeckspaceAction
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import State


class DeckspaceRulebook:
    """The rules of Deckspace for tables, bots and programs; see RULES.md."""

    slug = "deckspace"
    name = say("Deckspace")
    tagline = say("Momentum, missiles, and a hand of cards that is never the one you need.")
    actions: Any = DeckspaceAction
    state_type: Any = State
    bot_levels: tuple[BotLevel, ...] = bots.LEVELS
    endings: tuple[str, ...] = ending.ENDINGS
    content_kinds = studio.KINDS

    def options(self, content: Content) -> tuple[Option, ...]:
        """The map, how many markers lie on it, and the length of the series (DS-02 to DS-05)."""
        return setting.options(content)

    def base_pack(self) -> RawContent:
        """The content that comes with the game."""
        return read_pack("apps.rulebooks.deckspace")

    def read_content(self, raw: RawContent) -> Content:
        """Typed content; raises ContentError naming every fault."""
        return edition.read_content(raw)

    def preview(self, kind: str, entry: Any, drafts: RawContent) -> Preview | None:
        """How an entry looks in play."""
        return studio.preview(kind, entry, drafts)

    def seats(self, content: Content, options: Mapping[str, str]) -> tuple[SeatSpec, ...]:
        """As many seats as the map has starts (DS-A24)."""
        return setting.seats(content, options)

    def seating_fault(self, content: Content, options: Mapping[str, str], seats: tuple[str, ...]) -> Text | None:
        """Online games are between people only (DS-09)."""
        return setting.seating_fault(seats)

    def weighings(self, content: Content, before: Content | None) -> tuple[Weighing, ...]:
        """Maps for free battles that are new or differ (N45)."""
        return setting.weighings(content, before)

    def setting_preview(self, content: Content, options: Mapping[str, str]) -> Preview | None:
        """The map that is chosen, as it lies (DS-02)."""
        return setting.preview(content, options)

    def setup(self, content: Content, options: Mapping[str, str], chance: Chance) -> Step[State]:
        """The first state of a series and the events of setting it up."""
        return play.setup(content, options, chance)

    def waiting_on(self, state: State) -> frozenset[int]:
        """The seats that may act now."""
        return play.waiting_on(state)

    def legal_actions(self, content: Content, state: State, seat: int) -> tuple[Action, ...]:
        """Everything `seat` may do now, in a fixed order."""
        return play.legal_actions(content, state, seat)

    def apply(self, content: Content, state: State, seat: int, action: Action, chance: Chance) -> Step[State]:
        """Do `action`; raises IllegalAction unless it is legal."""
        return play.apply(content, state, seat, action, chance)

    def concede(self, content: Content, state: State, seat: int) -> Step[State]:
        """Give up: this seat is out, and the series over when one side is left."""
        return play.concede(content, state, seat)

    def agree_draw(self, content: Content, state: State) -> Step[State]:
        """End the series as a draw that all seats have agreed to; the table asks them."""
        return play.agree_draw(content, state)

    def determinize(self, content: Content, state: State, audience: Audience, chance: Chance) -> State:
        """A state that `audience` cannot tell from `state`."""
        return hidden.determinize(content, state, audience, chance)

    def hidden_zones(self, content: Content, state: State, audience: Audience) -> tuple[Zone, ...]:
        """Every place in `state` that `audience` must not know."""
        return hidden.hidden_zones(content, state, audience)

    def scene(self, content: Content, state: State, audience: Audience) -> Scene:
        """All that a screen of `audience` may know."""
        return scene.scene(content, state, audience)

    def result(self, content: Content, state: State) -> Result | None:
        """How the game ended, or None while it goes on."""
        return ending.result(content, state)

    def bot(self, level: str) -> Bot:
        """The bot of a level."""
        return bots.bot(level)

    def check(self, content: Content, state: State) -> list[str]:
        """Invariants that `state` breaks."""
        return invariants.check(content, state)

    def tables(self, content: Content) -> tuple[NumberTable, ...]:
        """The numbers of an edition, for RULES.md."""
        return tables.tables(content)

    def lesson(self, content: Content) -> Lesson:
        """What the coach of a first battle can say."""
        return lesson.lesson(content)

    def lesson_step(self, content: Content, state: State, seat: int, done: frozenset[str]) -> str:
        """The step of the lesson that fits the moment."""
        return lesson.lesson_step(content, state, seat, done)


RULEBOOK = DeckspaceRulebook()
