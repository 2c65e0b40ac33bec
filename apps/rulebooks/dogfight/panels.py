"""What stands beside the board: seats, hands, the cup, dice, ways to win, and a game that stalls."""

from __future__ import annotations

from apps.rulebooks.core.protocol import Audience
from apps.rulebooks.core.scene import (
    Badge,
    Card,
    DeckPanel,
    DicePanel,
    Die,
    HandPanel,
    ObjectivePanel,
    Panel,
    SeatPanel,
    Stat,
    TrackPanel,
)
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.dogfight.content import Content, ShipClass
from apps.rulebooks.dogfight.hand import KINDS, unheld
from apps.rulebooks.dogfight.play import waiting_on
from apps.rulebooks.dogfight.state import Dice, State, Throw, points_home
from apps.rulebooks.dogfight.words import class_name, colour, counter_name, counter_use, way_of


def panels(content: Content, state: State, audience: Audience) -> tuple[Panel, ...]:
    """Every panel `audience` is shown, its own things first."""
    waiting = waiting_on(state)
    order = (1, 0) if audience.role == "seat" and audience.seat == 1 else (0, 1)
    shown: list[Panel] = []
    for seat in order:
        shown.append(_seat(content, state, seat, seat in waiting))
        shown.append(_hand(content, state, seat, audience))
        if audience.sees(seat) and state.sides[seat].unplaced:
            shown.append(_waiting_ships(content, state, seat))
    if state.phase == "fleets":
        shown.append(_classes(content))
    if state.dice is not None:
        shown.append(_dice(content, state.dice))
    shown.append(_cup(content, state, audience))
    shown += _objectives(state)
    stall = _stall(content, state)
    return (*shown, stall) if stall is not None else tuple(shown)


def _seat(content: Content, state: State, seat: int, acting: bool) -> SeatPanel:
    side = state.sides[seat]
    fleet = state.fleet(seat)
    stats = (
        Stat("stat-ships", say("Ships"), str(len(fleet))),
        Stat("stat-points", say("Points home"), str(points_home(content, state, seat))),
        Stat("stat-hand", say("Counters held"), str(len(side.hand)), str(content.numbers.hand_limit)),
    )
    note = NOTHING
    if state.phase == "fleets":
        note = say("Fleet committed") if side.built else say("Building a fleet")
    elif state.first_home == seat:
        note = say("Whole fleet home first")
    return SeatPanel(seat, stats, acting, note)


def _hand(content: Content, state: State, seat: int, audience: Audience) -> HandPanel:
    hand = state.sides[seat].hand
    own = audience.role == "seat" and audience.seat == seat
    title = say("Your counters") if own else say("{side}'s counters", side=colour(seat))
    if not audience.sees(seat):
        back = Card(f"hand-{seat}-back", "counter-back", say("Hidden counters"), count=len(hand), face_down=True)
        return HandPanel(seat, title, (back,) if hand else ())
    cards = tuple(
        Card(f"hand-{seat}-{kind}", f"counter-{kind}", counter_name(kind), counter_use(kind), hand.count(kind))
        for kind in KINDS
        if kind in hand
    )
    return HandPanel(seat, title, cards, NOTHING if cards else say("No counters"))


def _waiting_ships(content: Content, state: State, seat: int) -> HandPanel:
    waiting = state.sides[seat].unplaced
    cards = tuple(
        _ship_card(f"fleet-{seat}-{ship.slug}", ship, waiting.count(ship.slug))
        for ship in content.ships
        if ship.slug in waiting
    )
    return HandPanel(seat, say("Ships to be placed"), cards)


def _classes(content: Content) -> DeckPanel:
    """What a fleet can be built from, shown while the fleets are built (DF-03 to DF-07)."""
    cards = tuple(_ship_card(f"class-{ship.slug}", ship, ship.counters) for ship in content.ships)
    count = sum(ship.counters for ship in content.ships)
    return DeckPanel("classes", say("Ships for each side"), cards, count)


def _ship_card(id: str, ship: ShipClass, count: int) -> Card:
    badges = (
        Badge("stat-move", str(ship.mov), say("Move")),
        Badge("stat-attack", str(ship.att), say("Attack: hits on {att} or less", att=ship.att)),
        Badge("stat-defence", str(ship.dif), say("Defence: dodges on {dif} or less", dif=ship.dif)),
        Badge("stat-points", str(ship.points), say("Points")),
    )
    name, text = say("{ship}", ship=ship.name), say("{character}", character=ship.character)
    return Card(id, ship.symbol, name, text, count, badges)


def _cup(content: Content, state: State, audience: Audience) -> DeckPanel:
    """Cup and hands together, less what the audience itself can see in a hand (DF-A23)."""
    held = sum(len(side.hand) for side in state.sides)
    count = sum(content.cup.values()) - held
    seen = tuple(state.sides[seat].hand for seat in (0, 1) if audience.sees(seat))
    left = unheld(content, seen)
    cards = tuple(
        Card(f"cup-{kind}", f"counter-{kind}", counter_name(kind), counter_use(kind), left[kind])
        for kind in KINDS
        if left[kind]
    )
    note = say("In the cup and in both hands together.")
    if audience.role == "seat":
        note = say("In the cup and in the other hand together.")
    elif audience.role == "revealed":
        note = say("In the cup.")
    return DeckPanel("cup", say("Cup"), cards, count, note)


def _objectives(state: State) -> list[Panel]:
    ended = state.outcome.ending if state.outcome is not None else ""
    return [
        ObjectivePanel(
            "eliminate",
            say("Destroy the enemy fleet"),
            say("A side without ships has lost, at once."),
            ended == "eliminated",
        ),
        ObjectivePanel(
            "home",
            say("Take the enemy base"),
            say("When every ship left on both sides stands in the enemy base, most points win.")
            if state.variant.draw_on_tie
            else say(
                "When every ship left on both sides stands in the enemy base, most points win; "
                "if they are equal, the fleet that was there first."
            ),
            ended in ("home", "home-first", "drawn"),
        ),
    ]


def _stall(content: Content, state: State) -> TrackPanel | None:
    """The countdown to a stalled or overlong game, shown only when it is near (DF-A16)."""
    numbers = content.numbers
    if state.phase in ("fleets", "placing", "over"):
        return None
    left = numbers.stall_turns - state.quiet
    if left <= numbers.stall_warning and not state.progress:
        note = say("Without a forward move, an attack or a loss, the side that is ahead wins.")
        return TrackPanel("stall", say("Turns until the game stalls"), left, numbers.stall_turns, note)
    left = numbers.turn_limit - state.turn + 1
    if left <= numbers.stall_warning:
        note = say("Then the side that is ahead wins.")
        return TrackPanel("turn-limit", say("Turns left"), left, numbers.turn_limit, note)
    return None


def _dice(content: Content, dice: Dice) -> DicePanel:
    shown = tuple(_die(content, throw) for throw in dice.throws)
    return DicePanel(_dice_title(content, dice), shown, _dice_outcome(content, dice))


def _dice_title(content: Content, dice: Dice) -> Text:
    if dice.outcome == "spots":
        return say("Where the asteroids begin")
    if dice.actor:
        return say(
            "{side} {ship} attacks {other} {target}",
            side=colour(dice.seat),
            ship=class_name(content, dice.actor),
            other=colour(1 - dice.seat),
            target=class_name(content, dice.target),
        )
    return say("{side} moves an asteroid", side=colour(dice.seat))


def _dice_outcome(content: Content, dice: Dice) -> Text:
    target = class_name(content, dice.target) if dice.target else ""
    return {
        "spots": NOTHING,
        "hit": say("On target. Can the {target} dodge?", target=target),
        "miss": say("A miss."),
        "dodged": say("The {target} dodges.", target=target),
        "destroyed": say("The {target} is destroyed.", target=target),
        "drifted": say("The asteroid moves."),
        "crushed": say("The asteroid crushes a {target}.", target=target),
        "held": say("The asteroid cannot move that way."),
    }[dice.outcome]


def _die(content: Content, throw: Throw) -> Die:
    seat = throw.seat if throw.seat >= 0 else None
    again = say("rolled again") if throw.again else NOTHING
    if throw.what == "attack":
        needs, success = say("{needs} or less hits", needs=throw.needs), throw.value <= throw.needs
        return Die(say("Attack"), throw.value, seat=seat, needs=needs, success=success)
    if throw.what == "defence":
        needs, success = say("{needs} or less dodges", needs=throw.needs), throw.value <= throw.needs
        return Die(say("Defence"), throw.value, seat=seat, needs=needs, success=success)
    if throw.what == "asteroid":
        number = (throw.value - 1) // (6 // content.board.asteroids) + 1
        return Die(say("Asteroid {number}", number=number), throw.value, seat=seat)
    if throw.what == "direction":
        label = say("No direction") if throw.again else say("To the {way}", way=way_of(throw.value - 1))
        return Die(label, throw.value, seat=seat, needs=again)
    return Die(say("Spot {number}", number=throw.value), throw.value, seat=seat, needs=again)
