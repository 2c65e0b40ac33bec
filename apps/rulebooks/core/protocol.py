"""What a game is to everything around it: the `Rulebook` protocol and the values that pass through it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.editing import ContentKind, Preview
from apps.rulebooks.core.scene import Scene
from apps.rulebooks.core.text import Text

State = TypeVar("State", bound=msgspec.Struct)
Action = msgspec.Struct
RawContent = Mapping[str, list[dict[str, Any]]]  # kind -> entries, as in the pack and in a release
BOT, FREE = "bot", ""  # who may sit on a seat, besides people
BOTS = "bots"  # the option that names the seats bots take from the start, with commas between; the table fills it in


class Audience(msgspec.Struct, frozen=True):
    """Who is looking: one seat, everyone (spectators, the TV), or everything once a game is over."""

    role: Literal["seat", "public", "revealed"]
    seat: int = -1

    @staticmethod
    def of(seat: int) -> Audience:
        """The audience of one seat."""
        return Audience("seat", seat)

    def sees(self, seat: int) -> bool:
        """Whether what only `seat` may know can be shown here."""
        return self.role == "revealed" or (self.role == "seat" and self.seat == seat)


PUBLIC = Audience("public")
REVEALED = Audience("revealed")


class IllegalAction(Exception):
    """An action that the rules do not allow now. `message` tells a player why and what to do."""

    def __init__(self, code: str, message: Text) -> None:
        super().__init__(str(message))
        self.code = code
        self.message = message


class SeatSpec(msgspec.Struct, frozen=True):
    """One seat of a table: its name in the rules, its colour and emblem (symbols of the house)."""

    number: int
    name: Text
    colour: Literal["red", "blue", "gold", "green"]
    optional: bool = False


class Event(msgspec.Struct, frozen=True):
    """Something that happened, in the past tense, for the log.

    `to` lists the seats that may read it; None means everyone. `rule` is the requirement it follows.
    The kind "turn-began" says that the turn of `seat` began, for those who want to go back there.
    """

    kind: str
    text: Text
    to: tuple[int, ...] | None = None
    rule: str = ""
    seat: int | None = None

    def readable_by(self, audience: Audience) -> bool:
        """Whether `audience` may read this event."""
        return self.to is None or audience.role == "revealed" or audience.seat in self.to


class Step(msgspec.Struct, Generic[State], frozen=True):
    """The outcome of one action.

    `barrier` marks an outcome that cannot be taken back because it told somebody something new.
    Actions that drew on chance or handed the turn on are barriers without being marked.
    """

    state: State
    events: tuple[Event, ...] = ()
    barrier: bool = False


class Result(msgspec.Struct, frozen=True):
    """How a game ended: by which ending, who won (empty for a draw), and the score of each seat."""

    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    text: Text


class Fault(msgspec.Struct, frozen=True):
    """Something wrong in edited content: which entry and field, and in plain words why."""

    kind: str
    slug: str
    field: str
    message: str


class ContentError(Exception):
    """Content that cannot be played, with every fault found."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("; ".join(f"{f.kind}/{f.slug} {f.field}: {f.message}" for f in faults))
        self.faults = faults


class Zone(msgspec.Struct, frozen=True):
    """A place in the state that some audience must not know.

    `read` gives what lies there; `alternatives` says whether it could be anything else, given what
    the audience knows; `plant` puts a marker text in it, to prove that it reaches no other screen, and
    is None where only the order of known things is secret.
    """

    name: str
    read: Callable[[Any], object]
    could_differ: Callable[[Any], bool]
    plant: Callable[[Any, str], Any] | None


class Decision(msgspec.Struct, frozen=True):
    """What a bot does and, in a few words that give no secret away, why.

    The words may be NOTHING where an action only goes on with the one before.
    """

    action: Action
    why: Text


class Bot(Protocol):
    """A player for an empty seat."""

    def decide(self, content: Any, state: Any, seat: int, chance: Chance, seconds: float) -> Decision:
        """Choose one of the seat's legal actions within `seconds`.

        `state` has been determinized for the seat: what the seat cannot know is a guess in it.
        """
        ...


class BotLevel(msgspec.Struct, frozen=True):
    """A strength that can be chosen for a bot, weakest first in `Rulebook.bot_levels`."""

    slug: str
    name: Text
    blurb: Text


class Option(msgspec.Struct, frozen=True):
    """A variant that can be chosen when a table is made.

    Where the values are steps of a scale, `scale` has them from least to most. One that is asked `first` stands
    before the seats, which may depend on it.
    """

    slug: str
    name: Text
    help: Text
    choices: tuple[tuple[str, Text], ...]  # the first is the default
    rule: str = ""
    scale: tuple[str, ...] = ()
    first: bool = False


class Rulebook(Protocol):
    """A whole game as a library: no I/O, no clock, no hidden globals; `apply` returns a new state.

    `content` is what `read_content` made of a release; `options` maps option slugs to chosen values.
    """

    slug: str
    name: Text
    tagline: Text
    actions: Any  # the union of the game's action structs
    state_type: Any
    bot_levels: tuple[BotLevel, ...]
    endings: tuple[str, ...]
    content_kinds: Mapping[str, ContentKind]  # in the order in which editors meet them

    def options(self, content: Any) -> tuple[Option, ...]:
        """The variants that can be chosen when a table is made, in the order in which they are asked for."""
        ...

    def base_pack(self) -> RawContent:
        """The content that comes with the game: its release 1."""
        ...

    def read_content(self, raw: RawContent) -> Any:
        """Typed content; raises ContentError naming every fault."""
        ...

    def preview(self, kind: str, entry: Any, drafts: RawContent) -> Preview | None:
        """How `entry` looks in play among the other drafts, which may be faulty; None if there is nothing to see."""
        ...

    def seats(self, content: Any, options: Mapping[str, str]) -> tuple[SeatSpec, ...]:
        """The seats of a table with these options."""
        ...

    def setup(self, content: Any, options: Mapping[str, str], chance: Chance) -> Step[Any]:
        """The first state of a game and the events of setting it up."""
        ...

    def waiting_on(self, state: Any) -> frozenset[int]:
        """The seats that may act now: several in simultaneous phases, none when the game is over."""
        ...

    def legal_actions(self, content: Any, state: Any, seat: int) -> tuple[Action, ...]:
        """Everything `seat` may do now, complete and in a fixed order; empty for seats not waited on."""
        ...

    def apply(self, content: Any, state: Any, seat: int, action: Action, chance: Chance) -> Step[Any]:
        """Do `action`; raises IllegalAction (and changes nothing) unless it is in `legal_actions`."""
        ...

    def concede(self, content: Any, state: Any, seat: int) -> Step[Any]:
        """End the game by `seat` giving up, at any moment."""
        ...

    def determinize(self, content: Any, state: Any, audience: Audience, chance: Chance) -> Any:
        """A state that `audience` cannot tell from `state`, with what it cannot know drawn anew."""
        ...

    def hidden_zones(self, content: Any, state: Any, audience: Audience) -> tuple[Zone, ...]:
        """Every place in `state` that `audience` must not know."""
        ...

    def scene(self, content: Any, state: Any, audience: Audience) -> Scene:
        """All that a screen of `audience` may know."""
        ...

    def result(self, content: Any, state: Any) -> Result | None:
        """How the game ended, or None while it goes on."""
        ...

    def bot(self, level: str) -> Bot:
        """The bot of a level named in `bot_levels`."""
        ...

    def check(self, content: Any, state: Any) -> list[str]:
        """Invariants that `state` breaks, in words; empty when all is well."""
        ...


@lru_cache(maxsize=65_536)
def action_id(action: Action) -> str:
    """A short, stable name for an action, by which a screen or a program chooses it."""
    return hashlib.blake2b(msgspec.json.encode(action), digest_size=6).hexdigest()
