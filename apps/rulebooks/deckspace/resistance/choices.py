"""Actions of a run as a person meets them: what they cost and bring, and what falls meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from apps.rulebooks.core.protocol import Action, action_id
from apps.rulebooks.core.scene import Choice
from apps.rulebooks.core.text import NOTHING, Text, say
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.resistance import events, meridian, missions, orbits, owned, port
from apps.rulebooks.deckspace.resistance.actions import (
    BuyCard,
    BuyRounds,
    FaceTheBoss,
    Fit,
    FlyMission,
    Purge,
    RepairArmor,
    RepairHull,
    Reply,
    StrikeEarly,
    TakePart,
    TakeScrap,
    Travel,
    Wait,
)
from apps.rulebooks.deckspace.resistance.aims import company, pay
from apps.rulebooks.deckspace.resistance.fate import BROKEN, breaks, late, meanwhile
from apps.rulebooks.deckspace.resistance.play import legal_actions
from apps.rulebooks.deckspace.resistance.state import State
from apps.rulebooks.deckspace.resistance.there import gain, there
from apps.rulebooks.deckspace.resistance.words import KINDS, card_named, place_name, strength_words, turn_words

HERE, PORT, HOME = say("Here"), say("Port"), say("Home base")
SHELF, PURGE = say("Buy a card"), say("Take a card out")  # what hangs on cards alone has a group of its own


def choices(content: Content, state: State, seat: int) -> tuple[Choice, ...]:
    """Every legal action of a seat, described, in the order of the list of legal actions."""
    return tuple(_CHOICE[type(action)](content, state, action) for action in legal_actions(content, state, seat))


def _travel(content: Content, state: State, action: Travel) -> Choice:
    system, days = content.resistance.systems[state.system], orbits.trip(content, state, action.to)
    arrival, name = state.day + days, place_name(content, state, action.to)
    fate, falls = meanwhile(content, state, arrival), bool(late(content, state, arrival))
    confirm: Text = NOTHING
    if arrival > system.days:
        preview = say("The Warden comes on day {day}, before you arrive.", day=system.days)
        confirm = say("The days run out on the way: no more missions, no last port call.")
    else:
        preview = say("You arrive on day {day}.", day=arrival)
    if fate != NOTHING and (falls or arrival <= system.days):
        preview = say("{arrival} {fate}", arrival=preview, fate=fate)
    if falls:
        confirm = fate if confirm == NOTHING else say("{some} {more}", some=confirm, more=fate)
    if confirm != NOTHING:
        confirm = say("{what} Set out all the same?", what=confirm)
    if arrival <= system.days:
        preview = say("{some} {more}", some=preview, more=there(content, state, action.to, arrival))
    return Choice(action_id(action), "travel", say("Fly to {place}", place=name), preview, tile=action.to,
                  cost=orbits.in_days(days), confirm=confirm, final=True, rule="DS-107")  # fmt: skip


def _wait(content: Content, state: State, action: Wait) -> Choice:
    fate = meanwhile(content, state, state.day + 1)
    falls = late(content, state, state.day + 1)
    confirm = say("{fate} Wait all the same?", fate=fate) if falls else NOTHING
    return Choice(action_id(action), "wait", say("Wait a day"), fate, key="w", cost=say("1 day"), confirm=confirm,
                  final=True, rule="DS-A53")  # fmt: skip


def _fly(content: Content, state: State, action: FlyMission) -> Choice:
    offer = missions.offered(state, action.kind, action.planet)
    assert offer is not None
    mission = missions.mission_of(content, offer)
    size = meridian.battle_size(content.resistance.numbers, state.fleet, action.kind)
    ships = say("1 ship") if size == 1 else say("{size} ships", size=size)
    beside = say("{ships} beside the target.", ships=ships) if mission.target else say("{ships}.", ships=ships)
    until, saved = state.day + mission.days, action.planet if action.kind == "defend" else ""
    preview = say("{pay} MERIDIAN sends {foes} {left}", pay=pay(content, state, offer), foes=beside,
                  left=_left_early(content, state))  # fmt: skip
    confirm: Text = NOTHING
    if late(content, state, until, saved):
        fate = meanwhile(content, state, until, saved, gain(content, state, offer))
        preview = say("{some} {more}", some=preview, more=fate)
        confirm = say("{fate} Fly all the same?", fate=fate)
    label = say("{kind}: {title}", kind=KINDS[action.kind], title=mission.title)
    return Choice(action_id(action), action.kind, label, preview, HERE, tile=action.planet, docked=True,
                  cost=orbits.in_days(mission.days), confirm=confirm, final=True, rule="DS-106")  # fmt: skip


def _left_early(content: Content, state: State) -> Text:
    """What it costs to leave a mission undone (DS-122)."""
    lost = content.resistance.numbers.leave_strength
    text = say("Left undone: {price}", price=strength_words(-lost))
    return say("{text}, and the run.", text=text) if breaks(state, lost) else say("{text}.", text=text)


def _buy_card(content: Content, state: State, action: BuyCard) -> Choice:
    ware = content.resistance.wares[action.ware]
    card = content.cards[ware.card]
    return Choice(action_id(action), "buy", card_named(content, ware.card),
                  say("{text}", text=card.text), SHELF, card=f"shelf-{ware.slug}",
                  cost=_supplies(port.price(content, ware)), rule="DS-157")  # fmt: skip


def _buy_rounds(content: Content, state: State, action: BuyRounds) -> Choice:
    numbers = content.resistance.numbers
    count = min(numbers.rounds_sold, owned.most_rounds(content, state) - state.craft.rounds)
    preview = say("You will carry {count}.", count=state.craft.rounds + count)
    if not state.craft.pdc:
        preview = say("{text} Without a mount they wait for a P marker (cannons).", text=preview)
    return Choice(action_id(action), "buy", say("Buy {count} PDC rounds", count=count), preview, PORT,
                  cost=_supplies(numbers.rounds_price), symbols=("stat-rounds",), rule="DS-151")  # fmt: skip


def _repair_hull(content: Content, state: State, action: RepairHull) -> Choice:
    preview = say("Hull {hull} of {most}.", hull=state.craft.health + 1, most=state.craft.max_health)
    return Choice(action_id(action), "repair", say("Repair hull"), preview, PORT, key="r",
                  cost=_supplies(content.resistance.numbers.hull_price), symbols=("stat-health",),
                  rule="DS-157")  # fmt: skip


def _repair_armor(content: Content, state: State, action: RepairArmor) -> Choice:
    preview = say("Armor {armor} of the {most} that markers have earned.", armor=state.craft.armor + 1,
                  most=state.craft.earned)  # fmt: skip
    return Choice(action_id(action), "repair", say("Repair armor"), preview, PORT,
                  cost=_supplies(content.resistance.numbers.armor_price), symbols=("stat-armor",),
                  rule="DS-145")  # fmt: skip


def _fit(content: Content, state: State, action: Fit) -> Choice:
    fitting = content.resistance.fittings[action.fitting]
    research = fitting.kind == "research"
    label = say("Research {name}", name=fitting.name) if research else say("Build in {name}", name=fitting.name)
    return Choice(action_id(action), "research" if research else "fit", label, say("{text}", text=fitting.text), HOME,
                  card=f"fitting-{fitting.slug}", cost=_supplies(fitting.price),
                  rule="DS-158")  # fmt: skip


def _purge(content: Content, state: State, action: Purge) -> Choice:
    preview = say("One card less in your deck, for good: {count} are left.", count=len(state.craft.deck) - 1)
    cost = _supplies(content.resistance.numbers.purge_price)
    return Choice(action_id(action), "remove", card_named(content, action.card), preview, PURGE,
                  card=f"deck-{action.card}", cost=cost, rule="DS-A15")  # fmt: skip


def _take_part(content: Content, state: State, action: TakePart) -> Choice:
    part = content.resistance.parts[action.part]
    return Choice(action_id(action), "part", say("Keep {name}", name=part.name), say("{text}", text=part.text),
                  card=f"salvage-{part.slug}", final=True, rule="DS-153")  # fmt: skip


def _take_scrap(content: Content, state: State, action: TakeScrap) -> Choice:
    preview = say("{count} supplies.", count=content.resistance.numbers.scrap)
    return Choice(action_id(action), "scrap", say("Take the scrap"), preview, card="salvage-scrap", final=True,
                  rule="DS-154")  # fmt: skip


def _reply(content: Content, state: State, action: Reply) -> Choice:
    answer = content.resistance.events[state.event].answers[action.answer]
    preview = say("It means: {effects}.", effects=turn_words(content, answer.effects))
    confirm: Text = NOTHING
    if breaks(state, events.strength_lost(answer)):
        preview = say("{some} {more}", some=preview, more=BROKEN)
        confirm = say("{what} Answer so all the same?", what=preview)
    return Choice(action_id(action), "answer", say("{label}", label=answer.label), preview,
                  key=str(action.answer + 1), confirm=confirm, final=True, rule="DS-A71")  # fmt: skip


def _strike_early(content: Content, state: State, action: StrikeEarly) -> Choice:
    left = content.resistance.systems[state.system].days - state.day
    preview = say("The Warden and {escorts}. Days spared: {days}. They go on your record if you win; nothing else pays "
                  "for them.", escorts=company(content, state), days=left)  # fmt: skip
    confirm = say("Strike the Anvil now? No mission is flown after it: you free the system, or the run is over.")
    return Choice(action_id(action), "boss", say("Strike early"), preview, HOME, tile=_anvil(content, state),
                  confirm=confirm, final=True, rule="DS-142")  # fmt: skip


def _face(content: Content, state: State, action: FaceTheBoss) -> Choice:
    preview = say("The Warden and {escorts}. There are no gates.", escorts=company(content, state))
    return Choice(action_id(action), "boss", say("To the Anvil"), preview, tile=_anvil(content, state), key="n",
                  final=True, rule="DS-138")  # fmt: skip


def _anvil(content: Content, state: State) -> str:
    return content.resistance.systems[state.system].anvil.slug


def _supplies(count: int) -> Text:
    return say("1 supply") if count == 1 else say("{count} supplies", count=count)


_CHOICE: dict[type[Action], Callable[[Content, State, Any], Choice]] = {
    Travel: _travel,
    Wait: _wait,
    FlyMission: _fly,
    BuyCard: _buy_card,
    BuyRounds: _buy_rounds,
    RepairHull: _repair_hull,
    RepairArmor: _repair_armor,
    Fit: _fit,
    Purge: _purge,
    TakePart: _take_part,
    TakeScrap: _take_scrap,
    Reply: _reply,
    StrikeEarly: _strike_early,
    FaceTheBoss: _face,
}
