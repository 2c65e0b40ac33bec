"""The Resistance run as the house knows it: one object that fulfils the `Road` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from apps.rulebooks.core.pack import read_pack
from apps.rulebooks.core.protocol import BotLevel, Option, SeatSpec
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace import edition, previews, studio
from apps.rulebooks.deckspace.craft import BattleReport
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import bot, ending, hidden, ledger, play, scene, unlocks
from apps.rulebooks.deckspace.resistance.actions import ResistanceAction
from apps.rulebooks.deckspace.resistance.run import PILOT
from apps.rulebooks.deckspace.resistance.state import State


class ResistanceRoad:
    """The rules of the Resistance run; see RULES.md."""

    slug = "resistance"
    game = "deckspace"
    name = say("The Resistance")
    tagline = say("A hold full of grain, a system full of MERIDIAN, and so many days.")
    actions: Any = ResistanceAction
    state_type: Any = State
    report_type: Any = BattleReport
    bot_levels: tuple[BotLevel, ...] = bot.LEVELS
    endings: tuple[str, ...] = ending.ENDINGS
    content_kinds = studio.KINDS

    base_pack = staticmethod(partial(read_pack, "apps.rulebooks.deckspace"))
    read_content = staticmethod(edition.read_content)
    preview = staticmethod(previews.preview)

    @staticmethod
    def ready(content: Content) -> bool:
        """Whether this edition has a Resistance run."""
        return content.has_resistance

    @staticmethod
    def options(content: Content) -> tuple[Option, ...]:
        """Which system, and whether what was earned before comes along (DS-106, DS-156)."""
        systems = tuple(
            (system.slug, say("{name}, {days} days", name=system.name, days=system.days))
            for system in content.resistance.systems.values()
        )
        return (
            Option("system", say("System"), say("Where the run takes place, and how long it lasts."), systems,
                   rule="DS-106", first=True),
            Option(
                unlocks.LEGACY,
                say("Earlier runs"),
                say("Whether this run begins with what earlier ones have unlocked."),
                (
                    (unlocks.KEPT, say("With everything unlocked so far")),
                    (unlocks.FRESH, say("A fresh start, with nothing unlocked")),
                ),
                rule="DS-156",
            ),
        )  # fmt: skip

    @staticmethod
    def seats(content: Content, options: Mapping[str, str]) -> tuple[SeatSpec, ...]:
        """One pilot (DS-106)."""
        return (SeatSpec(PILOT, say("{name}", name=content.resistance.numbers.ship), "red"),)

    setup = staticmethod(play.setup)
    waiting_on = staticmethod(play.waiting_on)
    legal_actions = staticmethod(play.legal_actions)
    apply = staticmethod(play.apply)
    concede = staticmethod(ending.concede)
    result = staticmethod(ending.result)
    check = staticmethod(ledger.check)

    outing = staticmethod(play.outing)
    reported = staticmethod(play.reported)
    report = staticmethod(play.report)
    earned = staticmethod(unlocks.earned)
    unlocks = staticmethod(unlocks.unlocks)
    correctable = staticmethod(ledger.correctable)
    correct = staticmethod(ledger.correct)
    refit = staticmethod(ledger.refit)

    determinize = staticmethod(hidden.determinize)
    hidden_zones = staticmethod(hidden.hidden_zones)
    scene = staticmethod(scene.scene)
    bot = staticmethod(bot.bot)


ROAD = ResistanceRoad()
