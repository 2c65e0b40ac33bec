"""State to Scene: the road through the sectors, the ship, its deck, and what can be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import (
    Badge,
    Board,
    Card,
    DeckPanel,
    Mark,
    ObjectivePanel,
    Panel,
    Piece,
    Scene,
    SeatPanel,
    Stat,
    StoryPanel,
    TallyPanel,
    Tile,
    TrackPanel,
)
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.sectors import rewards, unlocks
from apps.rulebooks.deckspace.sectors.battle import sector_of
from apps.rulebooks.deckspace.sectors.choices import DECK, OFFER, UPGRADE, choices, gain
from apps.rulebooks.deckspace.sectors.content import SectorType
from apps.rulebooks.deckspace.sectors.state import RunState
from apps.rulebooks.deckspace.sectors.status import is_pilot, status
from apps.rulebooks.deckspace.words import card_name

# Where the sectors lie, in hundredths of a tile: a road that swings up to the right, and again from the start.
_BENDS = ((0, 420), (230, 250), (480, 330), (700, 160), (930, 0))
_AGAIN = 1160


def scene(content: Content, state: RunState, audience: Audience) -> Scene:
    """All that a screen of `audience` may know: everything, and for the pilot what can be decided."""
    own = choices(content, state, audience.seat) if audience.role == "seat" else ()
    shown = panels(content, state, audience)
    return Scene("deckspace", status(content, state, audience), board(content, state), shown, own)


def board(content: Content, state: RunState) -> Board:
    """The sectors along their road, the own ship in the one that it has come to."""
    order = content.sectors.order
    places = [f"sector-{sector.number}" for sector in order]
    tiles = tuple(_tile(state, sector) for sector in order)
    marks = tuple(
        _stretch(order[place], order[place + 1], at, to, state.sector)
        for place, (at, to) in enumerate(pairwise(places))
    )
    here = places[state.sector - 1]
    return Board("plane", tiles, (_ship(content, state, here),), marks, focus=(here,))


def _stretch(one: SectorType, other: SectorType, at: str, to: str, sector: int) -> Mark:
    """The way from one sector to the next: a road where it has been flown, a course where it lies ahead."""
    if other.number <= sector:
        return Mark(at, "road", say("From {at} to {to}: flown", at=one.name, to=other.name), 0, to)
    return Mark(at, "course", say("From {at} to {to}: ahead", at=one.name, to=other.name), 0, to)


def _tile(state: RunState, sector: SectorType) -> Tile:
    again, bend = divmod(sector.number - 1, len(_BENDS))
    col, row = _BENDS[bend]
    kind, words = _look(state, sector.number)
    label = say("{name}, sector {number}: {state}", name=sector.name, number=sector.number, state=words)
    return Tile(f"sector-{sector.number}", col + again * _AGAIN, row, label, kind, f"sector-{bend + 1}")


def _look(state: RunState, number: int) -> tuple[str, Text]:
    if number <= state.tally.cleared:
        return "sector-cleared", say("cleared")
    if number == state.sector:
        return "sector-here", say("the ship is here")
    return "sector", say("ahead")


def _ship(content: Content, state: RunState, here: str) -> Piece:
    craft = state.craft
    label = say(
        "{ship} in {sector}: hull {health} of {most}, armor {armor}",
        ship=content.sectors.numbers.ship,
        sector=sector_of(content, state).name,
        health=craft.health,
        most=craft.max_health,
        armor=craft.armor,
    )
    looks = ("active",) if state.phase != "over" else ()
    badge = Badge("stat-health", str(craft.health), say("Hull"))
    return Piece("own-ship", here, "cruiser-1", label, 0, turn=90, state=looks, badges=(badge,))


def panels(content: Content, state: RunState, audience: Audience) -> tuple[Panel, ...]:
    """The ship, what is on offer, the sector ahead, the deck, and how far the run has come."""
    shown: list[Panel] = [_seat(state)]
    if state.phase == "reward":
        shown.append(_offer(content, state))
    elif state.phase != "over":
        shown += _sector(content, state)
    shown.append(_deck(content, state, is_pilot(audience)))
    cleared, count = state.tally.cleared, len(content.sectors.order)
    shown.append(TrackPanel("sectors", say("Sectors cleared"), cleared, count))
    if state.phase == "over":
        shown.append(_tally(state))
    return (*shown, *_earned(content, state))


def _tally(state: RunState) -> TallyPanel:
    """What the run has come to, counted."""
    tally = state.tally
    stats = (
        Stat("check", say("Sectors cleared"), str(tally.cleared)),
        Stat("stat-armor", say("Of them without losing hull"), str(tally.unhurt)),
        Stat("stat-ships", say("Enemies destroyed"), str(tally.downed)),
        Stat("stat-moves", say("Rounds in sectors cleared"), str(sum(tally.rounds))),
        Stat("verb-remove", say("Cards removed"), str(tally.removed)),
        Stat("verb-restart", say("Sectors begun again"), str(tally.restarts)),
    )
    return TallyPanel("tally", say("The run, counted"), stats)


def _offer(content: Content, state: RunState) -> DeckPanel:
    """The cards and upgrades to choose one from, in sight of everyone (DS-98)."""
    cards = [*_cards(content, state.offers, OFFER)]
    for slug, after in rewards.upgrades(content, state.craft):
        entry = content.sectors.rewards[slug]
        cards.append(Card(f"{UPGRADE}-{slug}", entry.symbol, say("{name}", name=entry.name), gain(state.craft, after)))
    note = say("One of these, or a card less in the deck.")
    return DeckPanel(OFFER, say("On offer"), tuple(cards), len(cards), note, offered=True)


def _seat(state: RunState) -> SeatPanel:
    craft = state.craft
    stats = (
        Stat("stat-health", say("Hull"), str(craft.health), str(craft.max_health)),
        Stat("stat-armor", say("Armor"), str(craft.armor)),
        Stat("stat-speed", say("Speed limit"), str(craft.max_speed)),
        Stat("stat-deck", say("Deck"), str(len(craft.deck))),
    )
    note = say("Sectors begun again: {count}", count=state.tally.restarts) if state.tally.restarts else NOTHING
    return SeatPanel(0, stats, state.phase != "over", note)


def _sector(content: Content, state: RunState) -> list[Panel]:
    """The briefing: the story, who waits there, and the skill that they bring (DS-95)."""
    sector = sector_of(content, state)
    title = say("Sector {number}: {name}", number=sector.number, name=sector.name)
    skills = card_name(content, sector.skills[0])
    for skill in sector.skills[1:]:
        skills = say("{some} and {other}", some=skills, other=card_name(content, skill))
    one = len(state.plan.enemies) == 1
    aim = say(
        "On the map {map}: {enemies}. {they} {skills}. Clear the sector, and you salvage that.",
        they=say("It brings") if one else say("They bring"),
        map=content.maps[state.plan.map].name,
        enemies=_enemies(content, state.plan.enemies),
        skills=skills,
    )
    return [
        StoryPanel("briefing", title, say("{text}", text=sector.story)),
        ObjectivePanel("sector", say("Destroy them all"), aim),
    ]


def _enemies(content: Content, slugs: Iterable[str]) -> Text:
    """Who waits in a sector: "2 Sapper, 1 Picket"."""
    counts = Counter(slugs)
    listed = [say("{count} {name}", count=counts[slug], name=content.enemies[slug].name) for slug in counts]
    told = listed[0]
    for more in listed[1:]:
        told = say("{some}, {more}", some=told, more=more)
    return told


def _deck(content: Content, state: RunState, own: bool) -> DeckPanel:
    cards, floor = _cards(content, state.craft.deck, DECK), content.sectors.numbers.floor
    note = say("Never fewer than {floor} cards.", floor=floor)
    title = say("Your deck") if own else say("The deck")
    return DeckPanel("own-deck", title, cards, len(state.craft.deck), note)


def _cards(content: Content, cards: Iterable[str], prefix: str) -> tuple[Card, ...]:
    counts = Counter(cards)
    return tuple(
        Card(
            f"{prefix}-{slug}",
            content.cards[slug].symbol,
            card_name(content, slug),
            say("{text}", text=content.cards[slug].text),
            counts[slug],
        )
        for slug in sorted(counts)
    )


def _earned(content: Content, state: RunState) -> list[Panel]:
    """What this run has unlocked, and at the end how to unlock the rest (DS-93, DS-105)."""
    over = state.phase == "over"
    owned = {*state.unlocked, *state.earned}
    shown: list[Panel] = []
    for unlock in unlocks.unlocks(content):
        new = unlock.slug in state.earned and unlock.slug not in state.unlocked
        if new or (over and unlock.slug not in owned):
            text = unlock.text if new else say("{text} To unlock it: {how}", text=unlock.text, how=unlock.how)
            shown.append(ObjectivePanel(f"unlock-{unlock.slug}", unlock.name, text, done=new))
    return shown
