"""The run for its editors: the kinds of content that it adds."""

from __future__ import annotations

from collections.abc import Mapping

from apps.rulebooks.core.editing import ContentKind
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.resistance.content import (
    Encounter,
    Fitting,
    Mission,
    News,
    Part,
    RunUnlock,
    System,
    Ware,
)
from apps.rulebooks.deckspace.resistance.numbers import RunNumbers

KINDS: Mapping[str, ContentKind] = {
    "system": ContentKind(
        System,
        say("System"),
        say("Systems"),
        say("Where a Resistance run takes place: its planets, their orbits, and its days."),
        note="Systems of the Resistance run: orbits, the home base, the Anvil.",
    ),
    "mission": ContentKind(
        Mission,
        say("Mission"),
        say("Missions"),
        say("What the comms offer in a Resistance run: where it is flown, and who comes."),
        titled="title",
        note="Missions of the Resistance run: what they are called, where they are flown, and who comes.",
    ),
    "event": ContentKind(
        Encounter,
        say("Event"),
        say("Events"),
        say("What happens to a ship while days pass, with answers where there is a choice."),
        titled="title",
        note="What happens to a ship while days pass.",
    ),
    "ware": ContentKind(
        Ware,
        say("Ware"),
        say("Wares"),
        say("Cards that ports sell in a Resistance run."),
        titled="card",
        note="Cards that ports sell in a Resistance run.",
    ),
    "fitting": ContentKind(
        Fitting,
        say("Fitting"),
        say("Fittings"),
        say("What the home base researches and builds in."),
        note="What the home base researches and builds in.",
    ),
    "part": ContentKind(
        Part,
        say("Part"),
        say("Parts"),
        say("What is salvaged after the first Strike and the first Hunt won."),
        note="Parts to salvage: one of them after the first Strike and the first Hunt won.",
    ),
    "run-unlock": ContentKind(
        RunUnlock,
        say("Unlock of the run"),
        say("Unlocks of the run"),
        say("What a Resistance run earns for all later ones."),
        note="What a run can earn for all later ones.",
    ),
    "news": ContentKind(
        News,
        say("News"),
        say("News"),
        say("Lines of the news, by what they tell of."),
        titled="text",
        note="Lines of the news; {planet} is the planet they are about.",
    ),
    "run": ContentKind(
        RunNumbers,
        say("Numbers of the run"),
        say("Numbers of the run"),
        say("What a Resistance run begins with, pays and costs."),
        single=True,
        note="The numbers of the Resistance run.",
    ),
}
