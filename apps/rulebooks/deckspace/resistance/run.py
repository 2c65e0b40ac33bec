"""A run while something happens in it: the state so far, what is told, and the numbers at hand."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.protocol import Event, Step
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance.content import Place, System
from apps.rulebooks.deckspace.resistance.state import Bulletin, Ending, State

NEWS_KEPT = 4
PILOT = 0


def warns(content: Content, state: State, line: Bulletin) -> bool:
    """Whether a line of the news warns of the Warden, and it has not come yet (DS-136)."""
    return not state.due and content.resistance.news[line.news].when == "warning"


class Run:
    """The working copy of a state, for one action."""

    def __init__(self, content: Content, state: State, chance: Chance) -> None:
        self.content, self.state, self.chance = content, state, chance
        self.edition = content.resistance
        self.numbers = content.resistance.numbers
        self.events: list[Event] = []

    @property
    def system(self) -> System:
        """The system the run takes place in."""
        return self.edition.systems[self.state.system]

    def place(self, slug: str) -> Place:
        """A place of the system."""
        return self.system.place(slug)

    def change(self, **fields: Any) -> None:
        """Set fields of the state."""
        self.state = replace(self.state, **fields)

    def refit(self, **fields: Any) -> None:
        """Set fields of the pilot's ship."""
        self.change(craft=replace(self.state.craft, **fields))

    def count(self, **more: int) -> None:
        """Add to the counts of the run."""
        counts = self.state.counts
        self.change(counts=replace(counts, **{what: getattr(counts, what) + n for what, n in more.items()}))

    def tell(self, kind: str, text: Text, rule: str = "") -> None:
        """Something for the log."""
        self.events.append(Event(kind, text, rule=rule, seat=PILOT))

    def supply(self, amount: int) -> None:
        """Gain or lose supplies, never under none (DS-109)."""
        self.change(supplies=max(0, self.state.supplies + amount))

    def strengthen(self, amount: int) -> None:
        """Gain or lose strength; at 0 the run is lost (DS-110)."""
        strength = max(0, min(self.numbers.strength_cap, self.state.strength + amount))
        self.change(strength=strength)
        if strength == 0 and self.state.ending is None:
            self.end(Ending("resistance-broken", "strength"))

    def weaken(self, fleet: int = 0, works: int = 0, network: int = 0) -> None:
        """Change MERIDIAN's numbers, never under 0 (DS-132 to DS-135)."""
        state = self.state
        self.change(
            fleet=max(0, min(self.numbers.fleet_cap, state.fleet + fleet)),
            works=max(0, state.works + works),
            network=max(0, state.network + network),
        )

    def end(self, ending: Ending) -> None:
        """End the run; the first end counts (DS-143)."""
        if self.state.ending is None:
            self.change(ending=ending, sortie=None, salvage=(), event="", busy=0)

    def report(self, when: str, planet: str = "", rule: str = "DS-106") -> None:
        """A line of the news, drawn from those that tell of this."""
        lines = [news for news in self.edition.news.values() if news.when == when]
        if not lines:
            return
        line = self.chance.pick(lines, "news")
        news = (*self.state.news, Bulletin(line.slug, self.state.day, planet))
        self.change(news=(*self.warnings(news[:-NEWS_KEPT]), *news[-NEWS_KEPT:]))
        self.tell("news", say("{text}", text=self.worded(line.text, planet)), rule)

    def warnings(self, news: tuple[Bulletin, ...]) -> tuple[Bulletin, ...]:
        """Those lines of the news that warn of what has not come yet: they are kept until it has (DS-136)."""
        return tuple(line for line in news if warns(self.content, self.state, line))

    def worded(self, text: str, planet: str) -> str:
        """A text of the news with the name of its planet."""
        return text.replace("{planet}", self.place(planet).name if planet else "")

    def step(self, barrier: bool = False) -> Step[State]:
        """What has come of it."""
        return Step(self.state, tuple(self.events), barrier)
