"""What the pilot can do between battles, one small action at a time."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from apps.rulebooks.deckspace.resistance.state import Kind


class Travel(msgspec.Struct, frozen=True, tag="travel"):
    """Fly to a planet or to the home base (DS-107)."""

    to: str


class Wait(msgspec.Struct, frozen=True, tag="wait"):
    """Let a day pass where the ship is."""


class FlyMission(msgspec.Struct, frozen=True, tag="fly-mission"):
    """Fly a mission that is on offer where the ship is (DS-106)."""

    kind: Kind
    planet: str


class BuyCard(msgspec.Struct, frozen=True, tag="buy-card"):
    """Buy a card from the shelf of this port (DS-157)."""

    ware: str


class BuyRounds(msgspec.Struct, frozen=True, tag="buy-rounds"):
    """Buy PDC rounds (DS-151, DS-157)."""


class RepairHull(msgspec.Struct, frozen=True, tag="repair-hull"):
    """Have a point of hull repaired (DS-157)."""


class RepairArmor(msgspec.Struct, frozen=True, tag="repair-armor"):
    """Have a point of armor that was shot off repaired (DS-145)."""


class Fit(msgspec.Struct, frozen=True, tag="fit"):
    """Have something researched or built in at the home base (DS-158)."""

    fitting: str


class Purge(msgspec.Struct, frozen=True, tag="purge"):
    """Have a card taken out of the deck at the home base (DS-A15)."""

    card: str


class TakePart(msgspec.Struct, frozen=True, tag="take-part"):
    """Keep one of the salvaged parts (DS-153)."""

    part: str


class TakeScrap(msgspec.Struct, frozen=True, tag="take-scrap"):
    """Take supplies in place of a part (DS-154)."""


class Reply(msgspec.Struct, frozen=True, tag="reply"):
    """Answer an event, by the number of the answer."""

    answer: int


class StrikeEarly(msgspec.Struct, frozen=True, tag="strike-early"):
    """Strike the Anvil from the home base before the days run out (DS-142)."""


class FaceTheBoss(msgspec.Struct, frozen=True, tag="face-the-boss"):
    """Go to the Anvil, now that the days have run out (DS-137)."""


ResistanceAction: TypeAlias = (
    Travel | Wait | FlyMission | BuyCard | BuyRounds | RepairHull | RepairArmor | Fit | Purge | TakePart | TakeScrap
    | Reply | StrikeEarly | FaceTheBoss
)  # fmt: skip
