"""What a pilot can decide between the battles of a run."""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Launch(msgspec.Struct, frozen=True, tag="launch-sector"):
    """Fly into the sector (DS-92)."""


class RestartSector(msgspec.Struct, frozen=True, tag="restart-sector"):
    """Leave the battle and begin the sector again as it was at its start (DS-104, DS-A27)."""


class TakeCard(msgspec.Struct, frozen=True, tag="reward-card"):
    """Take one of the cards on offer as the reward (DS-98)."""

    card: str


class TakeUpgrade(msgspec.Struct, frozen=True, tag="reward-upgrade"):
    """Take an upgrade of the ship as the reward, by its slug (DS-98)."""

    reward: str


class RemoveCard(msgspec.Struct, frozen=True, tag="reward-removal"):
    """Remove a card from the deck as the reward (DS-98, DS-99)."""

    card: str


class TrimCard(msgspec.Struct, frozen=True, tag="trim-card"):
    """Remove a card beside the reward, as an unlock allows (DS-A68)."""

    card: str


SectorAction: TypeAlias = Launch | RestartSector | TakeCard | TakeUpgrade | RemoveCard | TrimCard
