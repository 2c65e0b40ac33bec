"""The Drone: closes in and fires what it has, and looks at little else (DS-101)."""

from __future__ import annotations

from apps.rulebooks.core.chance import Chance
from apps.rulebooks.core.geometry.hex import Hex, distance, moved, within
from apps.rulebooks.core.protocol import Action
from apps.rulebooks.deckspace.actions import (
    Detonate,
    EndTurn,
    FireBeam,
    FirePdc,
    Jump,
    KeepCard,
    KeepNothing,
    Launch,
    PlayCard,
    Pulse,
    SkipPdc,
    TakeCard,
    Thrust,
)
from apps.rulebooks.deckspace.bots.courses import Course, courses, drift
from apps.rulebooks.deckspace.bots.sight import Sight, beams
from apps.rulebooks.deckspace.bots.steering import cost_to_go, first_step, nearest, reached, settle
from apps.rulebooks.deckspace.content import Beaming, Idle, Jumping, Launching, Pulsing, Thrusting
from apps.rulebooks.deckspace.state import Ordnance, Ship

_RANGE = 10  # hexes from which it launches
_LOOKAHEAD = 2  # turns that it sees the edge coming
_ALARM = 0.3  # the chance to be lost at which it steers rather than fires


def decide(sight: Sight, legal: tuple[Action, ...], chance: Chance) -> Action:
    """What the Drone does now: one of `legal`."""
    phase = sight.state.phase
    shots = [action for action in legal if isinstance(action, FirePdc)]
    if shots:
        return shots[0]
    if phase == "prompt":
        return SkipPdc()
    if phase == "choosing":
        return chance.pick([action for action in legal if isinstance(action, TakeCard)], "drone-card")
    if phase == "keeping":
        return _keep(sight)
    foe = sight.foe
    if foe is None:
        return EndTurn() if EndTurn() in legal else legal[0]
    action: Action | None = None
    if sight.state.card:
        action = _use(sight, foe, chance)
    elif sight.state.played < sight.numbers.plays:
        action = _play(sight, foe)
    for piece in sight.own:
        action = action or _steer(sight, piece, foe)
    if action is not None and action in legal:
        return action
    return EndTurn() if EndTurn() in legal else legal[0]


def _play(sight: Sight, foe: Ship) -> Action | None:
    """The card to play: out of trouble first, then whatever fires, then closer."""
    hand = dict.fromkeys(sight.ship.hand)
    effects = {card: sight.content.cards[card].effect for card in hand}
    steering = [card for card, effect in effects.items() if isinstance(effect, Thrusting)]
    going = drift(sight)
    if steering and not sight.ship.station and (going.off or _peril(sight, going) > _ALARM):
        return PlayCard(steering[-1])
    away = distance(sight.ship.at, foe.at)
    for card, effect in effects.items():
        if isinstance(effect, Beaming) and _beam(sight, foe) is not None:
            return PlayCard(card)
        if isinstance(effect, Pulsing) and away <= effect.plus and not foe.stunned:
            return PlayCard(card)
        if isinstance(effect, Launching) and away <= _RANGE:
            return PlayCard(card)
    if sight.ship.station:
        return None
    for card in steering:
        effect = effects[card]
        assert isinstance(effect, Thrusting)
        if _best(sight, foe, effect).moves:
            return PlayCard(card)
    for card, effect in effects.items():
        if isinstance(effect, (Launching, Idle)) or (isinstance(effect, Jumping) and away > _RANGE):
            return PlayCard(card)
    return None


def _use(sight: Sight, foe: Ship, chance: Chance) -> Action | None:
    """What to do with the card in use."""
    effect = sight.content.cards[sight.state.card].effect
    if isinstance(effect, Thrusting):
        moves = _best(sight, foe, effect).moves
        return Thrust(moves[0]) if moves else None  # type: ignore[arg-type]
    if isinstance(effect, Launching):
        return _launch(sight, foe)
    if isinstance(effect, Beaming):
        return FireBeam(_beam(sight, foe) or 0)
    if isinstance(effect, Pulsing):
        return Pulse()
    if isinstance(effect, Jumping):
        return Jump(chance.pick([at for at in within(foe.at, effect.scatter) if at in sight.hexes], "drone-jump"))
    return None


def _best(sight: Sight, foe: Ship, effect: Thrusting) -> Course:
    """The course that leads nearest to the enemy as it stands."""
    moves = sight.state.uses if sight.state.card else effect.moves
    return max(courses(sight, moves, effect.forward), key=lambda course: _value(sight, course, foe))


def _value(sight: Sight, course: Course, foe: Ship) -> float:
    weights = sight.weights
    if course.off:
        return -10 * weights.edge
    hit = sum(1 for at in (*course.entered, *course.path) if at in sight.rocks or at in sight.pieces)
    value = -weights.distance_weight * abs(distance(course.end.at, foe.at) - weights.distance)
    return value - weights.edge * _peril(sight, course) - weights.hazard * hit - 0.01 * len(course.moves)


def _peril(sight: Sight, course: Course) -> float:
    return sight.terrain.peril(course.end, sight.ship.max_speed, sight.steering(), _LOOKAHEAD)


def _beam(sight: Sight, foe: Ship) -> int | None:
    stops = sight.rocks | sight.solid | sight.pieces.keys() | {friend.at for friend in sight.friends}
    found = beams(sight.hexes, stops, sight.ship.at, foe.at)
    return found[0] if found else None


def _launch(sight: Sight, foe: Ship) -> Action | None:
    """Into the hex beside the ship from which it is shortest to the enemy."""
    best: tuple[int, int] | None = None
    for direction in range(6):
        at = moved(sight.ship.at, direction)
        if at not in sight.hexes:
            continue
        cost = cost_to_go(at, direction, foe.at)
        if at != foe.at and _taken(sight, at):
            cost += 50
        best = min(best, (cost, direction)) if best is not None else (cost, direction)
    return Launch(best[1]) if best is not None else None


def _steer(sight: Sight, piece: Ordnance, foe: Ship) -> Action | None:
    """Straight at the enemy, without a thought for fuel; a nuke goes off as soon as it is near enough."""
    kind = sight.kind(piece)
    if kind.radius and distance(piece.at, foe.at) <= kind.radius and _dares(sight, piece, kind.radius, kind.damage):
        return Detonate(piece.number)
    others = {friend.at for friend in (sight.ship, *sight.friends)}
    stops = sight.rocks | sight.solid | {enemy.at for enemy in sight.enemies} | (sight.pieces.keys() - {piece.at})
    hexes = sight.hexes - others
    found, costs = reached(hexes, stops, piece.at, piece.facing, piece.moves, piece.turns)
    if foe.at in costs:
        goal = nearest(found, foe.at)
    else:
        near = [pose for pose in found if pose[0] not in stops]
        goal = min(near, key=lambda pose: (cost_to_go(pose[0], pose[1], foe.at), found[pose][0], pose), default=None)
    step = first_step(found, piece, goal) if goal is not None else None
    return step or settle(piece, kind.must_move)


def _dares(sight: Sight, piece: Ordnance, radius: int, damage: int) -> bool:
    """Its own blast is a risk that a Drone takes, unless it is the end of it."""
    return distance(piece.at, sight.ship.at) > radius or sight.ship.health + sight.ship.armor > damage


def _taken(sight: Sight, at: Hex) -> bool:
    return at in sight.rocks or at in sight.solid or at in sight.pieces or any(s.at == at for s in sight.friends)


def _keep(sight: Sight) -> Action:
    """Something to fire, if there is anything."""
    hand = sight.ship.hand
    for wanted in (Launching, Beaming, Thrusting):
        for card in hand:
            if isinstance(sight.content.cards[card].effect, wanted):
                return KeepCard(card)
    return KeepNothing()
