"""The line above the road: what is going on, and what to do, spoken to the pilot or to those who look on."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Status
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors import play
from apps.rulebooks.deckspace.sectors.battle import sector_of
from apps.rulebooks.deckspace.sectors.state import RunState


def status(content: Content, state: RunState, audience: Audience) -> Status:
    """Headline, detail and whom the run waits for; only the pilot is told what to do."""
    waiting = tuple(sorted(play.waiting_on(state)))
    phase = say("Sector {number} of {count}", number=state.sector, count=len(content.sectors.order))
    if state.phase == "over":
        return Status(play.sentence(state), phase=say("The run is over"), over=True)
    headline, detail = _asked(content, state, is_pilot(audience))
    return Status(headline, detail, waiting, phase)


def is_pilot(audience: Audience) -> bool:
    """Whether this screen is that of who decides."""
    return audience == Audience.of(play.PILOT)


def _asked(content: Content, state: RunState, pilot: bool) -> tuple[Text, Text]:
    name = sector_of(content, state).name
    if state.phase == "briefing":
        detail = say("Read the briefing, then fly in.") if pilot else say("The pilot reads the briefing.")
        return say("Next: {name}", name=name), detail
    if state.phase == "fighting":
        return say("Battle in {name}", name=name), say("The battle decides how it goes on.")
    repair = content.sectors.numbers.repair
    if pilot:
        detail = say("Then your hull is repaired by {repair}.", repair=repair)
        return say("Sector cleared: choose one reward"), detail
    detail = say("Then the hull is repaired by {repair}.", repair=repair)
    return say("Sector cleared: the pilot chooses a reward"), detail
