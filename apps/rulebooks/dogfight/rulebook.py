"""Space Dogfight as the house knows it: one object that fulfils the `Rulebook` protocol."""

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
    Zone,
)
from apps.rulebooks.core.scene import Scene
from apps.rulebooks.core.teaching import Lesson, NumberTable
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight import bots, edition, ending, hidden, invariants, lesson, play, scene, studio, tables
from apps.rulebooks.dogfight.actions import DogfightAction
from apps.rulebooks.dogfight.content import BLUE, RED, Content
from apps.rulebooks.dogfight.state import State
from apps.rulebooks.dogfight.words import colour

_OPTIONS = (
    Option(
        "draw_on_tie",
        say("Both fleets home with equal points"),
        say("Who wins when both fleets have come home and their ships are worth the same."),
        (("first-home", say("First fleet home wins")), ("draw", say("A draw"))),
        rule="DF-A16",
    ),
    Option(
        "blank",
        say("Blank counters"),
        say("Whether a Blank stands for any other counter or is a wasted draw."),
        (("wild", say("Stand for any counter")), ("dead", say("Are good for nothing"))),
        rule="DF-A06",
    ),
    Option(
        "safe_in_base",
        say("Ships in the enemy base"),
        say("Whether a ship that has reached the enemy base can still be attacked."),
        (("no", say("Can be attacked")), ("yes", say("Are safe from attacks"))),
        rule="DF-A17",
    ),
)


class DogfightRulebook:
    """The rules of Space Dogfight for tables, bots and programs; see RULES.md."""

    slug = "dogfight"
    name = say("Space Dogfight")
    tagline = say("Two fleets, one cup, three asteroids that nobody steers.")
    actions: Any = DogfightAction
    state_type: Any = State
    bot_levels: tuple[BotLevel, ...] = bots.LEVELS
    endings: tuple[str, ...] = ending.ENDINGS
    content_kinds = studio.KINDS

    def options(self, content: Content) -> tuple[Option, ...]:
        """What the rule texts leave to the table (DF-A06, DF-A16, DF-A17)."""
        return _OPTIONS

    def base_pack(self) -> RawContent:
        """The content that comes with the game."""
        return read_pack("apps.rulebooks.dogfight")

    def read_content(self, raw: RawContent) -> Content:
        """Typed content; raises ContentError naming every fault."""
        return edition.read_content(raw)

    def preview(self, kind: str, entry: Any, drafts: RawContent) -> Preview | None:
        """How an entry looks in play."""
        return studio.preview(kind, entry, drafts)

    def seats(self, content: Content, options: Mapping[str, str]) -> tuple[SeatSpec, ...]:
        """Red in the south and blue in the north (DF-01)."""
        return SeatSpec(RED, colour(RED), "red"), SeatSpec(BLUE, colour(BLUE), "blue")

    def setup(self, content: Content, options: Mapping[str, str], chance: Chance) -> Step[State]:
        """The first state of a game and the events of setting it up."""
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
        """End the game by `seat` giving up."""
        return play.concede(content, state, seat)

    def agree_draw(self, content: Content, state: State) -> Step[State]:
        """End the game as a draw that both seats have agreed to (DF-A16); the table asks them both."""
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
        """The numbers of an edition for the page of rules."""
        return tables.tables(content)

    def lesson(self, content: Content) -> Lesson:
        """Everything the coach of a first battle can say."""
        return lesson.lesson(content)

    def lesson_step(self, content: Content, state: State, seat: int, done: frozenset[str]) -> str:
        """The step of the lesson that fits the moment."""
        return lesson.lesson_step(content, state, seat, done)


RULEBOOK = DogfightRulebook()
