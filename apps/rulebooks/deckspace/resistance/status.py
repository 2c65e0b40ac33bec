"""The line above the system view: what day it is, where the ship is, and what is asked."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import Status
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import days, ending, missions, orbits, port
from apps.rulebooks.deckspace.resistance.play import waiting_on
from apps.rulebooks.deckspace.resistance.run import PILOT
from apps.rulebooks.deckspace.resistance.state import State
from apps.rulebooks.deckspace.resistance.words import place_name


def status(content: Content, state: State, audience: Audience) -> Status:
    """Headline, detail and whom the run waits for."""
    system = content.resistance.systems[state.system]
    phase = say("Day {day} of {days}", day=state.day, days=system.days)
    if state.phase == "over":
        return Status(ending.sentence(content, state), phase=phase, over=True)
    headline, detail = _asked(content, state, is_pilot(audience))
    return Status(headline, detail, tuple(sorted(waiting_on(state))), phase)


def is_pilot(audience: Audience) -> bool:
    """Whether this screen is that of who decides."""
    return audience == Audience.of(PILOT)


def _asked(content: Content, state: State, pilot: bool) -> tuple[Text, Text]:
    """What is asked of the pilot; all others are told who decides, and what."""
    if state.phase == "battle":
        assert state.sortie is not None
        mission = missions.mission_of(content, state.sortie.offer)
        return say("In battle: {title}", title=mission.title), say("The run goes on when it is over.")
    if state.phase == "salvage":
        if pilot:
            return say("Salvage: keep one part"), say("It is yours for the run.")
        return say("Salvage: the pilot keeps one part"), say("It stays aboard for the run.")
    if state.phase == "event":
        event = content.resistance.events[state.event]
        if pilot:
            return say("{title}: what do you do?", title=event.title), say("{text}", text=event.text)
        return say("{title}: the pilot decides", title=event.title), say("{text}", text=event.text)
    ship = content.resistance.numbers.ship
    if state.phase == "due":
        if port.here(content, state):
            return say("The Warden has come. A last port call, then the Anvil"), say("No more missions are flown.")
        if pilot:
            return say("The Warden has come, and you are far from any port"), say("Only the Anvil is left.")
        return say("The Warden has come, and {ship} is far from any port", ship=ship), say("Only the Anvil is left.")
    here = place_name(content, state, state.place)
    if pilot:
        return say("You are at {place}", place=here), _next(content, state)
    return (
        say("{ship} is at {place}", ship=ship, place=here),
        say("The pilot decides where to go. {next}", next=_next(content, state)),
    )


def _next(content: Content, state: State) -> Text:
    """What comes next on the calendar."""
    numbers, system = content.resistance.numbers, content.resistance.systems[state.system]
    move = days.next_move(content, state)
    left = system.days - state.day
    if move is None:
        return say("The Warden comes in {days}.", days=orbits.in_days(left))
    if move == system.days:
        return say("In {days} MERIDIAN builds once more, and the Warden comes.", days=orbits.in_days(left))
    if state.day >= system.days - numbers.warning:
        return say("MERIDIAN moves on day {move}. The Warden comes in {days}.", move=move, days=orbits.in_days(left))
    return say("MERIDIAN moves on day {move}.", move=move)
