"""What stands beside the board: seats, hands, piles, the pool, dice, and how a series stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import (
    Card,
    DeckPanel,
    DicePanel,
    Die,
    HandPanel,
    ObjectivePanel,
    Panel,
    SeatPanel,
    Stat,
    StoryPanel,
    TrackPanel,
)
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace import mission
from apps.rulebooks.deckspace.choices.flying import card_id
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.play import waiting_on
from apps.rulebooks.deckspace.state import Ship, State, Throw
from apps.rulebooks.deckspace.words import card_name, colour, ship_name


def panels(content: Content, state: State, audience: Audience) -> tuple[Panel, ...]:
    """Every panel `audience` is shown: what a mission is about, then its own things first."""
    waiting = waiting_on(state)
    seats = sorted(range(len(state.sides)), key=lambda seat: (not audience.sees(seat) or audience.role != "seat", seat))
    shown: list[Panel] = [mission.goal(content, state)] if state.objective is not None else []
    for seat in seats:
        ships = [ship for ship in state.ships if ship.seat == seat]
        shown.append(_seat(state, seat, ships, seat in waiting))
        shown += [_hand(content, ship, audience) for ship in ships]
        if audience.sees(seat):
            shown += [_own_deck(content, ship) for ship in ships if ship.draw or ship.discard]
    if state.offer is not None:
        cards = _cards(content, state.offer.cards, "offer")
        shown.append(DeckPanel("offer", say("On offer"), cards, len(state.offer.cards), offered=True))
    if state.dice:
        shown.append(DicePanel(say("Dice"), tuple(_die(state, throw) for throw in state.dice)))
    shown.append(_pool(content, state))
    shown += _story(content, state)
    shown += _aims(content, state)
    return tuple(shown)


def _seat(state: State, seat: int, ships: list[Ship], acting: bool) -> SeatPanel:
    """Open to all: hull, armor, speed, cannons, how many cards lie where (DS-A61)."""
    if not ships:
        departed = any(ship.seat == seat for ship in state.departed)
        note = say("Given up") if seat in state.retired else say("Away") if departed else say("Lost")
        return SeatPanel(seat, _wins(state, seat), acting, note)
    if len(ships) > 1:
        health = sum(ship.health for ship in ships)
        fleet = (Stat("stat-ships", say("Ships"), str(len(ships))), Stat("stat-health", say("Hull"), str(health)))
        return SeatPanel(seat, (*fleet, *_wins(state, seat)), acting)
    (ship,) = ships
    stats: tuple[Stat, ...] = (
        Stat("stat-health", say("Hull"), str(ship.health), str(ship.max_health)),
        Stat("stat-armor", say("Armor"), str(ship.armor)),
        Stat("stat-speed", say("Speed"), str(ship.speed), str(ship.max_speed)),
        Stat("stat-hand", say("Cards held"), str(len(ship.hand))),
        Stat("stat-draw", say("Draw pile"), str(len(ship.draw))),
        Stat("stat-discard", say("Discard pile"), str(len(ship.discard))),
    )
    if ship.pdc:
        rounds = say("PDC rounds") if ship.rounds >= 0 else say("PDC fitted")
        stats = (*stats, Stat("stat-pdc", rounds, str(ship.rounds) if ship.rounds >= 0 else "∞"))
    if ship.pods or ship.dropped:
        stats = (*stats, Stat("stat-pods", say("Pods"), str(ship.pods)))
    note = say("Loses its next turn") if ship.stunned else _side_note(state, seat)
    return SeatPanel(seat, (*stats, *_wins(state, seat)), acting, note)


def _wins(state: State, seat: int) -> tuple[Stat, ...]:
    if state.rules.games == 1:
        return ()
    return (Stat("stat-wins", say("Games won"), str(state.series.wins[seat]), str(state.rules.games // 2 + 1)),)


def _side_note(state: State, seat: int) -> Text:
    allies = [other for other, side in enumerate(state.sides) if side == state.sides[seat] and other != seat]
    if not allies:
        return NOTHING
    names = colour(allies[0])
    for other in allies[1:]:
        names = say("{some} and {other}", some=names, other=colour(other))
    return say("On the side of {names}", names=names)


def _hand(content: Content, ship: Ship, audience: Audience) -> HandPanel:
    own = audience.role == "seat" and audience.seat == ship.seat
    title = say("Your hand") if own and not ship.profile else say("{ship}'s hand", ship=ship_name(ship))
    if not audience.sees(ship.seat):
        count = len(ship.hand)
        back = Card(f"card-{ship.number}-back", "card-back", say("Hidden cards"), count=count, face_down=True)
        return HandPanel(ship.seat, title, (back,) if count else ())
    cards = _cards(content, ship.hand, "")
    named = tuple(Card(card_id(ship, card.id), card.symbol, card.name, card.text, card.count) for card in cards)
    return HandPanel(ship.seat, title, named, NOTHING if named else say("No cards"))


def _own_deck(content: Content, ship: Ship) -> DeckPanel:
    """What is left to draw, in no order, and what comes back when it is shuffled."""
    cards = _cards(content, ship.draw, f"draw-{ship.number}")
    note = say("Discarded: {count}. They are shuffled when the pile is empty.", count=len(ship.discard))
    return DeckPanel(f"draw-{ship.number}", say("Your draw pile"), cards, len(ship.draw), note)


def _pool(content: Content, state: State) -> DeckPanel:
    cards = _cards(content, state.pool, "pool")
    return DeckPanel("pool", say("Shared pool"), cards, len(state.pool), say("What C markers (cards) draw from."))


def _cards(content: Content, cards: Iterable[str], prefix: str) -> tuple[Card, ...]:
    counts = Counter(cards)
    found = []
    for slug in sorted(counts):
        card = content.cards.get(slug)
        symbol, text = (card.symbol, card.text) if card is not None else ("card-back", "")
        id = f"{prefix}-{slug}" if prefix else slug
        found.append(Card(id, symbol, card_name(content, slug), say("{text}", text=text), counts[slug]))
    return tuple(found)


def _die(state: State, throw: Throw) -> Die:
    ship = next((ship for ship in state.everyone() if ship.number == throw.ship), None)
    seat = ship.seat if ship is not None else None
    label = {
        "pdc": say("PDC"),
        "pdc-defence": say("PDC fires back"),
        "fuel": say("Fuel reserve"),
        "emp": say("EMP reach"),
    }[throw.what]
    return Die(label, throw.value, throw.sides, seat)


def _story(content: Content, state: State) -> list[Panel]:
    """What the battle is about, and the skills that are new here once they have been played (DS-95)."""
    terms = state.terms
    if terms is None:
        return []
    shown: list[Panel] = []
    for skill in reversed(state.taught):
        card = content.cards[skill]
        shown.append(StoryPanel(f"skill-{skill}", say("New: {name}", name=card.name), say("{text}", text=card.lesson)))
    if terms.text:
        shown.append(StoryPanel("briefing", say("{title}", title=terms.title), say("{text}", text=terms.text)))
    return shown


def _aims(content: Content, state: State) -> list[Panel]:
    shown: list[Panel] = []
    if state.objective is None:
        text = say("The last side with a ship wins. Nobody left is a draw.")
        shown.append(ObjectivePanel("last-ship", say("Be the last one flying"), text))
    if state.rules.games > 1:
        needed = state.rules.games // 2 + 1
        shown.append(ObjectivePanel("series", say("Win the series"), say("{needed} games decide it.", needed=needed)))
    if state.round >= content.numbers.round_warning:
        limit = content.numbers.round_limit
        left = max(0, limit - state.round + 1)
        shown.append(TrackPanel("rounds", say("Rounds left"), left, limit, say("Then time is up.")))
    return shown
