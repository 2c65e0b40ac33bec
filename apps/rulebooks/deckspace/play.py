"""Setup, legal actions and apply: the whole truth of what can be done, and what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import moved
from apps.rulebooks.core.protocol import Action, IllegalAction, Step
from apps.rulebooks.core.text import say
from apps.rulebooks.deckspace import cards, ending, fleet, flight, markers, ordnance, turns, weapons
from apps.rulebooks.deckspace.actions import (
    BeginTurn,
    Detonate,
    EndTurn,
    FireBeam,
    FirePdc,
    Hold,
    Jump,
    KeepCard,
    KeepNothing,
    Launch,
    NextGame,
    PlayCard,
    Pulse,
    SkipPdc,
    Steer,
    TakeCard,
    Thrust,
)
from apps.rulebooks.deckspace.battle import Battle
from apps.rulebooks.deckspace.content import Beaming, Idle, Jumping, Launching, Pulsing, Thrusting
from apps.rulebooks.deckspace.damage import lose
from apps.rulebooks.deckspace.edition import Content
from apps.rulebooks.deckspace.refusals import refusal
from apps.rulebooks.deckspace.state import Outcome, Rules, Series, Ship, State
from apps.rulebooks.deckspace.words import ship_name, side_name


def setup(content: Content, options: Mapping[str, str], chance: Chance) -> Step[State]:
    """The first battle of a series, or the one that a road orders; chance says who moves first (DS-A46)."""
    orders = fleet.read(options)
    if orders is not None:
        sides = fleet.sides_under(orders)
        return begin_battle(content, State(Rules(), orders.chart, sides, Series(1, (0,) * len(sides))), orders, chance)
    chart = fleet.chart_key(content, options, chance)
    seats = content.ships_on(chart.map)
    rules = Rules(int(options.get("series", "1")), options.get("new_maps") == "yes")
    first = chance.below(seats, "first")
    sides = fleet.sides_of(seats, options)
    bare = State(rules, chart, sides, Series(1, (0,) * seats, first))
    return begin_battle(content, bare, fleet.free_battle(content, chart, sides, (), first), chance)


def begin_battle(content: Content, state: State, orders: fleet.Orders, chance: Chance) -> Step[State]:
    """Begin a battle under its orders: the way in for a free battle, a run or a campaign."""
    state = fleet.begin(content, state, orders, chance)
    battle = Battle(content, state, chance)
    battle.tell("battle-began", say("Battle on {map}.", map=battle.chart.name), "DS-02")
    turns.carry_on(battle)
    return _close(content, battle)


def waiting_on(state: State) -> frozenset[int]:
    """The seat of the ship whose turn it is; between two games every seat that still plays."""
    if state.phase == "over":
        return frozenset()
    if state.phase == "between":
        return frozenset(seat for seat in range(len(state.sides)) if seat not in state.retired)
    ship = state.ship(state.active)
    return frozenset((ship.seat,)) if ship is not None else frozenset()


def legal_actions(content: Content, state: State, seat: int) -> tuple[Action, ...]:
    """Everything `seat` may do now; empty for a seat that is not waited on."""
    if seat not in waiting_on(state):
        return ()
    if state.phase == "between":
        return (NextGame(),)
    if state.phase == "ready":
        return (BeginTurn(),)
    ship = state.ship(state.active)
    assert ship is not None
    if state.phase == "prompt":
        return (*weapons.pdc_targets(content, state, ship), SkipPdc())
    if state.phase == "choosing":
        assert state.offer is not None
        return tuple(TakeCard(card) for card in sorted(set(state.offer.cards)))
    if state.phase == "keeping":
        return (*(KeepCard(card) for card in sorted(set(ship.hand))), KeepNothing())
    return tuple(_turn(content, state, ship))


def _turn(content: Content, state: State, ship: Ship) -> list[Action]:
    actions: list[Action] = []
    if state.card:
        actions += _uses(content, state, ship)
    if state.played < content.numbers.plays:
        actions += [PlayCard(card) for card in sorted(set(ship.hand))]
    actions += ordnance.orders(content, state, ship)
    if state.played:
        actions += weapons.pdc_targets(content, state, ship)
    if not ordnance.owing(content, state, ship):
        actions.append(EndTurn())
    return actions


def _uses(content: Content, state: State, ship: Ship) -> list[Action]:
    """What the card in use allows (DS-16)."""
    effect = content.cards[state.card].effect
    if isinstance(effect, Thrusting):
        return [*thrusts(content, state, ship, effect)]
    if isinstance(effect, Launching):
        return [*ordnance.launches(content, state, ship)]
    if isinstance(effect, Beaming):
        return [FireBeam(direction) for direction in range(6)]
    if isinstance(effect, Pulsing):
        return [Pulse()]
    if isinstance(effect, Jumping):
        return [Jump(at) for at in content.chart(state.chart).places]
    return []


def thrusts(content: Content, state: State, ship: Ship, effect: Thrusting) -> list[Thrust]:
    """The thrust moves of a card: none that would do nothing, no Forward into a ship or solid rock (DS-A11)."""
    if ship.station:
        return []
    found: list[Thrust] = []
    if effect.forward:
        to = moved(ship.at, ship.facing)
        other = state.ship_at(to)
        if other is None and to not in state.solid:
            found.append(Thrust("forward"))
    elif ship.speed < ship.max_speed:
        found.append(Thrust("accelerate"))
    return [*found, Thrust("left"), Thrust("right"), Thrust("decelerate")]


def _play_card(battle: Battle, ship: Ship, action: PlayCard) -> None:
    cards.play(battle, ship, action.card)
    if isinstance(battle.content.cards[action.card].effect, Idle):
        cards.spend(battle)


def _thrust(battle: Battle, ship: Ship, action: Thrust) -> None:
    """One thrust move (DS-12 to DS-15, DS-18, DS-19)."""
    cards.spend(battle)
    name = ship_name(ship)
    if action.move == "forward":
        battle.tell("thrust", say("{ship} thrusts forward.", ship=name), "DS-18", ship.seat)
        flight.forward(battle, ship)
    elif action.move == "accelerate":
        battle.change(ship, speed=ship.speed + 1)
        battle.tell(
            "thrust", say("{ship} accelerates to {speed}.", ship=name, speed=ship.speed + 1), "DS-14", ship.seat
        )
    elif action.move == "decelerate" and ship.speed == 0:
        speed = min(battle.numbers.about_turn_speed, ship.max_speed)
        battle.change(ship, facing=(ship.facing + 3) % 6, speed=speed)
        battle.tell("thrust", say("{ship} turns about.", ship=name), "DS-15", ship.seat)
    elif action.move == "decelerate":
        battle.change(ship, speed=ship.speed - 1)
        battle.tell("thrust", say("{ship} slows to {speed}.", ship=name, speed=ship.speed - 1), "DS-14", ship.seat)
    else:
        battle.change(ship, facing=(ship.facing + (-1 if action.move == "left" else 1)) % 6)
        words = say("{ship} turns left.", ship=name) if action.move == "left" else say("{ship} turns right.", ship=name)
        battle.tell("thrust", words, "DS-12", ship.seat)


def _launch(battle: Battle, ship: Ship, action: Launch) -> None:
    ordnance.launch(battle, ship, action)
    cards.spend(battle)


def _beam(battle: Battle, ship: Ship, action: FireBeam) -> None:
    weapons.beam(battle, ship, action)
    cards.spend(battle)


def _pulse(battle: Battle, ship: Ship, action: Pulse) -> None:
    weapons.pulse(battle, ship)
    cards.spend(battle)


def _jump(battle: Battle, ship: Ship, action: Jump) -> None:
    weapons.jump(battle, ship, action)
    cards.spend(battle)


def _fire_pdc(battle: Battle, ship: Ship, action: FirePdc) -> None:
    asked = battle.phase == "prompt"
    weapons.fire_pdc(battle, ship, action)
    if asked:
        turns.start_acting(battle)


_DO: dict[type[Action], Callable[[Battle, Ship, Any], None]] = {
    PlayCard: _play_card,
    Thrust: _thrust,
    Launch: _launch,
    Steer: lambda battle, ship, action: ordnance.steer(battle, action),
    Hold: lambda battle, ship, action: ordnance.hold(battle, action),
    Detonate: lambda battle, ship, action: ordnance.detonate(battle, action),
    FireBeam: _beam,
    Pulse: _pulse,
    Jump: _jump,
    FirePdc: _fire_pdc,
    SkipPdc: lambda battle, ship, action: turns.start_acting(battle),
    TakeCard: lambda battle, ship, action: markers.take(battle, action.card),
    EndTurn: lambda battle, ship, action: turns.end_turn(battle),
    KeepCard: lambda battle, ship, action: turns.keep_and_pass(battle, ship, action.card),
    KeepNothing: lambda battle, ship, action: turns.keep_and_pass(battle, ship, ""),
    BeginTurn: lambda battle, ship, action: None,  # turns.carry_on begins it
}


def apply(content: Content, state: State, seat: int, action: Action, chance: Chance) -> Step[State]:
    """Do `action`; raises IllegalAction with a reason unless it is legal now."""
    if action not in legal_actions(content, state, seat):
        raise refusal(content, state, seat, action)
    if isinstance(action, NextGame):
        return _next_game(content, state, chance)
    battle = Battle(content, state, chance)
    _DO[type(action)](battle, battle.ships[state.active], action)
    turns.carry_on(battle)
    return _close(content, battle)


def _close(content: Content, battle: Battle) -> Step[State]:
    """Freeze the battle; if it is over, count it for the series (DS-A47)."""
    last = battle.last
    if last is None:
        return battle.step()
    state = battle.before
    battle.tell("battle-ended", ending.sentence(state, last), "DS-01")
    wins, outcome = ending.after_game(state, last)
    battle.phase = "between" if outcome is None else "over"
    series = replace(state.series, wins=wins)
    frozen = replace(battle.freeze(), series=series, outcome=outcome)
    if outcome is not None and outcome is not last:
        battle.tell("series-ended", ending.sentence(frozen, outcome), "DS-A47")
    return Step(frozen, tuple(battle.events), barrier=True)


def _next_game(content: Content, state: State, chance: Chance) -> Step[State]:
    """Every rock is back, and the first move passes on by one seat (DS-05, DS-03, DS-A46)."""
    seats = len(state.sides)
    series = replace(state.series, game=state.series.game + 1, first=(state.series.first + 1) % seats)
    chart = state.chart
    if state.rules.new_maps:
        slug = next(slug for slug, entry in content.generators.items() if entry.ships == seats)
        chart = fleet.fresh_chart(content, slug, chart.markers, chance)
    state = replace(state, series=series, chart=chart, last=None)
    orders = fleet.free_battle(content, chart, state.sides, state.retired, series.first)
    return begin_battle(content, state, orders, chance)


def concede(content: Content, state: State, seat: int) -> Step[State]:
    """Give up: the seat is out of this battle and of the series (DS-A65); the others go on unless one side is left."""
    if state.outcome is not None:
        raise IllegalAction("over", say("The game is over."))
    if seat in state.retired:
        raise IllegalAction("retired", say("You have given up already."))
    retired = (*state.retired, seat)
    battle = Battle(content, replace(state, retired=retired), Chance(b""))  # giving up rolls no dice
    battle.tell("conceded", say("{side} gives up.", side=side_name(state, seat)), "DS-A65", seat)
    playing = tuple(other for other in range(len(state.sides)) if other not in retired)
    if len({state.sides[other] for other in playing}) <= 1 or state.objective is not None:
        return _stop(battle, Outcome("conceded", playing, seat))
    if state.phase == "between":  # this game has ended already, and it has been counted
        return battle.step()
    for ship in [ship for ship in battle.ships.values() if ship.seat == seat]:
        lose(battle, ship.number, say("{ship} strikes its colours.", ship=ship_name(ship)), "DS-A65", "withdrawn")
    if not ending.settled(battle) and battle.active not in battle.ships:
        turns.drop_offer(battle)
        turns.pass_turn(battle)  # the next seat begins its turn itself: that draws cards
    if ending.settled(battle):  # fields may have drifted, and the last round may be over
        turns.drop_offer(battle)
    return _close(content, battle)


def agree_draw(content: Content, state: State) -> Step[State]:
    """End the whole series as a draw that everybody has agreed to."""
    if state.outcome is not None:
        raise IllegalAction("over", say("The game is over."))
    battle = Battle(content, state, Chance(b""))
    battle.tell("draw-agreed", say("All agree on a draw."))
    return _stop(battle, Outcome("agreed"))


def _stop(battle: Battle, outcome: Outcome) -> Step[State]:
    """End the table at once, whatever was pending."""
    battle.phase, battle.flight, battle.card, battle.uses = "over", -1, "", 0
    turns.drop_offer(battle)
    return Step(replace(battle.freeze(), outcome=outcome), tuple(battle.events), barrier=True)
