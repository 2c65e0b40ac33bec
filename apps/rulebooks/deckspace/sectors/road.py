"""The campaign as the house knows it: one object that fulfils the `Road` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from apps.rulebooks.core.pack import read_pack
from apps.rulebooks.core.protocol import BotLevel, Option, SeatSpec
from apps.rulebooks.core.roads import Outing
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace import edition, previews, studio
from apps.rulebooks.deckspace.craft import BattleReport, report_of
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors import battle, bot, hidden, ledger, play, scene, unlocks
from apps.rulebooks.deckspace.sectors.actions import SectorAction
from apps.rulebooks.deckspace.sectors.state import ENDINGS, RunState
from apps.rulebooks.deckspace.state import State


class SectorRoad:
    """The rules of the five-sector campaign; see RULES.md."""

    slug = "sectors"
    game = "deckspace"
    name = say("Five sectors")
    tagline = say("One ship, five sectors, and every one of them has learned something new.")
    actions: Any = SectorAction
    state_type: Any = RunState
    report_type: Any = BattleReport
    bot_levels: tuple[BotLevel, ...] = bot.LEVELS
    endings: tuple[str, ...] = ENDINGS
    content_kinds = studio.KINDS

    base_pack = staticmethod(partial(read_pack, "apps.rulebooks.deckspace"))
    read_content = staticmethod(edition.read_content)
    preview = staticmethod(previews.preview)

    @staticmethod
    def ready(content: Content) -> bool:
        """Whether this edition has sectors to fly through."""
        return bool(content.sectors.sectors)

    @staticmethod
    def options(content: Content) -> tuple[Option, ...]:
        """Whether what was earned before flies along (DS-105)."""
        return (
            Option(
                unlocks.LEGACY,
                say("Earlier runs"),
                say("Whether this run begins with what earlier ones have unlocked."),
                (
                    (unlocks.KEPT, say("With everything unlocked so far")),
                    (unlocks.FRESH, say("A fresh start, with nothing unlocked")),
                ),
                rule="DS-105",
            ),
        )

    @staticmethod
    def seats(content: Content, options: Mapping[str, str]) -> tuple[SeatSpec, ...]:
        """One pilot (DS-92)."""
        return (SeatSpec(play.PILOT, say("{name}", name=content.sectors.numbers.ship), "red"),)

    setup = staticmethod(play.setup)
    waiting_on = staticmethod(play.waiting_on)
    legal_actions = staticmethod(play.legal_actions)
    apply = staticmethod(play.apply)
    concede = staticmethod(play.concede)
    result = staticmethod(play.result)
    check = staticmethod(ledger.check)

    outing = staticmethod(battle.outing)
    report = staticmethod(play.report)
    unlocks = staticmethod(unlocks.unlocks)
    earned = staticmethod(play.earned)
    correctable = staticmethod(ledger.correctable)
    correct = staticmethod(ledger.correct)
    refit = staticmethod(ledger.refit)

    @staticmethod
    def reported(content: Content, outing: Outing, table: State) -> BattleReport:
        """What a finished battle hands back."""
        return report_of(outing.number, table)

    determinize = staticmethod(hidden.determinize)
    hidden_zones = staticmethod(hidden.hidden_zones)
    scene = staticmethod(scene.scene)
    bot = staticmethod(bot.bot)


ROAD = SectorRoad()
