"""What stands beside the system view: the ship, the calendar, MERIDIAN, missions, wares, and the news."""

from __future__ import annotations

from collections import Counter

from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import (
    Badge,
    Card,
    DeckPanel,
    Panel,
    SeatPanel,
    Stat,
    StoryPanel,
    TrackPanel,
)
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import days, ending, home, meridian, owned, port
from apps.rulebooks.deckspace.resistance.aims import aims
from apps.rulebooks.deckspace.resistance.play import waiting_on
from apps.rulebooks.deckspace.resistance.run import PILOT, warns
from apps.rulebooks.deckspace.resistance.state import SCRAP, Bulletin, State
from apps.rulebooks.deckspace.resistance.status import is_pilot
from apps.rulebooks.deckspace.resistance.words import card_named, turn_words

NEWS_SHOWN = 2


def panels(content: Content, state: State, audience: Audience) -> tuple[Panel, ...]:
    """Every panel; nothing in a run is for one audience only, but the pilot's own things are called theirs."""
    shown: list[Panel] = [*_story(content, state), _ship(content, state), _days(content, state)]
    if state.phase == "salvage":
        shown.append(_salvage(content, state))
    if state.phase in ("hub", "due"):
        shown += _sales(content, state)
    shown += aims(content, state)
    shown += _meridian(content, state)
    shown.append(_deck(content, state, is_pilot(audience)))
    if state.fittings or state.parts:
        shown.append(_aboard(content, state))
    return tuple(shown)


def _ship(content: Content, state: State) -> SeatPanel:
    """What the ship and the Resistance have (DS-109, DS-144, DS-152)."""
    craft = state.craft
    stats: tuple[Stat, ...] = (
        Stat("stat-supplies", say("Supplies"), str(state.supplies)),
        Stat("stat-strength", say("Strength"), str(state.strength)),
        Stat("stat-health", say("Hull"), str(craft.health), str(craft.max_health)),
        Stat("stat-armor", say("Armor"), str(craft.armor), str(craft.earned)),
        Stat("stat-speed", say("Speed limit"), str(craft.max_speed)),
        Stat("stat-rounds", say("PDC rounds"), str(craft.rounds), str(owned.most_rounds(content, state))),
        Stat("stat-deck", say("Deck"), str(len(craft.deck))),
    )
    if craft.pdc:
        stats = (*stats, Stat("stat-pdc", say("PDC mount"), "✓"))
    return SeatPanel(PILOT, stats, PILOT in waiting_on(state))


def _days(content: Content, state: State) -> TrackPanel:
    """The calendar (DS-107)."""
    last, move = content.resistance.systems[state.system].days, days.next_move(content, state)
    note = say("Then the Warden comes.")
    if move == last:
        note = say("On day {day} MERIDIAN builds once more, then the Warden comes.", day=last)
    elif move is not None:
        note = say("MERIDIAN moves on day {day}.", day=move)
    return TrackPanel("days", say("Day"), state.day, last, note)


def _meridian(content: Content, state: State) -> list[Panel]:
    """What MERIDIAN has, and what that means (DS-132 to DS-135)."""
    numbers = content.resistance.numbers
    size = meridian.battle_size(numbers, state.fleet, "defend")
    fleet = say("Its battles bring {size}. {kills} kills take it down by 1.", size=size, kills=numbers.kills)
    works = say("They build {count} at each move.", count=meridian.built(numbers, state.works))
    network = say("A threat falls {days} days after it is made.", days=meridian.respite(content, state))
    return [
        TrackPanel("fleet", say("MERIDIAN's fleet"), state.fleet, max(numbers.fleet_cap, state.fleet), fleet),
        TrackPanel("works", say("MERIDIAN's works"), state.works, max(numbers.works, state.works), works),
        TrackPanel("network", say("MERIDIAN's network"), state.network, max(numbers.network, state.network), network),
    ]


def _deck(content: Content, state: State, own: bool) -> DeckPanel:
    counts = Counter(state.craft.deck)
    cards = tuple(
        Card(f"deck-{slug}", content.cards[slug].symbol, card_named(content, slug),
             say("{text}", text=content.cards[slug].text), counts[slug])
        for slug in sorted(counts)
    )  # fmt: skip
    title = say("Your deck") if own else say("The deck")
    return DeckPanel("deck", title, cards, len(state.craft.deck), say("It lasts from battle to battle."))


def _aboard(content: Content, state: State) -> DeckPanel:
    """What has been researched, built in and salvaged."""
    edition = content.resistance
    cards = [Card(f"fitted-{slug}", edition.fittings[slug].symbol, say("{name}", name=edition.fittings[slug].name),
                  say("{text}", text=edition.fittings[slug].text)) for slug in state.fittings]  # fmt: skip
    cards += [
        Card(f"part-{slug}", edition.parts[slug].symbol, say("{name}", name=edition.parts[slug].name),
             say("{text}", text=edition.parts[slug].text), count)
        for slug, count in sorted(Counter(state.parts).items())
    ]  # fmt: skip
    return DeckPanel("aboard", say("Aboard"), tuple(cards), len(cards))


def _salvage(content: Content, state: State) -> DeckPanel:
    """The parts to choose one from (DS-153, DS-154)."""
    cards = [
        Card(f"salvage-{slug}", part.symbol, say("{name}", name=part.name), say("{text}", text=part.text))
        for slug in state.salvage
        if slug != SCRAP
        for part in (content.resistance.parts[slug],)
    ]
    scraps = state.salvage.count(SCRAP)
    if scraps:
        words = say("{count} supplies.", count=content.resistance.numbers.scrap)
        cards.append(Card("salvage-scrap", "verb-scrap", say("Scrap"), words, scraps))
    return DeckPanel("salvage", say("Salvaged: keep one"), tuple(cards), len(state.salvage), offered=True)


def _sales(content: Content, state: State) -> list[Panel]:
    """What this port sells, and what the home base can do (DS-157, DS-158)."""
    if not port.here(content, state):
        return []
    edition, shown = content.resistance, []
    wares = [edition.wares[slug] for slug in port.shelf(state, state.place)]
    cards = tuple(
        Card(f"shelf-{ware.slug}", content.cards[ware.card].symbol, card_named(content, ware.card),
             say("{text}", text=content.cards[ware.card].text), badges=(_price(port.price(content, ware)),))
        for ware in wares
    )  # fmt: skip
    note = say("New cards with every move of MERIDIAN.")
    shown.append(DeckPanel("shelf", say("On sale here"), cards, len(cards), note, offered=True))
    if port.at_home(content, state):
        fittings = tuple(
            Card(f"fitting-{one.slug}", one.symbol, say("{name}", name=one.name), say("{text}", text=one.text),
                 badges=(_price(one.price),))
            for one in home.on_offer(content, state)
        )  # fmt: skip
        shown.append(DeckPanel("workshop", say("Research and upgrades"), fittings, len(fittings), offered=True))
    return list(shown)


def _price(price: int) -> Badge:
    return Badge("stat-supplies", str(price), say("Price in supplies"))


def _story(content: Content, state: State) -> list[Panel]:
    """What happens now, how it ended, and the news; its warning stays until it has come true (DS-136, DS-143)."""
    edition = content.resistance
    shown: list[Panel] = []
    asked = state.event if state.phase == "event" else ""  # stands above the chart already
    for slug in (slug for slug in state.lately if slug != asked):
        event = edition.events[slug]
        text = say("{text}", text=event.text)
        if event.effects:
            text = say("{text} {effects}.", text=text, effects=turn_words(content, event.effects))
        shown.append(StoryPanel(f"encounter-{slug}", say("{title}", title=event.title), text))
    if state.ending is not None:
        shown.append(StoryPanel("record", say("The run"), ending.record(content, state)))
        shown.append(ending.tally(state))
    if state.earned:
        earned = [edition.unlocks[slug] for slug in state.earned if slug in edition.unlocks]
        told = _lines([say("{name}: {text}", name=unlock.name, text=unlock.text) for unlock in earned])
        shown.append(StoryPanel("unlocked", say("Unlocked for later runs"), told))
    old, new = state.news[:-NEWS_SHOWN], state.news[-NEWS_SHOWN:]
    lines = [_news(content, state, line) for line in (*(line for line in old if warns(content, state, line)), *new)]
    if lines:
        shown.append(StoryPanel("news", say("News"), _lines(list(reversed(lines)))))
    return [*shown]


def _news(content: Content, state: State, line: Bulletin) -> Text:
    entry = content.resistance.news[line.news]
    planet = content.resistance.systems[state.system].place(line.planet).name if line.planet else ""
    return say("Day {day}: {text}", day=line.day, text=entry.text.replace("{planet}", planet))


def _lines(lines: list[Text]) -> Text:
    told = lines[0] if lines else NOTHING
    for line in lines[1:]:
        told = say("{some} {more}", some=told, more=line)
    return told
