"""Space Dogfight as the house knows it: one object that fulfils the `Rulebook` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from apps.rulebooks.core.pack import read_pack
from apps.rulebooks.core.protocol import (
    BotLevel,
    Option,
    SeatSpec,
)
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

    base_pack = staticmethod(partial(read_pack, "apps.rulebooks.dogfight"))
    read_content = staticmethod(edition.read_content)
    preview = staticmethod(studio.preview)

    def options(self, content: Content) -> tuple[Option, ...]:
        """What the rule texts leave to the table (DF-A06, DF-A16, DF-A17)."""
        return _OPTIONS

    def seats(self, content: Content, options: Mapping[str, str]) -> tuple[SeatSpec, ...]:
        """Red in the south and blue in the north (DF-01)."""
        return SeatSpec(RED, colour(RED), "red"), SeatSpec(BLUE, colour(BLUE), "blue")

    setup = staticmethod(play.setup)
    waiting_on = staticmethod(play.waiting_on)
    legal_actions = staticmethod(play.legal_actions)
    apply = staticmethod(play.apply)
    concede = staticmethod(play.concede)
    agree_draw = staticmethod(play.agree_draw)
    result = staticmethod(ending.result)
    check = staticmethod(invariants.check)

    determinize = staticmethod(hidden.determinize)
    hidden_zones = staticmethod(hidden.hidden_zones)
    scene = staticmethod(scene.scene)
    bot = staticmethod(bots.bot)

    tables = staticmethod(tables.tables)
    lesson_step = staticmethod(lesson.lesson_step)
    lesson = staticmethod(lesson.lesson)


RULEBOOK = DogfightRulebook()
