"""A line on how a fleet plays, worked out from its numbers so that it stays true of edited ships."""

from __future__ import annotations

from apps.rulebooks.core.text import Text, say
from apps.rulebooks.dogfight.content import Content


def how_it_plays(content: Content, fleet: tuple[int, ...]) -> Text:
    """What sets a fleet apart from the other legal ones: its size, and what its ships do best."""
    return say("{size} {strength}", size=_size(content, fleet), strength=_strength(content, fleet))


def _size(content: Content, fleet: tuple[int, ...]) -> Text:
    sizes = [sum(each) for each in content.fleets]
    if sum(fleet) == max(sizes) > min(sizes):
        return say("A swarm: hard to stop everywhere, easy to thin out.")
    if sum(fleet) == min(sizes) < max(sizes):
        return say("Few hulls: quick to bring home, and every loss hurts.")
    return say("Neither many nor few: room for a plan.")


def _strength(content: Content, fleet: tuple[int, ...]) -> Text:
    usual = [_average(content, each) for each in content.fleets]
    own = _average(content, fleet)
    lead = {
        trait: own[trait] / max(0.1, sum(each[trait] for each in usual) / len(usual)) for trait in ("dif", "att", "mov")
    }
    best = max(lead, key=lambda trait: lead[trait])
    if lead[best] < 1.05:
        return say("It does everything a little.")
    return {
        "dif": say("It shrugs off fire."),
        "att": say("It hits harder than most."),
        "mov": say("It gets there first."),
    }[best]


def _average(content: Content, fleet: tuple[int, ...]) -> dict[str, float]:
    ships = max(1, sum(fleet))
    return {
        trait: sum(getattr(ship, trait) * count for ship, count in zip(content.ships, fleet, strict=True)) / ships
        for trait in ("dif", "att", "mov")
    }
