"""Who flies an empty seat."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Bot, BotLevel
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.bots.pilot import Pilot

LEVELS = (
    BotLevel("drone", say("Drone"), say("Closes in and fires. Seldom looks where it is going.")),
    BotLevel("hunter", say("Hunter"), say("Keeps its distance, leads its shots and misses nothing you leave open.")),
)
_BOTS: dict[str, Bot] = {level.slug: Pilot(level.slug) for level in LEVELS}


def bot(level: str) -> Bot:
    """The bot of a level; raises KeyError for an unknown one."""
    return _BOTS[level]
