"""Who plays an empty seat."""

from __future__ import annotations

from apps.rulebooks.core.bots import RandomBot
from apps.rulebooks.core.protocol import Bot, BotLevel
from apps.rulebooks.core.text import say
from apps.rulebooks.dogfight.play import legal_actions

LEVELS = (
    BotLevel("cadet", say("Cadet"), say("Acts first and thinks later. A gentle opponent for a first game.")),
    BotLevel("pilot", say("Pilot"), say("Knows the rules and takes what is offered.")),
    BotLevel("ace", say("Ace"), say("Counts the odds and plans for the end of the game.")),
)


def bot(level: str) -> Bot:
    """The bot of a level; raises KeyError for an unknown one."""
    return {each.slug: RandomBot(legal_actions) for each in LEVELS}[level]
