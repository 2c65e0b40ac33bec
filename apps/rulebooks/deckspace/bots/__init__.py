"""Who flies an empty seat."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Bot, BotLevel
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.bots.drone import DroneBot

LEVELS = (
    BotLevel("drone", say("Drone"), say("Closes in and fires. Seldom looks where it is going.")),
    BotLevel("hunter", say("Hunter"), say("Keeps its distance, leads its shots and misses nothing you leave open.")),
)


def bot(level: str) -> Bot:
    """The bot of a level."""
    return DroneBot()
