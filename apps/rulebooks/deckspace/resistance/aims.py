"""What there is to do: threats with their deadlines, missions on offer, and the boss (DS-117, DS-138, N41)."""

from __future__ import annotations

from apps.rulebooks.core.scene import ObjectivePanel
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import days, meridian, missions, orbits, owned, threats
from apps.rulebooks.deckspace.resistance.state import Offer, State, Threat
from apps.rulebooks.deckspace.resistance.words import KINDS, place_name, supplies_words


def aims(content: Content, state: State) -> list[ObjectivePanel]:
    """The boss, every threat, and every other mission on offer."""
    if state.phase == "over":
        return []
    shown = [_boss(content, state)]
    shown += [_threat(content, state, threat) for threat in state.threats]
    heard = threats.heard(content, state)
    if heard:
        shown.append(_heard(content, state, heard))
    shown += [_offer(content, state, offer) for offer in state.offers if offer.kind != "defend"]
    return shown


def _boss(content: Content, state: State) -> ObjectivePanel:
    """The Warden as it would come today (DS-138 to DS-141)."""
    system, numbers = content.resistance.systems[state.system], content.resistance.numbers
    text = say("{when}: the Warden and {escorts}. Destroy every ship to free {system}.",
               when=say("It has come") if state.due else say("It comes on day {day}", day=system.days),
               escorts=company(content, state), system=system.name)  # fmt: skip
    if meridian.more_hull(numbers, state.fleet):
        text = say("{text} Its fleet gives every ship there {more} more hull.", text=text, more=numbers.hull_more)
    return ObjectivePanel("boss", say("The Warden at the Anvil"), text)


def company(content: Content, state: State) -> Text:
    """The escorts that the Warden would bring today, in words."""
    count = meridian.escorts(content.resistance.numbers, state.fleet, state.strength)
    if count == 1:
        return say("1 escort")
    return say("{count} escorts", count=count)


def _threat(content: Content, state: State, threat: Threat) -> ObjectivePanel:
    name = place_name(content, state, threat.planet)
    if threat.deadline > content.resistance.systems[state.system].days:
        text = say("MERIDIAN would come on day {day}, after the Warden: {place} holds until then.",
                   day=threat.deadline, place=name)  # fmt: skip
    else:
        left = orbits.in_days(threat.deadline - state.day)
        text = say("It falls on day {day}, in {left}. Be done by then. {way}", day=threat.deadline, left=left,
                   way=way(content, state, threat.planet))  # fmt: skip
    return ObjectivePanel(f"threat-{threat.planet}", say("Defend {place}", place=name), text)


def _heard(content: Content, state: State, planet: str) -> ObjectivePanel:
    """A threat that Comms hear a move early (DS-120)."""
    day = days.next_threat(content, state)
    assert day is not None
    name = place_name(content, state, planet)
    text = say("MERIDIAN moves on it on day {day}. It can be met before that. {way}", day=day,
               way=way(content, state, planet))  # fmt: skip
    return ObjectivePanel(f"heard-{planet}", say("Next: {place}", place=name), text)


def _offer(content: Content, state: State, offer: Offer) -> ObjectivePanel:
    mission = missions.mission_of(content, offer)
    title = say("{kind} at {place}: {title}", kind=KINDS[offer.kind], place=place_name(content, state, offer.planet),
                title=mission.title)  # fmt: skip
    text = say("{text} {pay} {way}", text=mission.text, pay=pay(content, state, offer),
               way=way(content, state, offer.planet))  # fmt: skip
    return ObjectivePanel(f"offer-{offer.kind}-{offer.planet}", title, text)


def way(content: Content, state: State, place: str) -> Text:
    """How far a place is."""
    if state.journey is not None:
        return say("The ship is under way.")
    if state.place == place:
        return say("The ship is there.")
    return say("From here: {days}.", days=orbits.in_days(orbits.trip(content, state, place)))


def pay(content: Content, state: State, offer: Offer) -> Text:
    """What a mission brings when it is won (DS-116, DS-118, DS-126, DS-128, DS-131)."""
    numbers, mission = content.resistance.numbers, missions.mission_of(content, offer)
    if offer.kind == "supply":
        text = say("{pods} pods, {supplies} supplies and {strength} strength each.", pods=owned.pods(content, state),
                   supplies=owned.pay(content, state), strength=numbers.pod_strength)  # fmt: skip
    elif offer.kind == "defend":
        text = say("Won: {strength} strength, and the planet is safe.", strength=numbers.saved_strength)
    elif offer.kind == "strike":
        text = say("Won: {strength} strength, MERIDIAN's works \u22121.", strength=numbers.strike_strength)
    elif offer.kind == "hunt":
        text = say("Won: {strength} strength, MERIDIAN's network \u22121.", strength=numbers.hunt_strength)
    else:
        strength = numbers.strike_strength + numbers.retake_strength
        text = say("Won: {strength} strength, works \u22121, and the planet is ours again.", strength=strength)
    if mission.supplies:
        text = say("{text} Won: {supplies} on top.", text=text, supplies=supplies_words(mission.supplies))
    return text
