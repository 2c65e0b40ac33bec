"""Mass Driver, EMP, point defence cannons and the wormhole (DS-64 to DS-79)."""

from __future__ import annotations

from apps.rulebooks.core.geometry.hex import Hex, distance, name, within
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace.actions import FireBeam, FirePdc, Jump
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.cards import shuffle_in
from apps.rulebooks.deckspace.content import Beaming, Jumping, Pulsing
from apps.rulebooks.deckspace.damage import explode_rock, hurt_all
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.flight import arrive
from apps.rulebooks.deckspace.lanes import beam_hexes
from apps.rulebooks.deckspace.state import Ship, State
from apps.rulebooks.deckspace.words import card_name, ordnance_name, ship_name, way_name


def beam(battle: Battle, ship: Ship, action: FireBeam) -> None:
    """Each lane stops at its first object; all three are found before any takes effect (DS-64 to DS-67, DS-A44)."""
    effect = battle.content.cards[battle.card].effect
    assert isinstance(effect, Beaming)
    words = say("{ship} fires the Mass Driver to the {way}.", ship=ship_name(ship), way=way_name(action.direction))
    battle.tell("beam", words, "DS-64", ship.seat)
    stops = {other.at for other in battle.ships.values() if other.number != ship.number}
    stops |= {piece.at for piece in battle.ordnance.values()} | set(battle.rocks) | battle.solid
    ends: list[Hex] = []
    for hexes in beam_hexes(battle.chart.hexes, stops, ship.at, action.direction, effect.lanes):
        if hexes:
            battle.mark("beam", hexes[0], ship.seat, to=hexes[-1])
            if hexes[-1] in stops:
                ends.append(hexes[-1])
    targets = [(at, battle.ship_at(at), battle.ordnance_at(at)) for at in ends]
    for at, target, piece in targets:
        if target is not None and target.number in battle.ships:
            hurt_all(battle, (battle.ships[target.number],), effect.damage)
        elif piece is not None and piece.number in battle.ordnance:
            del battle.ordnance[piece.number]
            what = ordnance_name(battle.content, piece.kind)
            battle.tell("ordnance-destroyed", say("A {what} at {at} is destroyed.", what=what, at=name(at)), "DS-66")
        elif target is None and piece is None and (at in battle.rocks or at in battle.solid):
            explode_rock(battle, at)


def pulse(battle: Battle, ship: Ship) -> None:
    """Every other ship in reach loses its next turn and gets a NULL; ordnance in reach is gone (DS-68 to DS-70)."""
    effect = battle.content.cards[battle.card].effect
    assert isinstance(effect, Pulsing)
    reach = battle.throw("emp", ship.number, effect.die, "emp") + effect.plus
    battle.mark("emp", ship.at, ship.seat, reach=reach)
    words = say("{ship} sets off an EMP: it reaches {reach} hexes.", ship=ship_name(ship), reach=reach)
    battle.tell("emp", words, "DS-68", ship.seat)
    for piece in [piece for piece in battle.ordnance.values() if distance(piece.at, ship.at) <= reach]:
        del battle.ordnance[piece.number]
        what = ordnance_name(battle.content, piece.kind)
        battle.tell("ordnance-destroyed", say("A {what} at {at} is destroyed.", what=what, at=name(piece.at)), "DS-70")
    for other in list(battle.ships.values()):
        if other.number != ship.number and distance(other.at, ship.at) <= reach:
            other = shuffle_in(battle, other, effect.card)
            battle.change(other, stunned=True)
            words = say(
                "{ship} loses its next turn and gets a {card}.",
                ship=ship_name(other),
                card=card_name(battle.content, effect.card),
            )
            battle.tell("stunned", words, "DS-69", other.seat)


def pdc_targets(content: Content, state: State, ship: Ship) -> list[FirePdc]:
    """Ships and stations of another side within range, if cannons are fitted, loaded and unused (DS-72, DS-A50)."""
    if not ship.pdc or state.fired or ship.rounds == 0:
        return []
    reach = content.numbers.pdc_range
    return [
        FirePdc(other.number)
        for other in state.ships
        if other.side != ship.side and distance(other.at, ship.at) <= reach
    ]


def fire_pdc(battle: Battle, ship: Ship, action: FirePdc) -> None:
    """A die against a ship without loaded cannons; else both roll and the lower takes the difference (DS-73, DS-74)."""
    battle.fired = True
    target = battle.ships[action.target]
    die = battle.numbers.pdc_die
    battle.mark("duel", ship.at, ship.seat, to=target.at)
    attack = battle.throw("pdc", ship.number, die, "pdc")
    ship = _use_round(battle, ship)
    if not target.pdc or target.rounds == 0:
        words = say(
            "{ship} fires PDC at {target}: {roll}.", ship=ship_name(ship), target=ship_name(target), roll=attack
        )
        battle.tell("pdc", words, "DS-73", ship.seat)
        hurt_all(battle, (target,), attack)
        return
    defence = battle.throw("pdc-defence", target.number, die, "pdc-defence")
    target = _use_round(battle, target)
    words = say(
        "{ship} fires PDC at {target}, which fires back: {attack} to {defence}.",
        ship=ship_name(ship), target=ship_name(target), attack=attack, defence=defence,
    )  # fmt: skip
    battle.tell("pdc", words, "DS-74", ship.seat)
    if attack != defence:
        hurt_all(battle, (target if attack > defence else ship,), abs(attack - defence))


def _use_round(battle: Battle, ship: Ship) -> Ship:
    """Every roll spends a round where rounds are counted (DS-78, DS-149)."""
    return battle.change(ship, rounds=ship.rounds - 1) if ship.rounds > 0 else ship


def jump(battle: Battle, ship: Ship, action: Jump) -> None:
    """Land on a random free hex near the chosen one; facing and speed stay (DS-44, DS-79, DS-114, DS-A22)."""
    effect = battle.content.cards[battle.card].effect
    assert isinstance(effect, Jumping)
    taken = {other.at for other in battle.ships.values()} | {piece.at for piece in battle.ordnance.values()}
    taken |= set(battle.rocks) | battle.solid | set(battle.chart.gates)
    free = [at for at in within(action.to, effect.scatter) if battle.on_board(at) and at not in taken]
    if not free:
        battle.tell("jump-failed", say("The wormhole finds no free hex."), "DS-A22", ship.seat)
        return
    to = battle.chance.pick(free, "jump")
    battle.mark("from", ship.at, ship.seat)
    battle.change(ship, at=to)
    words = say("{ship} comes out of the wormhole at {at}.", ship=ship_name(ship), at=name(to))
    battle.tell("jumped", words, "DS-79", ship.seat)
    battle.mark("jump", to, ship.seat)
    arrive(battle, ship.number)
