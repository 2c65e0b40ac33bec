"""What the run needs of an edition, by slug, and checked with the rest of it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from apps.rulebooks.core.entries import by_slug, only_entry, read_entries
from apps.rulebooks.core.protocol import Fault, RawContent
from apps.rulebooks.deckspace.resistance.content import (
    Encounter,
    Fitting,
    Mission,
    MissionKind,
    News,
    Part,
    RunUnlock,
    System,
    Ware,
)
from apps.rulebooks.deckspace.resistance.numbers import RunNumbers


class ResistanceEdition(msgspec.Struct, frozen=True):
    """Everything of the Resistance run that an editor can change."""

    systems: Mapping[str, System]
    missions: Mapping[str, Mission]
    events: Mapping[str, Encounter]
    wares: Mapping[str, Ware]
    fittings: Mapping[str, Fitting]
    parts: Mapping[str, Part]
    unlocks: Mapping[str, RunUnlock]
    news: Mapping[str, News]
    numbers: RunNumbers

    def of_kind(self, kind: MissionKind) -> tuple[Mission, ...]:
        """The missions of a kind, in the order of the edition."""
        return tuple(mission for mission in self.missions.values() if mission.kind == kind)


KINDS = ("system", "mission", "event", "ware", "fitting", "part", "run-unlock", "news", "run")


def read(raw: RawContent, faults: list[Fault]) -> ResistanceEdition | None:
    """The run of an edition; what is wrong with its entries is added to `faults`. None for editions older than it."""
    if not any(raw.get(kind) for kind in KINDS):
        return None
    systems = by_slug("system", raw, System, faults)
    missions = by_slug("mission", raw, Mission, faults)
    events = by_slug("event", raw, Encounter, faults)
    wares = by_slug("ware", raw, Ware, faults)
    fittings = by_slug("fitting", raw, Fitting, faults)
    parts = by_slug("part", raw, Part, faults)
    unlocks = by_slug("run-unlock", raw, RunUnlock, faults)
    news = by_slug("news", raw, News, faults)
    found = read_entries("run", raw.get("run", []), RunNumbers, faults)
    numbers = only_entry("run", found, len(raw.get("run", [])), faults)
    if numbers is None:
        return None
    return ResistanceEdition(systems, missions, events, wares, fittings, parts, unlocks, news, numbers)
