"""Who plays an empty seat."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Bot, BotLevel
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.bots.ace import Ace
from apps.rulebooks.dogfight.bots.cadet import Cadet
from apps.rulebooks.dogfight.bots.pilot import Pilot

LEVELS = (
    BotLevel("cadet", say("Cadet"), say("Acts first and thinks later. A gentle opponent for a first game.")),
    BotLevel("pilot", say("Pilot"), say("Knows the rules and takes what is offered.")),
    BotLevel("ace", say("Ace"), say("Counts the odds and plans for the end of the game.")),
)
_BOTS: dict[str, Bot] = {"cadet": Cadet(), "pilot": Pilot(), "ace": Ace()}


def bot(level: str) -> Bot:
    """The bot of a level; raises KeyError for an unknown one."""
    return _BOTS[level]
