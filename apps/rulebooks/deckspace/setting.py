"""What a table chooses before a battle: the map, its markers, the series, and with the map the seats."""

from __future__ import annotations

from collections.abc import Mapping

from apps.rulebooks.core.abilities import Weighing
from apps.rulebooks.core.editing import Preview
from apps.rulebooks.core.protocol import BOT, FREE, Option, SeatSpec
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace import fleet, previews
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.state import ChartKey
from apps.rulebooks.deckspace.words import colour, foes_name

_COLOURS = ("red", "blue", "gold", "green")


def options(content: Content) -> tuple[Option, ...]:
    """The map, how many markers lie on it, and the length of the series (DS-02 to DS-05)."""
    maps: list[tuple[str, Text]] = []
    for entry in content.maps.values():
        if entry.free:
            maps.append((entry.slug, _labelled(entry.name, len(entry.facing))))
    maps += [(entry.slug, _labelled(entry.name, entry.ships)) for entry in content.generators.values()]
    return (
        Option(
            "map",
            say("Map"),
            say("Where the battle is flown, and for how many ships."),
            tuple(maps),
            rule="DS-02",
            first=True,
        ),
        Option(
            "markers",
            say("Power-ups"),
            say("How many markers lie out, compared with what the map has."),
            (
                ("standard", say("As on the map")),
                ("scarce", say("Scarce")),
                ("few", say("Few")),
                ("many", say("Many")),
                ("plenty", say("Plenty")),
            ),
            rule="DS-04",
            scale=("scarce", "few", "standard", "many", "plenty"),
            first=True,
        ),
        Option(
            "series",
            say("Series"),
            say("How many games the table plays; most wins take it."),
            (
                ("1", say("One game")),
                ("3", say("Best of 3")),
                ("5", say("Best of 5")),
                ("7", say("Best of 7")),
            ),
            rule="DS-05",
            first=True,
        ),
        Option(
            "new_maps",
            say("Maps of a series"),
            say("Whether the later games of a series are flown on the same map."),
            (("no", say("The same map again")), ("yes", say("A new random map each game"))),
            rule="DS-03",
            first=True,
        ),
    )


def seats(content: Content, chosen: Mapping[str, str]) -> tuple[SeatSpec, ...]:
    """As many seats as the map has starts (DS-A24), or as a road's orders name."""
    orders = fleet.read(chosen)
    if orders is not None:
        hero = orders.arrivals[0].name
        names = (say("{name}", name=hero) if hero else say("The ship"), foes_name(orders.terms))
        return tuple(SeatSpec(n, names[min(n, 1)], _COLOURS[n]) for n in range(len(fleet.sides_under(orders))))  # type: ignore[arg-type]
    slug = chosen.get("map") or next(iter(content.maps))
    return tuple(
        SeatSpec(number, colour(number), _COLOURS[number])  # type: ignore[arg-type]
        for number in range(content.ships_on(slug))
    )


def preview(content: Content, chosen: Mapping[str, str]) -> Preview | None:
    """The map as it lies, with the markers of its own (DS-02); in words alone where it is drawn by chance."""
    slug = chosen.get("map") or next(iter(content.maps))
    if slug in content.generators:
        entry = content.generators[slug]
        return Preview(facts=(say("{text}", text=entry.blurb), say("It is drawn when the table begins.")))
    if slug not in content.maps:
        return None
    chart = content.chart(ChartKey(slug))
    facts = [say("{text}", text=content.maps[slug].blurb)] if content.maps[slug].blurb else []
    facts.append(say("{hexes} hexes, {markers} markers", hexes=len(chart.hexes), markers=len(chart.markers)))
    return Preview(board=previews.board_of(chart), facts=tuple(facts))


def seating_fault(content: Content, chosen: Mapping[str, str], taken: tuple[str, ...]) -> Text | None:
    """Bots and people on several devices do not mix: online games are between people (DS-06, DS-09)."""
    people = {seat for seat in taken if seat not in (BOT, FREE)}
    if BOT in taken and (len(people) > 1 or FREE in taken):
        return say("Bots join only at one device: give the other seats to people beside you, or fly without bots.")
    return None


def weighings(content: Content, before: Content | None) -> tuple[Weighing, ...]:
    """Maps for free battles that differ from an earlier content: none may favour a start (N45)."""
    changed = [
        Weighing("map", entry.slug, {"map": entry.slug})
        for entry in content.maps.values()
        if entry.free and (before is None or before.maps.get(entry.slug) != entry)
    ]
    changed += [
        Weighing("generator", entry.slug, {"map": entry.slug})
        for entry in content.generators.values()
        if before is None or before.generators.get(entry.slug) != entry
    ]
    return tuple(changed)


def _labelled(name: str, ships: int) -> Text:
    return say("{name}, {ships} ships", name=name, ships=ships)
