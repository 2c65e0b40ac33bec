"""How an entry of the run looks in play, for its editors."""

from __future__ import annotations

from typing import Any

from apps.rulebooks.core.editing import Preview
from apps.rulebooks.core.protocol import RawContent
from apps.rulebooks.core.scene import Badge, Board, Card, Mark, Tile
from apps.rulebooks.core.text import Text, say
from apps.rulebooks.deckspace.drafts import called, faces, known, listed
from apps.rulebooks.deckspace.resistance.circles import position
from apps.rulebooks.deckspace.resistance.content import (
    Encounter,
    Fitting,
    Gain,
    Mission,
    News,
    Part,
    Place,
    RunUnlock,
    System,
    Turn,
    Ware,
)
from apps.rulebooks.deckspace.resistance.numbers import RunNumbers
from apps.rulebooks.deckspace.resistance.orbits import flight, in_days
from apps.rulebooks.deckspace.resistance.words import KINDS, effect_words


def preview(entry: Any, drafts: RawContent) -> Preview | None:
    """A system as its chart on day 0, a mission with its foes, a thing with what it does in words."""
    if isinstance(entry, System):
        return Preview(board=_chart(entry), facts=_trips(entry, drafts))
    if isinstance(entry, Mission):
        return _mission(entry, drafts)
    if isinstance(entry, Encounter):
        return _event(entry, drafts)
    if isinstance(entry, Ware):
        return _ware(entry, drafts)
    if isinstance(entry, Fitting):
        price = Badge("stat-supplies", str(entry.price), say("Price in supplies"))
        return Preview((_thing(entry, price),), facts=(_does(entry.gains, drafts),))
    if isinstance(entry, Part):
        most = say("A ship carries {count} of it at most.", count=entry.most)
        return Preview((_thing(entry),), facts=(_does(entry.gains, drafts), most))
    if isinstance(entry, RunUnlock):
        how = say("To unlock it: {how}", how=entry.how)
        return Preview((_thing(entry),), facts=(how, _does(entry.gains, drafts)))
    if isinstance(entry, News):
        return Preview(facts=(say("Day {day}: {text}", day=0, text=entry.text.replace("{planet}", _planet(drafts))),))
    return None


def _chart(system: System) -> Board:
    """Where everything stands on day 0, and the circles it moves on."""
    places = (*system.planets, system.home, system.anvil)
    tiles = [Tile("sun", 0, 0, say("{system}", system=system.name), "sun", "sun")]
    tiles += [_tile(system, place) for place in places]
    radii = sorted({place.orbit.radius for place in places})
    return Board("plane", tuple(tiles), marks=tuple(Mark("sun", "orbit", say("An orbit"), reach=r) for r in radii))


def _tile(system: System, place: Place) -> Tile:
    x, y = position(place, 0)
    kind = "planet-held" if place.held else "planet"
    if place == system.home:
        kind = "home-base"
    elif place == system.anvil:
        kind = "anvil"
    return Tile(place.slug, x, y, say("{place}", place=place.name), kind, place.symbol)


def _trips(system: System, drafts: RawContent) -> tuple[Text, ...]:
    """How long the run lasts, and how far everything is from the home base when it begins."""
    held = say("{days} until the Warden comes. MERIDIAN holds {count} at the start.", days=in_days(system.days),
               count=system.held)  # fmt: skip
    numbers = next(iter(known(drafts, "run", RunNumbers).values()), None)
    if numbers is None:
        return (held,)
    trips = listed(
        say("{place} {days}", place=planet.name, days=in_days(flight(system, numbers, system.home, planet, 0)))
        for planet in system.planets
    )
    return held, say("From the home base on day 0: {trips}.", trips=trips)


def _mission(mission: Mission, drafts: RawContent) -> Preview:
    kind = say("{kind}: {title}", kind=KINDS[mission.kind], title=mission.title)
    symbol = f"verb-{mission.kind}"
    facts = [
        say("{days}. Supplies beside what its kind pays: {count}.", days=in_days(mission.days), count=mission.supplies),
        say("Flown on one of: {maps}.", maps=listed(called(drafts, "map", slug) for slug in mission.maps)),
        say("Who comes, in this order: {foes}.",
            foes=listed(called(drafts, "enemy", slug) for slug in mission.foes)),
    ]  # fmt: skip
    if mission.target:
        facts.insert(1, say("It is about: {target}.", target=called(drafts, "enemy", mission.target)))
    return Preview((Card(mission.slug, symbol, kind, say("{text}", text=mission.text)),), facts=tuple(facts))


def _event(event: Encounter, drafts: RawContent) -> Preview:
    card = Card(event.slug, "verb-answer", say("{title}", title=event.title), say("{text}", text=event.text))
    facts = [_does(event.effects, drafts)] if event.effects else []
    facts += [
        say("“{label}” means: {effects}. {text}", label=answer.label, text=answer.text,
            effects=_words(answer.effects, drafts))
        for answer in event.answers
    ]  # fmt: skip
    return Preview((card,), facts=tuple(facts))


def _ware(ware: Ware, drafts: RawContent) -> Preview:
    numbers = next(iter(known(drafts, "run", RunNumbers).values()), None)
    price = (say("Price: {count} supplies.", count=numbers.card_prices[ware.tier - 1]),) if numbers else ()
    sold = say("It sells the card {card}.", card=called(drafts, "card", ware.card))
    return Preview(faces(drafts, [(ware.card, 1)]), facts=(sold, *price))


def _thing(entry: Fitting | Part | RunUnlock, *badges: Badge) -> Card:
    return Card(entry.slug, entry.symbol, say("{name}", name=entry.name), say("{text}", text=entry.text),
                badges=badges)  # fmt: skip


def _does(effects: tuple[Gain | Turn, ...], drafts: RawContent) -> Text:
    return say("It means: {effects}.", effects=_words(effects, drafts))


def _words(effects: tuple[Gain | Turn, ...], drafts: RawContent) -> Text:
    return effect_words(effects, lambda card: called(drafts, "card", card))


def _planet(drafts: RawContent) -> str:
    """The name of some planet, for a line about one."""
    systems = known(drafts, "system", System).values()
    return next((system.planets[0].name for system in systems), "?")
