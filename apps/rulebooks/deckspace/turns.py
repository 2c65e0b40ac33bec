"""The course of a battle: turns, rounds, drifting fields, whatever happens by itself (DS-30 to DS-36)."""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import name
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace import ending
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.cards import draw_up, keep
from apps.rulebooks.deckspace.damage import explode_rock
from apps.rulebooks.deckspace.flight import fly, strike_risk
from apps.rulebooks.deckspace.ordnance import hit_rock, refresh
from apps.rulebooks.deckspace.state import Ship
from apps.rulebooks.deckspace.weapons import pdc_targets
from apps.rulebooks.deckspace.words import ship_name


def carry_on(battle: Battle) -> None:
    """Do everything that happens by itself, until a seat must decide or the battle is over."""
    while not ending.settled(battle):
        if battle.offer is not None:
            if battle.active in battle.ships:
                battle.phase = "choosing"
                return
            drop_offer(battle)
        if battle.active not in battle.ships:
            pass_turn(battle)
        elif battle.phase == "ready":
            _begin_turn(battle)
        elif battle.flight > 0:
            fly(battle)
        elif battle.flight == 0:
            _landed(battle)
        elif battle.phase == "choosing":
            battle.phase = "acting"
        else:
            return
    drop_offer(battle)


def end_turn(battle: Battle) -> None:
    """The ship flies as many hexes as its speed along its facing (DS-31)."""
    ship = battle.ships[battle.active]
    battle.card, battle.uses = "", 0
    battle.flight = 0 if ship.station else ship.speed
    if battle.flight:
        battle.mark("from", ship.at, ship.seat)
    battle.phase = "flying"


def _landed(battle: Battle) -> None:
    """After the move: the risk of a strike, then what of the hand is kept (DS-37, DS-A03)."""
    battle.flight = -1
    battle.mark("to", battle.ships[battle.active].at, battle.ships[battle.active].seat)
    strike_risk(battle)
    ship = battle.ships.get(battle.active)
    if ship is None:
        return
    if ship.hand and battle.numbers.keep:
        battle.phase = "keeping"
        return
    keep_and_pass(battle, ship, "")


def pass_turn(battle: Battle) -> None:
    """The next ship in order that is still there is ready for its turn; after the last a round is over."""
    battle.flight, battle.card, battle.uses, battle.played, battle.fired = -1, "", 0, 0, False
    order = battle.before.order
    place = order.index(battle.active)
    for _ in order:
        place += 1
        if place == len(order):
            place = 0
            _end_round(battle)
        if order[place] in battle.ships:
            battle.active, battle.phase = order[place], "ready"
            return


def keep_and_pass(battle: Battle, ship: Ship, card: str) -> None:
    """Keep a card, or none, and hand the turn on (DS-A02)."""
    keep(battle, ship, card)
    pass_turn(battle)


def _begin_turn(battle: Battle) -> None:
    """A ship begins its turn, or loses it (DS-69, DS-77, DS-A14)."""
    ship = battle.ships[battle.active]
    if ship.stunned:
        battle.change(ship, stunned=False)
        battle.tell("turn-lost", say("{ship} loses its turn.", ship=ship_name(ship)), "DS-69", ship.seat)
        pass_turn(battle)
        return
    refresh(battle, ship.number)
    battle.tell("turn-began", say("{ship}'s turn.", ship=ship_name(ship)), "DS-30", ship.seat)
    if pdc_targets(battle.content, battle.freeze(), ship):
        battle.phase = "prompt"
    else:
        start_acting(battle)


def start_acting(battle: Battle) -> None:
    """After the question about PDC, the hand is drawn (DS-A03)."""
    if battle.active in battle.ships:
        draw_up(battle, battle.ships[battle.active])
        battle.phase = "acting"


def _end_round(battle: Battle) -> None:
    """Fields drift, and the next round begins unless it was the last (DS-46, DS-A47)."""
    battle.round += 1
    if battle.chart.drifts:
        _drift(battle)


def _drift(battle: Battle) -> None:
    """Every drifting field goes on by one hex; its rocks hit what they are carried onto (DS-42, DS-A45)."""
    before = battle.drifted
    battle.drifted += 1
    moves = []
    for number, field in enumerate(battle.chart.drifts):
        (oq, or_), (q, r) = field.shift(before), field.shift(battle.drifted)
        moves.append((q - oq, r - or_))
        carried = [at for at, where in battle.rocks.items() if where == number]
        for at in carried:
            del battle.rocks[at]
        for at in carried:
            battle.rocks[at[0] + moves[number][0], at[1] + moves[number][1]] = number
    battle.tell("drifted", say("The fields drift."), "DS-46")
    for at in sorted(at for at, field_number in battle.rocks.items() if field_number >= 0):
        piece = battle.ordnance_at(at)
        if at in battle.rocks and piece is not None:
            battle.tell("carried", say("A rock is carried onto the ordnance at {at}.", at=name(at)), "DS-42")
            hit_rock(battle, piece, at)
        ship = battle.ship_at(at)
        if at in battle.rocks and ship is not None:
            battle.tell("carried", say("A rock is carried onto {ship}.", ship=ship_name(ship)), "DS-A45", ship.seat)
            explode_rock(battle, at)


def drop_offer(battle: Battle) -> None:
    """Nobody is there to choose: the cards on offer go back to the pool."""
    if battle.offer is not None:
        battle.pool = tuple(sorted((*battle.pool, *battle.offer.cards)))
        battle.offer = None
