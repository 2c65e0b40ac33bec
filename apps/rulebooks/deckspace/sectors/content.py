"""What an editor can change in the campaign: sectors, rewards, unlocks and their numbers (DS-92 to DS-105)."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from apps.rulebooks.deckspace.content import Sentence, Slug, Words

Story = Annotated[str, Meta(min_length=1, max_length=600, extra={"lines": 5})]

# --- Sectors ----------------------------------------------------------------------------------


class Lineup(msgspec.Struct, frozen=True):
    """The enemies of one battle."""

    enemies: Annotated[tuple[Slug, ...], Meta(min_length=1, max_length=7, description="By their slugs, one a line.")]


class SectorType(msgspec.Struct, frozen=True):
    """A sector: one battle, drawn from its maps and line-ups, and the skill that its enemies bring (DS-92, DS-95)."""

    slug: Slug
    number: Annotated[int, Meta(ge=1, le=9, description="Its place on the way, from 1.")]
    name: Annotated[Words, Meta(description="What players call it.")]
    story: Annotated[Story, Meta(description="The briefing, to be read aloud.")]
    skills: Annotated[
        tuple[Slug, ...],
        Meta(min_length=1, max_length=2, description="The cards that are new here: salvaged when it is cleared."),
    ]
    maps: Annotated[tuple[Slug, ...], Meta(min_length=1, description="One of these is drawn.")]
    lineups: Annotated[tuple[Lineup, ...], Meta(min_length=1, title="Line-ups", description="One of these is drawn.")]


# --- Rewards ----------------------------------------------------------------------------------


class CardReward(msgspec.Struct, frozen=True, tag="card"):
    """A card that may be on offer once it is known (DS-97)."""

    card: Annotated[Slug, Meta(description="The card, by its slug.")]
    weight: Annotated[int, Meta(ge=1, le=100, description="How often it comes up, compared with the others.")] = 1
    tier: Annotated[
        int, Meta(ge=1, le=9, description="Not on offer before so many sectors are cleared.", extra={"unit": "sectors"})
    ] = 1


class UpgradeReward(msgspec.Struct, frozen=True, tag="upgrade"):
    """An upgrade of the ship for the rest of the run (N39)."""

    armor: Annotated[int, Meta(ge=0, le=9, description="Armor at the start of every sector.")] = 0
    max_speed: Annotated[int, Meta(ge=0, le=9, title="Speed limit")] = 0
    max_health: Annotated[int, Meta(ge=0, le=9, title="Hull limit")] = 0
    heal: Annotated[int, Meta(ge=0, le=20, description="Hull repaired at once.")] = 0


class RewardType(msgspec.Struct, frozen=True):
    """Something that can be chosen between two sectors (DS-98)."""

    slug: Slug
    name: Annotated[Words, Meta(description="What players call it.")]
    gives: CardReward | UpgradeReward
    symbol: Annotated[Slug, Meta(description="Its drawing.")] = "plus"


# --- Unlocks ----------------------------------------------------------------------------------

Count = Annotated[int, Meta(ge=1, le=99)]


class Cleared(msgspec.Struct, frozen=True, tag="cleared"):
    """So many sectors cleared in one run."""

    sectors: Count


class Unhurt(msgspec.Struct, frozen=True, tag="unhurt"):
    """So many sectors of one run cleared without losing hull."""

    sectors: Count


class Swift(msgspec.Struct, frozen=True, tag="swift"):
    """A sector, by its number, cleared in so many rounds or fewer."""

    sector: Annotated[int, Meta(ge=1, le=9, description="Its place on the way.")]
    rounds: Count


class Removed(msgspec.Struct, frozen=True, tag="removed"):
    """So many cards removed in one run."""

    cards: Count


class Downed(msgspec.Struct, frozen=True, tag="downed"):
    """So many enemies destroyed in one run."""

    enemies: Count


class LeanVictory(msgspec.Struct, frozen=True, tag="lean-victory"):
    """A run won with so many cards or fewer in the deck."""

    cards: Count


Condition: TypeAlias = Cleared | Unhurt | Swift | Removed | Downed | LeanVictory


class SwapCard(msgspec.Struct, frozen=True, tag="swap"):
    """A card of the starting deck is exchanged."""

    out: Annotated[Slug, Meta(description="The card that goes.")]
    into: Annotated[Slug, Meta(description="The card that comes.")]


class MoreHull(msgspec.Struct, frozen=True, tag="hull"):
    """More hull at the start."""

    health: Annotated[int, Meta(ge=1, le=9, title="Hull")]


class KnownCard(msgspec.Struct, frozen=True, tag="known"):
    """A card is known from the start, so that C markers and rewards may offer it."""

    card: Annotated[Slug, Meta(description="The card, by its slug.")]


class ExtraMap(msgspec.Struct, frozen=True, tag="map"):
    """A sector has one more map to draw from."""

    sector: Annotated[Slug, Meta(description="The sector, by its slug.")]
    map: Annotated[Slug, Meta(description="The map, by its slug.")]


class SpareRemovals(msgspec.Struct, frozen=True, tag="removals"):
    """So often in a run a card may be removed beside the reward."""

    count: Count


class MoreOffers(msgspec.Struct, frozen=True, tag="offers"):
    """More cards on offer between sectors."""

    cards: Count


Effect: TypeAlias = SwapCard | MoreHull | KnownCard | ExtraMap | SpareRemovals | MoreOffers


class SectorUnlock(msgspec.Struct, frozen=True):
    """Something that a pilot earns for later runs (DS-105, N36)."""

    slug: Slug
    name: Annotated[Words, Meta(description="What players call it.")]
    text: Annotated[Sentence, Meta(description="What it does.")]
    how: Annotated[Sentence, Meta(description="How it is earned.")]
    condition: Annotated[Condition, Meta(description="What earns it.")]
    effect: Annotated[Effect, Meta(description="What it changes in later runs.")]
    symbol: Annotated[Slug, Meta(description="Its drawing.")] = "road-unlock"


# --- Numbers ----------------------------------------------------------------------------------


class CampaignNumbers(msgspec.Struct, frozen=True):
    """The numbers of the campaign."""

    slug: Slug
    deck: Annotated[Slug, Meta(description="The deck that a run begins with; its cards are known from the start.")]
    floor: Annotated[int, Meta(ge=1, le=40, description="A deck is never made smaller.", extra={"unit": "cards"})]
    repair: Annotated[int, Meta(ge=0, le=20, description="Hull repaired after each reward.")]
    offered: Annotated[int, Meta(ge=1, le=9, description="Cards to choose from.", extra={"unit": "cards"})]
    copies: Annotated[
        int, Meta(ge=0, le=9, description="Of each known skill in the pool of C markers.", extra={"unit": "cards"})
    ]
    ship: Annotated[Words, Meta(description="What the pilot's ship is called.")] = "Petrel"
