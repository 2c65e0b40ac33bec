"""Deckspace as the house knows it: one object that fulfils the `Rulebook` protocol."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from apps.rulebooks.core.pack import read_pack
from apps.rulebooks.core.protocol import (
    BotLevel,
)
from apps.rulebooks.core.roads import Road
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace import (
    bots,
    edition,
    ending,
    hidden,
    invariants,
    lesson,
    play,
    previews,
    scene,
    setting,
    studio,
    tables,
)
from apps.rulebooks.deckspace.actions import DeckspaceAction
from apps.rulebooks.deckspace.resistance.road import ROAD as RESISTANCE
from apps.rulebooks.deckspace.sectors.road import ROAD as SECTORS
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

    base_pack = staticmethod(partial(read_pack, "apps.rulebooks.deckspace"))
    read_content = staticmethod(edition.read_content)
    preview = staticmethod(previews.preview)

    options = staticmethod(setting.options)
    seats = staticmethod(setting.seats)
    seating_fault = staticmethod(setting.seating_fault)
    setting_preview = staticmethod(setting.preview)
    weighings = staticmethod(setting.weighings)

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

    roads: Mapping[str, Road] = {"sectors": SECTORS, "resistance": RESISTANCE}


RULEBOOK = DeckspaceRulebook()
