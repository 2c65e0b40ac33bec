"""What an editor can change of the Resistance run: the system, its missions, what is for sale, and every number."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from apps.rulebooks.deckspace.content import Sentence, Slug, Words

Story = Annotated[str, Meta(min_length=1, max_length=600, extra={"lines": 4})]
Lengths = Annotated[int, Meta(ge=0, le=3000, extra={"unit": "lengths"})]
Days = Annotated[int, Meta(ge=0, le=99, extra={"unit": "days"})]
SomeDays = Annotated[int, Meta(ge=1, le=99, extra={"unit": "days"})]
Few = Annotated[int, Meta(ge=0, le=99)]
Shift = Annotated[int, Meta(ge=-20, le=20)]
Price = Annotated[int, Meta(ge=0, le=99, extra={"unit": "supplies"})]
MissionKind = Literal["supply", "defend", "strike", "hunt", "retake", "boss"]

# --- Systems ----------------------------------------------------------------------------------


class Orbit(msgspec.Struct, frozen=True):
    """A circle around the sun: how far out, how long a round takes, and where on it day 0 finds the body."""

    radius: Annotated[Lengths, Meta(description="From the sun; a tile of the view is 100 wide.")]
    period: Annotated[int, Meta(ge=1, le=999, description="Of a whole round.", extra={"unit": "days"})]
    angle: Annotated[int, Meta(ge=0, le=359, description="On day 0, clockwise from the top.", extra={"unit": "°"})]


class Place(msgspec.Struct, frozen=True):
    """A planet, the home base or the Anvil."""

    slug: Slug
    name: Annotated[Words, Meta(description="What pilots call it.")]
    text: Annotated[Sentence, Meta(description="What there is to say about it.")]
    orbit: Orbit
    symbol: Annotated[Slug, Meta(description="Its drawing.")] = "planet-1"
    held: Annotated[bool, Meta(title="Held at the start", description="Whether MERIDIAN holds it from day 0.")] = False


class System(msgspec.Struct, frozen=True):
    """Where a run takes place, and how long it lasts (DS-106, DS-107, N01, N38, N42)."""

    slug: Slug
    name: Annotated[Words, Meta(description="What it is called.")]
    story: Annotated[Story, Meta(description="How a run begins.")]
    days: Annotated[int, Meta(ge=5, le=99, description="Until the Warden comes.", extra={"unit": "days"})]
    stride: Annotated[
        int, Meta(ge=10, le=3000, description="How far a ship flies in a day.", extra={"unit": "lengths"})
    ]
    home: Annotated[Place, Meta(title="Home base", description="Where research and upgrades are to be had.")]
    anvil: Annotated[Place, Meta(title="The Anvil", description="Where the Warden waits; nobody goes there twice.")]
    planets: Annotated[tuple[Place, ...], Meta(min_length=1)]
    held: Annotated[
        int, Meta(ge=0, le=12, title="Held at the start", description="In all: those marked, the others drawn (N42).")
    ] = 2

    def place(self, slug: str) -> Place:
        """A place by its slug; raises KeyError for one that is not there."""
        for place in (*self.planets, self.home, self.anvil):
            if place.slug == slug:
                return place
        raise KeyError(slug)


# --- Missions ---------------------------------------------------------------------------------


class Mission(msgspec.Struct, frozen=True):
    """A mission as the comms tell of it (DS-112, DS-118, DS-124, DS-127, DS-131, DS-138)."""

    slug: Slug
    kind: MissionKind
    title: Annotated[Words, Meta(description="What it is called.")]
    text: Annotated[Sentence, Meta(description="The briefing.")]
    maps: Annotated[tuple[Slug, ...], Meta(min_length=1, description="One of them is drawn.")]
    foes: Annotated[
        tuple[Slug, ...],
        Meta(min_length=1, description="Who comes, in this order, as many as MERIDIAN sends; the target aside."),
    ]
    target: Annotated[
        str, Meta(max_length=40, description="The enemy that a Strike, Retake, Hunt or the boss is about, by its slug.")
    ] = ""
    days: Annotated[SomeDays, Meta(description="How long it takes (N03).")] = 1
    supplies: Annotated[Few, Meta(description="Paid when it is won, beside what its kind pays.")] = 0


# --- What things do ---------------------------------------------------------------------------


class Hull(msgspec.Struct, frozen=True, tag="hull"):
    """More hull at most, and filled."""

    most: Annotated[int, Meta(ge=1, le=6)]


class Speed(msgspec.Struct, frozen=True, tag="speed"):
    """A higher speed at most."""

    most: Annotated[int, Meta(ge=1, le=6)]


class Cards(msgspec.Struct, frozen=True, tag="cards"):
    """Cards for the deck."""

    card: Annotated[Slug, Meta(description="The card, by its slug.")]
    count: Annotated[int, Meta(ge=1, le=9, extra={"unit": "cards"})] = 1


class Stores(msgspec.Struct, frozen=True, tag="stores"):
    """Supplies, strength and rounds, gained or lost."""

    supplies: Shift = 0
    strength: Shift = 0
    rounds: Shift = 0


class Sabotage(msgspec.Struct, frozen=True, tag="sabotage"):
    """MERIDIAN's numbers, up or down."""

    fleet: Shift = 0
    works: Shift = 0
    network: Shift = 0


class Damage(msgspec.Struct, frozen=True, tag="damage"):
    """Damage to the ship, armor first; the last point of hull holds (DS-146, DS-A70)."""

    points: Annotated[int, Meta(ge=1, le=9)]


class Repair(msgspec.Struct, frozen=True, tag="repair"):
    """Hull mended."""

    points: Annotated[int, Meta(ge=1, le=9)]


class Mount(msgspec.Struct, frozen=True, tag="mount"):
    """PDC for the run (DS-148)."""


class Comms(msgspec.Struct, frozen=True, tag="comms"):
    """Threats are heard a MERIDIAN move early (DS-120)."""


class Mending(msgspec.Struct, frozen=True, tag="mending"):
    """More hull mended after each battle (DS-147)."""

    points: Annotated[int, Meta(ge=1, le=9)]


class Racks(msgspec.Struct, frozen=True, tag="racks"):
    """More PDC rounds carried at most."""

    rounds: Annotated[int, Meta(ge=1, le=20)]


class Delay(msgspec.Struct, frozen=True, tag="delay"):
    """Planets under threat hold out longer."""

    days: Annotated[int, Meta(ge=1, le=9)]


class Routes(msgspec.Struct, frozen=True, tag="routes"):
    """Shorter trips, never under the shortest."""

    days: Annotated[int, Meta(ge=1, le=9)]


class Pods(msgspec.Struct, frozen=True, tag="pods"):
    """More pods on every Supply run."""

    count: Annotated[int, Meta(ge=1, le=9)]


class Pay(msgspec.Struct, frozen=True, tag="pay"):
    """More supplies for each pod."""

    supplies: Annotated[int, Meta(ge=1, le=9)]


Lasting: TypeAlias = Comms | Mending | Racks | Delay | Routes | Pods | Pay  # as long as one has it
AtOnce: TypeAlias = Hull | Speed | Cards | Stores | Mount | Repair | Damage | Sabotage  # when one gets it
Gain: TypeAlias = (
    Hull | Speed | Cards | Stores | Mount | Comms | Mending | Racks | Delay | Routes | Pods | Pay | Sabotage
)
Turn: TypeAlias = Damage | Repair | Stores | Cards | Sabotage
Gains = Annotated[tuple[Gain, ...], Meta(min_length=1, description="What it does.")]

# --- What is to be had ------------------------------------------------------------------------


class Ware(msgspec.Struct, frozen=True):
    """A card that ports sell (DS-157, N34)."""

    slug: Slug
    card: Annotated[Slug, Meta(description="The card, by its slug.")]
    tier: Annotated[int, Meta(ge=1, le=3, description="Which of the three prices it has.")]


class Fitting(msgspec.Struct, frozen=True):
    """Something the home base researches or builds in (DS-120, DS-148, DS-158)."""

    slug: Slug
    kind: Literal["research", "upgrade"]
    name: Annotated[Words, Meta(description="What it is called.")]
    text: Annotated[Sentence, Meta(description="What it does, in words.")]
    price: Price
    gains: Gains
    symbol: Annotated[Slug, Meta(description="Its drawing.")] = "verb-fit"


class Part(msgspec.Struct, frozen=True):
    """A salvaged part, for the run (DS-153, DS-154)."""

    slug: Slug
    name: Annotated[Words, Meta(description="What it is called.")]
    text: Annotated[Sentence, Meta(description="What it does, in words.")]
    gains: Gains
    most: Annotated[int, Meta(ge=1, le=9, description="How many of it a ship can carry.")] = 1
    symbol: Annotated[Slug, Meta(description="Its drawing.")] = "verb-part"


class Answer(msgspec.Struct, frozen=True):
    """One of two ways to meet an event."""

    label: Annotated[Words, Meta(description="What the pilot decides.")]
    text: Annotated[Sentence, Meta(description="What comes of it.")]
    effects: Annotated[tuple[Turn, ...], Meta(description="What it does; nothing is fine too.")] = ()


class Encounter(msgspec.Struct, frozen=True):
    """Something that happens on the way or at anchor (DS-146, DS-A53)."""

    slug: Slug
    title: Annotated[Words, Meta(description="What it is called.")]
    text: Annotated[Sentence, Meta(description="What happens.")]
    effects: Annotated[tuple[Turn, ...], Meta(description="What it does at once.")] = ()
    answers: Annotated[tuple[Answer, ...], Meta(max_length=3, description="None, or those to choose from.")] = ()
    when: Annotated[Literal["trip", "port", "any"], Meta(description="Under way, at a place, or wherever.")] = "any"


# --- From run to run --------------------------------------------------------------------------


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """A run has come to this end."""

    ending: Literal["system-free", "resistance-broken"]


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """So many of something in one run."""

    what: Literal["supply", "defend", "strike", "hunt", "retake", "ships", "pods", "spared", "fell"]
    least: Annotated[int, Meta(ge=1, le=99)]


class RunUnlock(msgspec.Struct, frozen=True):
    """Something that is earned in a run, and that every later run begins with (DS-156, N32)."""

    slug: Slug
    name: Annotated[Words, Meta(description="What it is called.")]
    text: Annotated[Sentence, Meta(description="What later runs have of it.")]
    how: Annotated[Sentence, Meta(description="How it is earned, in words.")]
    earned: Annotated[Ended | Counted, Meta(title="Earned by", description="What must have come true.")]
    gains: Gains
    symbol: Annotated[Slug, Meta(description="Its drawing.")] = "road-unlock"


class News(msgspec.Struct, frozen=True):
    """A line of the news (DS-136)."""

    slug: Slug
    when: Annotated[
        Literal["begin", "warning", "due", "threat", "fell", "saved", "strike", "hunt", "retake", "built", "quiet"],
        Meta(description="What it tells of."),
    ]
    text: Annotated[Sentence, Meta(description="{planet} stands for the name of the planet, where there is one.")]
