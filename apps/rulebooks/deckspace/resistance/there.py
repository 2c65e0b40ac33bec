"""What a trip leads to: the missions that wait at its end with what they pay, the deadline there, and the port."""

from __future__ import annotations

from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import days, missions, owned, threats
from apps.rulebooks.deckspace.resistance.state import Offer, State
from apps.rulebooks.deckspace.resistance.words import KINDS, place_name, strength_words, supplies_words, told


def there(content: Content, state: State, place: str, arrival: int) -> Text:
    """What is known of a place on the day on which a trip ends there."""
    parts = [*_deadline(content, state, place, arrival), *_missions(content, state, place, arrival)]
    parts.append(_port(content, state, place, arrival))
    line = parts[0]
    for part in parts[1:]:
        line = say("{some} {more}", some=line, more=part)
    return line


def in_short(content: Content, state: State, offer: Offer) -> Text:
    """What a mission won brings, in numbers alone (DS-116, DS-118, DS-126, DS-128, DS-131)."""
    numbers, mission = content.resistance.numbers, missions.mission_of(content, offer)
    parts: list[Text] = []
    if offer.kind == "supply":
        parts.append(say("{pods} pods, each {supplies}, {strength}", pods=owned.pods(content, state),
                         supplies=supplies_words(owned.pay(content, state)),
                         strength=strength_words(numbers.pod_strength)))  # fmt: skip
    else:
        parts.append(strength_words(gain(content, state, offer)))
    if offer.kind in ("strike", "retake") and state.works:
        parts.append(say("MERIDIAN's works \u22121"))
    if offer.kind == "hunt":
        parts.append(say("MERIDIAN's network \u22121"))
    if mission.supplies:
        parts.append(supplies_words(mission.supplies))
    return told(parts)


def gain(content: Content, state: State, offer: Offer) -> int:
    """The strength that a mission brings at best (DS-116, DS-118, DS-126, DS-128, DS-131)."""
    numbers = content.resistance.numbers
    return {
        "supply": owned.pods(content, state) * numbers.pod_strength,
        "defend": numbers.saved_strength,
        "strike": numbers.strike_strength,
        "retake": numbers.strike_strength + numbers.retake_strength,
        "hunt": numbers.hunt_strength,
        "boss": 0,
    }[offer.kind]


def _falls(content: Content, state: State, place: str) -> int:
    """The day on which a place falls, 0 if it does not (DS-121)."""
    threat = state.threat(place)
    last = content.resistance.systems[state.system].days
    return threat.deadline if threat is not None and threat.deadline <= last else 0


def _deadline(content: Content, state: State, place: str, arrival: int) -> list[Text]:
    day = _falls(content, state, place)
    if day > arrival:
        return [say("It falls on day {day}.", day=day)]
    if not day and threats.heard(content, state) == place:
        return [say("MERIDIAN moves on it next.")]
    return []


def _missions(content: Content, state: State, place: str, arrival: int) -> list[Text]:
    """The missions that are still on offer then: MERIDIAN's move brings other Supply runs and Hunts (N41)."""
    fallen = 0 < _falls(content, state, place) <= arrival
    move = days.next_threat(content, state)
    found, lapses = [], False
    for offer in state.offers:
        if offer.planet != place or fallen:
            continue
        if offer.kind in ("supply", "hunt") and move is not None and move <= arrival:
            lapses = True
        elif arrival <= missions.latest(content, state, offer):
            found.append(say("{kind}: {pay}.", kind=KINDS[offer.kind], pay=in_short(content, state, offer)))
        else:
            found.append(say("{kind}: too late.", kind=KINDS[offer.kind]))
    if lapses:
        found.append(say("What is on offer there now is gone by then."))
    return found


def _port(content: Content, state: State, place: str, arrival: int) -> Text:
    if place == content.resistance.systems[state.system].home.slug:
        return say("Port, research and upgrades.")
    if 0 < _falls(content, state, place) <= arrival:
        return say("Then {place} has no port, and only a Retake.", place=place_name(content, state, place))
    planet = state.planet(place)
    return say("There is a port.") if planet is not None and planet.owner == "free" else say("No port.")
