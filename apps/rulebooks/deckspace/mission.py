"""What a battle with orders is about, in a line and as a goal (DS-112, DS-118, DS-124, DS-127)."""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import name
from apps.rulebooks.core.scene import ObjectivePanel
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import State


def line(content: Content, state: State) -> Text:
    """How the mission is won from here, short enough for the line above the board; nothing in a free battle."""
    if state.objective is None:
        return NOTHING
    if state.objective.kind == "supply":
        if _dropped(state):
            return say("Mission: the pods are down, now out by a gate.")
        return say("Mission: over the drop{at}, then out by a gate.", at=_drop(content, state))
    return {
        "destroy": say("Mission: destroy every enemy."),
        "station": say("Mission: destroy the station."),
        "runner": say("Mission: stop the runner before its gate{at}.", at=_its_gate(state)),
    }[state.objective.kind]


def goal(content: Content, state: State) -> ObjectivePanel:
    """The mission as a goal among the panels."""
    assert state.objective is not None
    title, text = {
        "destroy": (say("Destroy them all"), say("No enemy ship may be left.")),
        "supply": (say("Deliver the pods"), _delivery(content, state)),
        "station": (say("Destroy the station"), say("The other ships do not matter.")),
        "runner": (say("Stop the runner"), say("Before it leaves by its gate{at}.", at=_its_gate(state))),
    }[state.objective.kind]
    return ObjectivePanel("mission", title, text)


def _delivery(content: Content, state: State) -> Text:
    if _dropped(state):
        return say("They are down. Leave by a gate (G): {gates}.", gates=_gates(content, state))
    return say("Fly over the drop (D){at}, then leave by a gate (G): {gates}.", at=_drop(content, state),
               gates=_gates(content, state))  # fmt: skip


def _dropped(state: State) -> bool:
    hero = state.ship(state.objective.ship) if state.objective is not None else None
    return hero is not None and hero.dropped


def _drop(content: Content, state: State) -> Text:
    drop = content.chart(state.chart).drop
    return say(" at {at}", at=name(drop)) if drop is not None else NOTHING


def _gates(content: Content, state: State) -> Text:
    names = [name(at) for at in content.chart(state.chart).gates]
    told = say("{at}", at=names[0]) if names else say("none")
    for other in names[1:]:
        told = say("{some}, {at}", some=told, at=other)
    return told


def _its_gate(state: State) -> Text:
    """Where the runner leaves, while it is still there."""
    exits = next((ship.exits for ship in state.ships if ship.profile == "runner"), ())
    return say(" at {at}", at=name(exits[0])) if exits else NOTHING
